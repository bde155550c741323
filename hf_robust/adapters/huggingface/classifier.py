"""Sequence classification models: one text or two, one label."""

from collections.abc import Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.adapters.base import Prediction, texts_of
from hf_robust.adapters.huggingface.base import ModelPredictor, check_single_label, model_labels
from hf_robust.adapters.label_matching import match_labels, rename
from hf_robust.tasks import Task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from hf_robust.adapters.huggingface.packed_rows import PackedEncoder


class TextHead(ModelPredictor):
    """Base of predictors over an ``AutoModelForSequenceClassification``, whatever its outputs mean."""

    auto_class = "AutoModelForSequenceClassification"
    head = "ForSequenceClassification"

    def texts_given(self, rows: Sequence[Mapping[str, Any]]) -> list[list[tuple[str, ...]]]:
        """The one or two texts of each row."""
        return [[texts_of(row, self.roles)] for row in rows]

    def encode_rows(self, rows: list[dict[str, Any]], **options: Any) -> Any:
        """The rows as token ids, cut at the model's limit; options go to the tokenizer."""
        given = [texts[0] for texts in self.texts_given(rows)]
        second = [texts[1] for texts in given] if any(len(texts) == 2 for texts in given) else None
        cut = {"truncation": True, "max_length": self.max_length} if self.max_length else {"truncation": False}
        return self.encode([texts[0] for texts in given], second, **cut, **options)

    def packed(self, dtype: str | None = None) -> "PackedEncoder | None":
        """What runs rows of any lengths together, where model, processor and type allow that.

        Args:
            dtype: As for :meth:`forward`.
        """
        from hf_robust.adapters.huggingface.packed_rows import PackedEncoder

        return PackedEncoder.of(self.model) if (dtype or self.precision) is None else None

    def forward(
        self,
        encoded: Mapping[str, list[list[int]]],
        *,
        even: bool = False,
        dtype: str | None = None,
        rows: int | None = None,
        **how: Any,
    ) -> Iterator[tuple[list[int], Any]]:
        """As in the base; where an output may not depend on what else is asked, without padding if the model allows."""
        packed = self.packed(dtype) if even else None
        whole = [place for place, ids in enumerate(encoded["input_ids"]) if packed is None or not ids]
        if packed is not None:
            with self.computing():
                for batch, logits in packed.logits(encoded, rows or self.batch_size):
                    yield batch, SimpleNamespace(logits=logits)
        part = {name: [values[place] for place in whole] for name, values in encoded.items()}
        for batch, output in super().forward(part, even=even, dtype=dtype, rows=rows, **how):
            yield [whole[place] for place in batch], output

    def _logits(self, encoded: Any, rows: int, outputs: int, **how: Any) -> np.ndarray:
        logits = np.empty((rows, outputs), dtype=np.float64)
        for batch, output in self.forward(encoded, **how):
            logits[batch] = output.logits.float().cpu().numpy()
        return logits


class TextClassifier(TextHead):
    """Predictor over an ``AutoModelForSequenceClassification``; the score is the softmax of the label.

    Args:
        task: A classification task with one or two text roles, or its id.
        label_map: Model label to data label, where the names do not match by themselves.
        **options: As for :class:`ModelPredictor`.

    Raises:
        UsageError: For regression and multi-label heads.
        LabelError: When the labels do not match the task's.
    """

    labels: tuple[str, ...]

    @classmethod
    def check_config(cls, config: Any, task: Task, label_map: Mapping[str, str] | None) -> None:
        """Check the labels; a head that is no classifier is left to the check of the model, which says more."""
        if config.num_labels > 1 and config.problem_type != "regression":
            super().check_config(config, task, label_map)

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        task: Task | str,
        *,
        label_map: Mapping[str, str] | None = None,
        **options: Any,
    ):
        task = as_task(task)
        super().__init__(model, tokenizer, task, **options)
        check_single_label(model.config, self.name)
        own = model_labels(model)
        data = task.label_names
        self.label_mapping = match_labels(own, data, label_map) if data else rename(own, label_map)
        self.labels = tuple(self.label_mapping[label] for label in own)

    def settings(self) -> dict[str, Any]:
        """As in the base, with the labels that outputs are called."""
        return {**super().settings(), "labels": self.labels}

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of the rows of each batch, and the most probable label of each."""
        for places, output in self.forward(self.encode_rows(rows)) if rows else ():
            logits = output.logits.float().cpu().numpy().astype(np.float64)
            best = logits.argmax(axis=1)
            scores = 1.0 / np.exp(logits - logits.max(axis=1, keepdims=True)).sum(axis=1)
            yield places, [Prediction(self.labels[n], score) for n, score in zip(best.tolist(), scores.tolist())]

    def probabilities(self, rows: list[dict[str, Any]], *, dtype: str | None = None) -> np.ndarray:
        """The probability of each label, in the order of ``labels``, for each row.

        A row is padded to a width that depends on its own length, so that its numbers do not depend on the other rows.
        Where a kernel computes in another order for another number of rows, the last bits may differ.

        Args:
            rows: Rows keyed by role.
            dtype: Name of the torch type to compute in, for example ``bfloat16``; that of the weights when None.
        """
        if not rows:
            return np.empty((0, len(self.labels)))
        logits = self._logits(self.encode_rows(rows), len(rows), len(self.labels), even=True, dtype=dtype)
        powers = np.exp(logits - logits.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)
