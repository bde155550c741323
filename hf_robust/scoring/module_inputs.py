"""What the `evaluate` modules under ``metrics/`` share: their input features and checks before Arrow.

`evaluate` itself is not imported here: a module's class is the first `EvaluationModule` that `evaluate` finds
in its file, so the shared part must not be one.
"""

from collections.abc import Iterable
from typing import Any

from hf_robust.errors import EmptyDataError, UsageError
from hf_robust.scoring.inputs import as_list, check_lengths


class CheckedInputs:
    """Mixin before ``evaluate.Metric``: clear errors for what `evaluate` crashes on or lets pass.

    Columns of different length, a missing column, fractions where labels belong (Arrow would cut 0.7 down to
    0) and input without rows. An empty batch among others is skipped.

    Example:
        >>> class Recorder:
        ...     writer = None
        ...     def add_batch(self, **columns):
        ...         self.seen = columns
        >>> class Metric(CheckedInputs, Recorder):
        ...     pass
        >>> metric = Metric()
        >>> metric.add_batch(predictions=(1, 0), references=(1, 1))
        >>> metric.seen
        {'predictions': [1, 0], 'references': [1, 1]}
        >>> metric.add_batch(predictions=[0.7, 0.2], references=[1, 1])
        Traceback (most recent call last):
            ...
        hf_robust.errors.UsageError: predictions row 0 is 0.7, a score; give the predicted class (argmax)
    """

    def add_batch(self, *, predictions: Iterable[Any] | None = None, references: Iterable[Any] | None = None,
                  **columns: Iterable[Any]) -> None:
        """Check one batch and hand it on; an empty batch is skipped."""
        batch = {"predictions": predictions, "references": references, **columns}
        missing = [name for name, column in batch.items() if column is None]
        if missing:
            raise UsageError(f"missing input {', '.join(missing)}; give {', '.join(batch)} as columns")
        batch = {name: as_list(column) for name, column in batch.items()}
        if check_lengths(**batch) == 0:
            return
        for name, column in batch.items():
            _reject_fractions(name, column)
        first = self.writer is None
        try:
            super().add_batch(**batch)
        except ValueError:
            # evaluate has fixed the features from the refused batch by now; forget them with it.
            if first:
                self.writer = None
            raise

    def add(self, *, prediction: Any = None, reference: Any = None, **columns: Any) -> None:
        """Check one row and hand it on; `evaluate.combine` spells the two names in the plural."""
        row = {"predictions": prediction, "references": reference, **columns}
        self.add_batch(**{name: None if value is None else [value] for name, value in row.items()})

    def compute(self, *, predictions: Iterable[Any] | None = None, references: Iterable[Any] | None = None,
                **kwargs: Any) -> dict[str, Any] | None:
        """Compute as `evaluate` does, but refuse to compute on nothing."""
        given = [column for column in (predictions, references) if column is not None]
        if self.writer is None and not any(len(column) for column in given):
            raise EmptyDataError(
                "no rows to score: give columns with at least one row to compute(), or call add_batch() first"
            )
        return super().compute(predictions=predictions, references=references, **kwargs)


def paired_features() -> list[Any]:
    """Return the alternative input features of the modules that compare originals with perturbed rows.

    All three columns hold class names, class numbers, tag names, tag numbers, or answers beside SQuAD golds.

    Returns:
        A list of ``datasets.Features``; `evaluate` takes the first that fits the first row.

    Example:
        >>> sorted(paired_features()[0])
        ['original_predictions', 'predictions', 'references']
    """
    from datasets import Features, List, Value

    text, number = Value("string"), Value("int64")
    answers = {"text": List(text), "answer_start": List(Value("int32"))}
    labels = [(kind, kind) for kind in (text, number, List(text), List(number))]
    return [
        Features({"predictions": value, "original_predictions": value, "references": gold})
        for value, gold in [*labels, (text, answers)]
    ]


def grouped_features() -> list[Any]:
    """Return the alternative input features of the modules that group rows by source id.

    Returns:
        A list of ``datasets.Features``: class names or numbers, with ids that are strings or numbers.

    Example:
        >>> sorted(grouped_features()[0])
        ['ids', 'predictions', 'references']
    """
    from datasets import Features, Value

    text, number = Value("string"), Value("int64")
    return [
        Features({"predictions": value, "references": value, "ids": key})
        for value in (text, number)
        for key in (text, number)
    ]


def _reject_fractions(name: str, column: list[Any]) -> None:
    for row, value in enumerate(column):
        if isinstance(value, float) and not value.is_integer():
            raise UsageError(f"{name} row {row} is {value}, a score; give the predicted class (argmax)")
