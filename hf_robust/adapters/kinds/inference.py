"""Classifiers and taggers that Hugging Face Inference Providers or an Inference Endpoint serve."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.model_kind import ModelKind, model_kinds
from hf_robust.adapters.remote.inference_model import InferenceModel
from hf_robust.core.errors import UsageError
from hf_robust.core.yaml_nodes import hint
from hf_robust.tasks import Task

PREFIX = "inference:"


@model_kinds.register
class Inference(ModelKind):
    """An :class:`hf_robust.InferenceModel`, or ``inference:NAME`` with a Hub id or the URL of an Inference Endpoint."""

    name = "inference"
    description = "a model of Hugging Face Inference Providers (hr.InferenceModel, inference:NAME)"
    takes = frozenset({"label_map", "batch_size", "cache_dir"})
    checks_options = True

    @classmethod
    def accepts(cls, model: Any) -> bool:
        return isinstance(model, InferenceModel) or (isinstance(model, str) and model.startswith(PREFIX))

    @classmethod
    def predictor(cls, model: Any, task: Task, options: Mapping[str, Any]) -> Predictor:
        own = {name: value for name, value in options.items() if name not in cls.takes}
        return _described(model, own).predictor(task, options.get("label_map"), options.get("cache_dir"))

    @classmethod
    def check(cls, model: Any, options: Mapping[str, Any]) -> None:
        described = _described(model, options.get("params") or {})
        if not options.get("offline"):
            described.check()


def _described(model: Any, options: Mapping[str, Any]) -> InferenceModel:
    known = InferenceModel.__dataclass_fields__
    for name in options:
        if name not in known or name == "name":
            raise UsageError(f"unknown option {name!r} of a model of Inference Providers{hint(name, known)}")
    if isinstance(model, InferenceModel):
        return replace(model, **options)
    return InferenceModel(model.removeprefix(PREFIX), **options)
