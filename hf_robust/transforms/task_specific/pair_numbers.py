"""One number of a pair of texts becomes another, so that the one text no longer follows from the other."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.closed_classes import (
    ANY_SOME,
    APPROXIMATORS,
    ARTICLES,
    BEFORE_AFTER,
    GROUPS,
    INVOLVE,
    JOINERS,
    LESS,
    LIMITS,
    MORE,
    OTHERS,
    PLURAL_POINTERS,
    POSSESSIVES_OF_OTHERS,
    PRIMARY_VERBS,
    TEAM_SPORTS,
    UNIVERSALS,
)
from hf_robust.language.english.number_replacements import Others, free_values, other_values
from hf_robust.language.english.single_subjects import SingleSubject, is_counted_once, single_subject
from hf_robust.language.english.verbs import plain
from hf_robust.language.english.written_numbers import Number, numbers_in
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.base import match_case
from hf_robust.transforms.gendered_words import gender_of
from hf_robust.transforms.numbers import written
from hf_robust.transforms.task_specific.contradictions import TurnedPair
from hf_robust.transforms.task_specific.pair_assertions import is_hedged, is_in_name
from hf_robust.transforms.task_specific.pair_reference import EVENTS
from hf_robust.transforms.task_specific.pair_words import BESIDE_NUMBERS, UNSURE

# a number after one of these is not exact
_BOUNDING = (
    APPROXIMATORS
    | UNIVERSALS
    | LESS
    | MORE
    | (JOINERS - {"and"})
    | ANY_SOME
    | BEFORE_AFTER
    | LIMITS
    | frozenset("over under than to within only another other of below above till up past fewer".split())
)
_WHOLES = GROUPS | {"total", "family"}  # "a total of 20 members" and "a group of four" are exact
_CROWDS = frozenset("other others another group crowd people team bunch several many more each various".split())
_MORE = OTHERS | {"many", "more", "various"}
# where more people and things are than a text mentions: "two men at a football game" are also three
_PLACES_OF_MANY = frozenset(
    "game match race tournament concert show festival parade party wedding ceremony meeting conference protest rally "
    "class lecture station airport platform train subway bus plane market mall store shop restaurant cafe bar club "
    "church stadium arena theater theatre museum school university college campus hospital office street sidewalk "
    "road city town park beach zoo fair".split()
)
_OPEN_AIR = frozenset({"outside", "outdoors"})
_NO_DEEDS = PRIMARY_VERBS | INVOLVE | {"get", "wear"}
_TIMES = frozenset({"year", "decade", "date"})
_COMPARED = frozenset({"count", "measure"})
_BEFORE_NUMBERS = ARTICLES | PLURAL_POINTERS | POSSESSIVES_OF_OTHERS | {"all"}
# of a text with two, "both" and "a couple of" are the number
_TWO = re.compile(
    r"(?<![\w-])(?:both(?=\s+(?!of\b|the\b|and\b)[a-z])|an?\s+(?:couple|pair)\s+of(?=\s+[a-z]))", re.IGNORECASE
)
_PAIR = 2  # the number of "both" and "either"
_OF_PAIRS = re.compile(r"\b(?:both|either|neither)\b", re.IGNORECASE)
_ONE_BY_ONE = re.compile(r"\bone\b.*\b(?:one|others?|second)\b", re.IGNORECASE)  # those that a text counts
_SEVERAL = ("several", "many", "a few", "a dozen", "a group of", "a crowd of")
_FEW_ENOUGH = 3  # so many are told apart one by one
_PEOPLE = frozenset({"human", "adult", "kid"})


@dataclass(frozen=True, kw_only=True)
class TurnedNumber(TurnedPair):
    """Base of those that turn a pair by one number."""

    level = "word"
    linguistics = "paradigmatic"
    needs = frozenset({"pos", "lemma"})
    resources = ("wordnet",)

    def turned(self, doc: Doc, other: Doc, strict: bool, rng: RowRandom) -> Sequence[Edit]:
        words = [plain(token) for token in doc.tokens]
        if strict and not (UNSURE - BESIDE_NUMBERS).isdisjoint(words):
            raise NotApplicable("the hypothesis is negated, asks or is not sure")
        if strict and is_hedged([*words, *(token.lemma.lower() for token in doc.tokens)]):
            raise NotApplicable("the hypothesis is negated, asks or is not sure")
        shared = list(_shared(doc, other, strict))
        found = [(number, others) for number, others in shared if not isinstance(others, str)]
        if found:
            number, others = rng.choice(found)
            return _turn(doc, number, others, strict, rng)
        single = single_subject(doc) if strict else None
        if single is None or not _is_alone(doc, other, single):
            if shared:
                raise NotApplicable(str(shared[0][1]))
            return ()
        several = (*lexicon("number_words")["units"][2:13], *_SEVERAL)
        new = match_case(doc.text[slice(*single.article)], rng.choice(several))
        return [Edit(*single.article, new), *single.edits]


def _turn(doc: Doc, number: Number, others: Others, strict: bool, rng: RowRandom) -> list[Edit]:
    """Another number; or that it is more or less than this one."""
    old = doc.text[number.start : number.end]
    if old.lower() == "both" or old.lower().endswith(" of"):
        return [Edit(number.start, number.end, match_case(old, _instead_of_two(old, rng.choice(others.values))))]
    before = doc.text[: number.start].split()[-1:]
    bare = not before or before[0].lower() not in _BEFORE_NUMBERS
    if strict and others.kind in _COMPARED and bare and not rng.randrange(3):
        return [Edit(number.start, number.end, match_case(old[:1], _bounded(old, number, others, rng)))]
    new = written(old, rng.choice(others.values))
    return with_articles(doc, [Edit(number.start, number.end, new)])


def _instead_of_two(old: str, value: float) -> str:
    new = written("two", value)
    return f"all {new}" if old.lower() == "both" else new


def _bounded(old: str, number: Number, others: Others, rng: RowRandom) -> str:
    """That a number is larger or smaller than it is: "more than two" for two, "at least five" for two."""
    same = old[:1].lower() + old[1:]
    choice = rng.randrange(3)
    if choice == 0 and number.value > 2:
        return f"{'less than' if others.kind == 'measure' else 'fewer than'} {same}"
    larger = [value for value in others.values if value > number.value]
    if choice == 1 or not larger:
        return f"more than {same}"
    return f"{rng.choice(('at least', 'more than'))} {written(same, rng.choice(larger))}"


def _numbers(text: str) -> list[Number]:
    """The numbers of a text, with what says that there are two; "both" counts nothing new after a "two"."""
    numbers = numbers_in(text)
    pairs = [Number(*match.span(), value=2, ordinal=False, spelled=True) for match in _TWO.finditer(text)]
    two = min((number.end for number in numbers if number.value == _PAIR), default=len(text))
    return sorted([*numbers, *(pair for pair in pairs if pair.start < two or text[pair.start] in "aA")])


def _shared(doc: Doc, other: Doc, strict: bool) -> Iterator[tuple[Number, Others | str]]:
    """The numbers that both texts have. Each with the values that fit in the first text, or with why it stays."""
    mine, yours = _numbers(doc.text), _numbers(other.text)
    values = [number.value for number in mine], [number.value for number in yours]
    for number in mine:
        there = [one for one in yours if one.value == number.value and one.ordinal == number.ordinal]
        if not there:
            continue
        if len(there) != 1 or values[0].count(number.value) != 1 or values[1].count(number.value) != 1:
            yield number, "a text has the shared number twice"
            continue
        found = _kept(doc, other, number, there[0], strict)
        if not isinstance(found, str) and strict and not _is_sure(doc, other, *found, there[0], yours):
            found = "the premise may allow another number"
        if isinstance(found, str):
            yield number, found
            continue
        taken = {*values[0], *values[1]}
        left = tuple(value for value in found[0].values if value not in taken)
        yield number, found[0]._replace(values=left) if left else "no other number fits"


def _kept(doc: Doc, other: Doc, number: Number, there: Number, strict: bool) -> tuple[Others, Others] | str:
    """What a number and the same one of the other text could be, or why they stay."""
    if strict and is_in_name(doc.tokens, doc.token_at(number.start), number.ordinal):
        return "the shared number is part of a name"
    if strict and (_is_bounded(doc, number) or _is_bounded(other, there)):
        return "the shared number is not exact"
    if number.value == _PAIR and _OF_PAIRS.search(doc.text, number.end):
        return "the text says more of the two"
    if _ONE_BY_ONE.search(doc.text, number.end):
        return "the text tells those that it counts apart"
    found, same = other_values(doc, number), other_values(other, there)
    if not strict and (found is None or same is None or found.kind != same.kind):
        found = same = free_values(doc, number)
    if found is None or same is None:
        return "nothing tells what the shared number counts"
    return (found, same) if found.kind == same.kind else "the shared number counts different things"


def _is_alone(doc: Doc, other: Doc, single: SingleSubject) -> bool:
    """Whether the other text counts the subject of a text once, too, and has no more of them."""
    lemmas = {token.lemma.lower() for token in other.tokens}
    others = (_CROWDS | _MORE | {"both", "two"}) - {single.lemma}
    if not TEAM_SPORTS.isdisjoint(token.lemma.lower() for token in doc.tokens):
        return False  # others play, too
    if not is_counted_once(other, single.lemma):
        return False
    return others.isdisjoint(lemmas) and not _may_be_more(doc, other)


def _is_bounded(doc: Doc, number: Number) -> bool:
    """Whether a number is a bound or no exact one: "at least 3", "more than 3", "3 or 4", "two of the men"."""
    words = doc.text[: number.start].lower().split()[-2:]
    after = doc.text[number.end : number.end + 16].lower().split()
    if words[-1:] == ["to"]:
        return not words[0].isalpha()  # "3 to 5", not "devoted to two gods"
    if words[-1:] == ["and"]:
        return bool(numbers_in(words[0]))  # "three and four", not "a man and two women"
    if words[-1:] == ["of"] and words[0] in _WHOLES:
        return after[:1] == ["or"]
    return (bool(words) and words[-1] in _BOUNDING) or after[:1] in (["or"], ["to"], ["of"], ["more"], ["other"])


def _is_sure(doc: Doc, other: Doc, found: Others, same: Others, there: Number, numbers: Sequence[Number]) -> bool:
    """Whether both texts count the same things, and the other text has no more of them."""
    if found.kind in _TIMES:
        return _tells_event(doc)
    if found.kind != "count":
        return found.noun == same.noun
    lemmas = [token.lemma.lower() for place, token in enumerate(other.tokens) if not _is_mutual(other, place)]
    if _may_be_more(doc, other):
        return False
    more = _MORE if found.noun == same.noun else _CROWDS - {same.noun}
    if not _tells_apart(other, there) and not more.isdisjoint(lemmas):
        return False
    if found.noun == same.noun:
        return _heads(other).count(found.noun) == 1
    return sum(number.value > 1 for number in numbers) == 1 and _is_same_kind(found.noun, same.noun)


def _is_mutual(doc: Doc, place: int) -> bool:
    """Whether a token belongs to "each other", which mentions nobody else."""
    words = [plain(token) for token in doc.tokens[max(0, place - 1) : place + 2]]
    return ("each", "other") in pairwise(words)


def _tells_event(doc: Doc) -> bool:
    """Whether all verbs of a text tell what happens once: "was built in 1762", not "was stable in the 1980s"."""
    verbs = [token.lemma.lower() for token in doc.tokens if token.pos == "VERB"]
    return bool(verbs) and EVENTS.issuperset(verbs)


def _heads(doc: Doc) -> list[str]:
    """The nouns of a text that are no first part of a compound: of "a car race" only the race."""
    tags = [token.tag for token in doc.tokens] + [""]
    return [t.lemma.lower() for place, t in enumerate(doc.tokens) if t.tag[:2] == "NN" and tags[place + 1][:2] != "NN"]


def _tells_apart(doc: Doc, number: Number) -> bool:
    """Whether a text goes on about those that it counts: "two men, one in a hat and the other in a cap"."""
    words = [plain(token) for token in doc.tokens if token.start >= number.end]
    rest = words[words.index("one") :] if "one" in words else []
    return number.value <= _FEW_ENOUGH and words.count("one") == 1 and sum(word in OTHERS for word in rest) == 1


def _is_same_kind(one: str, other: str) -> bool:
    """Whether two different nouns can count the same: people and men, dogs and animals; not men and chairs."""
    return _is_person(one) == _is_person(other)


def _is_person(noun: str) -> bool:
    return noun in _PEOPLE | GROUPS or noun_kind(noun) == "person" or gender_of(noun) is not None


def _may_be_more(doc: Doc, other: Doc) -> bool:
    """Whether more may be where the texts place them, and the texts tell no common deed of them."""
    places = {token.lemma.lower() for text in (doc, other) for token in text.tokens if token.tag[:2] == "NN"}
    if _PLACES_OF_MANY.isdisjoint(places) and _OPEN_AIR.isdisjoint(plain(token) for token in doc.tokens):
        return False
    deeds = [{token.lemma.lower() for token in text.tokens if token.pos == "VERB"} - _NO_DEEDS for text in (doc, other)]
    return deeds[0].isdisjoint(deeds[1])
