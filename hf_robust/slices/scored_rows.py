"""Subpopulations by a number a row, and how their numbers are cut into intervals."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, isnan
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.checks import is_number, is_whole_number, whole_number
from hf_robust.core.errors import UsageError
from hf_robust.slices.row_view import RowView
from hf_robust.slices.subpopulation import Cut, Subpopulation, frozen

Bounds = tuple[float, float]
Floats = NDArray[np.float64]
_DIGITS = 15


@dataclass(frozen=True, kw_only=True)
class ScoredSubpopulation(Subpopulation):
    """Base of subpopulations that assign a number to each row. Rows without a number (NaN) are in no slice.

    Class attributes:

        unit: What is counted, for titles.

        whole: Whether the numbers are integers.

    Args:
        quantiles: Number of slices of equal size. Default: 5, unless ``intervals`` or ``bounds`` are given.
        intervals: Ranges in the order of the numbers: ``["0%", "20%"]``, fractions ``[0.0, 0.2]``, or counts of rows
            ``[0, 100]``; or a list of such pairs. Rows with equal numbers stay together.
        bounds: Ranges of the numbers: ``[[10, 20], [20, null]]``. The lower bound is inclusive, the upper bound
            exclusive.
    """

    data_parameters: ClassVar[tuple[str, ...]] = ("quantiles", "intervals", "bounds")
    unit: ClassVar[str] = ""
    whole: ClassVar[bool] = False

    quantiles: int | None = None
    intervals: tuple[Any, ...] | None = None
    bounds: tuple[Any, ...] | None = None

    def __post_init__(self) -> None:
        given = [name for name in self.data_parameters if getattr(self, name) is not None]
        if len(given) > 1:
            raise UsageError(f"{self.name}: give one of quantiles, intervals and bounds, found {' and '.join(given)}")
        whole_number(self.quantiles, f"{self.name}: quantiles", 2, optional=True)
        object.__setattr__(self, "intervals", _pairs(self.intervals, f"{self.name}: intervals", _end))
        object.__setattr__(self, "bounds", _pairs(self.bounds, f"{self.name}: bounds", _bound))
        for low, high in self.bounds or ():
            if low is not None and high is not None and not low < high:
                raise UsageError(f"{self.name}: bounds must rise, found {low} and {high}")
        for first, last in self.intervals or ():
            if not _rises(first, last):
                raise UsageError(
                    f"{self.name}: intervals must rise, found {first} and {last}; the lower end comes first"
                )

    @abstractmethod
    def read(self, rows: RowView) -> Floats:
        """The number of each row."""

    def joined(self, parts: Sequence[Floats]) -> Floats:
        """The numbers of several batches."""
        return np.concatenate(parts) if parts else np.empty(0)

    def known(self) -> tuple[Bounds, ...] | None:
        """The bounds, where they are given."""
        if self.bounds is None:
            return None
        return tuple(
            (-inf if low is None else float(low), inf if high is None else float(high)) for low, high in self.bounds
        )

    def cut(self, values: Floats) -> Cut:
        """The bounds on the data at hand."""
        return cut_scores(values, self.intervals, self.quantiles or 5, self.whole)

    def members(self, values: Floats, keys: Sequence[Bounds]) -> NDArray[np.bool_]:
        """Which rows lie inside of which bounds."""
        low, high = np.array(keys, np.float64).reshape(-1, 2).T
        return (values[:, None] >= low) & (values[:, None] < high)

    def params_of(self, key: Bounds) -> Mapping[str, Any]:
        """The bounds."""
        return {"bounds": [[None if abs(end) == inf else plain(end) for end in key]]}

    def title(self, key: Bounds) -> str:
        """The bounds in words."""
        return in_words(key, self.unit, self.whole)


def cut_scores(scores: Floats, intervals: Sequence[Any] | None, quantiles: int, whole: bool) -> Cut:
    """Bounds that cut numbers where ranks ask for it; equal numbers are never parted.

    Args:
        scores: The numbers; NaN where there is none.
        intervals: Pairs of ends as :class:`ScoredSubpopulation` takes them; None for parts of equal size.
        quantiles: How many parts, where there are no intervals.
        whole: Whether the numbers are whole.

    Returns:
        Pairs of a lower and an upper bound, the upper one outside; notes where there are fewer than asked for.

    Example:
        >>> cut_scores(np.array([1.0, 2.0, 3.0, 3.0, 9.0, 9.0]), None, 3, True).keys
        ((-inf, 3.0), (3.0, 9.0), (9.0, inf))
        >>> cut_scores(np.array([4.0, 4.0]), None, 5, True)
        Cut(keys=(), notes=('all rows have the same value (4), so there are no slices',))
    """
    ordered = np.sort(scores[~np.isnan(scores)])
    size = len(ordered)
    absent = len(scores) - size
    notes = [f"{absent} of {len(scores)} rows have no value and are in no slice"] if absent else []
    if not size or ordered[0] == ordered[-1]:
        what = f"all rows have the same value ({plain(ordered[0])})" if size else "no row has a value"
        return Cut((), (f"{what}, so there are no slices", *notes))
    if intervals is None:
        ranks = [round(size * part / quantiles) for part in range(quantiles + 1)]
        wanted = list(pairwise(ranks))
    else:
        wanted = [(_rank(first, size), _rank(last, size)) for first, last in intervals]
    found = [(_value(ordered, first, whole), _value(ordered, last, whole)) for first, last in wanted]
    keys = tuple(dict.fromkeys((low, high) for low, high in found if low < high))
    if len(keys) < len(found):
        notes.insert(0, f"many rows have equal values, so there are {len(keys)} slices and not {len(found)}")
    return Cut(keys, tuple(notes))


def _rank(end: Any, size: int) -> int:
    """How many rows lie before an end."""
    if isinstance(end, str):
        return min(size, int(size * float(end[:-1]) / 100 + 1e-9))
    return min(size, end if is_whole_number(end) else int(size * end + 1e-9))


def _value(ordered: Floats, rank: int, whole: bool) -> float:
    """The bound that so many numbers lie below; of equal numbers all or none, whichever is nearer."""
    size = len(ordered)
    if 0 < rank < size and ordered[rank - 1] == ordered[rank]:
        first = int(np.searchsorted(ordered, ordered[rank], "left"))
        after = int(np.searchsorted(ordered, ordered[rank], "right"))
        rank = first if rank - first <= after - rank else after
    if rank <= 0 or rank >= size:
        return -inf if rank <= 0 else inf
    return float(ordered[rank]) if whole else _shortest(float(ordered[rank - 1]), float(ordered[rank]))


def _shortest(below: float, above: float) -> float:
    """The number with the fewest digits that is above the one and not above the other.

    Example:
        >>> _shortest(0.3312, 0.3351), _shortest(41.7, 88.2)
        (0.335, 80.0)
    """
    if not np.isfinite(above) or not np.isfinite(below):
        return above
    for digits in range(-int(np.floor(np.log10(max(abs(above), 1e-300)))), _DIGITS):
        step = 10.0**-digits
        found = round(np.floor(above / step + 1e-9) * step, max(digits, 0))
        if below < found <= above:
            return float(found)
    return above


def plain(number: float) -> float | int:
    """A number as people write it: whole ones without a point."""
    return int(number) if abs(number) != inf and float(number).is_integer() else float(number)


def in_words(key: Bounds, unit: str = "", whole: bool = False) -> str:
    """Bounds in words.

    Example:
        >>> in_words((8, 13), "words", True), in_words((31, inf), "words", True), in_words((-inf, 0.25))
        ('8 to 12 words', '31 words or more', 'below 0.25')
        >>> in_words((-inf, 2), "words", True), in_words((0.2, 0.4)), in_words((-inf, inf))
        ('up to 1 word', '0.2 to 0.4', 'any value')
    """
    low, high = key
    last = high - 1 if whole else high
    if low == -inf and high == inf:
        return "any value"
    if low == -inf:
        return f"{'up to' if whole else 'below'} {_counted(last, unit)}"
    if high == inf:
        return f"{_counted(low, unit)} or more"
    if whole and low == last:
        return _counted(low, unit)
    return f"{plain(low)} to {_counted(last, unit)}"


def _counted(number: float, unit: str) -> str:
    noun = unit[:-1] if number == 1 and unit.endswith("s") else unit
    return f"{plain(number)} {noun}".rstrip()


def _pairs(value: Any, name: str, read: Any) -> tuple[Any, ...] | None:
    """A pair, or a list of pairs, as tuples; each end is checked."""
    if value is None:
        return None
    value = frozen(value)
    if isinstance(value, tuple) and len(value) == 2 and not any(isinstance(end, tuple) for end in value):
        value = (value,)
    if not isinstance(value, tuple) or not value or not all(isinstance(p, tuple) and len(p) == 2 for p in value):
        raise UsageError(f"{name} must be a pair or a list of pairs, for example [[{_example(name)}]], found {value!r}")
    return tuple((read(first, name), read(last, name)) for first, last in value)


def _example(name: str) -> str:
    return '"0%", "20%"' if name.endswith("intervals") else "10, 20"


def _end(end: Any, name: str) -> Any:
    if isinstance(end, str):
        try:
            share = float(end.removesuffix("%"))
        except ValueError:
            share = -1.0
        fits = end.endswith("%") and 0 <= share <= 100
    else:
        fits = is_whole_number(end, 0) or (is_number(end) and 0 <= end <= 1)
    if not fits:
        raise UsageError(f'{name} takes "20%", a fraction from 0.0 to 1.0 or a number of rows, found {end!r}')
    return end


def _rises(first: Any, last: Any) -> bool:
    """Whether an interval may hold rows; ends of different kinds are only known on the data."""
    if is_whole_number(first) and is_whole_number(last):
        return bool(first < last)
    low, high = _share(first), _share(last)
    return low is None or high is None or low < high


def _share(end: Any) -> float | None:
    """An end as a share of the rows; None for a count of rows other than 0."""
    if isinstance(end, str):
        return float(end.removesuffix("%")) / 100
    return float(end) if not is_whole_number(end) or end == 0 else None


def _bound(end: Any, name: str) -> Any:
    if end is not None and (not is_number(end) or isnan(end)):
        raise UsageError(f"{name} takes numbers, or None for no bound, found {end!r}")
    return end
