"""Adjectives replaced by their opposites."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple

import numpy as np

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.annotated_texts import AnnotatedTexts
from hf_robust.language.english.verbs import is_name, is_whole, plain
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import is_compound
from hf_robust.tasks import NER, PARSING, POS
from hf_robust.transforms.annotated_words import tokens_with
from hf_robust.transforms.base import match_case, preserves, register
from hf_robust.transforms.gated_words import GatedAnnotatedWords
from hf_robust.transforms.synonyms import inflected

_FAR = 30  # how many tokens of a sentence are looked at on either side
_TAGS = frozenset({"JJ", "JJR", "JJS"})
_LINKING = frozenset("be look seem feel taste smell sound become remain stay".split())
# adjectives that may stand beside ours, as names may ("young American man")
_PLAIN = frozenset(
    "black white red green blue yellow brown pink purple orange gray grey wooden plastic metal blond round "
    "first second third last next other own same many several few such more most".split()
)
_NEGATIVE = frozenset("not n't never no hardly neither nor without cannot nothing nobody none few".split())
# the rest of such a sentence gives a reason, or sets the word against another
_ARGUED = frozenset(
    "but though although however despite because since unless while whereas instead except still yet even so that if "
    "until enough".split()
)
_SUBJECTS = frozenset({"NOUN", "PRON", "PROPN", "AUX", "DET"})
_DEGREES = frozenset("very so really quite pretty extremely too truly just absolutely rather also always".split())
_LISTING = frozenset({"and", "or", ","})
_CLOSING = frozenset({".", ",", ":", "''", "-RRB-"})


class _Pair(NamedTuple):
    """Opposites of an adjective, and where: before some nouns, at the end after "is", or there before some words.

    Those that are ``usual`` mean before their nouns what they mean elsewhere, though WordNet has an entry of both.
    """

    opposites: tuple[str, ...]
    nouns: frozenset[str]
    predicate: bool
    judging: bool
    after: frozenset[str]
    usual: bool

    def fits(self, noun: str | None, ends: bool, following: str) -> bool:
        """Whether they are opposed before a noun, or after "is": where that ends the clause, or before some words."""
        return noun in self.nouns if noun else (ends and self.predicate) or following in self.after


@register
@dataclass(frozen=True, kw_only=True)
class Antonym(GatedAnnotatedWords):
    """An adjective becomes its opposite, in the same degree.

    A table says which adjectives are opposed before which nouns: a man is *young* or *old*, a car *new* or *old*. Fixed
    terms ("high school"), names, and adjectives that are joined to others, negated or argued for stay.

    What a text says of a matter turns round, so it is for tasks of form: tags, trees and names stay.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapAnt-WordNet".

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("It/PRON was/AUX/VBD an/DET easy/ADJ/JJ task/NOUN")
        >>> Antonym().preview(doc)
        'It was a difficult task'
    """

    name = "antonym"
    version = "4"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapAnt-WordNet"
    choice = "adjectives that have an antonym"
    needs = frozenset({"pos", "lemma"})
    resources: ClassVar[tuple[str, ...]] = ("wordnet", "masked-lm")
    effects = preserves(POS, PARSING, NER)
    default_rate: ClassVar[float] = 0.1
    same_sense = False

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        return [
            (token.start, token.end)
            for place, token in enumerate(doc.tokens)
            if token.pos == "ADJ" and doc.is_free(token.start, token.end) and opposites_at(doc, place) is not None
        ]

    def eligible_tokens(self, texts: AnnotatedTexts) -> np.ndarray:
        return tokens_with(texts, texts.listed({"ADJ": _pairs()}), opposites_at)

    def candidates(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        found = opposites_at(doc, doc.token_at(start)) or ()
        for number in rng.order(len(found)):
            yield Edit(start, end, match_case(doc.text[start:end], found[number]))


def opposites_at(doc: Doc, place: int) -> tuple[str, ...] | None:
    """What an adjective may become where it stands, in its degree; None where nothing fits.

    Args:
        doc: The text.
        place: Number of the adjective among its tokens.

    Example:
        >>> doc = Doc.tagged("young/ADJ/JJ men/NOUN/NNS/man in/ADP/IN old/ADJ/JJ cars/NOUN/NNS/car")
        >>> opposites_at(doc, 0), opposites_at(doc, 3)
        (('old',), ('new', 'modern'))
    """
    tokens = doc.tokens
    token = tokens[place]
    pairs = _pairs().get(token.lemma.lower())
    if pairs is None or token.tag not in _TAGS or not is_whole(doc, token) or is_name(tokens, place):
        return None
    if _is_joined(tokens, place) or _is_graded(tokens, place):
        return None
    noun = _noun(tokens, place)
    if noun is None and not _is_predicate(tokens, place):
        return None
    ends, following = _ends(tokens, place), _word(tokens, place + 1)
    lemma = None if noun is None else tokens[noun].lemma.lower()
    pair = next((each for each in pairs if each.fits(lemma, ends, following)), None)
    if pair is None or (not pair.usual and _is_in_term(tokens, place)):
        return None
    if pair.judging and (_is_listed(tokens, place, noun) or _is_argued(tokens, place)):
        return None
    if inflected(token.lemma.lower(), token.tag, "ADJ") != plain(token):
        return None  # "lower" that is tagged as no comparative
    forms = (inflected(lemma, token.tag, "ADJ") for lemma in pair.opposites)
    return tuple(form for form in forms if form is not None) or None


def _word(tokens: Sequence[Token], place: int) -> str:
    return plain(tokens[place]) if 0 <= place < len(tokens) else ""


def _pos(tokens: Sequence[Token], place: int) -> str:
    return tokens[place].pos if 0 <= place < len(tokens) else ""


def _is_joined(tokens: Sequence[Token], place: int) -> bool:
    """Whether another adjective is joined to one: both would have to change."""
    for step in (-1, 1):
        at = place + step
        if _word(tokens, at) in ("and", "or", "but", "yet", ",", "/", "&", "as"):
            if _pos(tokens, at + step) in ("ADJ", "ADV", "CCONJ") or _word(tokens, at) in ("as", "/"):
                return True
            if step > 0 and _word(tokens, at) != ",":
                return True
        elif _pos(tokens, at) == "ADJ" and not _is_plain(tokens[at]):
            return True
    return False


def _is_plain(token: Token) -> bool:
    """Whether an adjective judges nothing: one of color, of number, or of a nation."""
    return plain(token) in _PLAIN or (token.text[:1].isupper() and not token.text.isupper())


def _is_graded(tokens: Sequence[Token], place: int) -> bool:
    """Whether an adjective is negated, or graded in a way of its own: "painfully bad"."""
    if any(_word(tokens, at) in _NEGATIVE for at in range(place - 6, place)):
        return True
    degree = _word(tokens, place - 1)
    return degree.endswith("ly") and degree not in _DEGREES


def _is_in_term(tokens: Sequence[Token], place: int) -> bool:
    """Whether an adjective and the word beside it are part of an entry of WordNet."""
    lemma, text = tokens[place].lemma.lower(), _word(tokens, place)
    if place and is_compound(tokens[place - 1].lemma.lower(), lemma):
        return True
    if place + 1 == len(tokens):
        return False
    follows = {tokens[place + 1].lemma.lower(), _word(tokens, place + 1)}
    return any(is_compound(one, other) for one in {lemma, text} for other in follows)


def _noun(tokens: Sequence[Token], place: int) -> int | None:
    """The noun that an adjective stands before."""
    at = place + 1
    while _pos(tokens, at) == "ADJ" and at - place < 3:
        at += 1
    if _pos(tokens, at) != "NOUN":
        return None
    while _pos(tokens, at + 1) == "NOUN" and at - place < 5:
        at += 1
    return None if _pos(tokens, at + 1) in ("NOUN", "PROPN") or _word(tokens, at + 1) == "-" else at


def _is_predicate(tokens: Sequence[Token], place: int) -> bool:
    """Whether an adjective is said of a subject: "the soup was very good"."""
    at = place - 1
    while at >= 0 and _word(tokens, at) in _DEGREES:
        at -= 1
    return at > 0 and tokens[at].lemma.lower() in _LINKING and _pos(tokens, at - 1) in _SUBJECTS


def _ends(tokens: Sequence[Token], place: int) -> bool:
    """Whether a clause ends with a token."""
    return place + 1 == len(tokens) or tokens[place + 1].tag in _CLOSING


def _is_listed(tokens: Sequence[Token], place: int, noun: int | None) -> bool:
    """Whether what is judged is one thing of several: "great food, great service"."""
    return _word(tokens, place - 1) in _LISTING or (noun is not None and _word(tokens, noun + 1) in _LISTING)


def _is_argued(tokens: Sequence[Token], place: int) -> bool:
    """Whether the sentence asks, gives a reason or sets the word against another, or other adjectives stand near."""
    for step in (-1, 1):
        at, is_inside = place + step, True
        while 0 <= at < len(tokens) and abs(at - place) < _FAR:
            token = tokens[at]
            word = plain(token)
            if (is_inside and (word in _ARGUED or word == "?")) or (token.pos == "ADJ" and not _is_plain(token)):
                return True
            is_inside = is_inside and token.tag != "."
            at += step
    return False


@cache
def _pairs() -> Mapping[str, Sequence[_Pair]]:
    table = lexicon("antonyms")
    found: dict[str, list[_Pair]] = {}
    for row in table["pairs"]:
        nouns = frozenset(noun for each in row["nouns"] for noun in table["classes"].get(each, (each,)))
        after = frozenset(row.get("after", ()))
        pair = _Pair(
            row["opposites"],
            nouns,
            row.get("predicate", False),
            row.get("judging", False),
            after,
            row.get("usual", False),
        )
        found.setdefault(row["adjective"], []).append(pair)
    return found
