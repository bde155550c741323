"""Clusters of rows that are no independent evidence: their sums, and how many independent rows they are worth."""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.errors import UsageError
from hf_robust.core.numbering import Numbering
from hf_robust.scoring.inputs import check_lengths
from hf_robust.scoring.measure_type import Floats
from hf_robust.scoring.statistics import Interval, wilson_of_share

Groups = Sequence[Hashable] | NDArray[np.integer]
"""The cluster of each row."""


def numbered(groups: Groups) -> NDArray[np.int64]:
    """The number of the cluster of each row, from 0 in the order in which the clusters first occur.

    Args:
        groups: The cluster of each row.

    Example:
        >>> numbered(["b", "a", "b"]).tolist(), numbered(np.array([7, 4, 7])).tolist()
        ([0, 1, 0], [0, 1, 0])
    """
    if isinstance(groups, np.ndarray):
        return Numbering().add(groups.astype(np.uint64))[0].astype(np.int64)
    numbers: dict[Hashable, int] = {}
    return np.fromiter((numbers.setdefault(key, len(numbers)) for key in groups), np.int64, len(groups))


def in_order(groups: Groups) -> tuple[NDArray[np.intp], NDArray[np.int64]]:
    """The rows ordered by cluster, and where each cluster starts in this order.

    Args:
        groups: The cluster of each row.

    Returns:
        Row numbers, the clusters in the order in which they first occur; and the start of each cluster, with the number
        of rows as the last value.

    Example:
        >>> [column.tolist() for column in in_order(["b", "a", "b"])]
        [[0, 2, 1], [0, 2, 3]]
    """
    numbers = numbered(groups)
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(np.bincount(numbers))])
    return np.argsort(numbers, kind="stable"), starts


def sums_by_cluster(values: Floats, groups: Groups | None) -> Floats:
    """The sum of the values of each cluster, the clusters in the order in which they first occur.

    Args:
        values: Array whose first axis is the rows.
        groups: The cluster of each row; None where each row is a cluster of its own.

    Example:
        >>> sums_by_cluster(np.array([[1.0], [2.0], [4.0]]), ["b", "a", "b"]).tolist()
        [[5.0], [2.0]]
    """
    if groups is None or not len(values):
        return values
    order, starts = in_order(groups)
    return np.add.reduceat(values[order], starts[:-1], axis=0)


def effective_cases(values: Sequence[float], groups: Sequence[Hashable]) -> float:
    """How many independent cases say as much as cases that come in clusters.

    The variance of the share over clusters is compared with that over single cases. Two clusters are added for that,
    of the size that the clusters have where a case is drawn: one all 1 and one all 0. Without them a share of 0 or 1,
    or few clusters that are alike by luck, would count as many independent cases; with them such clusters count about
    once each.

    Args:
        values: From 0 to 1, one a case.
        groups: The cluster of each case.

    Returns:
        From 1 to the number of cases; exactly that number where each case is a cluster of its own. 0 without cases.

    Raises:
        UsageError: The two differ in length.

    Example:
        >>> effective_cases([1, 0, 1, 1], "abcd")
        4.0
        >>> round(effective_cases([1] * 30, "a" * 10 + "b" * 10 + "c" * 10), 1)
        3.0
    """
    n = check_lengths(values=list(values), groups=list(groups))
    return float(effective_sizes(np.asarray(values, np.float64), np.ones((n, 1), np.bool_), groups)[0])


def effective_sizes(values: Floats, members: NDArray[np.bool_], groups: Groups | None) -> Floats:
    """The same for many groups of the same cases at once, such as slices; see :func:`effective_cases`.

    Args:
        values: From 0 to 1, one a case.
        members: Which cases are in which slices, of shape (cases, slices).
        groups: The cluster of each case; None where each case is a cluster of its own.

    Example:
        >>> effective_sizes(np.ones(4), np.ones((4, 1), bool), None).tolist()
        [4.0]
    """
    counts = members.sum(axis=0).astype(np.float64)
    inside = members.astype(np.float64)
    sizes = sums_by_cluster(inside, groups)
    if sizes.max(initial=0) <= 1:
        return counts
    sums = sums_by_cluster(inside * values[:, None], groups)
    with np.errstate(divide="ignore", invalid="ignore"):
        typical = (sizes**2).sum(axis=0) / counts
        share = (sums.sum(axis=0) + typical) / (counts + 2 * typical)
        off = ((sums - share * sizes) ** 2).sum(axis=0) + (typical * (1 - share)) ** 2 + (typical * share) ** 2
        squares = (inside * (values[:, None] - share) ** 2).sum(axis=0)
        alone = squares + typical * (1 - share) ** 2 + typical * share**2
        found = np.minimum(counts, np.maximum(1.0, counts * alone / off))
    return np.where(sizes.max(axis=0) <= 1, counts, found)


def ways_of(groups: Sequence[Any] | None) -> list[list[Hashable]]:
    """In how many ways cases belong together: one column of clusters for the first source of each case, the second, ...

    Args:
        groups: The source of each case, or a list of them; None where nothing is known of sources.

    Example:
        >>> ways_of([["a", "x"], ["b", "x"]])
        [['a', 'b'], ['x', 'x']]
        >>> ways_of(["a", "a"]), ways_of(None)
        ([['a', 'a']], [])
    """
    several = [one if isinstance(one, (list, tuple)) else (one,) for one in groups or ()]
    most = max(map(len, several), default=0)
    # a case that lacks a second source is alone in that way
    return [[one[way] if way < len(one) else (place,) for place, one in enumerate(several)] for way in range(most)]


def clustered_share(
    values: Sequence[float], ways: Sequence[Sequence[Hashable]] = (), confidence: float = 0.95
) -> Interval:
    """Wilson's interval of a share for as many cases as they are worth; see :func:`effective_cases`.

    Args:
        values: From 0 to 1, one a case: whether it counts, or how much raters say so on average.
        ways: Clusters of the cases, one column for each way in which cases belong together; the way that leaves least
            counts. Without any, each case stands for itself and the interval is Wilson's own.
        confidence: Coverage of the interval.

    Returns:
        The interval; NaN ends without cases.

    Raises:
        UsageError: A column has another length, a value is not from 0 to 1, or a wrong confidence.

    Source: Kish 1965, "Survey Sampling" (design effect); Dean and Pagano 2015, "Evaluating Confidence Interval Methods
        for Binomial Proportions in Clustered Surveys" (Wilson's interval with the effective sample size).

    Example:
        >>> alone, alike = clustered_share([1, 1, 0, 0] * 5), clustered_share([1, 1, 0, 0] * 5, ["abcd" * 5])
        >>> [round(end, 2) for end in alone], [round(end, 2) for end in alike]
        ([0.3, 0.7], [0.15, 0.85])
    """
    if any(not 0 <= value <= 1 for value in values):
        raise UsageError("a share is over values from 0 to 1")
    worth = min((effective_cases(values, groups) for groups in ways), default=float(len(values)))
    return wilson_of_share(sum(values) / len(values) if len(values) else 0.0, worth, confidence)
