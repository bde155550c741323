"""Predictor objects that do not declare their labels."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from hf_robust.adapters.base import Prediction, Predictor, listed_predictions
from hf_robust.adapters.function import FunctionPredictor
from hf_robust.tasks import Task


class ObjectPredictor(FunctionPredictor):
    """A predictor object with ``labels=None``; its predictions are checked as the results of a function are.

    Args:
        inner: The object.
        task: The task, bound to the data so that it knows the label names.
        label_map: The object's label to the data's, where the names do not match by themselves.

    Example:
        >>> import hf_robust as hr
        >>> class Mine:
        ...     name, kind, revision, labels = "mine", "model", "1", None
        ...     def predict(self, rows):
        ...         return [Prediction("POS") for row in rows]
        >>> task = hr.task("sentiment-classification", label_names=["negative", "positive"])
        >>> ObjectPredictor(Mine(), task).predict([{"text": "good"}])
        [Prediction(value='positive', score=None)]
    """

    def __init__(self, inner: Predictor, task: Task, label_map: Mapping[str, str] | None = None):
        super().__init__(inner.predict, task, label_map=label_map, batch_size=getattr(inner, "batch_size", 32))
        self.inner = inner
        self.name, self.kind, self.revision = inner.name, inner.kind, inner.revision
        if self._matcher is not None:
            self._matcher.owner = inner.name

    def fingerprint(self) -> str | None:
        """The inner fingerprint with the label map and the labels of the data."""
        inner = getattr(self.inner, "fingerprint", lambda: self.inner.revision)()
        return None if inner is None else f"{inner}|{sorted(self._map.items())}|{self.labels}"

    def probabilities(self, rows: list[dict[str, Any]], **how: Any) -> np.ndarray | list[Prediction]:
        """The inner probabilities, in the order of the data's labels; predictions where the object has none."""
        ask = getattr(self.inner, "probabilities", None)
        if ask is None:
            return [prediction for batch in self._batches(rows) for prediction in self._read(self._call(batch), batch)]
        answers = ask(rows, **how)
        if isinstance(answers, np.ndarray):
            return self._checked(answers, len(rows), gaps=True)
        return self._read(answers, rows)

    def _call(self, batch: list[dict[str, Any]]) -> list[Prediction]:
        return listed_predictions(self.inner.predict(batch), len(batch), self.name)
