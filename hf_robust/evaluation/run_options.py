"""Checks of what ``run`` is given, before a suite is built or a model is asked."""

from collections.abc import Collection, Mapping
from inspect import signature
from pathlib import Path
from typing import Any

from hf_robust.adapters.resolve import check_options
from hf_robust.capability.suite import CapabilitySuite
from hf_robust.core.errors import UsageError
from hf_robust.evaluation.capability_run import run_capabilities
from hf_robust.evaluation.suite_of_rows import holds_rows
from hf_robust.suites.made_datasets import making_call
from hf_robust.suites.robustness import Suite
from hf_robust.tasks import Task

_CAPABILITY_OPTIONS = frozenset(signature(run_capabilities).parameters)
_TASK_OPTIONS = frozenset({"fields", "id", "label_names", "language", "scheme", "score_range"})


def check_run_options(
    model: Any, task: Task, options: Mapping[str, Any], kind: str, arguments: Collection[str] = ()
) -> None:
    """Refuse options that the model does not take.

    Args:
        model: What :func:`hf_robust.run` takes.
        task: The task of the rows or of the suite.
        options: The options for the adapter, by name.
        kind: The kind of the suite.
        arguments: Names of the arguments of :func:`hf_robust.run`, which are suggested for unknown names.

    Raises:
        UsageError: An option belongs to the task, or has no meaning for the model.
        UnknownNameError: The name of an option is misspelled.

    Example:
        >>> import hf_robust as hr
        >>> check_run_options(len, hr.task("sentiment"), {"language": "zh"}, "robustness")
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.UsageError: language is an argument of the task; use
        task=hr.task('sentiment-classification', language='zh')
    """
    of_task = {name: value for name, value in options.items() if name in _TASK_OPTIONS and value is not None}
    if of_task:
        say = ", ".join(f"{name}={value!r}" for name, value in of_task.items())
        are = "are arguments" if len(of_task) > 1 else "is an argument"
        raise UsageError(f"{' and '.join(of_task)} {are} of the task; use task=hr.task({task.name!r}, {say})")
    if kind == CapabilitySuite.kind:
        options = {name: value for name, value in options.items() if name not in _CAPABILITY_OPTIONS}
    check_options(model, task, options, {*arguments, *_CAPABILITY_OPTIONS})


def no_suite(model: Any, data: Any) -> UsageError:
    """The error for what is neither a suite nor a dataset; it says how a dataset is made of it.

    Args:
        model: What was passed as the model.
        data: What was passed as the suite.

    Example:
        >>> print(no_suite(len, "rows.csv"))
        run takes a suite or a datasets.Dataset, found str; make a dataset with datasets.Dataset.from_csv('rows.csv')
    """
    said = f"run takes a suite or a datasets.Dataset, found {type(data).__name__}"
    named = isinstance(data, str) and holds_rows(model) and not Path(data).exists()
    if callable(data) or named or getattr(model, "kind", None) in (Suite.kind, CapabilitySuite.kind):
        return UsageError(f"{said}; the arguments are swapped: the model comes first, hr.run(model, data)")
    return UsageError(f"{said}; make a dataset with {making_call(data)}")
