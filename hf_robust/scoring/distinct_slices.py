"""Which of the slices that were found say something of their own, and which only repeat a better one."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from hf_robust.scoring.slice_search import Floats, Losses, Members, search_slices

ALIKE = 0.8  # Jaccard index above which two slices are one finding


@dataclass
class DistinctSlice:
    """A slice that stands for itself.

    Args:
        slice: Its number.
        also: Numbers of the slices that are found because of it, the largest statistic first.
    """

    slice: int
    also: list[int] = field(default_factory=list)


def distinct_slices(
    ranked: Sequence[int],
    members: Members,
    losses: Losses,
    critical: float,
    kinds: Sequence[Hashable] | None = None,
    alike: float = ALIKE,
) -> list[DistinctSlice]:
    """Fold slices under better ones that hold the same rows, or without whose rows nothing is left to find.

    A word is found because it is frequent in short texts, two conditions because one of them is enough: such a slice is
    folded when it shares a Jaccard index above ``alike`` with a better one, or when on the rows that no better slice
    holds its statistic does not exceed ``critical``.

    Args:
        ranked: Numbers of the slices, the best first.
        members: Whether a row is in a slice, boolean of shape (rows, slices).
        losses: What they were found by.
        critical: The statistic that a slice needs, see :class:`hf_robust.scoring.slice_search.SliceTests`.
        kinds: Kind of each slice (column of ``members``); only slices of one kind are folded. None: all are of one.
        alike: Jaccard index above which two slices are the same.

    Example:
        >>> rows = np.arange(400)
        >>> members = np.stack([rows < 80, rows < 70, rows >= 320], axis=1)
        >>> wrong = np.where((rows < 80) | (rows >= 320), rows % 2, rows % 10 == 0).astype(float)
        >>> [(one.slice, one.also) for one in distinct_slices([0, 1, 2], members, Losses(rows, wrong), 3.0)]
        [(0, [1]), (2, [])]
    """
    losses = losses.by_row()
    members = members[losses.rows]
    leaders: list[DistinctSlice] = []
    covered: dict[Hashable, NDArray[np.bool_]] = {}
    for index in ranked:
        kind = kinds[index] if kinds is not None else None
        own = [one for one in leaders if kinds is None or kinds[one.slice] == kind]
        shared = [int((members[:, one.slice] & members[:, index]).sum()) for one in own]
        if any(shared):
            joint = [int((members[:, one.slice] | members[:, index]).sum()) for one in own]
            nearest = max(range(len(own)), key=lambda place: shared[place] / joint[place])
            left = ~covered[kind]
            if shared[nearest] > alike * joint[nearest] or _statistic(members[:, index], losses, left) <= critical:
                own[nearest].also.append(index)
                continue
        leaders.append(DistinctSlice(index))
        covered[kind] = members[:, index] | covered.get(kind, np.zeros(len(members), np.bool_))
    return leaders


def _statistic(member: NDArray[np.bool_], losses: Losses, left: NDArray[np.bool_]) -> float:
    """The statistic of a slice on some of the rows."""
    values: Floats = losses.values[left]
    tests = search_slices([Losses(np.arange(len(values)), values)], member[left, None], least=2, most=1, permutations=1)
    return float(tests.statistic[0]) if len(tests) else 0.0
