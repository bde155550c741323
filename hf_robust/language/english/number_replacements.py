"""What else a number of a text could be worth, so that the text says another thing of what it counts or dates."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    CALENDAR_UNITS,
    CLOCK_UNITS,
    CURRENCIES,
    DOTTED_MONTHS,
    FUTURE_SIGNS,
    MEASURES,
    MONTHS,
    NUMBER_SIGNS,
    POSSESSIVES,
    SCALES,
    SHORT_MONTHS,
)
from hf_robust.language.english.verbs import plain
from hf_robust.language.english.written_numbers import Number
from hf_robust.language.lexicons.wordnet import noun_kind

_MONTHS = MONTHS | SHORT_MONTHS | (DOTTED_MONTHS - {"jun.", "jul.", "sep."})
_HOURS = frozenset("am pm a.m p.m a.m. p.m. o'clock".split())
_SCALES = SCALES | {"dozen"}
_UNITS = (
    MEASURES
    | (CALENDAR_UNITS - {"weekend"})
    | CLOCK_UNITS
    | CURRENCIES
    | frozenset("foot cent percent degree point share barrel".split())
)
_OF_YEARS = frozenset({"in", "since", "of", "during"})
# what is still to come cannot have been earlier
_AHEAD = FUTURE_SIGNS | {"would", "shall", "should"} | {"planned", "'ll"}
_YEARS = range(1100, 2100)
_AND = frozenset({"and", "or", "&", ",", "to", "-"})
_OF_SERIES = (POSSESSIVES - {"your"}) | {"the"}  # before an ordinal
_LABELS = NUMBER_SIGNS | {"part", "top", "class"}
_ERAS = frozenset({"b.c", "b.c.", "bc", "bce", "b.c.e.", "a.d.", "ad"})
_AROUND = 4  # words after a number among which its noun is looked for: "two small black dogs"
_OPENS = re.compile(r"(?:^|[\s($£€\"'“]|Rs\.?|(?<![0-9])-)\Z")
# after a number: a space, a mark, or a unit that is written together with it
_JOINED = re.compile(
    r"(?:k|K|g|G|gb|GB|mb|MB|s|S|th|nd|rd|st|L|cc|lpa|LPA|[+])?(?:-(?=[a-z])|(?=[\s?!,;)\"'”%]|\.(?!\d)|\Z))(?!\()"
)
_OF_INDEX = re.compile(r"(?:P\.?|Poor(?:['’]s)?|FTSE|Dow|Russell|Nasdaq|Fortune|Nikkei)\s+\Z")
_AGE = re.compile(r",\s*\Z")  # "Robert Walsh, 40,"
_SMALL = 31  # days and versions, whose next number may be no number of theirs
_FEW = 3  # up to three, no three smaller counts are left
_SIGNS = frozenset({24, 401, 403, 911})  # 24 hours a day, 401(k), 403(b), 9/11
_FACTORS = (1.5, 2.0, 2.5)  # clearly another amount, of the same order
_MONEY = frozenset("$£€")
_LARGE = 12  # numbers up to twelve have a short name, and readers compare them exactly
_LETTERED = frozenset({"NNP", "NNPS"})
# nouns whose number everybody knows, or that are no count
_FIXED = frozenset(
    "way time bit side half hand eye leg arm foot ear wheel finger parent part star thumb player party decade "
    "hundredth quarter one other more".split()
)


class Others(NamedTuple):
    """What a number could be worth instead.

    Args:
        kind: ``count``, ``measure``, ``amount``, ``percent``, ``age``, ``year``, ``decade``, ``date``, ``hour``,
            ``ordinal`` or ``sign``.
        values: The other values.
        noun: The dictionary form of the noun it counts, where it counts one.
    """

    kind: str
    values: Sequence[int | float]
    noun: str = ""


def other_values(doc: Doc, number: Number) -> Others | None:
    """What kind of number one is and what it could be worth instead; None where it is part of a name or of a sign.

    The other values of what counts are larger, since two men are among three.

    Args:
        doc: The text, with tags and lemmas.

    Example:
        >>> from hf_robust.language.english.written_numbers import numbers_in
        >>> doc = Doc.tagged("Three/NUM/CD men/NOUN/NNS/man sleep/VERB/VBP")
        >>> other_values(doc, numbers_in(doc.text)[0])
        Others(kind='count', values=(5, 6, 7, 8, 9, 10, 11, 12, 13), noun='man')
    """
    text, tokens = doc.text, doc.tokens
    place = doc.token_at(number.start)
    money = text[number.start - 1 : number.start] in _MONEY
    if number.value < 2 or place >= len(tokens) or not doc.is_free(number.start, number.end):
        return None
    if tokens[place].start != number.start or not _is_apart(text, number, money):
        return None
    after = place + 1
    while after < len(tokens) and tokens[after].start < number.end:
        after += 1
    low = [plain(token) for token in tokens[max(0, place - 2) : after + 5]]
    first = place - max(0, place - 2)
    before = low[first - 1] if first else ""
    following = low[first + after - place :]
    if not _is_unnamed(tokens, place, after, before, money):
        return None
    return _read(tokens, number, place, after, before, following, money)


def free_values(doc: Doc, number: Number) -> Others | None:
    """What else a number could be worth in a text that need only say something else then, also in names of products.

    Signs ("24/7", "401(k)"), sayings and proper names ("World War 2") keep theirs.

    Example:
        >>> from hf_robust.language.english.written_numbers import numbers_in
        >>> doc = Doc("Should I buy an iPhone 7?")
        >>> free_values(doc, numbers_in(doc.text)[0])
        Others(kind='sign', values=(6, 5, 4), noun='')
    """
    text, value = doc.text, number.value
    if number.value < 2 or not doc.is_free(number.start, number.end) or _is_known(text, number):
        return None
    ends = _JOINED.match(text, number.end)
    if ends is None or not _OPENS.search(text, 0, number.start):
        return None
    if text[number.end :].strip().lower().split(" ")[0] in _MONTHS:
        return Others("sign", tuple(day for day in (value - 4, value + 5) if 2 <= day <= 28))
    if number.end - number.start == 4 and not number.spelled and not number.ordinal and value in _YEARS:
        years = (value - more for more in (2, 3, 4, 6, 7, 9))
        return Others("sign", tuple(int(year) for year in years))
    if _AGE.search(text, 0, number.start) and text[number.end : number.end + 1] == "," and value < 100:
        return Others("sign", _ages(int(value)))
    if value <= _SMALL and not value % 1:
        # the next larger number may not exist: "class 12", "iPhone 7"
        near = (value - less for less in (1, 2, 3)) if value > _FEW else (value + 1, value + 2, value - 1)
        return Others("sign", tuple(int(new) for new in near if new > 1))
    return Others("sign", _scaled(number, (0.5, 1.5, 2.0, 3.0)))


def _is_known(text: str, number: Number) -> bool:
    """Whether a number is the only one that makes sense where it stands."""
    before = text[: number.start].lower().split()[-1:]
    after = text[number.end :].lower().split()[:1]
    return (
        number.value in _SIGNS
        or _OF_INDEX.search(text, 0, number.start) is not None
        or before in (["war"], ["windows"], ["web"], ["article"], ["section"], ["area"])
        or after in (["sense"], ["war"], ["world"], ["wonders"], ["commandments"], ["in"], ["one"], ["half"])
        or (number.spelled and number.ordinal and before not in (["the"], ["a"], ["his"], ["her"], ["its"]))
    )


def _read(
    tokens: Sequence[Token],
    number: Number,
    place: int,
    after: int,
    before: str,
    following: Sequence[str],
    money: bool,
) -> Others | None:
    value = number.value
    if number.ordinal:
        noun = _noun(tokens, after)
        fits = before in _OF_SERIES and noun and value < _LARGE
        return Others("ordinal", tuple(v for v in (value + 1, value + 2, value - 1) if v > 1), noun) if fits else None
    if before in _MONTHS and not _is_year(number, money):
        days = tuple(day for day in (value - 7, value - 4, value + 5, value + 8) if 2 <= day <= 28)
        return Others("date", days) if value <= 31 else None
    if following[:1] and following[0] in _HOURS:
        return Others("hour", tuple(hour for hour in range(2, 12) if hour != value)) if value < 13 else None
    if following[:1] == ["%"] or following[:1] == ["percent"] or following[:2] == ["per", "cent"]:
        return Others("percent", _scaled(number, (0.5, 1.5, 2.0), 100)) if value < 100 else None
    if _is_aged(following):
        return Others("age", _ages(int(value)))
    if following[:1] and following[0] in _ERAS and not number.spelled:
        return Others("year", tuple(int(value) + more for more in (-40, -25, -14, 12, 28, 45) if value + more > 1))
    if _is_decade(number, tokens[after - 1]):
        return Others("decade", tuple(int(value) + more for more in (-40, -30, -20, 20)))
    if _is_year(number, money):
        years = tuple(int(value) - less for less in (2, 3, 4, 6, 7, 9))
        ahead = not _AHEAD.isdisjoint(plain(token) for token in tokens)
        dated = before in _OF_YEARS or before in _MONTHS or _ends_date(tokens, place)
        return Others("year", years) if dated and not ahead else None
    return _counted(tokens, number, after, following, money)


def _is_year(number: Number, money: bool) -> bool:
    return not number.spelled and number.end - number.start == 4 and number.value in _YEARS and not money


def _ends_date(tokens: Sequence[Token], place: int) -> bool:
    """Whether a year ends a full date: "September 12, 1996"."""
    words = [plain(token) for token in tokens[max(0, place - 3) : place]]
    return len(words) == 3 and words[0] in _MONTHS and words[1].isdigit() and words[2] == ","


def _is_decade(number: Number, token: Token) -> bool:
    return token.text == f"{number.value}s" and number.value in _YEARS and number.value % 10 == 0


def _counted(
    tokens: Sequence[Token], number: Number, after: int, following: Sequence[str], money: bool
) -> Others | None:
    scale = bool(following) and following[0] in _SCALES
    noun = _noun(tokens, after + scale)
    if money or (scale and number.value < _LARGE):
        return Others("amount", _scaled(number, _FACTORS, 1000 if scale else float("inf")), noun)
    if not noun or noun in _FIXED or noun_kind(noun) == "body":
        return None
    kind = "measure" if noun in _UNITS else "count"
    if number.value > _LARGE or number.value % 1:
        return Others(kind, _scaled(number, _FACTORS, 100 if noun == "cent" else float("inf")), noun)
    return Others(kind, tuple(int(number.value) + more for more in range(2, 11)), noun)


def _is_aged(following: Sequence[str]) -> bool:
    words = " ".join(following).replace(" - ", "-")
    return words.startswith(("-year-old", "- year - old", "years old", "year old", "years of age", "year-old"))


def _ages(age: int) -> tuple[int, ...]:
    """Other ages, as far from one as they are still clearly others."""
    steps = (2, 3, 4) if age < 20 else (-12, -8, -6, 6, 8, 12)
    return tuple(new for step in steps if 2 <= (new := age + step) < 100)


def _scaled(number: Number, factors: Sequence[float], below: float = float("inf")) -> tuple[int | float, ...]:
    """A value times each factor, as round as it was."""
    value, found = number.value, []
    unit = 1.0
    if value % 1:
        unit = 0.1 if round(value * 10) == value * 10 else 0.01
    else:
        while value % (unit * 10) == 0:
            unit *= 10
    for factor in factors:
        new = round(value * factor / unit) * unit
        new = round(new, 2) if value % 1 else int(new)
        if 2 <= new < below and new != value and not (number.spelled and new > 99):
            found.append(new)
    return tuple(found)


def _noun(tokens: Sequence[Token], place: int) -> str:
    """The dictionary form of the plural noun that a number at a place before counts, or of its unit."""
    for at in range(place, min(place + _AROUND, len(tokens))):
        token = tokens[at]
        if token.tag[:2] == "NN":
            follows = tokens[at + 1].tag[:2] if at + 1 < len(tokens) and tokens[at + 1].text[:1] != "-" else ""
            if follows not in ("NN", "HY"):
                return token.lemma.lower() if token.tag not in _LETTERED else ""
        elif token.tag not in ("JJ", "JJR", "HYPH", "CD") and token.text != "-":
            return ""
    return ""


def _is_apart(text: str, number: Number, money: bool) -> bool:
    """Whether a number is no part of a date, a code or a range."""
    before, after = text[number.start - 1 : number.start] if number.start else " ", text[number.end : number.end + 1]
    if not (before.isspace() or money or before in ("(", '"', "'")):
        return False
    if after in ("-", "–") and not text[number.end + 1 : number.end + 5].lower().startswith(("year", "foot", "mile")):
        return False
    if after == "s" and not text[number.end + 1 : number.end + 2].isalnum():
        return number.end - number.start == 4
    if after in (".", ",") and text[number.end + 1 : number.end + 2].isdigit():
        return False
    return not (after.isalnum() or after in ("/", ":", "'", "’", "_", "#", "&", "+", "*"))


def _is_unnamed(tokens: Sequence[Token], place: int, after: int, before: str, money: bool) -> bool:
    """Whether no name has the number in it."""
    if before in _MONTHS or money or _ends_date(tokens, place):
        return True
    previous = tokens[place - 1] if place else None
    if previous is not None and previous.text[:1].isupper() and previous.tag in _LETTERED:
        return False
    if previous is not None and (previous.tag == "CD" or before in _LABELS):
        return False
    follows = tokens[after] if after < len(tokens) else None
    if _is_listed(tokens, place, after):
        return False
    if follows is None or follows.tag == "CD":
        return follows is None or follows.text.lower() in _SCALES
    return follows.tag not in _LETTERED or not follows.text[:1].isupper()


def _is_listed(tokens: Sequence[Token], place: int, after: int) -> bool:
    """Whether another number is joined to one: "500 and 1000"."""
    ends = after + 1 < len(tokens) and plain(tokens[after]) in _AND and tokens[after + 1].tag == "CD"
    return ends or (place > 1 and plain(tokens[place - 1]) in _AND and tokens[place - 2].tag == "CD")
