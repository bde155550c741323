"""Models of which only the head of a causal language model was trained: they are asked with a prompt."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any

from hf_robust.adapters.kind_adapters import adapter
from hf_robust.adapters.language_models.answer_formats import has_answer_format
from hf_robust.adapters.language_models.causal_model import CausalModel
from hf_robust.adapters.model_kind import refuse
from hf_robust.tasks import Task

HEADS = ("ForCausalLM", "LMHeadModel")
_OF_ALL_MODELS = {"name", "label_map", "device", "revision", "max_length", "dtype", "precision"}
_PROMPT_VALUES = {"source_language", "target_language"}
PROMPT_OPTIONS = frozenset(field.name for field in fields(CausalModel)) - _OF_ALL_MODELS
"""Options that only language models have."""


def is_asked_with_a_prompt(architectures: Sequence[str], task: Task) -> bool:
    """Return whether a model has no head for a task and can be asked with a prompt.

    Args:
        architectures: Names of the model classes, as a configuration has them.

    Example:
        >>> from hf_robust.tasks import task
        >>> nli = task("nli")
        >>> is_asked_with_a_prompt(["LlamaForCausalLM"], nli), is_asked_with_a_prompt(["BertForMaskedLM"], nli)
        (True, False)
    """
    if not architectures or not all(name.endswith(HEADS) for name in architectures):
        return False
    own = adapter(task.kind)
    return has_answer_format(task.kind) and (own is None or own.fitting(architectures).head not in HEADS)


def refuse_prompt_options(options: Mapping[str, Any], name: str) -> None:
    """Refuse options of language models for another model.

    Args:
        options: Options by name.
        name: The model.

    Raises:
        UsageError: There are any.
    """
    refuse([option for option in options if option in PROMPT_OPTIONS], f"{name}, which is no causal language model")


def asked_model(name: Any, options: Mapping[str, Any]) -> tuple[CausalModel, dict[str, Any]]:
    """Return a causal language model, and the options that are not its own.

    Args:
        name: Hub id, folder, or a name for a model in memory.
        options: Options by name.

    Example:
        >>> asked_model("org/llm", {"answer": "generate", "batch_size": 8})[1]
        {'batch_size': 8}
    """
    known = PROMPT_OPTIONS | _OF_ALL_MODELS | _PROMPT_VALUES
    own = {option: value for option, value in options.items() if option in known}
    return CausalModel.of(name, own), {option: value for option, value in options.items() if option not in known}
