"""One number of a pair of texts becomes another, so that the one text no longer follows from the other."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.closed_classes import (
    ANY_SOME,
    APPROXIMATORS,
    ARTICLES,
    INVOLVE,
    JOINERS,
    LESS,
    MORE,
    OTHERS,
    PLURAL_POINTERS,
    POSSESSIVES_OF_OTHERS,
    PRIMARY_VERBS,
    SOME_ONE,
    UNIVERSALS,
)
from hf_robust.language.english.number_signs import Number, numbers_in
from hf_robust.language.english.other_numbers import Others, other_values
from hf_robust.language.english.verbs import plain
from hf_robust.transforms.base import match_case
from hf_robust.transforms.numbers import written
from hf_robust.transforms.task_specific.pair_assertions import is_hedged, is_in_name
from hf_robust.transforms.task_specific.pair_words import UNSURE
from hf_robust.transforms.task_specific.turned_pairs import TurnedPair

# before one of these a number is no exact one
_BOUNDING = (
    APPROXIMATORS
    | UNIVERSALS
    | LESS
    | MORE
    | JOINERS
    | ANY_SOME
    | frozenset(
        """over under than to between within only another other of below above by before after until till up
            past fewer""".split()
    )
)
_CROWDS = frozenset("other others another group crowd people team bunch several many more each various".split())
_MORE = OTHERS | {"many", "more", "various"}
# where more people and things are than a text mentions: "two men at a football game" are also three
_PLACES_OF_MANY = frozenset(
    "game match race tournament concert show festival parade party wedding ceremony meeting conference protest rally "
    "class lecture station airport platform train subway bus plane market mall store shop restaurant cafe bar club "
    "church stadium arena theater theatre museum school university hospital office street sidewalk road city town "
    "park beach zoo fair".split()
)
_NO_DEEDS = PRIMARY_VERBS | INVOLVE | {"get", "wear"}
_COMPARED = frozenset({"count", "measure"})
_BEFORE_NUMBERS = ARTICLES | PLURAL_POINTERS | POSSESSIVES_OF_OTHERS | {"all"}
_ALLOWED = SOME_ONE | frozenset("there some one as too most many".split())


@dataclass(frozen=True, kw_only=True)
class TurnedNumber(TurnedPair):
    """Base of those that turn a pair by one number."""

    level = "word"
    linguistics = "paradigmatic"
    needs = frozenset({"pos", "lemma"})
    resources = ("wordnet",)

    def turned(self, doc: Doc, other: Doc, strict: bool, rng: RowRandom) -> Sequence[Edit]:
        if strict and not (UNSURE - _ALLOWED).isdisjoint(plain(token) for token in doc.tokens):
            return ()
        if strict and is_hedged([*(plain(token) for token in doc.tokens), *(t.lemma.lower() for t in doc.tokens)]):
            return ()
        found = list(_shared(doc, other, strict))
        if not found:
            return ()
        number, others = rng.choice(found)
        return _turn(doc, number, others, strict, rng)


def _turn(doc: Doc, number: Number, others: Others, strict: bool, rng: RowRandom) -> list[Edit]:
    """Another number; or that it is more or less than this one."""
    old = doc.text[number.start : number.end]
    before = doc.text[: number.start].split()[-1:]
    bare = not before or before[0].lower() not in _BEFORE_NUMBERS
    if strict and others.kind in _COMPARED and bare and not rng.randrange(3):
        less = "less than" if others.kind == "measure" else "fewer than"
        words = less if number.value > 2 and rng.randrange(2) else "more than"
        small = old[:1].lower() + old[1:]
        return [Edit(number.start, number.end, match_case(old[:1], words) + " " + small)]
    new = written(old, rng.choice(others.values))
    return with_articles(doc, [Edit(number.start, number.end, new)])


def _shared(doc: Doc, other: Doc, strict: bool) -> Iterator[tuple[Number, Others]]:
    """The numbers that both texts have once, with what each could be in the first."""
    mine, yours = numbers_in(doc.text), numbers_in(other.text)
    values = [number.value for number in mine], [number.value for number in yours]
    for number in mine:
        there = [one for one in yours if one.value == number.value and one.ordinal == number.ordinal]
        if len(there) != 1 or values[0].count(number.value) != 1 or values[1].count(number.value) != 1:
            continue
        if strict and is_in_name(doc.tokens, doc.token_at(number.start), number.ordinal):
            continue
        if strict and (_is_bounded(doc, number) or _is_bounded(other, there[0])):
            continue
        found, same = other_values(doc, number), other_values(other, there[0])
        if found is None or same is None or found.kind != same.kind:
            continue
        if strict and not _is_sure(doc, other, found, same, len(yours)):
            continue
        taken = {*values[0], *values[1]}
        left = tuple(value for value in found.values if value not in taken)
        if left:
            yield number, found._replace(values=left)


def _is_bounded(doc: Doc, number: Number) -> bool:
    """Whether a number is a bound or no exact one: "at least 3", "more than 3", "3 or 4", "two of the men"."""
    words = doc.text[max(0, number.start - 20) : number.start].lower().split()
    after = doc.text[number.end : number.end + 16].lower().split()
    return (bool(words[-1:]) and words[-1] in _BOUNDING) or after[:1] in (["or"], ["to"], ["of"], ["more"], ["other"])


def _is_sure(doc: Doc, other: Doc, found: Others, same: Others, numbers: int) -> bool:
    """Whether both texts count the same things, and the other text has no more of them."""
    if found.kind != "count":
        return found.noun == same.noun
    lemmas = [token.lemma.lower() for token in other.tokens]
    if _may_be_more(doc, other):
        return False
    if found.noun == same.noun:
        return lemmas.count(found.noun) == 1 and _MORE.isdisjoint(lemmas)
    return numbers == 1 and _CROWDS.isdisjoint(lemmas)


def _may_be_more(doc: Doc, other: Doc) -> bool:
    """Whether more may be where the texts place them, and the texts tell no common deed of them."""
    mine, yours = ({token.lemma.lower() for token in text.tokens} for text in (doc, other))
    if _PLACES_OF_MANY.isdisjoint(mine | yours):
        return False
    deeds = [{token.lemma.lower() for token in text.tokens if token.pos == "VERB"} - _NO_DEEDS for text in (doc, other)]
    return deeds[0].isdisjoint(deeds[1])
