"""The pairs of a transformation with the predictions of a model: which of them count, and their statistics."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from typing import Any

import numpy as np

from hf_robust.adapters import CachedPredictor, PredictionColumn, RowSource
from hf_robust.adapters.base import STATUSES, Input, gives_status
from hf_robust.adapters.failed_inputs import note_location
from hf_robust.evaluation.truncated_pairs import Truncated
from hf_robust.scoring import Measure
from hf_robust.scoring.measure_type import Floats
from hf_robust.suites.pairs import SuiteEntry
from hf_robust.suites.robustness import Suite


@dataclass(frozen=True)
class StatusChanges:
    """The statuses of the answers to all pairs of a transformation.

    Args:
        counts: Number of pairs by status before (rows) and status after (columns), in the order of ``STATUSES``.
        removed: Pairs that are not scored, because a request failed for one of the sides, or for another model.
        reported: Whether the model is one whose answers have statuses.
    """

    counts: np.ndarray = field(default_factory=lambda: np.zeros((len(STATUSES), len(STATUSES)), np.int64))
    removed: int = 0
    reported: bool = False

    @classmethod
    def of(cls, before: PredictionColumn, after: PredictionColumn, reported: bool = False) -> "StatusChanges":
        """Count the statuses of two columns of predictions.

        Args:
            before: Predictions on the originals.
            after: Predictions on the perturbed rows.
            reported: Whether the model is one whose answers have statuses.
        """
        size = len(STATUSES)
        codes = before.statuses.astype(np.int64) * size + after.statuses
        return cls(np.bincount(codes, minlength=size * size).reshape(size, size), reported=reported)


@dataclass(frozen=True)
class PredictedPairs:
    """The pairs of one transformation and what a model predicts for them.

    Args:
        entry: The pairs.
        before: Predictions on the originals.
        after: Predictions on the perturbed rows.
        changes: Statuses of all pairs, also of those that were removed.
        truncated: Inputs that were cut at the limit of the model.
    """

    entry: SuiteEntry
    before: PredictionColumn
    after: PredictionColumn
    changes: StatusChanges = field(default_factory=StatusChanges)
    truncated: Truncated = field(default_factory=Truncated)

    @property
    def failed(self) -> np.ndarray:
        """Whether a request failed for one of the sides of each pair."""
        return self.before.failed | self.after.failed

    def select(self, kept: np.ndarray) -> "PredictedPairs":
        """Return some of the pairs.

        Args:
            kept: Whether each pair is kept.
        """
        if kept.all():
            return self
        places = np.flatnonzero(kept)
        rows = {split: data.select(places) for split, data in self.entry.rows.items()}
        return replace(
            self, entry=replace(self.entry, **rows), before=self.before.take(places), after=self.after.take(places)
        )

    def without(self, failed: np.ndarray) -> "PredictedPairs":
        """Return the pairs without those that have no score, with their number.

        Args:
            failed: Whether each pair has no score.
        """
        return replace(self.select(~failed), changes=replace(self.changes, removed=int(failed.sum())))

    def without_identical(self, leave_out: bool) -> "PredictedPairs":
        """Return the pairs without those that are identical for the model after the cut at its limit.

        A model that never sees the change of a text says nothing about it by giving the same prediction. A pair that is
        the same input without the cut as well (another case, for a model without case) shows what the model does, and
        stays.

        Args:
            leave_out: Whether to leave them out. Otherwise they are only counted.
        """
        same = self.before.same_after_cut(self.after)
        identical = int(same.sum())
        inputs = int(self.before.cut.sum() + self.after.cut.sum())
        truncated = Truncated(inputs, 2 * len(same), identical, len(same), leave_out and identical > 0)
        counted = replace(self, truncated=truncated)
        return counted.select(~same) if truncated.left_out else counted


def predicted_pairs(runner: CachedPredictor, suite: Suite) -> Iterator[PredictedPairs]:
    """Predict all pairs of a suite; each distinct input is predicted once.

    Args:
        runner: Predicts. Inputs that it has seen are not predicted again.
        suite: A suite without generated tests.

    Returns:
        The pairs of each transformation. All are predicted before the first is returned.

    Raises:
        UnansweredError: Requests failed for too many inputs.
    """
    task = suite.task
    splits = [split for entry in suite.entries.values() for split in (entry.original, entry.perturbed)]
    sources = [RowSource(len(rows), partial(task.inputs, rows)) for rows in splits]
    try:
        predictions = runner.predict_columns(sources)
    except Exception as error:
        note_location(error, _inputs_by_part(suite, sources))
        raise
    runner.check_errors()
    reported = gives_status(runner.predictor)
    return (
        _counted(PredictedPairs(entry, next(predictions), next(predictions)), reported)
        for entry in suite.entries.values()
    )


def scorable_pairs(runner: CachedPredictor, suite: Suite) -> Iterator[PredictedPairs]:
    """Predict all pairs of a suite, and leave out those for which a request failed; see :func:`predicted_pairs`.

    Args:
        runner: Predicts.
        suite: A suite without generated tests.

    Raises:
        UnansweredError: Requests failed for too many inputs.
    """
    predicted = predicted_pairs(runner, suite)
    return (one.without(one.failed) for one in predicted)


def without_errors(predicted: Mapping[str, Sequence[PredictedPairs]]) -> dict[str, list[PredictedPairs]]:
    """Return the pairs of several models without those for which a request of any model failed.

    All models are then scored on the same pairs.

    Args:
        predicted: By model, the pairs of each transformation.
    """
    failed = [np.logical_or.reduce([one.failed for one in pairs]) for pairs in zip(*predicted.values(), strict=True)]
    return {
        name: [one.without(lost) for one, lost in zip(pairs, failed, strict=True)] for name, pairs in predicted.items()
    }


def stats_of(measure: Measure, predictions: PredictionColumn, gold: Sequence[Any]) -> Floats:
    """Return the statistics of predictions; entities that are not in the text are false positives.

    Args:
        measure: What to score with.
        predictions: One a row.
        gold: References.
    """
    return measure.with_false_positives(
        measure.row_stats(predictions.values_of_rows(), gold), predictions.unaligned.astype(np.int64)
    )


def row_scores(measure: Measure, stats: Floats, predictions: PredictionColumn) -> Floats:
    """Return the score of each row from 0 to 1; a row without an answer is wrong.

    A missing list of entities would be right where a text has none.

    Args:
        measure: What to score with.
        stats: Statistics of the rows.
        predictions: One a row.
    """
    scores = measure.row_score(stats)
    return scores if predictions.answered.all() else np.where(predictions.answered, scores, 0.0)


def _counted(pairs: PredictedPairs, reported: bool) -> PredictedPairs:
    return replace(pairs, changes=StatusChanges.of(pairs.before, pairs.after, reported))


def _inputs_by_part(suite: Suite, sources: Sequence[RowSource]) -> Iterator[tuple[str, Iterator[Input]]]:
    """The inputs of each split of each transformation, with its name."""
    names = [(name, split) for name in suite.entries for split in ("original", "perturbed")]
    for (name, split), source in zip(names, sources, strict=True):
        yield f"{name!r}, {split}", chain.from_iterable(source.pieces(suite.task.input_roles))
