"""The adapter over Auto classes that serves a task, and the kinds of models that it is for."""

import inspect
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.huggingface.causal_heads import PROMPT_OPTIONS
from hf_robust.adapters.kind_adapters import adapter, has_adapter, label_matcher
from hf_robust.adapters.model_kind import ModelKind, refuse, registered_options
from hf_robust.core.errors import UsageError
from hf_robust.tasks import TASKS, Task

if TYPE_CHECKING:
    from transformers import PreTrainedModel, PreTrainedTokenizerBase

    from hf_robust.adapters.huggingface.base import ModelPredictor

# parameters of every adapter: not options of the adapter of one task
_COMMON = frozenset({"self", "model", "tokenizer", "task", "label_map", "options", "batch_size", "name", "kind"})


def adapter_of(task: Task) -> "type[ModelPredictor]":
    """The adapter over Auto classes for a kind of task.

    Raises:
        UsageError: When there is none.
    """
    found = adapter(task.kind)
    if found is None:
        raise no_adapter(task)
    return found


def no_adapter(task: Task) -> UsageError:
    """The error for a task whose models cannot be loaded; it says what can be passed instead."""
    served = ", ".join(kind.name for kind in TASKS.values() if has_adapter(kind))
    function = "a function, or " if task.kind.wanted else ""
    return UsageError(
        f"there is no adapter for models of {task.name}, only for {served}. Pass {function}an object with name, kind, "
        "revision, labels and predict(rows) -> list[Prediction]"
    )


def label_option(task: Task, label_map: Mapping[str, str] | None) -> dict[str, Any]:
    """``label_map`` as an option of the adapter of a task; nothing where its predictions are no labels.

    Raises:
        UsageError: When it is given and the predictions are no labels.
    """
    if label_matcher(task.kind) is not None or "label_map" in inspect.signature(adapter_of(task).__init__).parameters:
        return {"label_map": label_map}
    given = ["label_map"] if label_map is not None else []
    refuse(given, f"{task.name}, whose predictions are no labels")
    return {}


def model_adapter(
    model: "PreTrainedModel",
    task: Task,
    *,
    tokenizer: "PreTrainedTokenizerBase | str | Path | None" = None,
    label_map: Mapping[str, str] | None = None,
    **options: Any,
) -> Predictor:
    """The adapter of a task round a model in memory.

    Args:
        model: The model, with the head of the task.
        tokenizer: Its tokenizer, or where to load it from.
        label_map: Model label to data label.
        **options: Passed on to the adapter.

    Raises:
        UsageError: When the tokenizer is absent or the head is that of another task.
    """
    from hf_robust.adapters.huggingface.loading import ends_of, load_tokenizer

    adapter = adapter_of(task).fitting([type(model).__name__])
    if tokenizer is None:
        raise UsageError(f"a model in memory ({type(model).__name__}) needs its tokenizer; use tokenizer=...")
    transformers_class = type(model).__module__.startswith("transformers.")
    if not type(model).__name__.endswith(ends_of(adapter.head)) and transformers_class:
        raise UsageError(f"{task.name} needs a model ...{adapter.head}; found {type(model).__name__}")
    if isinstance(tokenizer, (str, Path)):
        place = str(Path(tokenizer).expanduser())
        tokenizer = load_tokenizer(place, words=adapter.words, model_type=model.config.model_type)
    return adapter(model, tokenizer, task, **label_option(task, label_map), **options)


class TaskModelKind(ModelKind):
    """Kinds of models that the adapter of a task runs: the options are those of the kind and those of the adapter.

    A model may also turn out to be a causal language model, so the options of these are refused later.
    """

    @classmethod
    def refused(cls, options: Mapping[str, Any], task: Task) -> list[str]:
        unfit = super().refused(options, task)
        common = registered_options()
        own = [name for name in unfit if name not in common and name not in PROMPT_OPTIONS]
        if own:
            parameters = inspect.signature(adapter_of(task).__init__).parameters
            known = [name for name in parameters if name not in _COMMON]
            wrong = [name for name in own if name not in known]
            if wrong:
                has = f"takes {', '.join(known)} besides" if known else "takes no options of its own"
                raise UsageError(f"{', '.join(wrong)}: the adapter of {task.name} {has}")
        return [name for name in unfit if name in common]
