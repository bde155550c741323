"""Repeats of the same request: how often all answers are right, and how often answers differ without any change."""

import math
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, TypedDict

from hf_robust.core.errors import UsageError
from hf_robust.scoring.clusters import clustered_share, ways_of
from hf_robust.scoring.inputs import check_lengths, comparable
from hf_robust.scoring.paired import listed
from hf_robust.scoring.statistics import wilson


class RepeatedAnswers(TypedDict):
    """What :func:`repeated_answers` returns."""

    rows: int
    repeats: int
    pass_k: dict[str, float]
    any_flip: float | None
    noise_floor: float | None
    interval: list[float] | None


class BeyondNoise(TypedDict):
    """What :func:`beyond_noise` returns."""

    excess: float | None
    interval: list[float] | None
    exceeds: bool | None


def pass_all(right: int, answers: int, k: int) -> float:
    """Estimate the probability that k answers to a row are all right: an unbiased estimator.

    Args:
        right: Number of right answers.
        answers: Number of answers, at least k.
        k: Number of answers that must be right.

    Raises:
        UsageError: The numbers contradict each other.

    Source: Yao et al. 2024, "tau-bench: A Benchmark for Tool-Agent-User Interaction in Real-World Domains" (pass^k).

    Example:
        >>> pass_all(3, 4, 1), pass_all(3, 4, 2), pass_all(1, 4, 2)
        (0.75, 0.5, 0.0)
    """
    if not (0 <= right <= answers and 1 <= k <= answers):
        raise UsageError(f"expected 0 <= right <= answers and 1 <= k <= answers, found {right=}, {answers=}, {k=}")
    return math.comb(right, k) / math.comb(answers, k)


def pairwise_flips(answers: Sequence[Any]) -> float:
    """Return the share of pairs of answers that differ.

    Args:
        answers: At least two answers to the same request.

    Raises:
        UsageError: There are fewer than two.

    Example:
        >>> pairwise_flips(["a", "a", "b"])
        0.6666666666666666
    """
    n = len(answers)
    if n < 2:
        raise UsageError(f"expected at least 2 answers to compare, found {n}")
    same = sum(times * (times - 1) for times in Counter(map(comparable, answers)).values())
    return (n * (n - 1) - same) / (n * (n - 1))


def repeated_answers(
    answers: Sequence[Sequence[Any]],
    right: Sequence[Sequence[bool]] | None = None,
    *,
    groups: Sequence[Hashable] | None = None,
    confidence: float = 0.95,
) -> RepeatedAnswers:
    """Describe repeats of unchanged rows at the same prompt.

    The noise floor is the probability that two answers to the same request differ. A flip rate or a drop after a
    change means little where it is not above the noise floor.

    Args:
        answers: The answers to each row, two or more.
        right: Whether each of the answers is right; None where this is not known.
        groups: Source of each row. Rows of one source are not independent: the interval is wider.
        confidence: Coverage of the interval.

    Returns:
        ``rows``, ``repeats`` (the smallest number of answers to a row), ``pass_k`` (by k from 1 to ``repeats``: the
        mean probability that all of k answers are right), ``any_flip`` (share of rows whose answers are not all
        equal), ``noise_floor`` (mean share of pairs of answers that differ) and its ``interval`` (Wilson's over rows).
        Numbers are None without rows.

    Raises:
        UsageError: A row has fewer than two answers, or the columns differ in length.

    Example:
        >>> found = repeated_answers([["a", "a", "a"], ["a", "b", "a"]], [[True] * 3, [True, False, True]])
        >>> found["pass_k"]["1"], found["pass_k"]["3"], found["any_flip"], found["noise_floor"]
        (0.8333333333333333, 0.5, 0.5, 0.3333333333333333)
    """
    n = check_lengths(answers=answers, **({} if right is None else {"right": right}))
    for row, found in enumerate(answers):
        if len(found) < 2:
            raise UsageError(f"expected at least 2 answers to each row, found {len(found)} to row {row}")
        if right is not None and len(right[row]) != len(found):
            raise UsageError(f"row {row} has {len(found)} answers, and {len(right[row])} values in right")
    flips = [pairwise_flips(found) for found in answers]
    least = min(map(len, answers), default=0)
    passed = {} if right is None else {str(k): _mean_pass(right, k) for k in range(1, least + 1)}
    return RepeatedAnswers(
        rows=n,
        repeats=least,
        pass_k=passed,
        any_flip=sum(share > 0 for share in flips) / n if n else None,
        noise_floor=sum(flips) / n if n else None,
        interval=listed(clustered_share(flips, ways_of(groups), confidence)),
    )


def _mean_pass(right: Sequence[Sequence[bool]], k: int) -> float:
    return sum(pass_all(sum(map(bool, one)), len(one), k) for one in right) / len(right)


def beyond_noise(
    flip_rate: float | None,
    rows: int,
    noise_floor: float | None,
    noise_interval: Sequence[float] | None,
    confidence: float = 0.95,
) -> BeyondNoise:
    """Compare the flip rate of a change with the noise floor of repeats.

    Args:
        flip_rate: Share of rows whose answer differs before and after the change: 1 - consistency.
        rows: Rows of the flip rate.
        noise_floor: From :func:`repeated_answers`.
        noise_interval: Its interval.
        confidence: Coverage of all intervals.

    Returns:
        ``excess`` (flip rate minus noise floor), its ``interval`` and ``exceeds``: whether all of the interval is above
        0. All are None where one of the rates is not known.

    Source: Newcombe 1998, "Interval Estimation for the Difference Between Independent Proportions" (method 10).

    Example:
        >>> noise = repeated_answers([["a", "a"]] * 95 + [["a", "b"]] * 5)
        >>> [beyond_noise(rate, 100, noise["noise_floor"], noise["interval"])["exceeds"] for rate in (0.08, 0.2)]
        [False, True]
    """
    if flip_rate is None or noise_floor is None or noise_interval is None or not rows:
        return BeyondNoise(excess=None, interval=None, exceeds=None)
    ends = wilson(round(flip_rate * rows), rows, confidence)
    low, high = noise_interval
    excess = flip_rate - noise_floor
    down = math.hypot(flip_rate - ends.low, high - noise_floor)
    up = math.hypot(ends.high - flip_rate, noise_floor - low)
    return BeyondNoise(excess=excess, interval=[excess - down, excess + up], exceeds=excess - down > 0)
