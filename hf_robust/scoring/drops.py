"""The interval and the p-value of a drop, on rows or on clusters of rows.

A cluster is all rows that are no independent evidence: variants of one text, or rows with equal inputs. Its rows are
summed first (:func:`summed`), so that both methods draw and swap whole clusters. Where each row is a cluster of its
own, they are the paired bootstrap and McNemar's test.
"""

import math

import numpy as np
from numpy.typing import NDArray

from hf_robust.scoring.clusters import Groups, sums_by_cluster
from hf_robust.scoring.inputs import check_lengths
from hf_robust.scoring.measure_type import Floats, share
from hf_robust.scoring.statistics import (
    Aggregate,
    Interval,
    mcnemar,
    paired_bootstrap,
    paired_permutation_p,
    wilson_of_share,
)

_CELLS = 50_000_000  # of an exact distribution; larger ones are sampled
_PERMUTATIONS = 10_000


def drop_interval(
    before: Floats,
    after: Floats,
    aggregate: Aggregate,
    resamples: int = 2000,
    confidence: float = 0.95,
    seed: int = 0,
) -> Interval:
    """Confidence interval of a drop: the paired bootstrap, and a score interval where no row changed.

    The bootstrap repeats what it has seen, so without any changed row its interval would have no width.

    Args:
        before: (n, k) statistics of the original rows or clusters.
        after: (n, k) statistics of the perturbed ones, in the same order.
        aggregate: ``(..., k) -> (...)`` on sums of rows.
        resamples: Number of resamples.
        confidence: Coverage of the interval.
        seed: Seed of the draw.

    Returns:
        The interval; NaN ends when n is 0, or where no row changed and the aggregate is no share.

    Raises:
        UsageError: The shapes differ, or a wrong confidence or number of resamples.

    Sources: Koehn 2004 (paired bootstrap); Tango 1998, "Equivalence test and confidence interval for the difference in
        proportions for the paired-sample design" (no discordant pair); Kish 1965, "Survey Sampling" (effective number
        of rows of unequal weight).

    Example:
        >>> right = np.ones((80, 2))
        >>> [round(end, 3) for end in drop_interval(right, right, share)]
        [-0.046, 0.046]
    """
    if len(before) and np.array_equal(before, after):
        return _unchanged_interval(before, aggregate, confidence)
    return paired_bootstrap(before, after, aggregate, resamples, confidence, seed)


def _unchanged_interval(stats: Floats, aggregate: Aggregate, confidence: float) -> Interval:
    """Tango's score interval without a discordant pair: plus and minus Wilson's upper bound of 0 of n."""
    if aggregate is not share or not stats[:, 1].any():
        return Interval(math.nan, math.nan)
    weights = stats[:, 1]
    effective = float(weights.sum() ** 2 / (weights**2).sum())
    high = wilson_of_share(0.0, effective, confidence).high
    return Interval(-high, high)


def drop_p(
    before: Floats, after: Floats, aggregate: Aggregate, binary: bool, permutations: int = _PERMUTATIONS, seed: int = 0
) -> float | None:
    """Two-sided p-value of a drop.

    Args:
        before: (n, k) statistics of the original rows or clusters.
        after: (n, k) statistics of the perturbed ones, in the same order.
        aggregate: ``(..., k) -> (...)`` on sums of rows.
        binary: Whether each row is right or wrong, as the first column says.
        permutations: Random swaps, for other measures.
        seed: Seed of the swaps.

    Returns:
        The exact p-value (:func:`sign_flip_p`) for right and wrong, else that of the paired permutation test; None when
        n is 0.

    Example:
        >>> drop_p(np.ones((8, 2)), np.array([[0.0, 1.0]] * 8), share, binary=True)
        0.0078125
    """
    if binary and len(before):
        return sign_flip_p(before[:, 0] - after[:, 0])
    return paired_permutation_p(before, after, aggregate, permutations, seed)


def sign_flip_p(differences: Floats | NDArray[np.int64]) -> float:
    """Exact two-sided p-value of whole numbers: how often is their sum as large when each sign is random?

    For differences of -1, 0 and 1 this is McNemar's exact test. A cluster of equal rows has one sign, so that it counts
    as one trial, however many rows it has.

    Args:
        differences: One whole number a cluster: rows that broke minus rows that were fixed.

    Returns:
        The p-value; 1.0 when no difference is left. Distributions that are too large to enumerate are sampled.

    Sources: Pitman 1937, "Significance Tests Which May be Applied to Samples from any Populations"; Dietterich 1998.

    Example:
        >>> sign_flip_p(np.array([1, 1, 1, 1, 1, 1])), sign_flip_p(np.array([60, 0, 0]))
        (0.03125, 1.0)
        >>> sign_flip_p(np.array([3, 3, 2, 2])), sign_flip_p(np.array([6, 6, 4, 4]))
        (0.125, 0.125)
    """
    signed = np.rint(differences).astype(np.int64)
    signed = signed[signed != 0]
    if not len(signed):
        return 1.0
    signed //= np.gcd.reduce(signed)
    sizes = np.abs(signed)
    if sizes.max() == 1:
        return mcnemar(int((signed > 0).sum()), int((signed < 0).sum()))
    total = int(sizes.sum())
    if len(sizes) * total > _CELLS:
        columns = np.column_stack([signed, np.ones(len(signed))]), np.column_stack([0 * signed, np.ones(len(signed))])
        return paired_permutation_p(*columns, share, _PERMUTATIONS) or 1.0
    chances = np.zeros(total + 1)  # that the positive numbers add up to 0, 1, 2, ...
    chances[0] = 1.0
    for size in sizes.tolist():
        both = chances / 2
        both[size:] += chances[:-size] / 2
        chances = both
    sums = np.abs(2 * np.arange(total + 1) - total)
    return min(1.0, float(chances[sums >= abs(int(signed.sum()))].sum()))


def summed(before: Floats, after: Floats, groups: Groups | None) -> tuple[Floats, Floats]:
    """The statistics of each cluster of rows: every aggregate is a function of sums.

    Args:
        before: (n, k) statistics of the original rows.
        after: (n, k) statistics of the perturbed rows.
        groups: The cluster of each row; None where each row is a cluster of its own.

    Raises:
        UsageError: The columns differ in length.

    Example:
        >>> [side.tolist() for side in summed(np.ones((3, 2)), np.eye(3, 2), ["a", "b", "a"])]
        [[[2.0, 2.0], [1.0, 1.0]], [[1.0, 0.0], [0.0, 1.0]]]
    """
    if groups is not None:
        check_lengths(predictions_original=before, groups=groups)
    return sums_by_cluster(before, groups), sums_by_cluster(after, groups)
