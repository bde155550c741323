"""Models behind an HTTP API that a YAML file describes."""

from collections.abc import Mapping
from typing import Any

from hf_robust.adapters.base import Predictor
from hf_robust.adapters.model_kind import ModelKind, model_kinds
from hf_robust.adapters.remote.endpoint import Endpoint
from hf_robust.core.errors import UsageError
from hf_robust.tasks import Task
from hf_robust.tasks.kind import task_name

PREFIX = "endpoint:"
_SHARED = frozenset({"label_map", "batch_size", "cache_dir"})


@model_kinds.register
class ApiEndpoint(ModelKind):
    """An :class:`hf_robust.Endpoint`, or ``endpoint:FILE`` with a YAML file or the name of a preset."""

    name = "endpoint"
    description = "an API (hr.Endpoint, endpoint:FILE or endpoint:PRESET)"
    takes = _SHARED
    checks_options = True

    @classmethod
    def accepts(cls, model: Any) -> bool:
        return isinstance(model, Endpoint) or (isinstance(model, str) and model.startswith(PREFIX))

    @classmethod
    def predictor(cls, model: Any, task: Task, options: Mapping[str, Any]) -> Predictor:
        values = {name: value for name, value in options.items() if name not in _SHARED}
        return described(model, values).predictor(task, options.get("label_map"), options.get("cache_dir"))

    @classmethod
    def check(cls, model: Any, options: Mapping[str, Any]) -> None:
        asked = options.get("task_name")
        described(model, options.get("params") or {}).check(None if asked is None else task_name(asked))


def described(model: Any, values: Mapping[str, Any]) -> Endpoint:
    """Return the API that a name and values describe.

    Args:
        model: A value that the kind accepts.
        values: Options and values of the file by name.

    Raises:
        SpecError: A mistake in the file.
        UsageError: There is no file, or it needs other values.
    """
    if not isinstance(model, Endpoint):
        source = model.removeprefix(PREFIX)
        if not source:
            raise UsageError("endpoint: needs a file or a preset, as in endpoint:acme-ner.yaml")
        return Endpoint(source, **values)
    if values:
        raise UsageError(f"{', '.join(values)}: pass the values of an API to hr.Endpoint(...)")
    return model
