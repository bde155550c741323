"""Causal language models that run in this process."""

from collections.abc import Mapping
from typing import Any

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.baselines.unknown_model import naming_baselines
from hf_robust.adapters.language_models.causal_model import CausalModel
from hf_robust.adapters.model_kind import ModelKind, model_kinds
from hf_robust.tasks import Task

PREFIX = "causal:"
_OWN = ("batch_size", "tokenizer")


@model_kinds.register
class Causal(ModelKind):
    """A local language model: ``causal:NAME`` with a Hub id, a folder or a GGUF file, or a :class:`CausalModel`."""

    name = "causal"
    description = "a local language model (causal:NAME)"
    takes = frozenset(
        {"label_map", "batch_size", "tokenizer", "device", "revision", "max_length", "dtype", "precision"}
    )
    checks_options = True

    @classmethod
    def accepts(cls, model: Any) -> bool:
        return isinstance(model, CausalModel) or (isinstance(model, str) and model.startswith(PREFIX))

    @classmethod
    def predictor(cls, model: Any, task: Task, options: Mapping[str, Any]) -> Predictor:
        from hf_robust.adapters.huggingface.causal_loading import load_causal

        own = {name: value for name, value in options.items() if name not in _OWN}
        how = {name: options[name] for name in _OWN if name in options}
        return load_causal(described(model, own), task, **how)

    @classmethod
    def check(cls, model: Any, options: Mapping[str, Any]) -> None:
        from hf_robust.adapters.huggingface.causal_loading import locate
        from hf_robust.adapters.huggingface.loading import load_config

        revision = options.get("model_revision")
        params = {**(options.get("params") or {}), **({} if revision is None else {"revision": revision})}
        asked = described(model, params)
        located = locate(asked)
        if "gguf_file" in located.options:  # it is there; to read its configuration takes seconds
            return
        with naming_baselines(asked.name):
            load_config(located.source, **located.options)


def described(model: Any, options: Mapping[str, Any]) -> CausalModel:
    """Return the model that a name and options, or a model and options, describe.

    Args:
        model: A value that the kind accepts.
        options: Options by name.

    Raises:
        UsageError: There is no such option, or one has a wrong value.

    Example:
        >>> described("causal:org/llm", {"answer": "choice"}).name
        'org/llm'
    """
    if isinstance(model, CausalModel):
        return model.changed(options)
    return CausalModel.of(model.removeprefix(PREFIX), options)
