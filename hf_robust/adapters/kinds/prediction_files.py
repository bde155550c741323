"""Predictions that were made elsewhere, in place of a model."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.model_kind import ModelKind, model_kinds
from hf_robust.adapters.stored_predictions import are_predictions, is_prediction_file
from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.tasks import Task


@model_kinds.register
class StoredRows(ModelKind):
    """A file of predictions, a dataset, a list of rows or a mapping of columns; they belong to the rows of a suite."""

    name = "predictions"
    description = "predictions of the rows of a suite"
    takes = frozenset({"label_map", "batch_size"})
    order = 30

    @classmethod
    def accepts(cls, model: Any) -> bool:
        return are_predictions(model)

    @classmethod
    def predictor(cls, model: Any, task: Task, options: Mapping[str, Any]) -> Predictor:
        said = f" ({model})" if is_prediction_file(model) else ""
        raise UsageError(f"predictions{said} belong to the rows of a suite; pass both: hr.run(predictions, suite)")

    @classmethod
    def check(cls, model: Any, options: Mapping[str, Any]) -> None:
        if is_prediction_file(model) and not Path(str(model)).is_file():
            raise DataFileError(f"there is no file {model}; check the path of the predictions")
