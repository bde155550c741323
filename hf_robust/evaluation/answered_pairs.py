"""Statuses of answers in a record: the share answered, the changes of status, and the scores over answered rows."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from hf_robust.adapters import PredictionColumn
from hf_robust.adapters.base import STATUSES, model_inside
from hf_robust.adapters.request_failures import failure_reasons
from hf_robust.core.typed_json import as_json
from hf_robust.evaluation.answer_counts import answer_counts, few_answers
from hf_robust.evaluation.guards import LEAST_ROWS
from hf_robust.evaluation.outcomes import PairOutcomes
from hf_robust.evaluation.predicted_pairs import row_scores
from hf_robust.reports.answers_view import unscored_words
from hf_robust.reports.records.answer_records import (
    NO_ANSWER,
    AnswerCounts,
    PairAnswers,
    RunAnswers,
    SideAnswers,
    UnreadAnswer,
)
from hf_robust.reports.records.robustness_records import TransformationResult
from hf_robust.reports.run_warnings import run_warning
from hf_robust.reports.wording import count, percent
from hf_robust.scoring import Measure
from hf_robust.scoring.measure_type import Floats

MOST_LOST = 0.05  # of the share answered: as large as the drops that a run is meant to find
_REASONS = 10  # reasons of failed requests that a record names
_EXAMPLES = 3  # answers without a meaning that a record has of each status


def said_of(column: PredictionColumn) -> list[Any]:
    """Return the predicted values as labels to count: ``NO_ANSWER`` for a row without an answer.

    Args:
        column: Predictions of labels.
    """
    values = column.values_of_rows()
    if column.answered.all():
        return values
    return [value if answered else NO_ANSWER for value, answered in zip(values, column.answered.tolist())]


def either_answered(old: PredictionColumn, new: PredictionColumn) -> tuple[list[Any], list[Any]]:
    """Return the predicted values of the pairs with an answer on some side.

    Args:
        old: Predictions on the originals.
        new: Predictions on the perturbed rows.
    """
    either = np.flatnonzero(old.answered | new.answered)
    if len(either) == len(old):
        return old.values_of_rows(), new.values_of_rows()
    return old.take(either).values_of_rows(), new.take(either).values_of_rows()


def answers_of_pairs(outcomes: PairOutcomes, measure: Measure) -> dict[str, Any]:
    """Return what a record says of the answers to the pairs of a transformation.

    Args:
        outcomes: The pairs.
        measure: What rows are scored with.

    Returns:
        ``answers``; nothing when all rows have a complete answer and the model is not one that writes its answers.
    """
    if not _is_told(outcomes):
        return {}
    before, after = outcomes.answered
    both = before & after
    told = PairAnswers(
        before=_counts([outcomes.old], [outcomes.before], measure),
        after=_counts([outcomes.new], [outcomes.after], measure),
        changes=_changes(outcomes.changes.counts),
        errors=outcomes.changes.removed,
        both=int(both.sum()),
        neither=int((~before & ~after).sum()),
        original=_score(measure, outcomes.stats[both]),
        perturbed=_score(measure, outcomes.stats_after[both]),
    )
    return {"answers": as_json(told)}


def answers_of_tests(
    said: PredictionColumn, stats: Floats, errors: int, measure: Measure, told: bool = False
) -> dict[str, Any]:
    """Return what a record says of the answers to rows that have no partner.

    Args:
        said: The predictions that are scored.
        stats: Their statistics.
        errors: Rows that are not scored, because a request failed.
        measure: What rows are scored with.
        told: Whether the model is one whose answers have statuses.

    Returns:
        ``answers``, see :func:`answers_of_pairs`.
    """
    if not (told or errors or said.unaligned.any() or not said.answered.all()):
        return {}
    score = _score(measure, stats[said.answered])
    counts = _counts([said], [row_scores(measure, stats, said)], measure)
    return {"answers": as_json(SideAnswers(answers=counts, errors=errors, score=score))}


def answer_warnings(answers: RunAnswers | None, results: Sequence[TransformationResult]) -> list[dict[str, str]]:
    """Return the warnings of a run in which many rows have no answer.

    Args:
        answers: What the record of the run says.
        results: What it says of the transformations.
    """
    if answers is None:
        return []
    found = [*few_answers(answers.before, "original rows"), *few_answers(answers.after, "perturbed rows")]
    lost = [loss for one in results if (loss := _loss(one)).share > MOST_LOST]
    if lost:
        largest = max(lost, key=lambda loss: loss.share)
        before, after = percent(largest.before), percent(largest.after)
        message = (
            f"{len(lost)} of {count(len(results), 'transformation')} reduce the share of rows with an answer. The "
            f"largest reduction is for {largest.name}: from {before} to {after}. For these transformations, the drop "
            'includes missing answers as well as wrong answers. The table "Answers" shows each of them separately.'
        )
        found.append(run_warning("answers-lost", message))
    if answers.errors:
        found.append(run_warning("failed-requests", unscored_words(answers.errors, "pair")))
    return found


class _Loss(NamedTuple):
    """The shares of rows with an answer before and after a transformation."""

    name: str
    before: float
    after: float

    @property
    def share(self) -> float:
        """By how much the share falls."""
        return self.before - self.after


def _loss(result: TransformationResult) -> _Loss:
    answers = result.answers
    if not answers or result.n < LEAST_ROWS or answers.before.answered is None or answers.after.answered is None:
        return _Loss(result.name, 0.0, 0.0)
    return _Loss(result.name, answers.before.answered, answers.after.answered)


class AnswersOfRun:
    """Collects the answers to all inputs of a run.

    Args:
        measure: What rows are scored with.
    """

    def __init__(self, measure: Measure):
        self._measure = measure
        self._told = False
        self._errors = 0
        self._before: list[PredictionColumn] = []
        self._after: list[PredictionColumn] = []
        self._scores: tuple[list[Floats], list[Floats]] = ([], [])

    def add(self, outcomes: PairOutcomes, first: np.ndarray) -> None:
        """Add the pairs of a transformation.

        Args:
            outcomes: The pairs.
            first: Places of the pairs whose originals no earlier transformation had.
        """
        self._told |= _is_told(outcomes)
        self._errors += outcomes.changes.removed
        self._before.append(outcomes.old.take(first))
        self._after.append(outcomes.new)
        for scores, one in zip(self._scores, (outcomes.before[first], outcomes.after)):
            scores.append(one)

    def describe(self, predictor: Any, stats: Floats | None) -> RunAnswers | None:
        """Return what the record of the run says; None where all inputs have answers.

        Args:
            predictor: The model, which counts the reasons of failed requests.
            stats: Statistics of the originals, in the order in which they were added.
        """
        if not self._told or stats is None:
            return None
        answered = np.concatenate([one.answered for one in self._before])
        return RunAnswers(
            before=_counts(self._before, self._scores[0], self._measure),
            after=_counts(self._after, self._scores[1], self._measure),
            errors=self._errors,
            reasons=dict(failure_reasons(predictor).most_common(_REASONS)),
            original=_score(self._measure, stats[answered]),
            examples=_unread(predictor),
        )


def _unread(predictor: Any) -> tuple[UnreadAnswer, ...]:
    """The most frequent answers without a meaning, a few of each status."""
    unread = getattr(model_inside(predictor, "unread"), "unread", None) or {}
    counts = {answer: len(inputs) for answer, inputs in unread.items()}
    ordered = sorted(counts.items(), key=lambda one: (STATUSES.index(one[0][0]), -one[1], one[0][1]))
    by_status: dict[str, list[UnreadAnswer]] = {}
    for (status, text), number in ordered:
        by_status.setdefault(status, []).append(UnreadAnswer(status=status, text=text, inputs=number))
    return tuple(one for found in by_status.values() for one in found[:_EXAMPLES])


def _is_told(outcomes: PairOutcomes) -> bool:
    changes = outcomes.changes
    unaligned = outcomes.old.unaligned.any() or outcomes.new.unaligned.any()
    return bool(changes.reported or changes.removed or unaligned or not outcomes.all_answered)


def _counts(columns: Sequence[PredictionColumn], scores: Sequence[Floats], measure: Measure) -> AnswerCounts:
    """The answers of some columns, those of equal status counted together."""
    wrong = sum(int((one.answered & (score < 1.0)).sum()) for one, score in zip(columns, scores, strict=True))
    codes = [np.bincount(one.statuses, minlength=len(STATUSES)) for one in columns]
    counts = np.sum(codes, axis=0).tolist() if codes else []
    unaligned = sum(int(one.unaligned.sum()) for one in columns)
    return answer_counts(dict(zip(STATUSES, counts)), unaligned, wrong if measure.binary else None)


def _changes(counts: np.ndarray) -> dict[str, dict[str, int]]:
    """The counts by name; only those that are not 0."""
    found: dict[str, dict[str, int]] = {}
    for before, after in zip(*np.nonzero(counts)):
        found.setdefault(STATUSES[before], {})[STATUSES[after]] = int(counts[before, after])
    return found


def _score(measure: Measure, stats: Floats) -> float | None:
    if not len(stats):
        return None
    value = float(measure.aggregate(stats.sum(axis=0)))
    return value if np.isfinite(value) else None
