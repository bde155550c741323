"""What attacks of many rows come to: rates with intervals, queries, and accuracy by the number of queries allowed."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from hf_robust.scoring.clusters import Groups, clustered_share, ways_of
from hf_robust.scoring.paired import listed

BUDGETS = (100, 500, 2000)


def attack_rates(
    reached: Sequence[bool], queries: Sequence[int], right: int, rows: int, groups: Groups | None = None
) -> dict[str, Any]:
    """The share of attacks that succeed, and what is left of the accuracy.

    Args:
        reached: For each row that was attacked whether the attack succeeded.
        queries: How many queries each took.
        right: Rows that the model had right; those are attacked.
        rows: All rows that the model was asked about.
        groups: The source of each of these rows, first those that were attacked. Rows of one source are no independent
            rows (:func:`hf_robust.scoring.clusters.clustered_share`). None: each row is a source of its own.

    Returns:
        ``success_rate`` with its Wilson ``interval``; ``accuracy`` before and ``accuracy_under_attack`` with its
        ``accuracy_interval``; ``queries`` with ``median``, ``p95``, ``mean`` and ``total``.

    Example:
        >>> found = attack_rates([True, False, True, True], [10, 90, 20, 40], 4, 5)
        >>> found["success_rate"], found["accuracy"], found["accuracy_under_attack"], found["queries"]["median"]
        (0.75, 0.8, 0.2, 30.0)
    """
    successes, attacked = sum(map(bool, reached)), len(reached)
    kept = right - successes
    counted = np.asarray(queries, dtype=np.float64)
    held = [*(not one for one in reached), *([True] * (right - attacked)), *([False] * (rows - right))]
    return {
        "success_rate": successes / attacked if attacked else None,
        "interval": _share(reached, groups),
        "accuracy": right / rows if rows else None,
        "accuracy_under_attack": kept / rows if rows else None,
        "accuracy_interval": _share(held, groups),
        "queries": {
            "median": float(np.median(counted)) if attacked else None,
            "p95": float(np.percentile(counted, 95)) if attacked else None,
            "mean": float(counted.mean()) if attacked else None,
            "total": int(counted.sum()),
        },
    }


def _share(values: Sequence[bool], groups: Groups | None) -> list[float] | None:
    """The interval of a share of the first rows; None without rows."""
    ways = ways_of(None if groups is None else list(groups[: len(values)]))
    return listed(clustered_share(values, ways)) if len(values) else None


def success_by_budget(
    reached: Sequence[bool],
    queries: Sequence[int],
    right: int,
    rows: int,
    budgets: Sequence[int] = BUDGETS,
    groups: Groups | None = None,
) -> list[dict[str, Any]]:
    """What would have succeeded with fewer queries.

    Args:
        reached: For each row that was attacked whether the attack succeeded.
        queries: How many queries each took.
        right: Rows that the model had right.
        rows: All rows that the model was asked about.
        budgets: Numbers of queries.
        groups: As for :func:`attack_rates`.

    Example:
        >>> [one["success_rate"] for one in success_by_budget([True, True, False], [50, 300, 900], 3, 3)]
        [0.3333333333333333, 0.6666666666666666, 0.6666666666666666]
    """
    found = []
    for budget in budgets:
        within = [bool(done) and count <= budget for count, done in zip(queries, reached)]
        successes = sum(within)
        found.append(
            {
                "queries": int(budget),
                "success_rate": successes / len(reached) if len(reached) else None,
                "interval": _share(within, groups),
                "accuracy": (right - successes) / rows if rows else None,
            }
        )
    return found


def accuracy_curve(
    reached: Sequence[bool], queries: Sequence[int], right: int, rows: int, points: int = 60
) -> list[list[float]]:
    """Accuracy under attack by the number of queries allowed, at the numbers where it changes.

    Args:
        reached: For each row that was attacked whether the attack succeeded.
        queries: How many queries each took.
        right: Rows that the model had right.
        rows: All rows that the model was asked about.
        points: Most points; of more, some at even steps.

    Returns:
        Pairs (queries, accuracy), from 0 queries on.

    Example:
        >>> accuracy_curve([True, False], [20, 90], 2, 4)
        [[0.0, 0.5], [20.0, 0.25], [90.0, 0.25]]
    """
    if not rows:
        return []
    taken = np.sort([count for count, done in zip(queries, reached) if done])
    curve = [[0.0, right / rows]]
    curve += [[float(count), (right - place) / rows] for place, count in enumerate(taken, start=1)]
    if len(curve) > points:
        curve = [curve[place] for place in np.linspace(0, len(curve) - 1, points).round().astype(int)]
    last = float(max(queries, default=0))
    return [*curve, [last, curve[-1][1]]] if last > curve[-1][0] else curve
