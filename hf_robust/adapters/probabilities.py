"""How probable a model finds a given label: of its own numbers, or from what it predicts."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from hf_robust.adapters.base import Prediction, Predictor, roles_of, row_of, size, unique_inputs
from hf_robust.adapters.precision import checked_precision
from hf_robust.core.errors import UsageError


def label_sets(probabilities: np.ndarray, labels: Sequence[str], threshold: float) -> list[Prediction]:
    """The labels of each row whose probability reaches a threshold, sorted by name.

    Args:
        probabilities: Of shape (rows, labels).
        labels: Names of the columns.
        threshold: The lowest probability of a label that is predicted.

    Example:
        >>> label_sets(np.array([[0.9, 0.6], [0.1, 0.2]]), ["b", "a"], 0.5)
        [Prediction(value=['a', 'b'], score=None), Prediction(value=[], score=None)]
    """
    holds = probabilities >= threshold
    return [Prediction(sorted(label for label, one in zip(labels, row) if one)) for row in holds.tolist()]


class LabelScores:
    """What a model says about rows, so that any label's probability can be read; made by :func:`score_rows`.

    Args:
        answers: An array (rows, labels), or predictions: these give their label its score, or 1 without one, and
            share the rest evenly among the other labels.
        labels: Names of the columns; for predictions the labels there are, or None when that is not known.
        index: Which of ``answers`` each row is.
    """

    def __init__(self, answers: np.ndarray | list[Prediction], labels: Sequence[str] | None, index: Sequence[int]):
        self._index = np.asarray(index, dtype=np.int64)
        self._labels = tuple(labels or ())
        self._array = answers if isinstance(answers, np.ndarray) else None
        if self._array is None:
            self._values = np.empty(len(answers), dtype=object)
            self._values[:] = [prediction.value for prediction in answers]
            self._sure = np.array([1.0 if p.score is None else p.score for p in answers], dtype=np.float64)

    def best(self, row: int) -> str:
        """The label that is predicted for a row."""
        place = self._index[row]
        if self._array is None:
            return self._values[place]
        return self._labels[int(self._array[place].argmax())]

    def of(self, label: str, rows: slice) -> np.ndarray:
        """The probability of a label for some rows."""
        places = self._index[rows]
        if self._array is None:
            if len(places) and isinstance(self._values[places[0]], list):  # sets of labels
                return np.array([float(label in value) for value in self._values[places]])
            others = max(1, len(self._labels) - 1)
            return np.where(self._values[places] == label, self._sure[places], (1.0 - self._sure[places]) / others)
        columns = [column for column, name in enumerate(self._labels) if name == label]
        return self._array[places][:, columns].sum(axis=1)


def score_rows(
    predictor: Predictor,
    rows: Sequence[dict[str, Any]],
    task: Any = None,
    *,
    dtype: str | None = None,
    fills: bool = True,
) -> LabelScores:
    """Ask a classifier about rows; equal ones once, long ones first.

    A predictor may have a method ``probabilities(rows)`` that returns an array (rows, labels) in the order of its
    ``labels``; without one its predictions are used.

    Args:
        rows: Rows keyed by role.
        task: Gives the text roles; the predictor's own when None.
        dtype: Name of the torch type to compute in, where :func:`takes_dtype`; that of the weights when None.
        fills: Whether even odds stand where a model has no number, NaN.

    Raises:
        UsageError: When the predictor returns another number of results than rows.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> model = hr.as_predictor(lambda texts: [{"label": "pos", "score": 0.9} for text in texts], task)
        >>> scores = score_rows(model, [{"text": "fine"}])
        >>> scores.best(0), scores.of("neg", slice(0, 1)).round(3).tolist()
        ('pos', [0.1])
    """
    roles = roles_of(predictor, task, rows[0]) if rows else ()
    inputs, index = unique_inputs(rows, roles)
    order = sorted(range(len(inputs)), key=lambda place: -size(inputs[place]))
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order))
    distinct = [row_of(inputs[place], roles) for place in order]
    ask: Any = getattr(predictor, "probabilities", None) or predictor.predict
    answers = ask(distinct) if dtype is None else ask(distinct, dtype=dtype)
    shape = (len(distinct), len(predictor.labels or ()))
    if not (answers.shape == shape if isinstance(answers, np.ndarray) else len(answers) == len(distinct)):
        expected = f"an array of shape {shape}" if isinstance(answers, np.ndarray) else f"{len(distinct)} predictions"
        raise UsageError(
            f"{predictor.name} returned {getattr(answers, 'shape', None) or len(answers)} for {len(distinct)} rows; "
            f"expected {expected}"
        )
    if fills and isinstance(answers, np.ndarray):  # some models have no number for a text without tokens: even odds
        answers = np.where(np.isfinite(answers), answers, 1.0 / max(1, shape[1]))
    return LabelScores(answers, predictor.labels, ranks[index].tolist() if rows else ())


def takes_dtype(predictor: Any) -> bool:
    """Whether :func:`score_rows` can have the model compute in another type: a torch model, not a pipeline."""
    model = getattr(predictor, "inner", predictor)
    return hasattr(model, "probabilities") and hasattr(model, "forward")


def quick_dtype(predictor: Any) -> str | None:
    """``bfloat16`` where it saves much: weights in float32 on a processor with AMX tiles; else None."""
    if not takes_dtype(predictor):
        return None
    weights = next(getattr(predictor, "inner", predictor).model.parameters(), None)
    if weights is None or weights.device.type != "cpu":
        return None
    return checked_precision("auto", "cpu", str(weights.dtype))
