"""The original rows that several models share: numbered alike for all of them, and what each model scored on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.adapters import PredictionColumn
from hf_robust.evaluation.outcomes import PairOutcomes
from hf_robust.evaluation.repeated_inputs import repeated
from hf_robust.reports.evidence import counted_in_mean
from hf_robust.scoring.measure_type import Floats, Measure

if TYPE_CHECKING:
    from datasets import Dataset

Outcomes = Sequence[PairOutcomes]


@dataclass(frozen=True)
class SharedOriginals:
    """The originals of a suite, each once; equal texts with different gold labels stay apart.

    Args:
        original_of: By transformation the number of the original of each pair.
        firsts: Transformation and pair where each original comes first; of shape (originals, 2).
    """

    original_of: tuple[np.ndarray, ...]
    firsts: np.ndarray

    @classmethod
    def of(cls, outcomes: Outcomes) -> "SharedOriginals":
        """The originals behind the outcomes of any of the models."""
        known: dict[tuple[int, str], int] = {}
        numbers, firsts = [], []
        for place, one in enumerate(outcomes):
            found = np.empty(len(one), np.int64)
            for pair, (source, gold) in enumerate(zip(one.ids.tolist(), one.gold, strict=True)):
                key = (source, gold if isinstance(gold, str) else repr(gold))
                if key not in known:
                    known[key] = len(known)
                    firsts.append((place, pair))
                found[pair] = known[key]
            numbers.append(found)
        return cls(tuple(numbers), np.array(firsts, np.int64).reshape(-1, 2))

    def __len__(self) -> int:
        return len(self.firsts)

    def rows(self, outcomes: Outcomes) -> "Dataset":
        """The rows, in the columns of the source."""
        from datasets import concatenate_datasets

        return concatenate_datasets(
            [outcomes[place].entry.original.select(pairs) for place, pairs in self._pieces if len(pairs)]
        )

    def stats(self, outcomes: Outcomes) -> Floats:
        """Statistics of a model on the originals; of shape (originals, k)."""
        return np.concatenate([outcomes[place].stats[pairs] for place, pairs in self._pieces])

    def predicted(self, outcomes: Outcomes) -> PredictionColumn:
        """What a model said of the originals."""
        return PredictionColumn.joined([outcomes[place].old.take(pairs) for place, pairs in self._pieces])

    def groups(self, outcomes: Outcomes) -> np.ndarray | None:
        """The cluster of each original, those with equal inputs together; None where each is a cluster of its own."""
        pieces = [outcomes[place].clusters[pairs] for place, pairs in self._pieces]
        return repeated(np.concatenate(pieces)) if pieces else None

    def gold(self, outcomes: Outcomes) -> list[Any]:
        """The references of the originals."""
        return [outcomes[place].gold[pair] for place, pairs in self._pieces for pair in pairs.tolist()]

    def after(self, outcomes: Outcomes) -> Floats:
        """Statistics of a model on the perturbed rows, summed by original and transformation; (originals, t * k).

        Transformations that changed few rows are left out, as in :func:`hf_robust.reports.evidence.counted_in_mean`.
        """
        counted = counted_in_mean(map(len, outcomes))
        return np.hstack([self._summed(place, outcomes[place].stats_after) for place in counted])

    def scores(self, outcomes: Outcomes) -> Floats:
        """Row scores of a model on the originals."""
        return np.concatenate([outcomes[place].before[pairs] for place, pairs in self._pieces])

    def worst(self, outcomes: Outcomes) -> Floats:
        """For each original the lowest row score of a model, over it and all that became of it, and a one."""
        lowest = self.scores(outcomes).astype(np.float64)
        for numbers, one in zip(self.original_of, outcomes, strict=True):
            np.minimum.at(lowest, numbers, one.after)
        return np.column_stack([lowest, np.ones(len(lowest))])

    @cached_property
    def _pieces(self) -> list[tuple[int, np.ndarray]]:
        """By transformation the pairs whose originals come first there."""
        return [(place, self.firsts[self.firsts[:, 0] == place, 1]) for place in range(len(self.original_of))]

    def _summed(self, index: int, stats: Floats) -> Floats:
        sums = np.zeros((len(self), stats.shape[1]))
        np.add.at(sums, self.original_of[index], stats)
        return sums


def mean_of_transformations(measure: Measure, k: int) -> Any:
    """The aggregate of what :meth:`SharedOriginals.after` gives: the mean score over the transformations.

    Args:
        measure: What rows are scored with.
        k: Statistics of each row.
    """

    def mean(sums: Floats) -> Floats:
        parts = np.asarray(sums).reshape(*np.shape(sums)[:-1], -1, k)
        scores: Floats = np.nanmean(measure.aggregate(parts), axis=-1)
        return scores

    return mean
