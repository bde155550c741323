"""Checks of ``--model`` and of the options that describe it, before a command reads data."""

from collections.abc import Mapping
from typing import Any

from hf_robust.cli.options import refuse_without
from hf_robust.configured.chosen_model import check_model as check_model_itself


def check_model(model: str | None, given: Mapping[str, Any]) -> None:
    """Refuse a model that cannot be used, and options that it does not take.

    Args:
        model: Hub id or folder, a baseline or a spaCy pipeline by name; None for the default model of the task.
        given: Values of the options that describe a model.

    Raises:
        UsageError: An option does not go with the model, or the folder holds no model.
        HubError: The Hub has no such model, or cannot be reached.
    """
    refuse_revision(model)
    check_model_itself(model, given)


def refuse_revision(model: str | None) -> None:
    """Refuse ``--model-revision`` for a model that has no revisions.

    Args:
        model: The model, as for :func:`check_model`.

    Raises:
        UsageError: No model is named, or the model is not on the Hub.
    """
    from hf_robust.adapters.model_kind import kind_of

    refuse_without({"model_revision": model is not None}, "--model")
    refuse_without({"model_revision": "revision" in kind_of(model).takes}, "a --model on the Hub")
