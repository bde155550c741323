"""Words replaced by others of WordNet: the base of those, and synonyms."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.core.word_bounds import cuts_word
from hf_robust.language.english.function_words import is_english
from hf_robust.language.english.inflection import inflected
from hf_robust.language.english.phrase_pairs import fitting_phrases
from hf_robust.language.english.word_pairs import fitting_words, is_paired, paired_places
from hf_robust.language.gate import fixed_reason
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import by_part_of_speech
from hf_robust.language.token_windows import TokenWindow, window
from hf_robust.transforms.base import GENERAL_TASKS, GRADED_MEANING, match_case, preserves, register
from hf_robust.transforms.gated_words import GatedWords

WORDNET_POS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}


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
        if self.checked:
            return self.options(doc, start, end, rng)
        return self._reworded(doc, start, end, lambda words: [rng.randrange(len(words))])

    def _reworded(
        self, doc: Doc, start: int, end: int, order: Callable[[Sequence[str]], Sequence[int]]
    ) -> Iterator[Edit]:
        """A word as some of those of the tables, by their numbers."""
        place = doc.token_at(start)
        if self.literal and not self.checked and fixed_reason(doc, place) is not None:
            return  # with the gate they are left out before
        word = window(doc, place)
        words = self.tables()[word.pos][word.lemma.lower()]
        for number in order(words):
            new = self.reword(word, words[number])
            if new is not None:
                yield Edit(start, end, new)

    def reword(self, word: TokenWindow, lemma: str) -> str | None:
        """What a word becomes with another lemma; None where that one does not fit."""
        form = inflected(lemma, word.tag, word.pos)
        if form is None or form.lower() == word.text.lower() or _degree_clashes(word, lemma):
            return None
        return match_case(word.text, form)


@register
@dataclass(frozen=True, kw_only=True)
class Synonym(GatedWords):
    """Replace a word with a synonym of the same part of speech and inflection, or a set phrase with its equivalent.

    Only pairs that are interchangeable in most texts are used, in the contexts in which they are: the table
    ``word_pairs``. With ``gate="balanced"`` no language model runs.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapSyn-WordNet".

    Example:
        >>> doc = Doc.tagged("We/PRON watched/VERB/VBD/watch a/DET/DT movie/NOUN/NN last/ADJ/JJ night/NOUN/NN")
        >>> Synonym(count=1).preview(doc, seed=5)
        'We watched a film last night'
    """

    name = "synonym"
    version = "13"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapSyn-WordNet"
    choice = "words that have a synonym in the table of word pairs"
    left = "no synonym fits the context"
    needs = frozenset({"pos", "lemma", "ent"})
    resources = ("wordnet", "masked-lm")
    effects = preserves(*GENERAL_TASKS)
    default_rate: ClassVar[float] = 0.1

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.gate != "strict":
            object.__setattr__(self, "resources", ("wordnet",))

    def knows(self, doc: Doc) -> bool:
        return any(map(is_paired, doc.tokens))

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        words = replaceable_words(doc)
        return words if self.gate == "strict" else sorted([*words, *_replaceable_phrases(doc, words)])

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        return self.sure(doc, start, end, rng)

    def sure(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        place = doc.token_at(start)
        if end > doc.tokens[place].end:
            phrases = fitting_phrases(doc, first=place, end=place + 1)
            words = [edit.text for _, edit in phrases if edit.end == end]
        else:
            words = fitting_words(doc, place)
        for number in rng.order(len(words)):
            yield Edit(start, end, match_case(doc.tokens[place].text, words[number]))


def replaceable_words(doc: Doc) -> list[Offsets]:
    """The words of a text that have a fitting pair in the table ``word_pairs``; none in a text that is not English."""
    bounds = None if doc.bounds is None else set(doc.bounds)

    def is_whole_and_free(token: Token) -> bool:
        return (
            token.text.replace("-", "").isalpha()
            and (bounds is None or (token.start, token.end) in bounds)
            and doc.is_free(token.start, token.end)
            and not cuts_word(doc.text, doc.words, token.start, token.end)
        )

    tokens = (doc.tokens[place] for place in paired_places(doc, is_whole_and_free))
    found = [(token.start, token.end) for token in tokens]
    return found if found and is_english(doc) else []


def _replaceable_phrases(doc: Doc, words: Sequence[Offsets]) -> list[Offsets]:
    """The phrases of a text that have a fitting pair and hold none of these words; none overlaps another."""
    found, at = list[Offsets](), 0
    for _, (start, end, *_) in fitting_phrases(doc):
        if start >= at and not any(first < end and start < last for first, last in words):
            found.append((start, end))
            at = end
    return found if found and is_english(doc) else []


@register
@dataclass(frozen=True, kw_only=True)
class SynonymRandom(WordNetSwap):
    """Replace a noun, verb, adjective or adverb with a random WordNet synonym of any of its senses.

    The meaning often changes, and the quality checks (``gate``) are off by default. It serves for comparison only, so
    default suites do not include it; ``synonym`` keeps the meaning. Crude words are not used. Stop words do not change.

    Source: Desai et al. 2020, "Benchmarking Popular Classification Models' Robustness to Random and Targeted
        Corruptions", section 3.1, "Synonyms".

    Example:
        >>> doc = Doc.tagged("The/DET/DT springs/NOUN/NNS/spring froze/VERB/VBD/freeze")
        >>> SynonymRandom(count=1).preview(doc, seed=12)
        'The fountains froze'
    """

    gate: str = "off"

    name = "synonym-random"
    resources = ("wordnet",)
    version = "4"
    seed_name = "Synonyms"
    choice = "words that have a synonym"
    effects = preserves(*GENERAL_TASKS, without=GRADED_MEANING)
    skips_stop_words = True
    literal = False
    control = True

    def tables(self) -> Mapping[str, Mapping[str, Sequence[str]]]:
        return _all_synonyms()


def _degree_clashes(word: TokenWindow, lemma: str) -> bool:
    """ "more big": a short adjective has a degree of its own."""
    if word.pos != "ADJ" or len(lemma) > 5 or word.before.lower() not in ("more", "most"):
        return False
    return inflected(lemma, "JJR", "ADJ") is not None
