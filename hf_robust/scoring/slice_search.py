"""Slices on which a model does worse than on the rest, with a test that holds however many slices are looked at.

Each pair of a loss and a slice is one test: is the mean loss inside larger than outside? All tests together are one
family. Its p-values come from the largest statistic of the family when rows change their losses at random: whatever
slices overlap or repeat each other does so there as well, so that nothing is paid twice for it.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.errors import UsageError
from hf_robust.scoring.many_groups import benjamini_hochberg

Floats = NDArray[np.float64]
Members = NDArray[np.bool_]

LEAST_ROWS, LEAST_SHARE, MOST_SHARE = 20, 0.01, 0.8  # a slice of fewer rows, or of nearly all, tells nothing
ALPHA = 0.05  # of all slices together
POWER = 0.8  # of the test whose smallest detectable gap is reported; the usual value (Cohen 1988)
_CELLS_AT_ONCE = 8_000_000  # of a matrix of numbers that is held at once
_TIE = 1e-4  # random statistics are summed in float32; what is nearer counts as equal, which errs on the safe side


def least_rows(rows: int) -> int:
    """The fewest rows of a slice that is looked at, unless a user says otherwise: 20, and 1% of all.

    Example:
        >>> least_rows(500), least_rows(10_000)
        (20, 100)
    """
    return max(LEAST_ROWS, math.ceil(LEAST_SHARE * rows))


@dataclass(frozen=True)
class Losses:
    """One loss of some rows: wrong or right, or what a transformation cost.

    Args:
        rows: Which row each value belongs to. Values of one row (its variants) are no independent values: their mean
            counts once.
        values: What is large where the model is weak, in the same order.
    """

    rows: NDArray[np.integer]
    values: Floats

    def by_row(self) -> "Losses":
        """The same with one value a row, in the order of the rows."""
        different, place = np.unique(self.rows, return_inverse=True)
        sums = np.bincount(place, self.values, minlength=len(different))
        return Losses(different, sums / np.bincount(place, minlength=len(different)))


@dataclass(frozen=True, eq=False)
class SliceTests:
    """The outcome of all tests of a search; each array has one value a test.

    Args:
        n: Rows of the slice that have the loss.
        inside: Mean loss of these.
        outside: Mean loss of the other rows.
        effect: Hedges' g: the difference of the means in standard deviations.
        error: Standard error of the difference.
        statistic: The difference in standard errors.
        p_value: How often chance has as large a statistic in one test: the share of all random statistics.
        p_adjusted: How often chance has as large a one anywhere in the family.
        q_value: The share of false discoveries among all tests with a statistic as large, see
            :func:`hf_robust.scoring.many_groups.benjamini_hochberg`.
        critical: The statistic that a test must exceed so that its ``p_adjusted`` is at most ``alpha``.
        alpha: The level.
        rows: Rows of each loss.
        spread: Standard deviation of each loss.
        least: Fewest rows that a slice needs, for each loss.
    """

    loss: NDArray[np.intp]
    slice: NDArray[np.intp]
    n: NDArray[np.int64]
    inside: Floats
    outside: Floats
    effect: Floats
    error: Floats
    statistic: Floats
    p_value: Floats
    p_adjusted: Floats
    q_value: Floats
    critical: float
    alpha: float
    rows: tuple[int, ...]
    spread: tuple[float, ...]
    least: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.statistic)

    @property
    def difference(self) -> Floats:
        """Mean loss inside minus outside."""
        return self.inside - self.outside

    @property
    def at_least(self) -> Floats:
        """What the difference is at least, with confidence ``1 - alpha`` for all tests at once."""
        return self.difference - self.critical * self.error

    def significant(self, least_difference: float = 0.0, by: str = "family") -> NDArray[np.intp]:
        """The numbers of the tests that tell of a weakness, the largest statistic first.

        Args:
            least_difference: Smallest difference that matters.
            by: ``"family"``: with probability ``1 - alpha`` not one of them is false. ``"share"``: about a share
                ``alpha`` of them is false at most, for those who look for many.
        """
        p_values = {"family": self.p_adjusted, "share": self.q_value}[by]
        indices = np.flatnonzero((p_values <= self.alpha) & (self.difference >= least_difference))
        return indices[np.argsort(-self.statistic[indices], kind="stable")]

    def detectable(self, loss: int, n: int) -> float:
        """The difference that a slice of ``n`` rows must have so that four of five such slices are found.

        It takes the losses inside to spread as they do among all rows.
        """
        others = self.rows[loss] - n
        if n < 1 or others < 1 or not math.isfinite(self.critical):
            return math.inf
        error = self.spread[loss] * math.sqrt(1 / n + 1 / others)
        return (self.critical + NormalDist().inv_cdf(POWER)) * error


def search_slices(
    losses: Sequence[Losses],
    members: Members,
    *,
    least: int | None = None,
    most: float = MOST_SHARE,
    permutations: int = 1000,
    alpha: float = ALPHA,
    seed: int = 0,
) -> SliceTests:
    """Test every slice for every loss: is the mean loss inside larger than outside?

    The statistic is a difference of means in standard errors, with a variance for either side (Welch). The variance of
    a side is the mean of its own and of that of all rows: alone, its own is nothing where a small slice has only equal
    losses, and that of all rows is too small where losses are rare, so that small slices would rule the family.

    Args:
        losses: One or more; each is permuted by itself, which keeps the level under any dependence between them
            (at ``alpha`` 0.05 to within 0.0013).
        members: Whether a row is in a slice, boolean of shape (rows, slices).
        least: Fewest rows that a slice must have among those of a loss; None for :func:`least_rows`.
        most: Largest share of the rows that it may have.
        permutations: Random assignments of losses to rows; the smallest p-value is ``1 / (permutations + 1)``.
        alpha: The level of the family.
        seed: Seed of the draw.

    Raises:
        UsageError: A shape, share, level or number does not fit.

    Source: Westfall and Young 1993, "Resampling-Based Multiple Testing", section 2.3 (single-step max-T); Chung et al.
        2019, "Slice Finder", section 2.3 (effect size and Welch's test for slices).

    Example:
        >>> rng = np.random.default_rng(1)
        >>> members = rng.random((1000, 40)) < 0.1
        >>> wrong = rng.random(1000) < np.where(members[:, 7], 0.5, 0.1)
        >>> tests = search_slices([Losses(np.arange(1000), wrong.astype(float))], members)
        >>> len(tests), tests.slice[tests.significant()].tolist(), bool(tests.p_adjusted[7] < 0.01)
        (40, [7], True)
    """
    _check(losses, members, most, permutations, alpha)
    rng = np.random.default_rng(seed)
    blocks = [_Block.of(place, one.by_row(), members, least, most) for place, one in enumerate(losses)]
    tested = [block for block in blocks if len(block.slices)]
    observed = [block.means(block.values[None], np.float64) for block in tested]
    statistics = _joined([means.statistic[0] for means in observed])
    maxima, larger = _permuted(tested, statistics, permutations, rng)
    beyond = permutations - np.searchsorted(np.sort(maxima), statistics - _TIE)
    p_value = (1 + larger) / (1 + permutations * max(1, len(statistics)))
    return SliceTests(
        loss=_joined([np.full(len(block.slices), block.index) for block in tested], np.intp),
        slice=_joined([block.slices for block in tested], np.intp),
        n=_joined([block.n for block in tested], np.int64),
        inside=_joined([block.mean + means.inside[0] for block, means in zip(tested, observed)]),
        outside=_joined([block.mean + means.outside[0] for block, means in zip(tested, observed)]),
        effect=_joined([block.hedges(means) for block, means in zip(tested, observed)]),
        error=_joined([means.error[0] for means in observed]),
        statistic=statistics,
        p_value=p_value,
        p_adjusted=(1 + beyond) / (1 + permutations),
        q_value=np.array(benjamini_hochberg(p_value.tolist()), np.float64),
        critical=_critical(maxima, alpha) if len(statistics) else math.inf,
        alpha=alpha,
        rows=tuple(len(block.values) for block in blocks),
        spread=tuple(math.sqrt(block.variance) for block in blocks),
        least=tuple(block.least for block in blocks),
    )


class _Means(NamedTuple):
    """Means and their difference in standard errors, each of shape (assignments, slices)."""

    inside: NDArray[Any]
    outside: NDArray[Any]
    own: NDArray[Any]
    others: NDArray[Any]
    error: NDArray[Any]
    statistic: NDArray[Any]


@dataclass(frozen=True, eq=False)
class _Block:
    """One loss and the slices that are large enough for it; the values less their mean.

    ``members`` are those of the whole search, of which ``rows`` (None: all) and ``slices`` are used: a copy for each
    loss would take as much memory as the losses times the members.
    """

    index: int
    values: Floats
    mean: float
    variance: float
    binary: bool
    members: Members
    rows: NDArray[np.integer] | None
    slices: NDArray[np.intp]
    n: NDArray[np.int64]
    least: int

    @classmethod
    def of(cls, index: int, losses: Losses, members: Members, least: int | None, most: float) -> "_Block":
        values, rows = np.asarray(losses.values, np.float64), len(losses.rows)
        least = least_rows(rows) if least is None else least
        used = None if rows == len(members) else losses.rows
        sizes = _sizes(members, used)
        mean = float(values.mean()) if rows else 0.0
        variance = float(values.var(ddof=1)) if rows > 1 else 0.0
        fits = (sizes >= max(2, least)) & (sizes <= min(most * rows, rows - 2)) & (variance > 1e-12)
        kept = np.flatnonzero(fits)
        binary = bool(np.isin(values, (0.0, 1.0)).all())
        return cls(index, values - mean, mean, variance, binary, members, used, kept, sizes[kept], least)

    def parts(self) -> Iterator[slice]:
        """Slices that fit into memory as numbers."""
        step = max(1, _CELLS_AT_ONCE // max(1, len(self.values)))
        return (slice(start, start + step) for start in range(0, len(self.slices), step))

    def means(self, values: NDArray[Any], kind: Any) -> _Means:
        """The means for several assignments of the losses, of shape (assignments, rows)."""
        parts = [self._part(values, self._members_of(part).astype(kind), self.n[part]) for part in self.parts()]
        return _Means(*(np.concatenate(columns, axis=1) for columns in zip(*parts)))

    def _members_of(self, part: slice) -> Members:
        slices = self.slices[part]
        used = self.members[:, slices] if self.rows is None else self.members[np.ix_(self.rows, slices)]
        return np.asfortranarray(used)

    def _part(self, values: NDArray[Any], members: NDArray[Any], n: NDArray[np.int64]) -> _Means:
        size, rest = n.astype(values.dtype), (len(self.values) - n).astype(values.dtype)
        sums = values @ members
        squares = self._squares(values, members, sums, size)
        inside, outside = sums / size, -sums / rest  # the sum of all is 0
        own = np.maximum(squares - sums * inside, 0) / (size - 1)
        total = self.variance * (len(self.values) - 1)
        others = np.maximum(total - squares + sums * outside, 0) / (rest - 1)
        error = np.sqrt((own + self.variance) / (2 * size) + (others + self.variance) / (2 * rest))
        return _Means(inside, outside, own, others, error, (inside - outside) / error)

    def _squares(
        self, values: NDArray[Any], members: NDArray[Any], sums: NDArray[Any], size: NDArray[Any]
    ) -> NDArray[Any]:
        """The sums of squares; those of zeros and ones follow from the sums."""
        if not self.binary:
            return (values * values) @ members
        wrong = sums + self.mean * size
        return wrong * (1 - 2 * self.mean) + size * self.mean**2

    def hedges(self, means: _Means) -> Floats:
        """Hedges' g of each slice."""
        rest, all_rows = len(self.values) - self.n, len(self.values)
        pooled = ((self.n - 1) * means.own[0] + (rest - 1) * means.others[0]) / (all_rows - 2)
        small = 1 - 3 / (4 * all_rows - 9)
        return small * (means.inside[0] - means.outside[0]) / np.sqrt(np.maximum(pooled, 1e-12))


def _sizes(members: Members, rows: NDArray[np.integer] | None) -> NDArray[np.int64]:
    """How many of some rows (None: of all) each slice has."""
    if rows is None:
        return members.sum(axis=0, dtype=np.int64)
    sizes, step = np.zeros(members.shape[1], np.int64), max(1, _CELLS_AT_ONCE // max(1, members.shape[1]))
    for start in range(0, len(rows), step):
        sizes += members[rows[start : start + step]].sum(axis=0, dtype=np.int64)
    return sizes


def _permuted(
    blocks: Sequence[_Block], observed: Floats, permutations: int, rng: np.random.Generator
) -> tuple[Floats, NDArray[np.int64]]:
    """The largest statistic of each permutation, and how many random statistics are as large as each observed one."""
    maxima = np.full(permutations, -np.inf)
    order = np.argsort(observed)
    limits = observed[order] - _TIE
    below = np.zeros(len(observed) + 1, np.int64)
    for block in blocks:
        values = block.values.astype(np.float32)
        step = max(1, _CELLS_AT_ONCE // len(values))
        for start in range(0, permutations, step):
            stop = min(start + step, permutations)
            drawn = rng.permuted(np.broadcast_to(values, (stop - start, len(values))), axis=1)
            found = block.means(drawn, np.float32).statistic
            np.maximum(maxima[start:stop], found.max(axis=1), out=maxima[start:stop])
            below += np.bincount(np.searchsorted(limits, found.ravel(), side="right"), minlength=len(below))
    larger = np.empty(len(observed), np.int64)
    larger[order] = below[::-1].cumsum()[::-1][1:]
    return maxima, larger


def _critical(maxima: Floats, alpha: float) -> float:
    """The value that at most a share ``alpha`` of the largest statistics reaches, the observed one counted."""
    allowed = math.floor(alpha * (len(maxima) + 1)) - 1
    return float(np.sort(maxima)[::-1][allowed]) if allowed >= 0 else math.inf


def _joined(parts: Sequence[NDArray[Any]], kind: Any = np.float64) -> NDArray[Any]:
    return np.concatenate(parts).astype(kind) if parts else np.empty(0, kind)


def _check(losses: Sequence[Losses], members: Members, most: float, permutations: int, alpha: float) -> None:
    if members.ndim != 2 or members.dtype != np.bool_:
        raise UsageError(f"expected booleans of shape (rows, slices), found {members.dtype} of shape {members.shape}")
    for one in losses:
        if one.rows.shape != one.values.shape or one.values.ndim != 1:
            raise UsageError(f"expected one loss a row, found {one.rows.shape} rows and {one.values.shape} losses")
        if len(one.rows) and (one.rows.min() < 0 or one.rows.max() >= len(members)):
            raise UsageError(f"expected rows from 0 to {len(members) - 1}, found {one.rows.min()} to {one.rows.max()}")
        if not np.isfinite(one.values).all():
            raise UsageError("a loss is no finite number; leave such rows out")
    if permutations < 1:
        raise UsageError(f"expected at least 1 permutation, found {permutations}")
    if not (0 < alpha < 1 and 0 < most <= 1):
        raise UsageError(f"alpha and most must lie between 0 and 1, found {alpha} and {most}")
