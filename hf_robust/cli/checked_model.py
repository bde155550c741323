"""Checks of ``--model`` and of the options that describe it, before a command reads data."""

from hf_robust.cli.options import refuse_without
from hf_robust.configured import chosen_model
from hf_robust.configured.config_choices import ModelChoice
from hf_robust.configured.configuration import Configuration


def check_model(choice: ModelChoice, asked: Configuration) -> None:
    """Refuse a model that cannot be used, and options that it does not take.

    Args:
        asked: The configuration.

    Raises:
        UsageError: An option does not go with the model, or the folder holds no model.
        HubError: The Hub has no such model, or cannot be reached.
    """
    refuse_revision(choice.model)
    chosen_model.check_model(choice, asked)


def refuse_revision(model: str | None) -> None:
    """Refuse ``--model-revision`` for a model that has no revisions.

    Args:
        model: Hub id or folder, a baseline or a spaCy pipeline by name; None for the default model of the task.

    Raises:
        UsageError: No model is named, or the model is not on the Hub.
    """
    from hf_robust.adapters.model_kind import kind_of

    refuse_without({"model_revision": model is not None}, "--model")
    refuse_without({"model_revision": "revision" in kind_of(model).takes}, "a --model on the Hub")
