"""A predictor whose labels are renamed."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from hf_robust.adapters.base import Prediction, Predictor, batches_of


class RelabeledPredictor:
    """A predictor whose labels are called as in the data.

    Args:
        inner: The predictor.
        mapping: Its label to the data's.
    """

    def __init__(self, inner: Predictor, mapping: Mapping[str, str]):
        self.inner = inner
        self.name, self.kind, self.revision = inner.name, inner.kind, inner.revision
        self.labels: tuple[str, ...] | None = tuple(dict.fromkeys(mapping.values()))
        self.label_mapping = mapping

    def fingerprint(self) -> str | None:
        """The inner fingerprint with the mapping."""
        inner = getattr(self.inner, "fingerprint", lambda: self.inner.revision)()
        return None if inner is None else f"{inner}|{sorted(self.label_mapping.items())}"

    def predict(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """The inner predictions, renamed."""
        return self._all_renamed(self.inner.predict(rows))

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The same, batch by batch where the inner predictor can say so."""
        for places, predictions in batches_of(self.inner, rows):
            yield places, self._all_renamed(predictions)

    def probabilities(self, rows: list[dict[str, Any]], **how: Any) -> np.ndarray | list[Prediction]:
        """The inner probabilities in the order of ``labels``; predictions where the inner one has no such."""
        ask = getattr(self.inner, "probabilities", None) or self.inner.predict
        answers = ask(rows, **how)
        if isinstance(answers, list):
            return self._all_renamed(answers)
        labels = self.inner.labels or ()
        columns = [[self.label_mapping[name] == label for name in labels] for label in self.labels or ()]
        return answers @ np.array(columns, dtype=answers.dtype).T

    def _all_renamed(self, predictions: list[Prediction]) -> list[Prediction]:
        return [one._replace(value=self._renamed(one.value)) for one in predictions]

    def _renamed(self, value: str | list[str]) -> str | list[str]:
        if isinstance(value, list):
            return [self.label_mapping.get(tag, tag) for tag in value]
        return self.label_mapping.get(value, value)
