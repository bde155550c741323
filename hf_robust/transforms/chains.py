"""Chains: what a user may give for a transformation, and what several of them do together."""

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust import registry
from hf_robust.annotate import annotate
from hf_robust.errors import UsageError
from hf_robust.tasks import Task
from hf_robust.transforms.base import Effect, Transformation

if TYPE_CHECKING:
    from datasets import Dataset

# a transformation by name, as an object, with parameters, or a chain of these
Entry = str | Transformation | Mapping[str, Any] | Sequence


def stages_of(entry: Entry, **params: Any) -> tuple[Transformation, ...]:
    """The transformations of an entry: a name, an object, a mapping, or a list of these.

    Args:
        entry: What the user gave.
        **params: Parameters of the transformation, when the entry is its name.

    Raises:
        UnknownNameError: When there is no such transformation.
        UsageError: When the entry is none of these, or a parameter is unknown or out of range.

    Example:
        >>> [stage.name for stage in stages_of(["misspelling", {"name": "twitter", "mode": "at"}])]
        ['misspelling', 'twitter']
    """
    if isinstance(entry, Transformation):
        if params:
            raise UsageError(f"parameters {', '.join(params)} belong into {type(entry).__name__}(...) itself")
        return (entry,)
    if isinstance(entry, Mapping):
        rest = dict(entry)
        name = rest.pop("name", None)
        if name is None:
            raise UsageError(f"a transformation given as a mapping needs 'name', found {', '.join(rest) or 'nothing'}")
        return stages_of(name, **rest, **params)
    if isinstance(entry, str):
        cls = registry.transformations.get(entry)
        known = {field.name for field in dataclasses.fields(cls)}
        for name in params:
            if name not in known:
                raise UsageError(f"{entry} has no parameter {name!r}; it has {', '.join(sorted(known)) or 'none'}")
        return (cls(**params),)
    if not isinstance(entry, Sequence) or not entry:
        raise UsageError(f"expected the name of a transformation, an object or a list of them, found {entry!r}")
    if params:
        raise UsageError("parameters of a chain belong to its members: {'name': ..., <parameter>: ...}")
    return tuple(stage for part in entry for stage in stages_of(part))


def annotated_for(
    dataset: "Dataset", task: Task, chains: Collection[Sequence[Transformation]], nlp: str | None = None
) -> "Dataset":
    """The data set with what chains of transformations read of it: parsed once for all.

    Later stages read what the ones before wrote, so only the first of a chain finds its layers in a column;
    the rows that follow are the same for all stages.

    Args:
        dataset: The data set.
        task: The task with the columns.
        chains: The stages of each chain; one at least.
        nlp: spaCy pipeline, name or folder.

    Raises:
        MissingResource: When the pipeline is not installed.
    """
    joining = [stage for stages in chains for stage in stages if "neighbours" in stage.needs]
    needs = frozenset().union(*(stages[0].needs for stages in chains), {"neighbours"} if joining else ())
    if not needs:
        return dataset
    following = max((getattr(stage, "following", 2) for stage in joining), default=0)
    return annotate(dataset, task, needs, nlp=nlp, following=following)


def chain_effect(stages: Sequence[Transformation], task: Task) -> Effect:
    """What a chain does to the label of a task.

    Raises:
        UsageError: When a stage does not apply to the task or its language.
    """
    effects = set()
    for stage in stages:
        if task.name not in stage.effects:
            raise UsageError(
                f"{stage.name} does not apply to {task.name}; it applies to {', '.join(sorted(stage.effects))}"
            )
        if task.language not in stage.languages and "*" not in stage.languages:
            spoken = ", ".join(stage.languages)
            raise UsageError(f"{stage.name} is for {spoken}, the task's language is {task.language}")
        effects.add(stage.effects[task.name])
    effects.discard(Effect.PRESERVES)
    if not effects:
        return Effect.PRESERVES
    return effects.pop() if len(effects) == 1 else Effect.UNKNOWN
