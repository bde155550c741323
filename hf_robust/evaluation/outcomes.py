"""What a model did with each pair of a suite: the rows behind a report, for those who look closer at them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.adapters import PredictionColumn
from hf_robust.adapters.language_models.answers import NO_VALUE
from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import mix_all, row_key
from hf_robust.evaluation.predicted_pairs import PredictedPairs, StatusChanges, row_scores, stats_of
from hf_robust.evaluation.repeated_inputs import repeated
from hf_robust.evaluation.truncated_pairs import Truncated
from hf_robust.scoring import Measure
from hf_robust.scoring.clusters import numbered, sums_by_cluster
from hf_robust.scoring.measure_type import Floats
from hf_robust.scoring.worst_cases import JoinedRows
from hf_robust.slices.slice_table import SliceTable
from hf_robust.suites.pairs import RECORD, SuiteEntry
from hf_robust.suites.rows import fields_of
from hf_robust.tasks import Task

if TYPE_CHECKING:
    from datasets import Dataset


@dataclass(frozen=True)
class PairOutcomes:
    """The pairs of one transformation; all columns have one value a pair, in the order of the entry.

    Args:
        entry: The rows, and what changed them; without the pairs that a model cannot tell apart after the cut, and
            without those for which a request failed.
        ids: Source of each pair, as a hash of its id.
        several: Whether a source may have several pairs (variants).
        old: Predictions on the originals.
        new: Predictions on the perturbed rows.
        gold: What the predictions on the originals are compared with: gold values, or for a measure that is
            ``against_original`` the predictions on the originals themselves.
        gold_after: What the predictions on the perturbed rows are compared with.
        stats: Statistics of the originals, see :class:`hf_robust.scoring.Measure`.
        stats_after: Those of the perturbed rows.
        before: Row scores of the originals, from 0 to 1.
        after: Row scores of the perturbed rows.
        truncated: Inputs that were cut at the model's limit.
        changes: Statuses of the answers before and after.
    """

    entry: SuiteEntry
    ids: np.ndarray
    several: bool
    old: PredictionColumn
    new: PredictionColumn
    gold: Sequence[Any]
    gold_after: Sequence[Any]
    stats: Floats
    stats_after: Floats
    before: Floats
    after: Floats
    truncated: Truncated = field(default_factory=Truncated)
    changes: StatusChanges = field(default_factory=StatusChanges)

    @property
    def name(self) -> str:
        """Name of the transformation in the suite."""
        return self.entry.name

    @property
    def clusters(self) -> np.ndarray:
        """The cluster of each pair: pairs with equal original inputs are no independent evidence."""
        return self.ids if self.old.inputs is None else self.old.inputs

    @cached_property
    def sources(self) -> int:
        """How many different original inputs there are."""
        return len(np.unique(self.clusters))

    @property
    def groups(self) -> np.ndarray | None:
        """The clusters; None where each pair is a cluster of its own."""
        return repeated(self.clusters, self.sources)

    @cached_property
    def answered(self) -> tuple[np.ndarray, np.ndarray]:
        """Whether each original has an answer, and whether each perturbed row has one."""
        return self.old.answered, self.new.answered

    @cached_property
    def all_answered(self) -> bool:
        """Whether all rows have an answer."""
        return all(bool(side.all()) for side in self.answered)

    def __len__(self) -> int:
        return len(self.before)


@dataclass(frozen=True)
class OriginalRows:
    """The original rows of a suite, each once.

    Args:
        rows: The rows, in the columns of the source.
        ids: Source of each row, as a hash of its id.
        stats: Statistics of each row.
        scores: Row scores, from 0 to 1.
        gold: References.
        predicted: What the model said, a value a row.
        pairs: Number of the transformation, and number of the pair in it, where a row comes first; of shape (rows, 2).
        clusters: The cluster of each row: rows with equal inputs are no independent evidence.
    """

    rows: "Dataset"
    ids: np.ndarray
    stats: Floats
    scores: Floats
    gold: Sequence[Any]
    predicted: Sequence[Any]
    pairs: np.ndarray
    clusters: np.ndarray

    @cached_property
    def groups(self) -> np.ndarray | None:
        """The number of the cluster of each row, from 0; None where each row is a cluster of its own."""
        groups = repeated(self.clusters)
        return None if groups is None else numbered(groups)

    @property
    def sources(self) -> np.ndarray:
        """The number of the source of each row: its cluster, or the row itself where no row repeats an input."""
        return np.arange(len(self)) if self.groups is None else self.groups

    def __len__(self) -> int:
        return len(self.scores)


@dataclass(frozen=True)
class SuiteOutcomes:
    """All that a model did with a suite.

    Args:
        task: The task, with the names of its labels.
        measure: What rows are scored with.
        pairs: The outcomes by transformation, in the order of the suite.
        slices: Which originals are in which slices, in the order of :attr:`originals`; None where none were asked for.
    """

    task: Task
    measure: Measure
    pairs: tuple[PairOutcomes, ...]
    slices: SliceTable | None = None

    @cached_property
    def _joined(self) -> tuple[list[np.ndarray], np.ndarray]:
        """Number of the original of each pair, by transformation; and where each original comes first."""
        rows, numbers, firsts = JoinedRows(), [], []
        for place, one in enumerate(self.pairs):
            number, first = rows.add(one.name, (one.ids, one.before, one.after))
            numbers.append(number)
            firsts.append(np.column_stack([np.full(len(first), place), first]).astype(np.int64))
        return numbers, np.concatenate(firsts) if firsts else np.empty((0, 2), np.int64)

    def original_of(self, index: int) -> np.ndarray:
        """For each pair of the transformation at a place, the number of its original in :attr:`originals`."""
        return self._joined[0][index]

    @cached_property
    def originals(self) -> OriginalRows:
        """The original rows, each once."""
        from datasets import concatenate_datasets

        firsts = self._joined[1]
        parts = [(one, firsts[firsts[:, 0] == place, 1]) for place, one in enumerate(self.pairs)]
        parts = [(one, chosen) for one, chosen in parts if len(chosen)]
        if not parts:
            raise UsageError("no transformation changed any row, so there is nothing to analyze")
        return OriginalRows(
            rows=concatenate_datasets([one.entry.original.select(chosen) for one, chosen in parts]),
            ids=np.concatenate([one.ids[chosen] for one, chosen in parts]),
            stats=np.concatenate([one.stats[chosen] for one, chosen in parts]),
            scores=np.concatenate([one.before[chosen] for one, chosen in parts]),
            gold=[one.gold[row] for one, chosen in parts for row in chosen.tolist()],
            predicted=[value for one, chosen in parts for value in one.old.take(chosen).values_of_rows()],
            pairs=firsts,
            clusters=np.concatenate([one.clusters[chosen].astype(np.uint64) for one, chosen in parts]),
        )

    def by_original(self, index: int, values: Floats) -> Floats:
        """Sums of values of the pairs of a transformation, for each original; 0 for those that it did not change."""
        sums = np.zeros((len(self.originals), *values.shape[1:]))
        np.add.at(sums, self.original_of(index), values)
        return sums

    def by_source(self, index: int, values: Floats) -> Floats:
        """The same for each source: originals with equal inputs are one."""
        return sums_by_cluster(self.by_original(index, values), self.originals.groups)

    def source_of(self, index: int) -> np.ndarray:
        """For each pair of the transformation at a place, the number of its source, see :attr:`Originals.sources`."""
        return self.originals.sources[self.original_of(index)]

    def members(self, index: int) -> np.ndarray:
        """Which pairs of the transformation at a place are in which slices; boolean of shape (pairs, slices).

        Raises:
            UsageError: No slices were asked for.
        """
        if self.slices is None:
            raise UsageError("no slices were asked for; name some with slices=[...]")
        return self.slices.members[self.original_of(index)]


def outcomes_of(
    predicted: Iterable[PredictedPairs], task: Task, measure: Measure, leave_out: bool = True
) -> Iterator[PairOutcomes]:
    """Score the predictions of every transformation, one after the other.

    Args:
        predicted: The pairs of each transformation with their predictions; those without a score are removed.
        measure: What to score with.
        leave_out: Whether pairs that are identical for the model after its cut are left out.
    """
    for pairs in predicted:
        yield _scored(task, measure, pairs.without_identical(leave_out))


def _scored(task: Task, measure: Measure, pairs: PredictedPairs) -> PairOutcomes:
    entry, before, after = pairs.entry, pairs.before, pairs.after
    if measure.against_original:
        answered = zip(before.values_of_rows(), before.answered.tolist(), strict=True)
        gold = gold_after = [value if ok else NO_VALUE for value, ok in answered]
    else:
        gold, gold_after = task.references(entry.original), task.references(entry.perturbed)
    stats, stats_after = stats_of(measure, before, gold), stats_of(measure, after, gold_after)
    ids, several = pair_sources(entry)
    scores = row_scores(measure, stats, before), row_scores(measure, stats_after, after)
    return PairOutcomes(
        *(entry, ids, several, before, after, gold, gold_after, stats, stats_after, *scores),
        truncated=pairs.truncated,
        changes=pairs.changes,
    )


def pair_sources(entry: SuiteEntry) -> tuple[np.ndarray, bool]:
    """The source of each row, as a hash of its id, and whether a row may have several variants.

    Args:
        entry: The pairs.
    """
    keys, variants = [np.empty(0, np.uint64)], [np.empty(0, np.int64)]
    for ids, numbers in fields_of(entry.perturbed, RECORD, "source_id", "variant"):
        keys.append(np.fromiter(map(row_key, ids.to_pylist()), np.uint64, len(ids)))
        variants.append(numbers.to_numpy().astype(np.int64))
    variant = np.concatenate(variants)
    return told_apart(np.concatenate(keys), variant), bool(variant.any())


def told_apart(keys: np.ndarray, variants: np.ndarray) -> np.ndarray:
    """Sources of rows, where equal texts without an id of their own share one: each row that repeats it gets another.

    Equal texts fare alike in every transformation, so the second of them is the second in all.

    Args:
        keys: Hashed id of each row.
        variants: Number of the variant that each row is.

    Example:
        >>> told_apart(np.array([7, 7, 5, 7, 7], np.uint64), np.array([0, 1, 0, 0, 1]))[:3].tolist()
        [7, 7, 5]
    """
    order = np.lexsort((variants, keys))  # stable: equal rows stay in their order
    place = np.arange(len(order))
    changes = np.ones(len(order), np.bool_)
    changes[1:] = (keys[order][1:] != keys[order][:-1]) | (variants[order][1:] != variants[order][:-1])
    repeats = np.empty(len(order), np.int64)
    repeats[order] = place - np.maximum.accumulate(np.where(changes, place, 0)) if len(order) else place
    return np.where(repeats > 0, mix_all(mix_all(keys) + repeats.astype(np.uint64)), keys)


def kept(outcomes: Iterable[PairOutcomes], seen: list[PairOutcomes] | None) -> Iterator[PairOutcomes]:
    """The outcomes, and a copy of each in a list where there is one."""
    for one in outcomes:
        if seen is not None:
            seen.append(one)
        yield one
