"""How the offsets of many rows fit their texts: in each unit, and shifted by a number of characters."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from hf_robust.tasks.offset_units import UNITS, Reader, UnitMatch

_FEWEST = 3  # rows that show a shift
_NEARLY = 0.9  # share of the rows that count as nearly all
_FAR = 50  # characters within which the text of a span is looked for


class RowSpans(NamedTuple):
    """The spans that a row states.

    Args:
        text: Its text.
        spans: At least one.
    """

    text: str
    spans: Sequence[UnitMatch]


def rows_that_fit(rows: Sequence[RowSpans]) -> dict[str, int]:
    """The number of rows of which all spans fit, by unit."""
    fit: Counter[str] = Counter()
    for text, spans in rows:
        ascii_only = text.isascii()  # then all units are the same
        for unit in UNITS[:1] if ascii_only else UNITS:
            reader = Reader(text, unit)
            if all(map(reader.fits, spans)):
                fit.update(UNITS if ascii_only else [unit])
    return {unit: fit[unit] for unit in UNITS}


def nearly_all(number: int, rows: Sequence[RowSpans]) -> bool:
    """Whether so many rows are nearly all of them."""
    return number >= _NEARLY * len(rows)


def constant_shift(rows: Sequence[RowSpans]) -> tuple[int, int] | None:
    """By how many characters all offsets are too large (or too small, below zero); None where no shift fits.

    Only rows that say the text of all their spans can tell it, and only if there are some of them.

    Returns:
        The shift, and the number of rows that it fits.

    Example:
        >>> texts = ["Ann met Bo.", "Then Bo left.", "He saw Bo."]
        >>> constant_shift([RowSpans(text, [UnitMatch(text.index("Bo") + 1, None, "Bo")]) for text in texts])
        (1, 3)
    """
    found: Counter[int] = Counter()
    told = [row for row in rows if all(isinstance(span.said, str) and span.said for span in row.spans)]
    for text, spans in told:
        found.update(set.intersection(*(_shifts(text, span) for span in spans)))
    if not found or len(told) < _FEWEST:
        return None
    shift, number = max(found.items(), key=lambda pair: (pair[1], -abs(pair[0])))
    return (shift, number) if shift and nearly_all(number, told) else None


def _shifts(text: str, span: UnitMatch) -> set[int]:
    """How far a span may be from the places near it where its text stands."""
    said, found = span.said or "", set()
    place = text.find(said, max(0, span.start - _FAR))
    while 0 <= place <= span.start + _FAR:
        found.add(span.start - place)
        place = text.find(said, place + 1)
    return found
