"""How far raters agree: Cohen's kappa, and its mean over the pairs of several raters."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any, TypedDict

from hf_robust.core.errors import UsageError
from hf_robust.scoring.inputs import check_lengths


class Agreement(TypedDict):
    """What :func:`agreement` returns."""

    agreement: float | None
    kappa: float | None
    n: int
    raters: int


def cohen_kappa(first: Sequence[Hashable], second: Sequence[Hashable], *, linear: bool = False) -> float | None:
    """Agreement of two raters beyond what their habits alone would give: 1 is all of it, 0 none.

    Args:
        first: What one rater said of each item.
        second: What the other said, in the same order.
        linear: For numbers: a difference of two steps counts twice as much as one step. Otherwise each difference
            counts alike.

    Returns:
        The kappa; None without items, or where both said one and the same of all, so that chance explains all of it.

    Raises:
        UsageError: The two differ in length.

    Source: Cohen 1960, "A Coefficient of Agreement for Nominal Scales"; Cohen 1968 for weights.

    Example:
        >>> cohen_kappa(["yes"] * 45 + ["no"] * 55, ["yes"] * 40 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 45)
        0.7
    """
    n = check_lengths(predictions=list(first), references=list(second))
    if not n:
        return None

    def apart(first: Any, second: Any) -> float:
        return float(abs(first - second)) if linear else float(first != second)

    found = sum(apart(one, other) for one, other in zip(first, second)) / n
    sides = Counter(first), Counter(second)
    pairs = ((one, other, a * b) for one, a in sides[0].items() for other, b in sides[1].items())
    by_chance = sum(apart(one, other) * times for one, other, times in pairs) / (n * n)
    return round(1 - found / by_chance, 12) if by_chance else None


def agreement(ratings: Mapping[str, Sequence[Any]], *, linear: bool = False) -> Agreement:
    """How far several raters agree on the same items: the mean over their pairs.

    Args:
        ratings: By rater, what was said of each item; None where nothing was.
        linear: As for :func:`cohen_kappa`.

    Returns:
        ``agreement``, the share of equal answers, and ``kappa``, both means over the pairs of raters and None where no
        pair gives one; ``n``, the items that two raters at least answered; ``raters``.

    Raises:
        UsageError: The columns differ in length.

    Source: Light 1971, "Measures of response agreement for qualitative data", for more than two raters.

    Example:
        >>> agreement({"a": [1, 1, 0, None], "b": [1, 0, 0, 1]})
        {'agreement': 0.6666666666666666, 'kappa': 0.4, 'n': 3, 'raters': 2}
    """
    columns = [list(column) for column in ratings.values()]
    if len({len(column) for column in columns}) > 1:
        raise UsageError(f"each rater answers the same items; found columns of {sorted(map(len, columns))} answers")
    shares, kappas = [], []
    for one, other in combinations(columns, 2):
        both = [(a, b) for a, b in zip(one, other) if a is not None and b is not None]
        if both:
            shares.append(sum(a == b for a, b in both) / len(both))
            kappas.append(cohen_kappa(*zip(*both), linear=linear))
    known = [kappa for kappa in kappas if kappa is not None]
    return {
        "agreement": fmean(shares) if shares else None,
        "kappa": fmean(known) if known else None,
        "n": sum(sum(value is not None for value in row) > 1 for row in zip(*columns)),
        "raters": len(columns),
    }
