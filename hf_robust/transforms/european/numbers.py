"""Numbers replaced by others of as many digits."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor
from typing import ClassVar, NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import HATE_SPEECH, SENTIMENT, TEXT_CLASSIFICATION
from hf_robust.transforms.base import WordTransformation, preserves, register
from hf_robust.transforms.european.words import European
from hf_robust.transforms.insertion_places import opens_sentence

# groups of three digits after points or narrow spaces, and decimals after a comma, or one or two after a point
_WRITTEN = r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?:,\d+)?|\d+(?:[.,]\d+)?"
_ANY = re.compile(rf"(?<![\w.,])(?:{_WRITTEN})(?![\d])")
_BEFORE = re.compile(r"(?:^|[\s(\"«»„“”'’])(?:R|US)?[$€£]?\s?$")
_MONEY = re.compile(r"[$€£]\s?$")
_AFTER = re.compile(r"\s?(?P<sign>%|€|°|\$)|(?P<age>-[jJ]ährig)|\s(?P<noun>[^\W\d_][\w-]*)|(?P<end>$|[\s.,;:!?)])")
_PERCENT = re.compile(r"\s?%|\s(?:Prozent|pour cent|por ciento|per cento|por cento)\b")
_DEGREES = re.compile(r"\s?°|\s(?:Grad|degrés|grados|gradi|graus)\b")
_MONTH = re.compile(r"(?:\.|\sde)?\s([^\W\d_]+)")
_LAST_WORD = re.compile(r"([\w-]+)\W*$")
_NUMERALS = re.compile(r"\d\W*\b(?:\w+\W+)?$")
_PLURAL = {"de": r"[A-ZÄÖÜ]\w{3,}", "es": r"\w{3,}s", "fr": r"\w{3,}[sx]", "it": r"\w{3,}[ie]", "pt": r"\w{3,}s"}
_LONGEST = 12  # characters that are read: longer ones are codes, and Python refuses to read thousands of digits
_KNOWN = frozenset({"18", "24", "100", "365", "1000", "1001"})  # of age, around the clock, a hundred times
_YEARS = range(1000, 2100)
_HOLIDAYS = frozenset({1, 24, 25, 26, 31})
_LAST_DAY = 28  # which every month has
_REACH = 40  # characters before a number
_WORD = re.compile(r"[^\W\d_]+")
_FEW = 60  # values of a number that are drawn from


class _Number(NamedTuple):
    """A number as it is written: its place, its digits after the comma, and its value in units of the last digit."""

    start: int
    end: int
    decimals: int
    units: int

    @property
    def value(self) -> float:
        return self.units / 10.0**self.decimals


@register
@dataclass(frozen=True, kw_only=True)
class Number(European, WordTransformation):
    """Replace a number with another one of similar value and as many digits.

    These change: numbers before a plural noun, a unit, a currency or a percent sign, with decimals and thousands as the
    language writes them; ages such as "47-jährig"; and days of a month. Years, clock times, results of matches and
    ordinal numbers stay. A number that stands twice in the text does not change, and a number that was greater than
    another one stays greater.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapNum".

    Example:
        >>> import hf_robust as hr
        >>> hr.Perturb("number", hr.task("text-classification", language="es"), seed=1)("Esperamos 40 minutos.")
        'Esperamos 50 minutos.'
    """

    name = "number"
    version: ClassVar[str] = "european.2"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapNum"
    choice = "numbers that count or measure something"
    effects = preserves(TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH)
    default_rate: ClassVar[float] = 1.0

    def usable(self, doc: Doc, words: Sequence[Offsets]) -> Sequence[Offsets]:
        return [word for word in words if any(True for _ in _written(doc, *word))]

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        found = list(_written(doc, start, end))
        return rng.choice(found) if found else None

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        return (Edit(start, end, new) for new in _written(doc, start, end))


def _written(doc: Doc, start: int, end: int) -> Iterator[str]:
    """The word of a number with each of the values that it may take; nothing where it must stay."""
    text = doc.text
    numbers = _numbers(text)
    place = bisect_left(numbers, start, key=lambda one: one.start)
    if place == len(numbers) or numbers[place].start >= end:
        return
    number = numbers[place]
    if text[number.start : number.end] in _KNOWN or not _BEFORE.search(_before(text, number)):
        return
    lead, tail = text[start : number.start], text[min(number.end, end) : end]
    group = text[number.start : min(number.end, end)]  # "85" of "85 000", which are two words
    days = _days(doc, number)
    if days is None and not _counts(doc, number):
        return
    for new in _units(text, number) if days is None else days:
        digits = iter(str(new).zfill(number.decimals + 1))
        whole = "".join(next(digits) if sign.isdigit() else sign for sign in text[number.start : number.end])
        if text[number.start + len(group) : number.end] == whole[len(group) :] and whole[: len(group)] != group:
            yield lead + whole[: len(group)] + tail


def _counts(doc: Doc, number: _Number) -> bool:
    """Whether a number counts or measures something by itself."""
    text, code = doc.text, doc.language.code
    found = _AFTER.match(text, number.end)
    if found is None:
        return False
    noun, plain = found["noun"], text[number.start : number.end].isdigit()
    if found["sign"] or found["age"] or _PERCENT.match(text, number.end) or _MONEY.search(_before(text, number)):
        return True
    if noun is None:
        return False
    if noun in lexicon("counted", code):
        return True
    before = _LAST_WORD.search(_before(text, number))
    # "Seite 12", "Boeing 737", "im Jahr 1990 Deutschland"
    numbered = before is not None and before[1][0].isupper() and not opens_sentence(text, number.start - len(before[0]))
    if numbered or number.units < 2 or (plain and number.units in _YEARS):
        return False
    stays = noun.lower() in lexicon("stop_words", code) or noun.lower() in lexicon("kept_words", code)
    return not stays and noun not in lexicon("months", code) and re.fullmatch(_PLURAL[code], noun) is not None


def _days(doc: Doc, number: _Number) -> Sequence[int] | None:
    """The days that the day of a month may become; None for what is no day of a month."""
    text, code = doc.text, doc.language.code
    months = lexicon("months", code)
    found = _MONTH.match(text, number.end)
    if found is None or found[1] not in months or number.decimals or number.end - number.start > len("31"):
        return None
    lead = _before(text, number).rstrip()
    before = _LAST_WORD.search(lead)
    weekday = before is not None and before[1] in lexicon("weekdays", code)
    if _months_named(text, code) > 1 or weekday or number.units in _HOLIDAYS or _NUMERALS.search(lead):
        return ()
    least = 10 ** (number.end - number.start - 1)
    return [day for day in range(max(least, 2), min(10 * least - 1, _LAST_DAY) + 1) if day not in _HOLIDAYS]


def _units(text: str, number: _Number) -> Sequence[int]:
    """The values that a number may take, in units of its last digit."""
    known, unit = _values(text), 10.0**-number.decimals
    place, after = bisect_left(known, number.value), bisect_right(known, number.value)
    if after - place > 1:
        return ()
    # a temperature that is half as high again is none of this world
    part = 0.15 if _DEGREES.match(text, number.end) else 0.5
    least, most = number.value * (1 - part), number.value * (1 + part)
    if _PERCENT.match(text, number.end) and number.value < 100:
        most = min(most, 99.0)
    # halfway to the next number of the text, so that all of them may change at once
    if place:
        least = max(least, (number.value + known[place - 1]) / 2 + unit)
    if after < len(known):
        most = min(most, (number.value + known[after]) / 2 - unit)
    size = 10 ** (len(str(number.units)) - 1)
    # a unit of the last digit is inexact in binary, so that edges are rounded first
    low, high = max(ceil(round(least / unit, 6)), size), min(floor(round(most / unit, 6)), 10 * size - 1)
    steps = (*(10**power for power in range(len(str(size)), 1, -1)), 50, 10, 5)
    for step in (*(step for step in steps if number.units % step == 0 and step <= size), 1):
        every = range(low + (number.units - low) % step, high + 1, step)
        found = [new for new in every[:: len(every) // _FEW + 1] if new != number.units and str(new) not in _KNOWN]
        if found:
            return found
    return ()


def _before(text: str, number: _Number) -> str:
    """What stands before a number: as much as the longest words have."""
    return text[max(0, number.start - _REACH) : number.start]


@lru_cache(maxsize=1)
def _months_named(text: str, code: str) -> int:
    """How often a text names a month."""
    return sum(word in lexicon("months", code) for word in _WORD.findall(text))


@lru_cache(maxsize=1)
def _numbers(text: str) -> list[_Number]:
    """The numbers of a text in their order, without those that are too long to be read."""
    found = []
    for match in _ANY.finditer(text):
        if (match.end() - match.start() <= _LONGEST and not match[0].startswith("0")) or match[0][:2] in ("0,", "0."):
            whole, decimals = _parts(match[0])
            found.append(_Number(match.start(), match.end(), len(decimals), int(whole + decimals)))
    return found


def _parts(written: str) -> tuple[str, str]:
    """The digits of a number before and after the sign of the decimals."""
    whole, comma, decimals = written.partition(",")
    if not comma and re.fullmatch(r"\d+\.\d{1,2}|\d{4,}\.\d+", written):
        whole, _, decimals = written.partition(".")
    return re.sub(r"\D", "", whole), decimals


@lru_cache(maxsize=1)
def _values(text: str) -> list[float]:
    """The values of the numbers of a text in ascending order."""
    return sorted(number.value for number in _numbers(text))
