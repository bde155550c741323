"""transformers models in memory."""

from collections.abc import Mapping
from typing import Any

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.huggingface.causal_heads import is_asked_with_a_prompt, refuse_prompt_options
from hf_robust.adapters.huggingface.task_adapter import TaskModelKind, model_adapter
from hf_robust.adapters.model_kind import model_kinds
from hf_robust.core.loaded_modules import is_transformers
from hf_robust.tasks import Task


@model_kinds.register
class TransformersModel(TaskModelKind):
    """A ``transformers`` model with the head of the task, or a causal language model; ``tokenizer`` is needed."""

    name = "model"
    description = "a model in memory"
    takes = frozenset({"tokenizer", "label_map", "batch_size", "device", "max_length", "precision"})
    order = 50

    @classmethod
    def accepts(cls, model: Any) -> bool:
        return is_transformers(model, "PreTrainedModel")

    @classmethod
    def predictor(cls, model: Any, task: Task, options: Mapping[str, Any]) -> Predictor:
        if is_asked_with_a_prompt([type(model).__name__], task):
            from hf_robust.adapters.huggingface.causal_loading import wrapped_causal

            return wrapped_causal(model, task, options)
        refuse_prompt_options(options, type(model).__name__)
        return model_adapter(model, task, **options)
