"""Measures whose aggregate is a function of column sums of per-row statistics.

Because every aggregate needs only sums, one bootstrap serves all of them, also those that are no mean
over rows (micro F1): resampled rows are summed, then aggregated.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.errors import LabelError, MissingExtra, UnknownNameError, UsageError
from hf_robust.scoring.inputs import as_list, check_labels, check_lengths, comparable
from hf_robust.scoring.squad import answer_f1, exact_match, gold_answers, normalize_answer
from hf_robust.tasks import TASKS

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Measure:
    """One way to score predictions against references.

    Args:
        name: Name in the record, for example ``"accuracy"``.
        label: Name for readers.
        row_stats: ``(predictions, references) -> (n, k)`` float64, one row of statistics for each row.
        aggregate: ``(..., k) -> (...)``: the score for sums of statistics over rows.
        row_score: ``(n, k) -> (n,)``: the score of each row alone, 0 to 1; 1 means nothing is wrong in it.
        binary: Row scores are only 0 or 1, and the aggregate is their mean.
        normalize: One prediction -> the form in which two predictions count as the same.
        secondary: Measures reported beside this one.

    Example:
        >>> stats = ACCURACY.row_stats(["pos", "neg", "pos"], ["pos", "pos", "pos"])
        >>> stats.tolist()
        [[1.0, 1.0], [0.0, 1.0], [1.0, 1.0]]
        >>> float(ACCURACY.aggregate(stats[:2].sum(axis=0)))
        0.5
    """

    name: str
    label: str
    row_stats: Callable[[Sequence[Any], Sequence[Any]], Floats]
    aggregate: Callable[[Floats], Floats]
    row_score: Callable[[Floats], Floats]
    binary: bool = False
    normalize: Callable[[Any], Any] = comparable
    secondary: tuple["Measure", ...] = ()

    def score(self, predictions: Sequence[Any], references: Sequence[Any]) -> float:
        """Return the aggregate over all rows; NaN where it is undefined (no rows).

        Example:
            >>> TOKEN_ACCURACY.score([["DT", "NN"], ["VB"]], [["DT", "NN"], ["NN"]])
            0.6666666666666666
        """
        return float(self.aggregate(self.row_stats(predictions, references).sum(axis=0)))


def _ratio(part: Floats, whole: Floats, empty: float) -> Floats:
    """``part / whole`` where whole is not 0, else ``empty``."""
    result = np.full(np.shape(whole), empty, dtype=np.float64)
    return np.divide(part, whole, out=result, where=np.asarray(whole) != 0)


def _mean(sums: Floats) -> Floats:
    return _ratio(sums[..., 0], sums[..., 1], np.nan)


def _row_share(stats: Floats) -> Floats:
    # A row without tokens has nothing wrong in it.
    return _ratio(stats[:, 0], stats[:, 1], 1.0)


def _with_ones(scores: Iterable[float], rows: int) -> Floats:
    return np.column_stack([np.fromiter(scores, np.float64, rows), np.ones(rows)])


def _accuracy_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    predicted, gold = as_list(predictions), as_list(references)
    check_lengths(predictions=predicted, references=gold)
    check_labels(predicted, gold)
    return _with_ones((p == g for p, g in zip(predicted, gold, strict=True)), len(gold))


def _tag_rows(predictions: Sequence[Any], references: Sequence[Any]) -> list[tuple[list[Any], list[Any]]]:
    predicted, gold = as_list(predictions), as_list(references)
    check_lengths(predictions=predicted, references=gold)
    pairs = []
    for row, (tags, expected) in enumerate(zip(predicted, gold, strict=True)):
        for name, value in (("predictions", tags), ("references", expected)):
            if value is None or isinstance(value, str | int | float | dict):
                raise UsageError(
                    f"{name} row {row}: expected a list with one tag a token, found {value!r}; "
                    "for one label a row use measure='accuracy'"
                )
        tags, expected = as_list(tags), as_list(expected)
        if len(tags) != len(expected):
            raise UsageError(
                f"row {row}: {len(tags)} predicted tags for {len(expected)} gold tags; give one tag a token"
            )
        pairs.append((tags, expected))
    return pairs


def _token_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    rows = [
        (sum(tag == gold for tag, gold in zip(tags, expected, strict=True)), len(expected))
        for tags, expected in _tag_rows(predictions, references)
    ]
    return np.asarray(rows, dtype=np.float64).reshape(-1, 2)


def _entity_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    try:
        from seqeval.metrics.sequence_labeling import get_entities
    except ImportError as error:
        raise MissingExtra("seqeval", "metrics") from error
    rows = []
    for row, (tags, expected) in enumerate(_tag_rows(predictions, references)):
        for tag in (*tags, *expected):
            if not isinstance(tag, str) or not tag:
                raise LabelError(
                    f"row {row}: seqeval needs tag names such as 'B-PER' or 'O', found {tag!r}; "
                    "map the numbers to names with the feature's int2str"
                )
        found, gold = set(get_entities(tags)), set(get_entities(expected))
        rows.append((len(found & gold), len(found), len(gold)))
    return np.asarray(rows, dtype=np.float64).reshape(-1, 3)


def _micro_f1(sums: Floats) -> Floats:
    # The same order of operations as seqeval, so that both agree to the last bit.
    precision = _ratio(sums[..., 0], sums[..., 1], 0.0)
    recall = _ratio(sums[..., 0], sums[..., 2], 0.0)
    return _ratio(2 * precision * recall, precision + recall, 0.0)


def _row_f1(stats: Floats) -> Floats:
    # No entity wanted and none found: nothing is wrong in the row.
    return _ratio(2 * stats[:, 0], stats[:, 1] + stats[:, 2], 1.0)


def _answer_stats(score: Callable[[str, str], float], predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    predicted, gold = as_list(predictions), as_list(references)
    check_lengths(predictions=predicted, references=gold)
    scores = []
    for row, (answer, reference) in enumerate(zip(predicted, gold, strict=True)):
        if not isinstance(answer, str):
            raise UsageError(f"predictions row {row}: expected an answer string, found {answer!r}")
        scores.append(max(score(answer, text) for text in gold_answers(reference, row)))
    return _with_ones(scores, len(scores))


def _answer_f1_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    return _answer_stats(answer_f1, predictions, references)


def _exact_match_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    return _answer_stats(exact_match, predictions, references)


ACCURACY = Measure("accuracy", "Accuracy", _accuracy_stats, _mean, _row_share, binary=True)
TOKEN_ACCURACY = Measure("token_accuracy", "Token accuracy", _token_stats, _mean, _row_share)
SEQEVAL_F1 = Measure("seqeval_f1", "Entity F1 (micro, seqeval)", _entity_stats, _micro_f1, _row_f1)
SQUAD_EXACT_MATCH = Measure(
    "squad_exact_match",
    "Exact match (SQuAD)",
    _exact_match_stats,
    _mean,
    _row_share,
    binary=True,
    normalize=normalize_answer,
)
SQUAD_F1 = Measure(
    "squad_f1",
    "Answer F1 (SQuAD)",
    _answer_f1_stats,
    _mean,
    _row_share,
    normalize=normalize_answer,
    secondary=(SQUAD_EXACT_MATCH,),
)

MEASURES: dict[str, Measure] = {
    measure.name: measure for measure in (ACCURACY, TOKEN_ACCURACY, SEQEVAL_F1, SQUAD_F1, SQUAD_EXACT_MATCH)
}


def measure_named(measure: str | Measure) -> Measure:
    """Return the measure with this name; a `Measure` is returned as it is.

    Raises:
        UnknownNameError: No such measure; the message lists the known ones.

    Example:
        >>> measure_named("squad_f1").secondary[0].name
        'squad_exact_match'
    """
    if isinstance(measure, Measure):
        return measure
    if measure not in MEASURES:
        raise UnknownNameError("measure", measure, MEASURES)
    return MEASURES[measure]


def measure_for(task: str) -> Measure:
    """Return the measure a task is scored with.

    Args:
        task: Name of a task, for example ``"extractive-qa"``.

    Raises:
        UnknownNameError: There is no such task, or none to score; the message lists those that there are.

    Example:
        >>> measure_for("named-entity-recognition").name, measure_for("extractive-qa").name
        ('seqeval_f1', 'squad_f1')
    """
    scored = {kind.name: kind.measure for kind in TASKS.values() if kind.measure is not None}
    if task not in scored:
        raise UnknownNameError("task to score", task, scored)
    return measure_named(scored[task])
