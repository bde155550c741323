"""Ready transformers pipelines."""

from collections.abc import Mapping
from typing import Any

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.model_kind import ModelKind, model_kinds
from hf_robust.core.loaded_modules import is_transformers
from hf_robust.tasks import Task


@model_kinds.register
class TransformersPipeline(ModelKind):
    """A ``transformers`` pipeline, run as its owner configured it."""

    name = "pipeline"
    what = "a transformers pipeline"
    order = 40

    @classmethod
    def accepts(cls, model: Any) -> bool:
        return is_transformers(model, "Pipeline")

    @classmethod
    def predictor(cls, model: Any, task: Task, options: Mapping[str, Any]) -> Predictor:
        from hf_robust.adapters.pipeline import pipeline_predictor

        return pipeline_predictor(model, task, **options)
