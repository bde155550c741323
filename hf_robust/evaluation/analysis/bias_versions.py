"""The rows of a suite that stand in it once for each group, for example as texts of women and of men."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hf_robust.core.doc import plain_text
from hf_robust.evaluation.outcomes import SuiteOutcomes
from hf_robust.scoring.measure_type import Floats
from hf_robust.suites.pairs import RECORD
from hf_robust.suites.rows import fields_of
from hf_robust.transforms.swap_groups import SWAPS, GroupSwap

ORIGINAL = -1  # the version of a group that the original is of
ABSENT = -2


@dataclass(frozen=True)
class GroupVersions:
    """The same rows in each group of one kind.

    Args:
        swap: The kind.
        outcomes: What the model did.
        groups: The groups of the suite, in the order of the kind.
        indices: The entry of each group, by its place in the suite.
        rows: Numbers of the originals that have a version in each group.
        pairs: For each of these rows and each group the number of the pair, or :data:`ORIGINAL`.
        moved: How many originals were moved to some group.
    """

    swap: GroupSwap
    outcomes: SuiteOutcomes
    groups: tuple[str, ...]
    indices: tuple[int, ...]
    rows: np.ndarray
    pairs: np.ndarray
    moved: int

    @property
    def clusters(self) -> list[int] | None:
        """The cluster of each row, those with equal inputs together; None where no row repeats an input."""
        groups = self.outcomes.originals.groups
        return None if groups is None else groups[self.rows].tolist()

    def stats(self) -> Floats:
        """Statistics of shape (rows, groups, k)."""
        after = [
            self._joined(group, self.outcomes.pairs[place].stats_after) for group, place in enumerate(self.indices)
        ]
        return np.stack(after, axis=1)

    def _joined(self, group: int, stats_after: Floats) -> Floats:
        own = self.outcomes.originals.stats[self.rows]
        chosen = self.pairs[:, group]
        if not len(stats_after):
            return own
        return np.where((chosen == ORIGINAL)[:, None], own, stats_after[np.maximum(chosen, 0)])

    def original(self) -> float | None:
        """The score of the same rows as they were."""
        if not len(self.rows):
            return None
        return float(self.outcomes.measure.aggregate(self.outcomes.originals.stats[self.rows].sum(axis=0)))

    def predictions(self) -> list[list[Any]]:
        """What the model said of each row in each group."""
        said = [self.outcomes.pairs[place].new.values_of_rows() for place in self.indices]
        originals = self.outcomes.originals.predicted
        return [
            [originals[row] if pair == ORIGINAL else said[group][pair] for group, pair in enumerate(pairs)]
            for row, pairs in zip(self.rows.tolist(), self.pairs.tolist())
        ]

    def row(self, index: int, group: int) -> dict[str, Any]:
        """The columns of a row in a group."""
        pair = int(self.pairs[index, group])
        if pair == ORIGINAL:
            return self.outcomes.originals.rows[int(self.rows[index])]
        return self.outcomes.pairs[self.indices[group]].entry.perturbed[pair]


def versions_of(outcomes: SuiteOutcomes) -> list[GroupVersions]:
    """For each kind of which a suite has two groups or more, the rows that it has in all of them.

    A row has a version in the groups that it was moved to, and in the one that its original is of.
    """
    versions = []
    for swap in SWAPS.values():
        indices = {}
        for index, pairs in enumerate(outcomes.pairs):
            stages = pairs.entry.stages
            if len(stages) == 1 and stages[0]["name"] == swap.transformation:
                indices[stages[0]["params"].get("to")] = index
        groups = [group for group in swap.groups if group in indices]
        if len(groups) > 1:
            versions.append(_versions(outcomes, swap, groups, [indices[group] for group in groups]))
    return versions


def _versions(outcomes: SuiteOutcomes, swap: GroupSwap, groups: Sequence[str], indices: Sequence[int]) -> GroupVersions:
    pairs = np.full((len(outcomes.originals), len(groups)), ABSENT, np.int64)
    own: dict[int, str | None] = {}
    for group, index in enumerate(indices):
        originals = outcomes.original_of(index)
        pairs[originals[::-1], group] = np.arange(len(originals))[::-1]  # of several versions the first
        own |= _own_groups(outcomes, swap, index, _first_seen(originals, own))
    for original, group_name in own.items():
        if group_name in groups:
            pairs[original, groups.index(group_name)] = ORIGINAL
    rows = np.flatnonzero((pairs != ABSENT).all(axis=1) & (pairs >= 0).any(axis=1))
    return GroupVersions(swap, outcomes, tuple(groups), tuple(indices), rows, pairs[rows], len(own))


def _first_seen(originals: np.ndarray, known: dict[int, str | None]) -> list[tuple[int, int]]:
    """The originals that are not known yet, each with its first pair."""
    first = dict(zip(reversed(originals.tolist()), range(len(originals) - 1, -1, -1)))
    return [(original, pair) for original, pair in first.items() if original not in known]


def _own_groups(
    outcomes: SuiteOutcomes, swap: GroupSwap, index: int, seen: Sequence[tuple[int, int]]
) -> dict[int, str | None]:
    """The group of some originals, by their numbers."""
    entry, task = outcomes.pairs[index].entry, outcomes.task
    if not seen:
        return {}
    pairs = [pair for _, pair in seen]
    rows, changed = entry.original.select(pairs), entry.perturbed.select(pairs)
    columns = [rows[task.column(role)][:] for role in task.text_roles]
    edits = [row_edits for (column,) in fields_of(changed, RECORD, "edits") for row_edits in column.to_pylist()]
    own = {}
    for (original, _), own_edits, *values in zip(seen, edits, *columns, strict=True):
        texts = [plain_text(value, task.spoken) for value in values]
        own[original] = swap.own_group(task.language, [edit["before"] for edit in own_edits], texts)
    return own
