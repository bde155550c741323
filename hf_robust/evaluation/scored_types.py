"""Types of entities that a model can find: gold entities of other types are left out."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import named
from hf_robust.suites.robustness import Suite
from hf_robust.tasks import Task


def scored_task(task: Task, predictors: Iterable[Any]) -> Task:
    """Return the task with the types of entities that are scored.

    Args:
        predictors: The models that are scored on the same gold labels.

    Raises:
        UsageError: The models are scored on different types.
    """
    given = {tuple(getattr(one, "only", ())): one.name for one in predictors}
    if len(given) > 1:
        said = "; ".join(f"{name}: {named(types) or 'all'}" for types, name in given.items())
        raise UsageError(f"models can be compared on the same types of entities only, found {said}; give all the same")
    (only,) = given or [()]
    return replace(task, only=only) if only else task


def scored_suite(suite: Suite, predictors: Iterable[Any]) -> Suite:
    """Return the suite with the types of entities that are scored.

    Args:
        predictors: The models that are scored on it.

    Raises:
        UsageError: The models are scored on different types.
    """
    return replace(suite, task=scored_task(suite.task, predictors))
