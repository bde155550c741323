"""Plain functions."""

from collections.abc import Mapping
from typing import Any

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.function import FunctionPredictor
from hf_robust.adapters.huggingface.task_adapter import no_adapter
from hf_robust.adapters.model_kind import ModelKind, model_kinds
from hf_robust.tasks import Task


@model_kinds.register
class Function(ModelKind):
    """A function that is given a list of inputs and returns one answer for each."""

    name = "function"
    description = "a function"
    takes = frozenset({"label_map", "batch_size", "cache_key"})
    order = 70

    @classmethod
    def accepts(cls, model: Any) -> bool:
        return callable(model) and not isinstance(model, type)

    @classmethod
    def predictor(cls, model: Any, task: Task, options: Mapping[str, Any]) -> Predictor:
        if task.kind.wanted is None:
            raise no_adapter(task)
        return FunctionPredictor(model, task, **options)
