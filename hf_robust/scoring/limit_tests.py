"""Tests of a drop or a share against a limit, and what a number of rows can show.

A gate asks whether a drop is larger than a limit, for example three points. :func:`drop_against_limit` answers with
two one-sided p-values: one for "larger" and one for "smaller". Both can be large, and then the rows do not decide.
"""

import math
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.errors import UsageError

LEVEL = 0.05  # of each one-sided test
POWER = 0.8  # with which a detectable drop is detected
_NORMAL = NormalDist()
_LARGEST = 200_000  # rows up to which the exact distribution is computed
_EXACT = 1_000  # rows up to which the power is exact
_STEPS = 14  # of a bisection


@dataclass(frozen=True)
class AgainstLimit:
    """One-sided p-values of a comparison with a limit.

    Args:
        above: Small when the true value is above the limit.
        below: Small when the true value is below the limit.
    """

    above: float
    below: float


def drop_against_limit(broken: int, fixed: int, n: int, limit: float) -> AgainstLimit:
    """Compare the drop of an accuracy with a limit.

    The statistic is ``broken - fixed``. Its distribution under "the drop equals the limit" is exact, given the rate of
    fixed rows that is most likely under this hypothesis. With a limit of 0 the test asks what McNemar's test asks.

    Args:
        broken: Rows right before and wrong after.
        fixed: Rows wrong before and right after.
        n: All rows.
        limit: The limit of the drop, a share between 0 and 1 (0.03 for three points).

    Raises:
        UsageError: A count is negative or above n, or the limit is not at least 0 and below 1.

    Sources: McNemar 1947; Tango 1998, "Equivalence test and confidence interval for the difference in proportions for
        the paired-sample design" (the rate under the hypothesis); Lloyd 2008, "Exact p-values for discrete models
        obtained by estimation and maximization" (its exact distribution at the estimate).

    Example:
        >>> result = drop_against_limit(broken=30, fixed=2, n=300, limit=0.03)
        >>> result.above < 0.001, result.below > 0.99
        (True, True)
        >>> round(drop_against_limit(broken=0, fixed=0, n=300, limit=0.03).below, 4)
        0.0001
    """
    if min(broken, fixed) < 0 or broken + fixed > n:
        raise UsageError(f"expected counts of {n} rows, found broken={broken}, fixed={fixed}")
    if not 0 <= limit < 1:
        raise UsageError(f"a limit of a drop is a share from 0 to 1, found {limit!r}")
    if n == 0:
        return AgainstLimit(1.0, 1.0)
    rate = fixed_rate_at_limit(broken, fixed, n, limit)
    chances = _differences(n, rate + limit, rate)
    place = broken - fixed + n
    return AgainstLimit(_bounded(chances[place:].sum()), _bounded(chances[: place + 1].sum()))


def fixed_rate_at_limit(broken: float, fixed: float, n: int, limit: float) -> float:
    """The most likely share of fixed rows if the drop equals the limit.

    Source: Tango 1998, equation 12.

    Example:
        >>> fixed_rate_at_limit(5, 5, 100, 0.0)
        0.05
    """
    middle = (2 * n - broken + fixed) * limit - broken - fixed
    root = math.sqrt(middle**2 + 8 * n * fixed * limit * (1 - limit))
    return min(max((root - middle) / (4 * n), 0.0), (1 - limit) / 2)


def _differences(n: int, up: float, down: float) -> NDArray[np.float64]:
    """Distribution of the sum of n differences that are 1, -1 or 0: entry i is the chance of ``i - n``."""
    if n > _LARGEST:  # a normal distribution with the same mean and variance
        mean, deviation = n * (up - down), math.sqrt(max(n * (up + down - (up - down) ** 2), 1e-12))
        ends = (np.arange(-n, n + 2) - 0.5 - mean) / deviation
        return np.diff(np.array([_NORMAL.cdf(end) for end in ends.tolist()]))
    size = 1 << (2 * n).bit_length()  # a power of two: other lengths can be slow
    one = np.zeros(size)
    one[0], one[1], one[-1] = 1 - up - down, up, down
    sums = np.fft.irfft(np.fft.rfft(one) ** n, size)
    return np.maximum(np.concatenate([sums[size - n :], sums[: n + 1]]), 0.0)


def _bounded(value: float) -> float:
    return min(1.0, max(0.0, float(value)))


def detectable_drop(fixed: float, n: int, limit: float, power: float = POWER, level: float = LEVEL) -> float | None:
    """The smallest drop that a test against a limit detects with the power.

    Args:
        fixed: Share of rows that are fixed by the change (wrong before, right after).
        n: Rows.
        limit: The limit of the drop, a share.
        power: Chance of detecting the drop.
        level: Level of the one-sided test.

    Returns:
        A share; None if no drop is detected with so few rows.

    Example:
        >>> round(detectable_drop(fixed=0.02, n=300, limit=0.03), 3), detectable_drop(0.02, 3, 0.03)
        (0.078, None)
    """
    low, high = limit, 1 - fixed
    if n == 0 or power_of_drop(high, fixed, n, limit, level) < power:
        return None
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if power_of_drop(middle, fixed, n, limit, level) < power:
            low = middle
        else:
            high = middle
    return high


def power_of_drop(drop: float, fixed: float, n: int, limit: float, level: float = LEVEL) -> float:
    """The chance that :func:`drop_against_limit` finds a drop above the limit.

    Up to 1,000 rows the power is exact. With more rows, the rate under the hypothesis is fixed at its expected value.

    Args:
        drop: The true drop, a share.
        fixed: Share of rows that are fixed by the change.
        n: Rows.
        limit: The limit of the drop, a share.
        level: Level of the one-sided test.

    Example:
        >>> round(power_of_drop(drop=0.1, fixed=0.02, n=300, limit=0.03), 2)
        0.96
    """
    fixed = min(fixed, (1 - drop) / 2)
    if n <= _EXACT:
        return _exact_power(fixed + drop, fixed, n, limit, level)
    at_limit = fixed_rate_at_limit(n * (fixed + drop), n * fixed, n, limit)
    tail = np.cumsum(_differences(n, at_limit + limit, at_limit)[::-1])[::-1]
    least = int(np.argmax(np.append(tail, 0.0) <= level))
    return float(_differences(n, fixed + drop, fixed)[least:].sum())


def _exact_power(broken: float, fixed: float, n: int, limit: float, level: float) -> float:
    """The power, summed over the numbers of fixed rows that occur."""
    chances = _binomial(n, fixed)
    some = np.flatnonzero(chances > 1e-7)
    total = 0.0
    for number in some.tolist():
        others = n - number
        least = _least_broken(number, n, limit, level)
        rate = min(1.0, broken / (1 - fixed)) if fixed < 1 else 0.0
        total += float(chances[number] * _binomial(others, rate)[least:].sum())
    return total


@lru_cache(maxsize=4096)
def _least_broken(fixed: int, n: int, limit: float, level: float) -> int:
    """The smallest number of broken rows with which a drop is significantly above the limit."""

    def significant(broken: int) -> bool:
        return broken + fixed > n or drop_against_limit(broken, fixed, n, limit).above <= level

    expected = n * limit + fixed
    least = max(0, round(expected + _NORMAL.inv_cdf(1 - level) * math.sqrt(expected + fixed)))  # close to the result
    while least > 0 and significant(least - 1):
        least -= 1
    while not significant(least):
        least += 1
    return least


def _binomial(n: int, rate: float) -> NDArray[np.float64]:
    """Chances of 0, 1, ..., n successes."""
    if rate <= 0 or rate >= 1:
        chances = np.zeros(n + 1)
        chances[n if rate >= 1 else 0] = 1.0
        return chances
    logs = _log_factorials(n)
    k = np.arange(n + 1)
    return np.exp(logs[n] - logs - logs[::-1] + k * math.log(rate) + (n - k) * math.log1p(-rate))


@lru_cache(maxsize=64)
def _log_factorials(n: int) -> NDArray[np.float64]:
    return np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, n + 1)))])


def rows_to_decide(broken: float, fixed: float, limit: float, power: float = POWER, level: float = LEVEL) -> int | None:
    """About how many rows decide whether a drop is above or below a limit, if the shares stay as they are.

    Args:
        broken: Share of rows that are right before and wrong after.
        fixed: Share of rows that are wrong before and right after.
        limit: The limit of the drop, a share.
        power: Chance of a decision.
        level: Level of the one-sided test.

    Returns:
        A number of rows; None if the drop equals the limit, which no number of rows decides.

    Source: Connor 1987, "Sample size for testing differences in proportions for the paired-sample design".

    Example:
        >>> rows_to_decide(broken=0.06, fixed=0.01, limit=0.03)
        1060
    """
    drop = broken - fixed
    if abs(drop - limit) < 1e-9:
        return None
    spread = math.sqrt(max(broken + fixed - drop**2, 1e-12))
    at_limit = math.sqrt(max(broken + fixed - limit**2, limit * (1 - limit), 1e-12))
    reach = _NORMAL.inv_cdf(1 - level) * at_limit + _NORMAL.inv_cdf(power) * spread
    return math.ceil((reach / (drop - limit)) ** 2)


def drop_decided_by(n: int, fixed: float, limit: float, power: float = POWER, level: float = LEVEL) -> float | None:
    """About the smallest drop above a limit that a number of rows detects: the inverse of :func:`rows_to_decide`.

    It is a normal approximation that is cheap on any number of rows. On 100 to 1,000 rows of which 2% or more are
    fixed, it differs from the exact :func:`detectable_drop` by up to 3%. On fewer rows, or without fixed rows, it is
    larger by up to 17%.

    Args:
        n: Rows.
        fixed: Share of rows that are fixed by the change (wrong before, right after).
        limit: The limit of the drop, a share.
        power: Chance of detecting the drop.
        level: Level of the one-sided test.

    Returns:
        A share; None if no drop is detected with so few rows.

    Example:
        >>> round(drop_decided_by(300, fixed=0.02, limit=0.03), 3), drop_decided_by(3, 0.02, 0.03)
        (0.079, None)
    """

    def enough(drop: float) -> bool:
        needed = rows_to_decide(fixed + drop, fixed, limit, power, level)
        return needed is not None and needed <= n

    low, high = limit, 1 - 2 * fixed
    if high <= limit or not enough(high):
        return None
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def score_against_limit(value: float, error: float, limit: float) -> AgainstLimit:
    """Compare a value with a limit by its standard error (one-sided z-tests).

    Args:
        value: The value, for example the drop of an F1 score.
        error: Its standard error, for example from a bootstrap over clusters of rows.
        limit: The limit, in the same unit.

    Example:
        >>> result = score_against_limit(0.08, 0.02, 0.03)
        >>> round(result.above, 4), round(result.below, 4)
        (0.0062, 0.9938)
    """
    if error <= 0:
        return AgainstLimit(float(value <= limit), float(value >= limit))
    above = 1 - _NORMAL.cdf((value - limit) / error)
    return AgainstLimit(above, 1 - above)


def share_against_limit(hits: int, n: int, limit: float) -> AgainstLimit:
    """Compare a share with a limit: one-sided exact binomial tests.

    Args:
        hits: Rows that count, for example failed tests.
        n: All rows.
        limit: The limit of the share, from 0 to 1.

    Raises:
        UsageError: The counts are impossible, or the limit is no share.

    Example:
        >>> result = share_against_limit(hits=20, n=100, limit=0.1)
        >>> round(result.above, 4), round(result.below, 4)
        (0.002, 0.9992)
    """
    if not 0 <= hits <= n:
        raise UsageError(f"expected 0 to {n} rows that count, found {hits}")
    if not 0 <= limit <= 1:
        raise UsageError(f"a limit of a share lies between 0 and 1, found {limit!r}")
    chances = _binomial(n, limit)
    return AgainstLimit(_bounded(chances[hits:].sum()), _bounded(chances[: hits + 1].sum()))


def detectable_share(n: int, limit: float, power: float = POWER, level: float = LEVEL) -> float | None:
    """The smallest share that an exact binomial test against a limit detects with the power.

    Args:
        n: Rows.
        limit: The limit of the share.
        power: Chance of detecting the share.
        level: Level of the one-sided test.

    Returns:
        A share; None if no share is detected with so few rows.

    Example:
        >>> round(detectable_share(100, 0.1), 3), detectable_share(1, 0.1)
        (0.188, None)
    """
    tail = np.cumsum(_binomial(n, limit)[::-1])[::-1]
    least = int(np.argmax(np.append(tail, 0.0) <= level))
    if least > n:
        return None
    low, high = limit, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if float(_binomial(n, middle)[least:].sum()) < power:
            low = middle
        else:
            high = middle
    return high


def rows_for_share(value: float, limit: float, power: float = POWER, level: float = LEVEL) -> int | None:
    """About how many rows decide whether a share is above or below a limit, if it stays as it is.

    Args:
        value: The share.
        power: Chance of a decision.
        level: Level of the one-sided test.

    Returns:
        A number of rows; None if the share equals the limit.

    Source: Fleiss 1981, "Statistical Methods for Rates and Proportions", section 2.2.

    Example:
        >>> rows_for_share(0.15, 0.1)
        253
    """
    if abs(value - limit) < 1e-9:
        return None
    spread, at_limit = math.sqrt(max(value * (1 - value), 1e-12)), math.sqrt(max(limit * (1 - limit), 1e-12))
    reach = _NORMAL.inv_cdf(1 - level) * at_limit + _NORMAL.inv_cdf(power) * spread
    return math.ceil((reach / (value - limit)) ** 2)
