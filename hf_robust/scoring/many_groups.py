"""Intervals and tests for many groups of the same rows at once: slices, transformations, and both together.

What is drawn is drawn once for all groups, and everything is a function of sums over rows, so that a thousand groups
cost a few products of matrices.
"""

import math
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.errors import UsageError
from hf_robust.scoring.clusters import Groups, numbered, sums_by_cluster
from hf_robust.scoring.drops import sign_flip_p as exact_sign_flip_p
from hf_robust.scoring.measure_type import Floats
from hf_robust.scoring.statistics import Aggregate

_CELLS_AT_ONCE = 4_000_000  # numbers of a block: 32 MB
_TIE = 1e-6  # of sums of float32
_Z = 1.959963984540054  # of an interval of 95%


def resampled_sums(
    rows: int, columns: Callable[[slice], Floats], *, draws: int = 1000, width: int = 1, seed: int = 0
) -> Floats:
    """Sums of columns over rows that are drawn again and again, each a Poisson number of times.

    Args:
        rows: How many rows there are.
        columns: Gives the columns of some rows, of shape (rows, columns).
        draws: How often all rows are drawn.
        width: About how many columns there are; so many rows fewer are held at a time.
        seed: Seed of the draw; the same draw for all columns, so that what groups share cancels out.

    Returns:
        Sums of shape (draws, columns).

    Source: Hanley and MacGibbon 2006, "Creating non-parametric bootstrap samples using Poisson frequencies".

    Example:
        >>> sums = resampled_sums(400, lambda rows: np.ones((400, 2))[rows], draws=200)
        >>> sums.shape, bool(abs(sums.mean() - 400) < 5)
        ((200, 2), True)
    """
    rng = np.random.default_rng(seed)
    size = max(1, _CELLS_AT_ONCE // max(draws, width))
    total: Floats | None = None
    for start in range(0, rows, size):
        part = slice(start, min(start + size, rows))
        times = rng.poisson(1.0, (part.stop - start, draws)).astype(np.float32)
        found = (times.T @ columns(part).astype(np.float32)).astype(np.float64)
        total = found if total is None else total + found
    if total is None:
        raise UsageError("there are no rows to draw from")
    return total


def spread(values: Floats, confidence: float = 0.95) -> Floats:
    """The interval of each column of drawn values; NaN where none is finite.

    Args:
        values: Drawn values of shape (draws, groups).
        confidence: Coverage of the intervals.

    Returns:
        Lower and upper ends, of shape (groups, 2).

    Example:
        >>> spread(np.arange(101.0)[:, None], 0.9).round(6).tolist()
        [[5.0, 95.0]]
    """
    tail = (1 - confidence) / 2
    found = np.full((values.shape[1], 2), np.nan)
    usable = np.isfinite(values).any(axis=0)
    found[usable] = np.nanquantile(np.where(np.isfinite(values), values, np.nan)[:, usable], [tail, 1 - tail], axis=0).T
    return found


def paired_share_intervals(both: Floats, broken: Floats, fixed: Floats, neither: Floats) -> Floats:
    """95% intervals of differences of paired shares (before minus after), one a group; never of width 0 on few rows.

    Args:
        both: Rows right before and after, by group.
        broken: Rows right before and wrong after.
        fixed: Rows wrong before and right after.
        neither: Rows wrong before and after.

    Returns:
        Lower and upper ends, of shape (groups, 2); NaN where a group has no rows.

    Source: Newcombe 1998, "Improved confidence intervals for the difference between binomial proportions based on
        paired data", method 10.

    Example:
        >>> paired_share_intervals(*(np.array([n]) for n in (36.0, 12.0, 2.0, 0.0))).round(3).tolist()
        [[0.057, 0.34]]
    """
    both, broken, fixed, neither = (np.asarray(part, dtype=np.float64) for part in (both, broken, fixed, neither))
    n = both + broken + fixed + neither
    with np.errstate(divide="ignore", invalid="ignore"):
        before, after = (both + broken) / n, (both + fixed) / n
        low_before, high_before = _wilson(before, n)
        low_after, high_after = _wilson(after, n)
        product = both * neither - broken * fixed
        product = np.where(product > 0, np.maximum(product - n / 2, 0), product)
        root = np.sqrt((both + broken) * (fixed + neither) * (both + fixed) * (broken + neither))
        phi = np.where(root > 0, product / root, 0.0)
        down, up = before - low_before, high_before - before
        other_down, other_up = after - low_after, high_after - after
        low = before - after - np.sqrt(np.maximum(down**2 - 2 * phi * down * other_up + other_up**2, 0))
        high = before - after + np.sqrt(np.maximum(up**2 - 2 * phi * up * other_down + other_down**2, 0))
    return np.column_stack([low, high])


def _wilson(share: Floats, n: Floats) -> tuple[Floats, Floats]:
    shrink = 1 + _Z**2 / n
    centre = (share + _Z**2 / (2 * n)) / shrink
    half = _Z * np.sqrt(share * (1 - share) / n + _Z**2 / (4 * n**2)) / shrink
    return centre - half, centre + half


def sign_flip_p(changes: Floats, members: NDArray[np.bool_], clusters: Groups | None = None) -> list[float | None]:
    """Two-sided p-values that changes go up as often and as far as down, one a group.

    Where all changes are -1, 0 and 1 it is the exact test (McNemar's where each row is a cluster of its own), else the
    normal approximation to the test that flips signs at random, less one change (the greatest) for continuity.

    Args:
        changes: Score after minus score before, a value a row.
        members: Which rows are in which groups, of shape (rows, groups).
        clusters: The cluster of each row: the changes of a cluster have one sign in common. None: each row has its own.

    Returns:
        A p-value a group; None for one without rows.

    Example:
        >>> changes = np.array([-1.0] * 8 + [1.0] + [0.0] * 20)
        >>> sign_flip_p(changes, np.ones((29, 1), bool))
        [0.0390625]
    """
    sizes = members.sum(axis=0)
    exact = bool(np.isin(changes, (-1.0, 0.0, 1.0)).all())
    moved = np.flatnonzero(changes)
    groups = None if clusters is None else numbered(clusters)[moved]
    found = []
    for inside in members[moved].T:
        flipped = sums_by_cluster(changes[moved] * inside, groups)
        found.append(exact_sign_flip_p(flipped) if exact else _normal_sign_flip_p(flipped))
    return [p if n else None for p, n in zip(found, sizes, strict=True)]


def _normal_sign_flip_p(changes: Floats) -> float:
    far = max(float(abs(changes.sum())) - float(np.abs(changes).max(initial=0)), 0.0)
    deviation = math.sqrt(float((changes**2).sum()))
    return math.erfc(far / deviation / math.sqrt(2)) if deviation else 1.0


def gaps_to_rest(stats: Floats, members: NDArray[np.bool_], aggregate: Aggregate) -> Floats:
    """The score of each group minus that of the rows outside of it; NaN where either has no rows.

    Args:
        stats: Statistics of shape (rows, statistics).
        members: Which rows are in which groups, of shape (rows, groups).
        aggregate: ``(..., k) -> (...)`` on sums of rows.

    Example:
        >>> stats = np.array([[1.0, 1.0], [0.0, 1.0], [1.0, 1.0]])
        >>> gaps_to_rest(stats, np.array([[True], [False], [False]]), lambda sums: sums[..., 0] / sums[..., 1])
        array([0.5])
    """
    inside = members.T.astype(np.float64) @ stats
    sizes = members.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        gaps = aggregate(inside) - aggregate(stats.sum(axis=0) - inside)
    return np.where((sizes > 0) & (sizes < len(stats)), gaps, np.nan)


def membership_p(
    stats: Floats,
    members: NDArray[np.bool_],
    aggregate: Aggregate,
    *,
    clusters: Groups | None = None,
    draws: int = 4999,
    seed: int = 0,
) -> list[float | None]:
    """Two-sided p-values that a group scores as the rows outside of it, for rows that change places at random.

    It is exact for groups of any size and for every measure.

    Args:
        stats: Statistics of shape (rows, statistics).
        members: Which rows are in which groups, of shape (rows, groups).
        aggregate: ``(..., k) -> (...)`` on sums of rows.
        clusters: The cluster of each row: rows of a cluster that are all in a group, or all outside of it, change
            places together. None: each row is a cluster of its own.
        draws: Random orders of the rows; the smallest p-value is ``1 / (draws + 1)``.
        seed: Seed of the draw.

    Returns:
        A p-value a group; None for one that has no rows or all of them.

    Source: Phipson and Smyth 2010, "Permutation p-values should never be zero".

    Example:
        >>> right = np.array([0.0] * 12 + [1.0] * 28)
        >>> stats = np.column_stack([right, np.ones(40)])
        >>> mean = lambda sums: sums[..., 0] / sums[..., 1]
        >>> p = membership_p(stats, np.arange(40)[:, None] < np.array([[10, 0]]), mean, draws=999)
        >>> p[0] <= 0.002, p[1]
        (True, None)
    """
    if clusters is not None:
        return _membership_of_clusters(stats, members, aggregate, numbered(clusters), draws, seed)
    gaps = np.abs(gaps_to_rest(stats, members, aggregate))
    rows, k = stats.shape
    total, inside = stats.sum(axis=0), members.T.astype(np.float32)
    rng = np.random.default_rng(seed)
    extreme = np.zeros(len(gaps), np.int64)
    size = max(1, _CELLS_AT_ONCE // max(rows * k, 1))
    for start in range(0, draws, size):
        many = min(size, draws - start)
        orders = rng.permuted(np.tile(np.arange(rows, dtype=np.int32), (many, 1)), axis=1)
        drawn = stats.astype(np.float32)[orders.T].reshape(rows, many * k)
        sums = (inside @ drawn).astype(np.float64).reshape(len(gaps), many, k)
        with np.errstate(divide="ignore", invalid="ignore"):
            found = np.abs(aggregate(sums) - aggregate(total - sums))
        extreme += np.count_nonzero(found >= gaps[:, None] - _TIE, axis=1)
    return [None if math.isnan(gap) else (int(many) + 1) / (draws + 1) for gap, many in zip(gaps, extreme, strict=True)]


def _membership_of_clusters(
    stats: Floats,
    members: NDArray[np.bool_],
    aggregate: Aggregate,
    clusters: NDArray[np.int64],
    draws: int,
    seed: int,
) -> list[float | None]:
    """The test over clusters: all groups that split no cluster at once, each of the others by itself."""
    sizes = sums_by_cluster(np.ones(len(clusters)), clusters)
    inside = sums_by_cluster(members.astype(np.float64), clusters)
    whole = ((inside == 0) | (inside == sizes[:, None])).all(axis=0)
    p_values: list[float | None] = [None] * members.shape[1]
    tested = membership_p(sums_by_cluster(stats, clusters), inside[:, whole] > 0, aggregate, draws=draws, seed=seed)
    for index, p_value in zip(np.flatnonzero(whole).tolist(), tested, strict=True):
        p_values[index] = p_value
    for index in np.flatnonzero(~whole).tolist():
        parts = 2 * clusters + members[:, index]  # the part of each cluster inside, and the part outside
        column = sums_by_cluster(members[:, [index]].astype(np.float64), parts) > 0
        p_values[index] = membership_p(sums_by_cluster(stats, parts), column, aggregate, draws=draws, seed=seed)[0]
    return p_values


def binomial_tail(count: int, n: int, share: float) -> float:
    """How likely at least so many of n are, where each is with the probability of a share.

    Args:
        count: How many.
        n: Of how many.
        share: From 0 to 1.

    Example:
        >>> binomial_tail(2, 2, 0.5), binomial_tail(0, 2, 0.5), binomial_tail(1, 2, 0.0)
        (0.25, 1.0, 0.0)
    """
    if count <= 0 or share >= 1:
        return 1.0
    if share <= 0:
        return 0.0
    places = range(count, n + 1)
    logs = [
        math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)
        + k * math.log(share) + (n - k) * math.log1p(-share)
        for k in places
    ]  # fmt: skip
    return min(1.0, math.fsum(map(math.exp, logs)))


def benjamini_hochberg(p_values: Sequence[float | None]) -> list[float | None]:
    """Adjust p-values so that, of those below a level, at most that share is expected to be chance.

    Args:
        p_values: One p-value a test; None where no test was possible, which stays None and is not counted.

    Returns:
        Adjusted p-values in the same order.

    Raises:
        UsageError: A value is not between 0 and 1.

    Source: Benjamini and Hochberg 1995, "Controlling the False Discovery Rate".

    Example:
        >>> benjamini_hochberg([0.01, None, 0.04, 0.03])
        [0.03, None, 0.04, 0.04]
    """
    tested = {place: p for place, p in enumerate(p_values) if p is not None}
    for place, p in tested.items():
        if not 0 <= p <= 1:
            raise UsageError(f"expected p-values between 0 and 1, found {p} at position {place}")
    adjusted: list[float | None] = [None] * len(p_values)
    least = 1.0
    for rank, place in enumerate(sorted(tested, key=tested.__getitem__, reverse=True)):
        least = min(least, tested[place] * len(tested) / (len(tested) - rank))
        adjusted[place] = least
    return adjusted
