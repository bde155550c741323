"""Ranges and estimates of two numbers, which change together: "15 to 20 minutes", "three or four hours"."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from hf_robust.core.edits import Offsets
from hf_robust.language.english.number_dependence import bound_numbers
from hf_robust.language.english.written_numbers import Number

_BETWEEN = re.compile(r"%?\s?(?:to|or|–|—)\s?\$?|\s-\s")
_AND = re.compile(r"\sand\s")
# "from 20 to 25 hours" may be a change
_MOVED = frozenset("from rose fell up down grew fall rise grow increased decreased went won lost".split())
_WIDE = 4  # how many times the first number the second one may be
_FIVE, _TEN = 5, 10  # round numbers stay round
_LEAST = 2


def ranges_in(
    text: str, counted: Sequence[Number], limit_of: Callable[[str, Number], float]
) -> Iterator[tuple[Offsets, Sequence[int], Offsets]]:
    """The ranges of a text: the place of the first number, its other values, and the place of the second.

    Args:
        counted: The numbers of the text that count or measure something.
        limit_of: The value below which a number must stay; 0 where it must stay itself.

    Example:
        >>> from hf_robust.language.english.written_numbers import numbers_in
        >>> text = "It took 15 to 20 minutes."
        >>> list(ranges_in(text, numbers_in(text), lambda text, number: 60))
        [((8, 10), (10, 20), (14, 16))]
    """
    for one, other in pairwise(counted):
        if not _is_range(text, one, other):
            continue
        rest = [number for number in counted if number not in (one, other)]
        bound = bound_numbers(text, [one, *rest]) | bound_numbers(text, [other, *rest])
        values = () if {one, other} & bound else _values(one, other, rest, limit_of(text, other))
        if values:
            yield one[:2], values, other[:2]


def _is_range(text: str, one: Number, other: Number) -> bool:
    between = text[one.end : other.start]
    words = text[max(0, one.start - 15) : one.start].lower().rstrip("$").split()
    last = words[-1] if words else ""
    linked = _BETWEEN.fullmatch(between) or (last == "between" and _AND.fullmatch(between))
    plain = one.spelled == other.spelled and not one.ordinal and not other.ordinal
    whole = isinstance(one.value, int) and isinstance(other.value, int)
    apart = not one.start or (text[one.start - 1].isspace() or text[one.start - 1] == "$")
    near = 0 < one.value < other.value <= _WIDE * one.value
    return bool(linked) and plain and whole and apart and near and last not in _MOVED


def _values(one: Number, other: Number, rest: Sequence[Number], limit: float) -> tuple[int, ...]:
    """Other values of the first number by which the range stays possible, round, and in order with other numbers."""
    first, second = int(one.value), int(other.value)
    step = 1
    while first % (step * _TEN) == 0 and second % (step * _TEN) == 0:
        step *= _TEN
    if first % (step * _FIVE) == second % (step * _FIVE) == 0:
        step *= _FIVE
    most = min(limit, 100) if one.spelled else limit
    news = []
    for move in (-step, step):
        clear = all(
            (number.value < end) == (number.value < end + move) and number.value != end + move
            for number in rest
            for end in (first, second)
        )
        if first + move >= _LEAST and second + move < most and clear:
            news.append(first + move)
    return tuple(news)
