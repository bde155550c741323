"""Words replaced by synonyms or antonyms from WordNet."""

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import all_antonyms, by_part_of_speech, is_compound
from hf_robust.tasks import NER, PARSING, POS
from hf_robust.transforms.base import GENERAL_TASKS, WordTransformation, match_case, preserves, register

WORDNET_POS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
# how much or which: "the other", "such", "only" have no opposite that stands where they do
_NOT_OPPOSED = frozenset(
    "much many more most less least few several such own other same various whole entire half only very "
    "enough certain sure worth due present past single second third".split()
)
_BOUND_TO = frozenset({"close", "next", "prior", "due"})  # "close to"
_LEADS = frozenset({"DET", "ADJ", "PRON"})
# "about three", "it appears to be", "it appears calm"; elsewhere they mean something else
_ONLY_BEFORE = {"about": {"NUM"}, "appear": {"PART", "ADJ", "SCONJ"}}
_NEAR = 5  # how many tokens after its verb a particle may stand


@cache
def _synonyms() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return {pos: by_part_of_speech("synonyms")[kind] for pos, kind in WORDNET_POS.items()}


@cache
def _all_synonyms() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return {pos: by_part_of_speech("all-synonyms")[kind] for pos, kind in WORDNET_POS.items()}


@cache
def _antonyms() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return {"ADJ": {lemma: words for lemma, words in all_antonyms().items() if lemma not in _NOT_OPPOSED}}


@dataclass(frozen=True, kw_only=True)
class WordNetSwap(WordTransformation):
    """Base of those that replace a word by another of WordNet, of the same part of speech and inflected alike.

    A subclass defines :meth:`tables`.

    Class attributes:
        literal: Whether words stay in names ("The Big Sleep") and compounds ("ill-advised", "home movie", "set it
            up"), where they do not mean what they mean alone.
    """

    level = "word"
    linguistics = "paradigmatic"
    needs = frozenset({"pos", "lemma"})
    resources = ("wordnet",)
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
        ]

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        place = bisect_left(doc.tokens, start, key=lambda token: token.start)
        token = doc.tokens[place]
        lemma = rng.choice(self.tables()[token.pos][token.lemma.lower()])
        form = inflected(lemma, token.tag, token.pos)
        if form is None or form.lower() == token.text.lower() or _degree_clashes(doc, place, lemma):
            return None
        if self.literal and not _stands_alone(doc, place):
            return None
        return match_case(token.text, form)

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        return with_articles(doc, super().edits(doc, rng))


@register
@dataclass(frozen=True, kw_only=True)
class Synonym(WordNetSwap):
    """A word becomes a WordNet synonym of its likely sense, of the same part of speech, inflected alike.

    Only pairs that can stand for each other in most texts are used (the table ``interchangeable``).

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapSyn-WordNet".

    Example:
        >>> doc = Doc.tagged("The/DET/DT movies/NOUN/NNS/movie ended/VERB/VBD/end")
        >>> Synonym(count=1).preview(doc, seed=2)
        'The films ended'
    """

    name = "synonym"
    version = "3"
    seed_name = "SwapSyn-WordNet"
    choice = "words that have a synonym"
    effects = preserves(*GENERAL_TASKS)

    def tables(self) -> Mapping[str, Mapping[str, Sequence[str]]]:
        return _synonyms()

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        place = bisect_left(doc.tokens, start, key=lambda token: token.start)
        token, following = doc.tokens[place], _pos(doc, place + 1)
        # "baby food", "gag reel": what a noun says of the next noun is half a compound
        if token.pos == following == "NOUN" or following not in _ONLY_BEFORE.get(token.lemma.lower(), (following,)):
            return None
        if token.text == "nearly" and _text(doc, place - 1) in ("not", "n't"):
            return None
        return super().replace(doc, start, end, rng)


@register
@dataclass(frozen=True, kw_only=True)
class SynonymRandom(WordNetSwap):
    """A noun, verb, adjective or adverb becomes a random WordNet synonym, of whichever of its senses.

    The meaning is therefore often another; crude words never come up. Stop words stay.

    Source: Desai et al. 2020, "Benchmarking Popular Classification Models' Robustness to Random and Targeted
        Corruptions", section 3.1, "Synonyms".

    Example:
        >>> doc = Doc.tagged("The/DET/DT springs/NOUN/NNS/spring froze/VERB/VBD/freeze")
        >>> SynonymRandom(count=1).preview(doc, seed=12)
        'The outpourings froze'
    """

    name = "synonym-random"
    version = "2"
    seed_name = "Synonyms"
    choice = "words that have a synonym"
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words = True
    literal = False

    def tables(self) -> Mapping[str, Mapping[str, Sequence[str]]]:
        return _all_synonyms()


@register
@dataclass(frozen=True, kw_only=True)
class Antonym(WordNetSwap):
    """An adjective becomes an antonym of its likely sense, in the same degree.

    What a text says of a matter turns round, so it is for tasks of form: tags, trees and names stay.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapAnt-WordNet".

    Example:
        >>> doc = Doc.tagged("An/DET/DT easy/ADJ/JJ task/NOUN/NN")
        >>> Antonym().preview(doc)
        'A difficult task'
    """

    name = "antonym"
    version = "2"
    seed_name = "SwapAnt-WordNet"
    choice = "adjectives that have an antonym"
    effects = preserves(POS, PARSING, NER)

    def tables(self) -> Mapping[str, Mapping[str, Sequence[str]]]:
        return _antonyms()

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        place = bisect_left(doc.tokens, start, key=lambda token: token.start)
        lemma = doc.tokens[place].lemma.lower()
        if lemma in _BOUND_TO and _text(doc, place + 1) == "to":
            return None
        if lemma == "little" and (_pos(doc, place - 1) not in _LEADS or _pos(doc, place + 1) not in ("ADJ", "NOUN")):
            return None  # an amount: "little hope", "a little too long"
        return super().replace(doc, start, end, rng)


def _text(doc: Doc, place: int) -> str:
    """A token in lower case; empty outside of the text."""
    return doc.tokens[place].text.lower() if 0 <= place < len(doc.tokens) else ""


def _pos(doc: Doc, place: int) -> str:
    return doc.tokens[place].pos if 0 <= place < len(doc.tokens) else ""


def _stands_alone(doc: Doc, place: int) -> bool:
    """Whether the word means what it means alone: it is in no name, no compound and has no particle."""
    tokens, text = doc.tokens, doc.text
    token = tokens[place]
    if text[token.start - 1 : token.start] == "-" or text[token.end : token.end + 1] == "-":
        return False
    before = tokens[place - 1] if place else None
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    if token.text[0].isupper() and not token.text.isupper() and before and before.text[-1:] not in ".!?:\"“`'(":
        return False  # a title or a name
    for lemma in {token.lemma.lower(), token.text.lower()}:
        if before is not None and is_compound(before.lemma.lower(), lemma):
            return False
        if after is not None and (is_compound(lemma, after.lemma.lower()) or is_compound(lemma, after.text.lower())):
            return False
    return token.pos != "VERB" or not any(other.tag == "RP" for other in tokens[place + 1 : place + 1 + _NEAR])


def _degree_clashes(doc: Doc, place: int, lemma: str) -> bool:
    """ "more big": a short adjective has a degree of its own."""
    if doc.tokens[place].pos != "ADJ" or len(lemma) > 5 or _text(doc, place - 1) not in ("more", "most"):
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
    from lemminflect import getInflection

    # a degree is never made by rule: "amusinger"
    forms = getInflection(lemma, tag, inflect_oov=tag not in _DEGREES)
    return forms[0] if forms else None
