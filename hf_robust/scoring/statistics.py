"""Intervals and tests for paired scores: bootstrap, permutation, McNemar, Holm and Wilson.

Rows with equal statistics are interchangeable, so the resampling counts *groups* of equal rows: a
multinomial draw over the groups is the same experiment as drawing rows one by one, costs a fraction of it,
and gives the same interval whatever the order of the rows. Randomness comes from a numpy Generator made
from the seed; no global state is read or written.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.deprecated_names import deprecated_arguments
from hf_robust.core.errors import UsageError

Floats = NDArray[np.float64]
Aggregate = Callable[[Floats], Floats]

_CELLS_AT_ONCE = 2_000_000  # numbers of a block of resamples: 16 MB
_SORTED_AT_ONCE = 100_000
_EXACT_UP_TO = 1_000  # changed rows: above, the approximation is off by 0.00006 at most
_TIE = 1e-12  # differences below it are rounding


class Interval(NamedTuple):
    """A confidence interval; both ends are NaN where there was nothing to measure."""

    low: float
    high: float


def bootstrap(
    stats: Floats, aggregate: Aggregate, resamples: int = 2000, confidence: float = 0.95, seed: int = 0
) -> Interval:
    """Percentile bootstrap interval of an aggregate.

    Args:
        stats: (n, k) statistics, one row for each data row.
        aggregate: ``(..., k) -> (...)`` on sums of rows.
        resamples: Number of resamples.
        confidence: Coverage of the interval, between 0 and 1.
        seed: Seed of the draw.

    Returns:
        The interval; NaN ends when n is 0 or the aggregate is undefined in every resample.

    Raises:
        UsageError: Wrong shape, confidence or number of resamples.

    Source: Efron 1979, "Bootstrap Methods: Another Look at the Jackknife".

    Example:
        >>> import numpy as np
        >>> stats = np.array([[1.0, 1.0]] * 80 + [[0.0, 1.0]] * 20)
        >>> low, high = bootstrap(stats, lambda sums: sums[..., 0] / sums[..., 1])
        >>> 0.70 < low < 0.75 and 0.85 < high < 0.90
        True
    """
    stats = _matrix(stats, "stats")
    _check_draw(resamples, confidence)
    if len(stats) == 0:
        return Interval(math.nan, math.nan)
    groups, counts = _equal_rows(stats)
    rng = np.random.default_rng(seed)
    values = np.concatenate(
        [aggregate(_resampled_counts(rng, counts, size) @ groups) for size in _chunks(resamples, len(stats))]
    )
    values = values[np.isfinite(values)]
    if values.size == 0:
        return Interval(math.nan, math.nan)
    tail = (1 - confidence) / 2
    low, high = np.quantile(values, [tail, 1 - tail])
    return Interval(float(low), float(high))


def paired_bootstrap(
    original_stats: Floats,
    perturbed_stats: Floats,
    aggregate: Aggregate,
    resamples: int = 2000,
    confidence: float = 0.95,
    seed: int = 0,
) -> Interval:
    """Bootstrap interval of the drop, original minus perturbed, on the same rows.

    Each resample draws rows and takes both sides of a drawn row, so what the two sides share cancels out.

    Args:
        original_stats: (n, k) statistics of the original rows.
        perturbed_stats: (n, k) statistics of the perturbed rows, in the same order.
        aggregate: ``(..., k) -> (...)`` on sums of rows.
        resamples: Number of resamples.
        confidence: Coverage of the interval, between 0 and 1.
        seed: Seed of the draw.

    Returns:
        The interval of the drop; ``Interval(0.0, 0.0)`` for identical arrays, NaN ends when n is 0. A single
        row gives an interval of width 0: one row says nothing about spread.

    Raises:
        UsageError: The shapes differ, or a wrong confidence or number of resamples.

    Source: Koehn 2004, "Statistical Significance Tests for Machine Translation Evaluation" (paired
        bootstrap resampling).

    Example:
        >>> import numpy as np
        >>> before = np.ones((50, 2))
        >>> after = np.array([[0.0, 1.0]] * 10 + [[1.0, 1.0]] * 40)
        >>> mean = lambda sums: sums[..., 0] / sums[..., 1]
        >>> low, high = paired_bootstrap(before, after, mean)
        >>> 0.05 < low < 0.2 < high < 0.35
        True
        >>> paired_bootstrap(before, before, mean)
        Interval(low=0.0, high=0.0)
    """
    joined, k = _paired(original_stats, perturbed_stats)
    return bootstrap(
        joined, lambda sums: aggregate(sums[..., :k]) - aggregate(sums[..., k:]), resamples, confidence, seed
    )


def paired_permutation_p(
    original_stats: Floats, perturbed_stats: Floats, aggregate: Aggregate, permutations: int = 10_000, seed: int = 0
) -> float | None:
    """Two-sided p-value of the drop: how often is it as large when rows swap their sides at random?

    Args:
        original_stats: (n, k) statistics of the original rows.
        perturbed_stats: (n, k) statistics of the perturbed rows, in the same order.
        aggregate: ``(..., k) -> (...)`` on sums of rows.
        permutations: Number of random swaps; the smallest p-value is ``1 / (permutations + 1)``.
        seed: Seed of the draw.

    Returns:
        The p-value, 1.0 for identical arrays, None when n is 0 or the drop is undefined.

    Raises:
        UsageError: The shapes differ, or ``permutations`` is below 1.

    Source: Noreen 1989, "Computer-Intensive Methods for Testing Hypotheses" (approximate randomisation);
        the +1 as in Phipson and Smyth 2010.

    Example:
        >>> import numpy as np
        >>> before, after = np.ones((30, 2)), np.array([[0.5, 1.0]] * 10 + [[1.0, 1.0]] * 20)
        >>> mean = lambda sums: sums[..., 0] / sums[..., 1]
        >>> paired_permutation_p(before, after, mean) < 0.01
        True
        >>> paired_permutation_p(before, before, mean)
        1.0
    """
    joined, k = _paired(original_stats, perturbed_stats)
    _check_draw(permutations, 0.5)
    if len(joined) == 0:
        return None
    total = joined.sum(axis=0)
    drop = float(aggregate(total[:k]) - aggregate(total[k:]))
    if not math.isfinite(drop):
        return None
    groups, counts = _equal_rows(joined)
    move = groups[:, k:] - groups[:, :k]
    differs = move.any(axis=1)
    move, counts = move[differs], counts[differs]
    if 2 * len(counts) > counts.sum():
        # Mostly distinct rows: one coin a row is cheaper than a binomial draw a group.
        move, counts = np.repeat(move, counts, axis=0), np.ones(int(counts.sum()), dtype=np.intp)
    rng = np.random.default_rng(seed)
    extreme = 0
    for size in _chunks(permutations, int(counts.sum())):
        moved = _swapped_counts(rng, counts, size) @ move
        drops = aggregate(total[:k] + moved) - aggregate(total[k:] - moved)
        extreme += int(np.count_nonzero(np.abs(drops) >= abs(drop) - _TIE))
    return (extreme + 1) / (permutations + 1)


@deprecated_arguments("0.4.0", mended="fixed")
def mcnemar(broken: int, fixed: int) -> float:
    """Two-sided p-value that a classifier errs as often on both sides of a pair.

    Exact binomial test up to 1,000 discordant pairs, beyond that the chi-square with continuity correction.

    Args:
        broken: Rows right before and wrong after.
        fixed: Rows wrong before and right after.

    Returns:
        The p-value; 1.0 when no row changed sides.

    Raises:
        UsageError: A negative count.

    Source: Dietterich 1998, "Approximate Statistical Tests for Comparing Supervised Classification Learning
        Algorithms", section 3.1.

    Example:
        >>> mcnemar(8, 1)
        0.0390625
        >>> mcnemar(0, 0)
        1.0
    """
    if broken < 0 or fixed < 0:
        raise UsageError(f"expected counts of rows, 0 or more, found broken={broken}, fixed={fixed}")
    n, smaller = int(broken) + int(fixed), min(int(broken), int(fixed))
    if n == 0:
        return 1.0
    if n > _EXACT_UP_TO:
        chi_square = max(abs(int(broken) - int(fixed)) - 1, 0) ** 2 / n
        return math.erfc(math.sqrt(chi_square / 2))
    ways, tail = 1, 0
    for i in range(smaller + 1):
        tail += ways
        ways = ways * (n - i) // (i + 1)
    return min(1.0, 2 * tail / 2**n)


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Adjust p-values for the number of tests, step by step from the smallest.

    Args:
        p_values: One p-value a test; None where no test was possible, which stays None and is not counted.

    Returns:
        Adjusted p-values in the same order; compare each with the level you want for the whole family.

    Raises:
        UsageError: A value is not between 0 and 1.

    Source: Holm 1979, "A Simple Sequentially Rejective Multiple Test Procedure".

    Example:
        >>> holm([0.01, None, 0.04, 0.03])
        [0.03, None, 0.06, 0.06]
    """
    tested = {i: p for i, p in enumerate(p_values) if p is not None}
    for i, p in tested.items():
        if not 0 <= p <= 1:
            raise UsageError(f"expected p-values between 0 and 1, found {p} at position {i}")
    adjusted: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, i in enumerate(sorted(tested, key=tested.__getitem__)):
        largest = max(largest, min(1.0, (len(tested) - rank) * tested[i]))
        adjusted[i] = largest
    return adjusted


def wilson(successes: int, n: int, confidence: float = 0.95) -> Interval:
    """Score interval of a share of rows; sensible also for shares near 0 and 1.

    Args:
        successes: Rows that count.
        n: All rows.
        confidence: Coverage of the interval, between 0 and 1.

    Returns:
        The interval; NaN ends when n is 0.

    Raises:
        UsageError: ``successes`` is not between 0 and n, or a wrong confidence.

    Source: Wilson 1927, "Probable Inference, the Law of Succession, and Statistical Inference".

    Example:
        >>> low, high = wilson(8, 10)
        >>> round(low, 4), round(high, 4)
        (0.4902, 0.9433)
    """
    if not 0 <= successes <= n:
        raise UsageError(f"expected 0 <= successes <= n, found successes={successes}, n={n}")
    return wilson_of_share(successes / n if n else 0.0, n, confidence)


def wilson_of_share(share: float, n: float, confidence: float = 0.95) -> Interval:
    """Wilson's interval of a share that rests on so many independent rows, which need be no whole number.

    Args:
        share: From 0 to 1.
        n: Rows that it rests on.
        confidence: Coverage of the interval, between 0 and 1.

    Returns:
        The interval; NaN ends when n is 0.

    Raises:
        UsageError: A wrong confidence.

    Example:
        >>> wilson_of_share(0.8, 10) == wilson(8, 10)
        True
    """
    _check_draw(1, confidence)
    if n == 0:
        return Interval(math.nan, math.nan)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    shrink = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / shrink
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / shrink
    # At a share of 0 or 1 the end is exactly that; rounding must not push it past.
    low = 0.0 if share == 0 else max(0.0, centre - half)
    high = 1.0 if share == 1 else min(1.0, centre + half)
    return Interval(low, high)


def _matrix(stats: Any, name: str) -> Floats:
    matrix = np.asarray(stats, dtype=np.float64)
    if matrix.ndim != 2:
        raise UsageError(f"{name}: expected an array of shape (rows, statistics), found shape {matrix.shape}")
    return matrix


def _equal_rows(stats: Floats) -> tuple[Floats, NDArray[np.intp]]:
    """The different rows in order, and how many there are of each; of many rows some at a time."""
    parts = [stats[start : start + _SORTED_AT_ONCE] for start in range(0, len(stats), _SORTED_AT_ONCE)]
    found = [np.unique(part, axis=0, return_counts=True) for part in parts]
    groups, group = np.unique(np.concatenate([rows for rows, _ in found]), axis=0, return_inverse=True)
    counts = np.zeros(len(groups), dtype=np.intp)
    np.add.at(counts, group.ravel(), np.concatenate([many for _, many in found]))
    return groups, counts


def _paired(original: Any, perturbed: Any) -> tuple[Floats, int]:
    before, after = _matrix(original, "original_stats"), _matrix(perturbed, "perturbed_stats")
    if before.shape != after.shape:
        raise UsageError(
            f"both sides of a pair must have the same rows: original_stats has shape {before.shape}, "
            f"perturbed_stats {after.shape}"
        )
    return np.hstack([before, after]), before.shape[1]


def _resampled_counts(rng: np.random.Generator, counts: NDArray[np.intp], size: int) -> NDArray[np.int64]:
    """How often each group occurs in each of ``size`` resamples: an array (size, groups)."""
    n, width = int(counts.sum()), len(counts)
    if 2 * width < n:
        return rng.multinomial(n, counts / n, size=size)
    # Mostly distinct rows: counting drawn rows is several times faster than a multinomial over them.
    group_of_row = np.repeat(np.arange(width), counts)
    drawn = group_of_row[rng.integers(0, n, size=(size, n))] + width * np.arange(size)[:, None]
    return np.bincount(drawn.ravel(), minlength=size * width).reshape(size, width)


def _swapped_counts(rng: np.random.Generator, counts: NDArray[np.intp], size: int) -> NDArray[Any]:
    """How many rows of each group are swapped in each of ``size`` permutations: an array (size, groups)."""
    if (counts > 1).any():
        return rng.binomial(counts, 0.5, size=(size, len(counts)))
    return rng.integers(0, 2, size=(size, len(counts)), dtype=np.int8)


def _check_draw(draws: int, confidence: float) -> None:
    if draws < 1:
        raise UsageError(f"expected at least 1 resample, found {draws}")
    if not 0 < confidence < 1:
        raise UsageError(f"confidence must lie between 0 and 1 (for example 0.95), found {confidence}")


def _chunks(draws: int, width: int) -> Iterator[int]:
    """Split the draws so that no more than about 16 MB of counts exist at a time."""
    size = max(1, _CELLS_AT_ONCE // max(width, 1))
    for start in range(0, draws, size):
        yield min(size, draws - start)
