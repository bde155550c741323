"""Numbers replaced by others of as many digits."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import HATE_SPEECH, SENTIMENT, TEXT_CLASSIFICATION
from hf_robust.transforms.base import WordTransformation, preserves, register
from hf_robust.transforms.european.words import European

_NUMBER = re.compile(r"(?<![\w.,:/+\-–−'’#])[1-9]\d{1,3}")
_ANY = re.compile(r"\d+")
_LONGEST = 12  # digits that are read: longer ones are codes, and Python refuses to read thousands
_COUNTED = re.compile(r"\s(\w+)")
_KNOWN = frozenset({"18", "24", "100", "365", "1000", "1001"})  # of age, around the clock, a hundred times


@register
@dataclass(frozen=True, kw_only=True)
class Number(European, WordTransformation):
    """Replace a number that counts something with another one of similar value and as many digits.

    Only whole numbers of two to four digits before a noun of a list of counted things (minutes, euros, guests) change:
    no years, dates, clock times, ratings or prices with decimals. A number that stands twice in the text does not
    change, and a number that was greater than another one stays greater.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapNum".

    Example:
        >>> import hf_robust as hr
        >>> hr.Perturb("number", hr.task("text-classification", language="es"), seed=1)("Esperamos 40 minutos.")
        'Esperamos 20 minutos.'
    """

    name = "number"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapNum"
    choice = "numbers that count something"
    effects = preserves(TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH)
    default_rate: ClassVar[float] = 1.0

    def usable(self, doc: Doc, words: Sequence[Offsets]) -> Sequence[Offsets]:
        return [word for word in words if _values(doc, *word)]

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        values = _values(doc, start, end)
        return str(rng.choice(values)) if values else None

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        return (Edit(start, end, str(value)) for value in _values(doc, start, end))


def _values(doc: Doc, start: int, end: int) -> Sequence[int]:
    """The values that a word of a text may take; none where it is no number that counts something by itself."""
    text = doc.text
    old = _NUMBER.match(text, start)
    noun = _COUNTED.match(text, end)
    if old is None or old.end() != end or old[0] in _KNOWN or noun is None:
        return ()
    if noun[1] not in lexicon("counted", doc.language.code):
        return ()
    value, known = int(old[0]), _numbers(text)
    place, after = bisect_left(known, value), bisect_right(known, value)
    if after - place > 1:
        return ()
    # halfway to the next number of the text, so that all of them may change at once
    least = (value + known[place - 1]) // 2 + 1 if place else 0
    most = value + value // 2
    if after < len(known):
        most = min(most, (value + known[after] - 1) // 2)
    size = 10 ** (end - start - 1)
    step = next(step for step in (size, 50, 10, 5, 1) if value % step == 0 and step <= size)
    found = range(value % step, most + 1, step)
    return [
        new
        for new in found
        if max(least, size, value // 2) <= new < 10 * size and new != value and str(new) not in _KNOWN
    ]


@lru_cache(maxsize=1)
def _numbers(text: str) -> list[int]:
    """The numbers of a text in ascending order, read by their first digits."""
    return sorted(int(found[0][:_LONGEST]) for found in _ANY.finditer(text))
