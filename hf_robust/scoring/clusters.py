"""Intervals of a share whose cases come in clusters, such as all cases made of one sentence."""

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any

from hf_robust.core.errors import UsageError
from hf_robust.scoring.inputs import check_lengths
from hf_robust.scoring.statistics import Interval, wilson_of_share


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
    sizes: Counter[Hashable] = Counter(groups)
    if len(sizes) == n:
        return float(n)
    sums: dict[Hashable, float] = dict.fromkeys(sizes, 0.0)
    for value, group in zip(values, groups):
        sums[group] += value
    typical = sum(size * size for size in sizes.values()) / n
    whole = n + 2 * typical
    share = (sum(sums.values()) + typical) / whole
    off = sum((sums[group] - share * size) ** 2 for group, size in sizes.items())
    off += (typical * (1 - share)) ** 2 + (typical * share) ** 2
    alone = sum((value - share) ** 2 for value in values) + typical * (1 - share) ** 2 + typical * share**2
    return float(min(n, max(1.0, n * alone / off)))


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
