"""Ready transformers pipelines."""

from collections.abc import Mapping
from typing import Any

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.huggingface.causal_heads import PROMPT_OPTIONS, refuse_prompt_options
from hf_robust.adapters.huggingface.decision_model import DECISION, DecisionPredictor
from hf_robust.adapters.kind_adapters import pipeline_adapter
from hf_robust.adapters.model_kind import ModelKind, model_kinds
from hf_robust.core.loaded_modules import is_transformers
from hf_robust.tasks import Task

_GENERATION = "text-generation"


@model_kinds.register
class TransformersPipeline(ModelKind):
    """A ``transformers`` pipeline, run as its owner configured it.

    The model of a ``text-generation`` pipeline is asked as other causal language models are, where the task has no
    adapter for such pipelines.
    """

    name = "pipeline"
    description = "a transformers pipeline"
    order = 40

    @classmethod
    def accepts(cls, model: Any) -> bool:
        return is_transformers(model, "Pipeline")

    @classmethod
    def refused(cls, options: Mapping[str, Any], task: Task) -> list[str]:
        return [name for name in super().refused(options, task) if name not in PROMPT_OPTIONS]

    @classmethod
    def predictor(cls, model: Any, task: Task, options: Mapping[str, Any]) -> Predictor:
        if model.task == DECISION:
            own = {name: value for name, value in options.items() if name != "batch_size"}  # it answers one by one
            return DecisionPredictor(model, task, own)
        own_adapter = pipeline_adapter(task.kind)
        if model.task == _GENERATION and (own_adapter is None or own_adapter.pipeline_task != _GENERATION):
            from hf_robust.adapters.huggingface.causal_loading import wrapped_causal

            return wrapped_causal(model.model, task, {"tokenizer": model.tokenizer, **options})
        refuse_prompt_options(options, f"a {model.task} pipeline")
        from hf_robust.adapters.pipeline import pipeline_predictor

        return pipeline_predictor(model, task, **options)
