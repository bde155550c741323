"""Models that are loaded: a Hub id or a folder."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.baselines.unknown_model import naming_baselines
from hf_robust.adapters.huggingface.causal_heads import (
    asked_model,
    is_asked_with_a_prompt,
    refuse_prompt_options,
)
from hf_robust.adapters.huggingface.located import best_device, located
from hf_robust.adapters.huggingface.task_adapter import TaskModelKind, adapter_of, label_option
from hf_robust.adapters.language_models.answer_formats import has_answer_format
from hf_robust.adapters.model_kind import model_kinds
from hf_robust.tasks import Task


@model_kinds.register
class Hub(TaskModelKind):
    """A Hub id or a folder of a saved model."""

    name = "hub"
    description = "a Hub id or folder"
    takes = frozenset(
        {"tokenizer", "label_map", "batch_size", "device", "revision", "max_length", "dtype", "precision"}
    )
    order = 60

    @classmethod
    def accepts(cls, model: Any) -> bool:
        return isinstance(model, (str, Path))

    @classmethod
    def predictor(cls, model: Any, task: Task, options: Mapping[str, Any]) -> Predictor:
        with naming_baselines(model):
            return _loaded(model, task, **options)

    @classmethod
    def check(cls, model: Any, options: Mapping[str, Any]) -> None:
        from hf_robust.adapters.huggingface.loading import load_config

        with naming_baselines(model):
            load_config(model, options.get("model_revision"))


def _loaded(
    source: str | Path,
    task: Task,
    *,
    tokenizer: Any = None,
    device: str | None = None,
    revision: str | None = None,
    label_map: Mapping[str, str] | None = None,
    dtype: Any = None,
    **options: Any,
) -> Predictor:
    """Load a folder or Hub id; the labels are matched on the configuration, before the weights are read."""
    from hf_robust.adapters.huggingface.causal_loading import load_causal
    from hf_robust.adapters.huggingface.loading import load_config, load_model, load_tokenizer

    if not has_answer_format(task.kind):
        adapter_of(task)  # there is no other way to serve the task
    found = located(source, revision)
    config = load_config(found.source, **found.options)
    if is_asked_with_a_prompt(config.architectures or (), task):
        given = {"device": device, "revision": revision, "label_map": label_map, "dtype": dtype, **options}
        model, rest = asked_model(source, {name: value for name, value in given.items() if value is not None})
        return load_causal(model, task, tokenizer=tokenizer, located=found, **rest)
    refuse_prompt_options(options, str(source))
    adapter = adapter_of(task).fitting(config.architectures or ())
    adapter.check_config(config, task, label_map)
    words: dict[str, Any] = {"words": adapter.words, "model_type": config.model_type}
    if isinstance(tokenizer, (str, Path)):
        chosen = load_tokenizer(str(Path(tokenizer).expanduser()), **words)
    else:
        chosen = tokenizer or load_tokenizer(found.source, **found.options, **words)
    loading = {**found.options, **({} if dtype is None else {"dtype": dtype})}
    model = load_model(found.source, adapter.auto_class, adapter.head, config, **loading)
    return adapter(
        model,
        chosen,
        task,
        name=found.name,
        kind=found.kind,
        revision=found.commit,
        device=device or best_device(),
        own_tokenizer=tokenizer is None,
        **label_option(task, label_map),
        **options,
    )
