"""The gap between groups that the same rows were moved to: how far the best and the worst of them lie apart."""

import math
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.errors import UsageError
from hf_robust.scoring.clusters import Groups, sums_by_cluster
from hf_robust.scoring.measure_type import Floats
from hf_robust.scoring.paired import listed
from hf_robust.scoring.statistics import Aggregate, bootstrap, paired_bootstrap

_CELLS_AT_ONCE = 2_000_000  # numbers of a block: 16 MB
_TIE = 1e-12  # differences below it are rounding


class GroupGap(TypedDict):
    """What `group_gap` returns; all but n is None (or a list of None) when n is 0."""

    n: int
    scores: list[float | None]
    intervals: list[list[float] | None]
    gap: float | None
    best: int | None
    worst: int | None
    interval: list[float] | None
    p_value: float | None


def group_gap(
    stats: Floats,
    aggregate: Aggregate,
    *,
    clusters: Groups | None = None,
    resamples: int = 2000,
    permutations: int = 2000,
    confidence: float = 0.95,
    seed: int = 0,
) -> GroupGap:
    """Compare the scores of groups on the same rows.

    Args:
        stats: Statistics of each row in each group, of shape (rows, groups, k), two groups at least.
        aggregate: ``(..., k) -> (...)`` on sums of rows.
        clusters: The cluster of each row: rows of a cluster are drawn and permuted together. None: each row is a
            cluster of its own.
        resamples: Resamples of the bootstraps.
        permutations: Random orders of the permutation test; the smallest p-value is ``1 / (permutations + 1)``.
        confidence: Coverage of the intervals.
        seed: Random seed.

    Returns:
        ``n``, ``scores`` and ``intervals`` (bootstrap) by group, ``gap`` (greatest minus least score), ``best`` and
        ``worst`` (the numbers of these two groups), ``interval`` (paired bootstrap over rows of the difference of just
        these two; it may reach below zero) and ``p_value``: how often the gap is as large when each row's groups
        change places at random, which allows for the choice of the two.

    Raises:
        UsageError: The array has another shape, or fewer than two groups.

    Source: Koehn 2004 (paired bootstrap); Noreen 1989 (approximate randomization), the +1 as in Phipson and Smyth 2010.

    Example:
        >>> right, wrong = [1.0, 1.0], [0.0, 1.0]
        >>> stats = np.array([[right, wrong]] * 8 + [[right, right]] * 12)
        >>> found = group_gap(stats, lambda sums: sums[..., 0] / sums[..., 1])
        >>> found["scores"], found["gap"], found["best"], found["worst"], found["p_value"] < 0.02
        ([1.0, 0.6], 0.4, 0, 1, True)
    """
    stats = np.asarray(stats, np.float64)
    if stats.ndim != 3 or stats.shape[1] < 2:
        raise UsageError(f"expected statistics of shape (rows, 2 groups or more, k), found {stats.shape}")
    n, groups, _ = stats.shape
    if n == 0:
        empty = [None] * groups
        return GroupGap(
            n=0, scores=[*empty], intervals=[*empty], gap=None, best=None, worst=None, interval=None, p_value=None
        )
    scores = aggregate(stats.sum(axis=0))
    best, worst = int(np.argmax(scores)), int(np.argmin(scores))
    if best == worst:  # all alike
        best, worst = 0, 1
    gap = float(scores[best] - scores[worst])
    settings = (resamples, confidence, seed)
    stats = sums_by_cluster(stats, clusters)
    return GroupGap(
        n=n,
        scores=[float(score) if math.isfinite(score) else None for score in scores],
        intervals=[listed(bootstrap(stats[:, group], aggregate, *settings)) for group in range(groups)],
        gap=gap if math.isfinite(gap) else None,
        best=best,
        worst=worst,
        interval=listed(paired_bootstrap(stats[:, best], stats[:, worst], aggregate, *settings)),
        p_value=_permuted(stats, aggregate, gap, permutations, seed) if math.isfinite(gap) else None,
    )


def _permuted(stats: Floats, aggregate: Aggregate, gap: float, permutations: int, seed: int) -> float:
    """How often the groups of each row, in a random order, lie as far apart."""
    differs = (stats != stats[:, :1]).any(axis=(1, 2))
    moving, still = stats[differs], stats[~differs].sum(axis=0)
    if not len(moving):
        return 1.0
    rng = np.random.default_rng(seed)
    size = max(1, _CELLS_AT_ONCE // moving.size)
    extreme = 0
    for start in range(0, permutations, size):
        sums = still + _shuffled(moving, min(size, permutations - start), rng)
        scores = aggregate(sums)
        extreme += int(np.count_nonzero(scores.max(axis=-1) - scores.min(axis=-1) >= gap - _TIE))
    return (extreme + 1) / (permutations + 1)


def _shuffled(moving: Floats, draws: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """The sums by group, of shape (draws, groups, k), with the groups of each row in a random order."""
    order = rng.random((draws, *moving.shape[:2])).argsort(axis=-1)
    return np.take_along_axis(moving[None], order[..., None], axis=2).sum(axis=1)
