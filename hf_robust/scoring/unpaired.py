"""Two scores whose rows are not known side by side: the exact test of two shares, standard errors, and their test.

Where both scores are of the same rows these tests are conservative: what the rows have in common does not cancel out.
"""

import math

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.scoring.measure_type import Floats
from hf_robust.scoring.statistics import Aggregate

_TIE = 1e-7  # differences below it are rounding


def fisher_exact(right: int, n: int, other_right: int, other_n: int) -> float:
    """Two-sided p-value that two shares of rows are the same, by Fisher's exact test.

    Args:
        right: Rows of the first kind that are right.
        other_right: The same for the second kind.

    Returns:
        The p-value; 1.0 where one of the kinds has no rows.

    Raises:
        UsageError: A count is negative, or larger than all rows.

    Source: Fisher 1935, "The Logic of Inductive Inference".

    Example:
        >>> round(fisher_exact(8, 10, 1, 6), 4)
        0.035
    """
    if not (0 <= right <= n and 0 <= other_right <= other_n):
        raise UsageError(f"expected shares of rows, found {right} of {n} and {other_right} of {other_n}")
    total, all_right = n + other_n, right + other_right
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, total + 1)))])
    first = np.arange(max(0, all_right - other_n), min(n, all_right) + 1)
    second = all_right - first
    ways = (logs[n] - logs[first] - logs[n - first]) + (logs[other_n] - logs[second] - logs[other_n - second])
    chances = np.exp(ways - (logs[total] - logs[all_right] - logs[total - all_right]))
    seen = chances[right - first[0]]
    return min(1.0, float(chances[chances <= seen * (1 + _TIE)].sum()))


def jackknife_error(stats: Floats, aggregate: Aggregate) -> float | None:
    """Standard error of an aggregate: how far it moves when one row is left out.

    Args:
        stats: (n, k) statistics, one row for each independent data row.
        aggregate: ``(..., k) -> (...)`` on sums of rows.

    Returns:
        The standard error in units of the aggregate; None with fewer than two rows, or where it is undefined.

    Source: Efron and Stein 1981, "The Jackknife Estimate of Variance".

    Example:
        >>> import numpy as np
        >>> stats = np.array([[1.0, 1.0]] * 80 + [[0.0, 1.0]] * 20)
        >>> round(jackknife_error(stats, lambda sums: sums[..., 0] / sums[..., 1]), 4)
        0.0402
    """
    n = len(stats)
    if n < 2:
        return None
    with np.errstate(invalid="ignore", divide="ignore"):
        without = np.asarray(aggregate(stats.sum(axis=0) - stats), dtype=np.float64)
    error = math.sqrt((n - 1) / n * float(((without - without.mean()) ** 2).sum()))
    return error if math.isfinite(error) else None


def share_error(share: float, n: int) -> float:
    """The most that the standard error of a mean of n scores between 0 and 1 can be, where their mean is known.

    Example:
        >>> share_error(0.5, 100)
        0.05
    """
    return math.sqrt(max(share * (1 - share), 0.0) / n) if n else math.inf


def difference_p(score: float, other: float, error: float, other_error: float) -> float:
    """Two-sided p-value that two scores differ by chance, from their standard errors.

    The larger of both errors stands for each, for a score near 1 has an error of nearly 0 that says little.

    Args:
        score: The first score.
        other: The second one.
        error: Standard error of the first.
        other_error: That of the second.

    Example:
        >>> round(difference_p(0.9, 0.8, 0.04, 0.03), 3)
        0.077
    """
    if score == other:
        return 1.0
    spread = math.sqrt(2) * max(error, other_error)
    return math.erfc(abs(score - other) / spread / math.sqrt(2)) if spread else 0.0
