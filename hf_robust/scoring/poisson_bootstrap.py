"""The paired bootstrap for rows that are never in one place: sums of resamples that add up over parts of the rows."""

import math
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.randomness import mix_all
from hf_robust.scoring.measure_type import Floats
from hf_robust.scoring.statistics import Aggregate, Interval

RESAMPLES = 1000
_AT_ONCE = 2_000  # rows whose weights are in memory together: 16 MB
_LARGEST = 12  # a weight above it has a probability of 6e-11


def poisson_sums(stats: Floats, keys: NDArray[np.uint64], resamples: int = RESAMPLES) -> Floats:
    """The sums of the statistics in each resample, where each row has a weight that is drawn from Poisson(1).

    The weight depends on the key of the row and on nothing else. So the sums of parts of the rows add up to those of
    all rows, for any parts, and rows of one key are drawn together.

    Args:
        stats: (n, k) statistics of rows.
        keys: Key of each row, of shape (n,): a hash of its id.
        resamples: Number of resamples.

    Returns:
        Sums of shape (resamples, k).

    Source: Hanley and MacGibbon 2006, "Creating Non-parametric Bootstrap Samples Using Poisson Frequencies";
        Chamandy et al. 2012, "Estimating Uncertainty for Massive Data Streams".

    Example:
        >>> stats, keys = np.ones((6, 1)), np.arange(6, dtype=np.uint64)
        >>> parts = poisson_sums(stats[:2], keys[:2]) + poisson_sums(stats[2:], keys[2:])
        >>> bool((parts == poisson_sums(stats, keys)).all())
        True
    """
    draws = mix_all(np.arange(1, resamples + 1, dtype=np.uint64))
    sums = np.zeros((resamples, stats.shape[1]))
    for start in range(0, len(stats), _AT_ONCE):
        part = slice(start, start + _AT_ONCE)
        mixed = mix_all(mix_all(keys[part].astype(np.uint64))[None, :] ^ draws[:, None])
        weights = np.searchsorted(_thresholds(), mixed, side="right")
        sums += weights @ stats[part]
    return sums


def _thresholds() -> NDArray[np.uint64]:
    """The distribution of Poisson(1) on numbers of 64 bits."""
    chances = np.cumsum([math.exp(-1) / math.factorial(value) for value in range(_LARGEST)])
    return np.array([int(min(chance, 1.0) * (2**64 - 1)) for chance in chances.tolist()], dtype=np.uint64)


def poisson_interval(before: Floats, after: Floats, aggregate: Aggregate, confidence: float = 0.95) -> Interval:
    """Percentile interval of the drop, original minus perturbed, from sums of resamples.

    Args:
        before: Sums of the originals, from :func:`poisson_sums`.
        after: Those of the perturbed rows, with the same keys.
        aggregate: ``(..., k) -> (...)`` on sums of rows.
        confidence: Coverage of the interval.

    Example:
        >>> rng = np.random.default_rng(0)
        >>> keys = np.arange(400, dtype=np.uint64)
        >>> sides = [np.column_stack([rng.random(400) < share, np.ones(400)]) for share in (0.9, 0.7)]
        >>> before, after = (poisson_sums(side.astype(float), keys) for side in sides)
        >>> low, high = poisson_interval(before, after, lambda sums: sums[..., 0] / sums[..., 1])
        >>> 0.1 < low < 0.2 < high < 0.3
        True
    """
    drops = _drops(before, after, aggregate)
    if not drops.size:
        return Interval(math.nan, math.nan)
    tail = (1 - confidence) / 2
    low, high = np.quantile(drops, [tail, 1 - tail])
    return Interval(float(low), float(high))


def poisson_p(before: Floats, after: Floats, drop: float, aggregate: Aggregate) -> float | None:
    """Two-sided p-value of a drop by its standard error over the resamples and the normal distribution.

    Args:
        before: As for :func:`poisson_interval`.
        after: The same.
        drop: The drop over all rows.
        aggregate: The same.

    Returns:
        The p-value; None without rows, 1.0 where no resample has another drop than 0.
    """
    drops = _drops(before, after, aggregate)
    if not drops.size or not math.isfinite(drop):
        return None
    error = float(drops.std(ddof=1))
    if error == 0:
        return 1.0 if drop == 0 else 0.0
    return 2 * NormalDist().cdf(-abs(drop) / error)


def _drops(before: Floats, after: Floats, aggregate: Aggregate) -> Any:
    with np.errstate(divide="ignore", invalid="ignore"):
        drops = aggregate(before) - aggregate(after)
    return drops[np.isfinite(drops)]
