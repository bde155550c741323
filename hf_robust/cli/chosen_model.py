"""The model that a command evaluates, made and checked before the suite is built."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from hf_robust.cli.options import pairs, refuse_without

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.adapters import Predictor
    from hf_robust.tasks.base import Task


def check_model(model: str | None, given: Mapping[str, Any]) -> None:
    """Refuse what is no model before the data set is read.

    Args:
        model: Hub id or folder; None for the embedded classifier.
        given: Values of the options that describe a model.

    Raises:
        UsageError: When the folder holds no model, or an option has no meaning.
        HubError: When the Hub has no such model or cannot be reached.
        MissingResource: When the embedded classifier cannot be had.
    """
    from hf_robust.adapters.huggingface.loading import load_config
    from hf_robust.language.embedded.packed import base_encoder_path

    refuse_without({"model_revision": model is not None}, "--model")
    pairs(given["label_map"], "--label-map")
    if model is None:
        base_encoder_path()
    else:
        load_config(model, given.get("model_revision"))


def labeled_task(data: "Dataset", task: "Task") -> "Task":
    """The task bound to the data, with the names of its labels."""
    from hf_robust.suites.robustness import check_data

    check_data(data, task)
    bound = task.bind(data)
    return bound.with_seen(bound.labels_in(data))


def predictor_options(given: Mapping[str, Any], model: str | None) -> dict[str, Any]:
    """What :func:`hf_robust.adapters.as_predictor` takes of the options."""
    options: dict[str, Any] = {name: given[name] for name in ("batch_size", "device", "precision")}
    options["label_map"] = pairs(given["label_map"], "--label-map") or None
    if model is not None and given.get("model_revision") is not None:
        options["revision"] = given["model_revision"]
    return options


def predictor_for(model: str | None, task: "Task", given: Mapping[str, Any]) -> "Predictor":
    """The model, ready to predict; whatever is wrong with it or its options is said here.

    Raises:
        UsageError: When it does not fit the task, or the device is not there.
        LabelError: When its labels do not match the data's.
    """
    from hf_robust.adapters.embedded import predictor_or_embedded

    return predictor_or_embedded(model, task, **predictor_options(given, model))
