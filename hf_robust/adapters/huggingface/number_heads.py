"""Sequence classification models with a score, or with one probability a label on its own."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from hf_robust.adapters.base import Prediction
from hf_robust.adapters.huggingface.base import check_one_score, check_several_labels, model_labels
from hf_robust.adapters.huggingface.classifier import TextHead
from hf_robust.adapters.label_matching import match_labels, rename
from hf_robust.adapters.probabilities import label_sets
from hf_robust.tasks import Task

_DIGITS = 5


class ScoreModel(TextHead):
    """Predictor over a regression head with one output; its value is the number.

    Args:
        task: A task with one or two text roles.
        **options: As for :class:`ModelPredictor`.

    Raises:
        UsageError: For a head with several outputs.
    """

    def __init__(self, model: Any, tokenizer: Any, task: Task, **options: Any):
        super().__init__(model, tokenizer, task, **options)
        check_one_score(model.config, self.name)

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of the rows, and the score of each."""
        if rows:
            scores = self._logits(self.encode_rows(rows), len(rows), 1, even=True)[:, 0].round(_DIGITS)
            yield list(range(len(rows))), [Prediction(score) for score in scores.tolist()]


class LabelSetModel(TextHead):
    """Predictor over a multi-label head: the labels whose sigmoid reaches the threshold of the task.

    Args:
        task: A task with one or two text roles, and the names of its labels.
        label_map: Model label to data label, where the names do not match by themselves.
        **options: As for :class:`ModelPredictor`.

    Raises:
        UsageError: For a head that was trained to choose one label, or to give one score.
        LabelError: When the labels do not match the task's.
    """

    labels: tuple[str, ...]

    @classmethod
    def check_config(cls, config: Any, task: Task, label_map: Mapping[str, str] | None) -> None:
        """Check a configuration before the weights are read: its head first, then its labels."""
        check_several_labels(config, config.name_or_path or "the model")
        super().check_config(config, task, label_map)

    def __init__(
        self, model: Any, tokenizer: Any, task: Task, *, label_map: Mapping[str, str] | None = None, **options: Any
    ):
        super().__init__(model, tokenizer, task, **options)
        check_several_labels(model.config, self.name)
        self.threshold = task.threshold
        own = model_labels(model)
        data = task.label_names
        mapping = match_labels(own, data, label_map) if data else rename(own, label_map)
        named = [mapping[label] for label in own]
        self.labels = data or tuple(named)
        self._columns = [named.index(label) if label in named else None for label in self.labels]

    def settings(self) -> dict[str, Any]:
        """As in the base, with the labels and the threshold."""
        return {**super().settings(), "labels": self.labels, "threshold": self.threshold}

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of the rows, and the labels of each."""
        if rows:
            yield list(range(len(rows))), label_sets(self.probabilities(rows), self.labels, self.threshold)

    def probabilities(self, rows: list[dict[str, Any]]) -> np.ndarray:
        """The probability of each label, in the order of ``labels``, for each row."""
        if not rows:
            return np.empty((0, len(self.labels)))
        logits = self._logits(self.encode_rows(rows), len(rows), self.model.config.num_labels, even=True)
        table = np.zeros((len(rows), len(self._columns)))
        for place, column in enumerate(self._columns):
            if column is not None:
                table[:, place] = 1 / (1 + np.exp(-logits[:, column].clip(-60, 60)))
        return table.round(_DIGITS)
