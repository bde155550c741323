"""Words of number that are no plain counts: ordinals, "once a week", "a hundred years", "dozens", "half", "one of"."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

from hf_robust.core.edits import Offsets
from hf_robust.language.english.closed_classes import LARGE_PLURALS, ONCE_TWICE, SCALES
from hf_robust.language.english.number_lists import opens_list
from hf_robust.language.english.number_ones import more_of_several, more_than_half, more_units
from hf_robust.language.english.number_ordinals import ORDINALS, other_ordinals
from hf_robust.language.english.number_shares import other_shares
from hf_robust.language.english.number_surroundings import NAMED_PAIR
from hf_robust.language.english.written_numbers import words_in

_Rule = Iterator[tuple[Offsets, Sequence[str]]]
# words that a span of time, a way or a sum of money has behind its number
_UNITS = (
    "years|months|weeks|days|hours|minutes|feet|yards|miles|meters|metres|kilometers|kilometres|acres|tons|pounds|"
    "dollars|gallons|barrels|men|women|people|persons|soldiers|workers|members|families|homes|houses|students|pages|"
    "copies|words|industries|companies"
)
_ROUND = re.compile(
    rf"(?<![\w$-])(?<!half\s)(?<!of\s)(?<!in\s)(?:an?|one)\s(hundred|thousand|million|billion|dozen)"
    rf"(?=\s(?:(?:or\sso|or\smore|square|cubic|U\.S\.|American|young)\s)?(?:{_UNITS})\b)",
    re.IGNORECASE,
)
_SCALE_WORDS = re.compile(r"\b(?:hundred|thousand|million|billion|dozen)s?\b", re.IGNORECASE)
_MANY = re.compile(
    r"(?<![\w$-])(?<!\sof\s)(?<!are\sin\s)(dozens|hundreds|thousands|millions)(?=\sof\s(?!them|us|these|those|the|my|dollars|times|"
    r"hundreds|thousands|millions|dozens|our|your|his|her|their|its)[a-z-]+)(?![^.]*\bof\s(?:hundreds|thousands))",
    re.IGNORECASE,
)
# those that may take the place of each other: the one below, and "hundreds" and "thousands" above
_BELOW = {"hundreds": "dozens", "thousands": "hundreds", "millions": "thousands"}
_ABOVE = {"dozens": "hundreds", "hundreds": "thousands"}
_OF_TIME = re.compile(r"\sof\s(?:\w+\s)?(?:years|miles|yards|met(?:er|re)s|feet|acres|pounds|tons|hours)\b")
# "a couple of days", "the past couple of hours", "a couple weeks ago"
_COUPLE = re.compile(
    r"\b(?:a\scouple\sof|(?<=\bpast\s)couple\sof|(?<=\blast\s)couple\sof|(?<=\bnext\s)couple\sof|"
    r"(?<=\bfirst\s)couple\sof)(?=\s(?!them|us|these|those|the|my|our|your|his|her|their|its|other|others|whom|which|"
    r"lovers|parents|newly\w*|people)[a-z-]+)"
    rf"|\ba\scouple(?=\s(?:hundred|thousand|{_UNITS})\b)",
    re.IGNORECASE,
)
_PAIR = re.compile(
    r"\b(?:couples?|both|two|each|another|either|neither|pair|together|one|married|they|them|second|three|four)\b",
    re.IGNORECASE,
)
_OF_UNITS = re.compile(rf"\s(?:hundred|thousand|times|{_UNITS})\b")
_PERIOD = r"\s(?:a|an|each|every|per)\s(?:day|week|month|year|decade|season|night|hour|term|semester)\b"
_OFTEN = re.compile(
    rf"\b(once|twice)(?={_PERIOD}|\sdaily\b|\sweekly\b|\smonthly\b)"
    r"|(?<=only\s)(once)(?=\s?[.,;!?])"
    r"|(?<=more\sthan\s)(once)(?=\s?[.,;!?])"
    r"|(?<=back\s)(once)(?=\s?[.!?])"
    r"|(?<!think\s)(?<!once\sor\s)(?<!once,\s)(twice)(?=\s?[.,;!?]|\s(?:and|in|since|during|this|last|before|already|now)\s)",
    re.IGNORECASE,
)
_OTHER_TIMES = re.compile(
    r"\b(?:first|second|third|times?|again|once|twice|thrice|two|three|both|each)\b", re.IGNORECASE
)
_MORE_OFTEN = {"once": "twice", "twice": "three times"}


def words_of_number(text: str) -> Mapping[Offsets, Sequence[str]]:
    """The first number word of a text that may change and is no plain count, with the words that may stand there.

    Example:
        >>> words_of_number("He came by his second wife once a week.")
        {(15, 21): ('third',)}
        >>> words_of_number("It took a hundred years.")
        {(8, 17): ('two hundred', 'three hundred')}
        >>> words_of_number("For the first time in years, at once.")
        {}
    """
    words = words_in(text)
    if words.isdisjoint(_signs()):
        return {}
    for rule, signs in _rules():
        if not signs.isdisjoint(words) and (found := next(rule(text), None)) is not None:
            return dict([found])
    return {}


@cache
def _rules() -> Sequence[tuple[Callable[[str], _Rule], frozenset[str]]]:
    return (
        (other_ordinals, frozenset(ORDINALS)),
        (_round_numbers, SCALES | {"dozen"}),
        (_crowds, LARGE_PLURALS),
        (_times, ONCE_TWICE),
        (_couples, frozenset({"couple"})),
        (other_shares, frozenset("half third thirds quarter quarters fourth fourths fifth".split())),
        (more_than_half, frozenset({"half"})),
        (more_units, frozenset({"one"})),
        (more_of_several, frozenset({"one"})),
    )


def has_words_of_number(text: str) -> bool:
    """Whether a text has a word of number other than "one" and "once", which are most often none.

    Example:
        >>> has_words_of_number("for the first time"), has_words_of_number("no one")
        (True, False)
    """
    return not words_in(text).isdisjoint(_signs() - {"one", "once"})


@cache
def _signs() -> frozenset[str]:
    return frozenset().union(*(signs for _, signs in _rules()))


def _round_numbers(text: str) -> _Rule:
    """A round number with an article: "a hundred years"."""
    found = list(_ROUND.finditer(text))
    if len(found) == 1 and len(_SCALE_WORDS.findall(text)) == 1:
        scale = found[0][1].lower()
        yield found[0].span(), tuple(f"{many} {scale}" for many in ("two", "three")[: 1 + (scale != "dozen")])


def _crowds(text: str) -> _Rule:
    """A number that is named by its size alone: "hundreds of people"."""
    found = list(_MANY.finditer(text))
    if len(found) == 1 == len(_SCALE_WORDS.findall(text)):
        old = found[0][1].lower()
        news = tuple(table[old] for table in (_BELOW, _ABOVE) if old in table)
        yield found[0].span(1), news[-1:] if _OF_TIME.match(text, found[0].end()) else news


def _times(text: str) -> _Rule:
    """How often something happens: "once a week"."""
    found = list(_OFTEN.finditer(text))
    if len(found) == 1 and len(_OTHER_TIMES.findall(text)) == 1:
        old = found[0][found[0].lastindex or 0]
        yield found[0].span(), (_MORE_OFTEN[old.lower()],)


def _couples(text: str) -> _Rule:
    """A couple of things, of which there may be more: "a couple of days"."""
    found = list(_COUPLE.finditer(text))
    if len(found) != 1 or len(_PAIR.findall(text)) != 1:
        return
    told = NAMED_PAIR.search(text) is not None or opens_list(text, found[0].end())
    if not told or _OF_UNITS.match(text, found[0].end()):
        yield found[0].span(), ("three", "four")
