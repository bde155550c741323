"""Words replaced by others of WordNet: the base of those, and synonyms."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.core.word_bounds import cuts_word
from hf_robust.language.gate import fixed_reason
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import by_part_of_speech
from hf_robust.language.token_windows import Window, window
from hf_robust.transforms.base import GENERAL_TASKS, match_case, preserves, register
from hf_robust.transforms.gated_words import GatedWords

WORDNET_POS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
# "about three", "it appears calm"; elsewhere they mean something else
_ONLY_BEFORE = {"about": {"NUM"}, "appear": {"ADJ"}}


@cache
def _synonyms() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return {pos: by_part_of_speech("synonyms")[kind] for pos, kind in WORDNET_POS.items()}


@cache
def _all_synonyms() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return {pos: by_part_of_speech("all-synonyms")[kind] for pos, kind in WORDNET_POS.items()}


@dataclass(frozen=True, kw_only=True)
class WordNetSwap(GatedWords):
    """Base of those that replace a word by another of WordNet, of the same part of speech and inflected alike.

    A subclass defines :meth:`tables`.

    Class attributes:
        literal: Whether words stay in names ("The Big Sleep") and compounds ("ill-advised", "home movie", "set it
            up"), where they do not mean what they mean alone.
    """

    level = "word"
    linguistics = "paradigmatic"
    needs = frozenset({"pos", "lemma"})
    resources: ClassVar[tuple[str, ...]] = ("wordnet", "masked-lm")
    default_rate: ClassVar[float] = 0.1
    literal: ClassVar[bool] = True

    @abstractmethod
    def tables(self) -> Mapping[str, Mapping[str, Sequence[str]]]:
        """What may replace a lemma: by part of speech (universal, such as ``NOUN``), then by lemma."""

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        bounds = None if doc.bounds is None else set(doc.bounds)
        passed = lexicon("stop_words") if self.skips_stop_words else ()
        tables = self.tables()
        return [
            (token.start, token.end)
            for token in doc.tokens
            if token.pos in tables
            and token.lemma.lower() in tables[token.pos]
            and token.text.isalpha()
            and (bounds is None or (token.start, token.end) in bounds)
            and token.text.lower() not in passed
            and doc.is_free(token.start, token.end)
            and not cuts_word(doc.text, doc.words, token.start, token.end)
        ]

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        return self._reworded(doc, start, end, lambda words: rng.order(len(words)))

    def tried(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        if self.gate:
            return self.options(doc, start, end, rng)
        return self._reworded(doc, start, end, lambda words: [rng.randrange(len(words))])

    def _reworded(
        self, doc: Doc, start: int, end: int, order: Callable[[Sequence[str]], Sequence[int]]
    ) -> Iterator[Edit]:
        """A word as some of those of the tables, by their numbers."""
        place = doc.token_at(start)
        if self.literal and not self.gate and fixed_reason(doc, place) is not None:
            return  # with the gate they are left out before
        word = window(doc, place)
        words = self.tables()[word.pos][word.lemma.lower()]
        for number in order(words):
            new = self.reword(word, words[number])
            if new is not None:
                yield Edit(start, end, new)

    def reword(self, word: Window, lemma: str) -> str | None:
        """What a word becomes with another lemma; None where that one does not fit."""
        form = inflected(lemma, word.tag, word.pos)
        if form is None or form.lower() == word.text.lower() or _degree_clashes(word, lemma):
            return None
        return match_case(word.text, form)


@register
@dataclass(frozen=True, kw_only=True)
class Synonym(WordNetSwap):
    """Replace a word with a WordNet synonym of its likely sense, with the same part of speech and inflection.

    Only pairs that are interchangeable in most texts are used (the table ``interchangeable``).

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapSyn-WordNet".

    Example:
        >>> doc = Doc.tagged("We/PRON/PRP watched/VERB/VBD/watch a/DET/DT movie/NOUN/NN last/ADJ/JJ night/NOUN/NN")
        >>> Synonym(count=1).preview(doc, seed=2)
        'We watched a film last night'
    """

    name = "synonym"
    version = "6"
    seed_name = "SwapSyn-WordNet"
    choice = "words that have a synonym"
    needs = frozenset({"pos", "lemma", "ent"})
    effects = preserves(*GENERAL_TASKS)

    def tables(self) -> Mapping[str, Mapping[str, Sequence[str]]]:
        return _synonyms()

    def reword(self, word: Window, lemma: str) -> str | None:
        following = word.after_pos
        # "baby food", "gag reel": what a noun says of the next noun is half a compound
        if word.pos == following == "NOUN" or following not in _ONLY_BEFORE.get(word.lemma.lower(), (following,)):
            return None
        if word.text == "nearly" and word.before.lower() in ("not", "n't"):
            return None
        return super().reword(word, lemma)


@register
@dataclass(frozen=True, kw_only=True)
class SynonymRandom(WordNetSwap):
    """Replace a noun, verb, adjective or adverb with a random WordNet synonym of any of its senses.

    The meaning often changes, so the quality checks (``gate``) are off by default. Crude words are not used. Stop words
    do not change.

    Source: Desai et al. 2020, "Benchmarking Popular Classification Models' Robustness to Random and Targeted
        Corruptions", section 3.1, "Synonyms".

    Example:
        >>> doc = Doc.tagged("The/DET/DT springs/NOUN/NNS/spring froze/VERB/VBD/freeze")
        >>> SynonymRandom(count=1).preview(doc, seed=12)
        'The fountains froze'
    """

    gate: bool = False

    name = "synonym-random"
    resources = ("wordnet",)
    version = "4"
    seed_name = "Synonyms"
    choice = "words that have a synonym"
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words = True
    literal = False

    def tables(self) -> Mapping[str, Mapping[str, Sequence[str]]]:
        return _all_synonyms()


def _degree_clashes(word: Window, lemma: str) -> bool:
    """ "more big": a short adjective has a degree of its own."""
    if word.pos != "ADJ" or len(lemma) > 5 or word.before.lower() not in ("more", "most"):
        return False
    return inflected(lemma, "JJR", "ADJ") is not None


_INFLECTED = frozenset({"NNS", "VBD", "VBG", "VBN", "VBZ", "JJR", "JJS", "RBR", "RBS"})
_DEGREES = frozenset({"JJR", "JJS", "RBR", "RBS"})


@lru_cache(maxsize=65536)
def inflected(lemma: str, tag: str, pos: str) -> str | None:
    """A lemma in the form that a Penn tag asks for; None when there is no such form.

    Example:
        >>> inflected("film", "NNS", "NOUN"), inflected("purchase", "VBD", "VERB"), inflected("amusing", "JJR", "ADJ")
        ('films', 'purchased', None)
    """
    if tag in ("NN", "VB", "VBP", "JJ", "RB", ""):
        return lemma
    if tag not in _INFLECTED:
        return None
    from hf_robust.language.english.lemminflect_forms import getInflection

    # a degree is never made by rule: "amusinger"
    forms = getInflection(lemma, tag, inflect_oov=tag not in _DEGREES)
    return forms[0] if forms else None
