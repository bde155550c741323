"""Chains: what a user may give for a transformation, and what several of them do together."""

import dataclasses
from collections.abc import Collection, Mapping, Sequence
from itertools import combinations as _combined
from itertools import permutations
from typing import TYPE_CHECKING, Any

from hf_robust.core.checks import is_number
from hf_robust.core.errors import UsageError
from hf_robust.language.annotation import annotate
from hf_robust.language.other_rows import with_neighbors, with_pool
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task
from hf_robust.transforms import transformation_registry
from hf_robust.transforms.base import Effect, Transformation
from hf_robust.transforms.row_changes import RowTransformation

if TYPE_CHECKING:
    from datasets import Dataset

# effects with which a row can be scored against a gold label
SCORED = (Effect.PRESERVES, Effect.CHANGES)
# a transformation by name, as an object, with parameters, or a chain of these
Entry = str | Transformation | Mapping[str, Any] | Sequence


def stages_of(entry: Entry, language: str | None = "en", /, **params: Any) -> tuple[Transformation, ...]:
    """The transformations of an entry: a name, an object, a mapping, or a list of these.

    Args:
        entry: What the user gave.
        language: Language of the texts; None where it is not known yet: English where it has the name, else another.
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
        return stages_of(name, language, **rest, **params)
    if isinstance(entry, str):
        cls = transformation_registry.transformations.get(entry, language)
        known = {field.name for field in dataclasses.fields(cls)}
        for name in params:
            if name not in known:
                raise UsageError(f"{entry} has no parameter {name!r}; it has {', '.join(sorted(known)) or 'none'}")
        return (cls(**params),)
    if not isinstance(entry, Sequence) or not entry:
        raise UsageError(f"expected the name of a transformation, an object or a list of them, found {entry!r}")
    if params:
        raise UsageError("parameters of a chain belong to its members: {'name': ..., <parameter>: ...}")
    return tuple(stage for part in entry for stage in stages_of(part, language))


def annotated_for(
    dataset: "Dataset",
    task: Task,
    chains: Collection[Sequence[Transformation]],
    nlp: str | None = None,
    num_proc: int | None = None,
    other_rows: bool = True,
) -> "Dataset":
    """The dataset with what chains of transformations read of it: parsed once for all.

    Later stages read what the ones before wrote, so only the first of a chain finds its layers in a column;
    the rows that follow are the same for all stages.

    Args:
        task: The task with the columns.
        chains: The stages of each chain; one at least.
        nlp: spaCy pipeline, name or folder.
        num_proc: Processes that annotate; without it as many as pay.
        other_rows: Whether to add the other rows that some read; see :func:`with_other_rows`.

    Raises:
        MissingResource: When the pipeline is not installed.
    """
    following, pool = _other_rows(chains) if other_rows else (0, 0)
    rows = frozenset({*(["neighbors"] if following else []), *(["pool"] if pool else [])})
    needs = rows.union(*(stages[0].layers for stages in chains))
    if not needs:
        return dataset
    roles = [role for role in task.text_roles if any(role in read_roles(stages[0], task) for stages in chains)]
    parsing = [stages[0].parse_where for stages in chains if "dep" in stages[0].needs]
    where = None if None in parsing else frozenset().union(*(tags for tags in parsing if tags is not None))
    return annotate(
        dataset,
        task,
        needs,
        nlp=nlp,
        following=following,
        pool=pool,
        roles=roles,
        parse_where=where,
        num_proc=num_proc,
    )


def with_other_rows(
    dataset: "Dataset", task: Task, chains: Collection[Sequence[Transformation]], rows: range
) -> "Dataset":
    """Some rows of a dataset, with the other rows that chains of transformations read beside each.

    The other rows are those of the whole dataset, so each row has the same ones in whatever range it lies.

    Args:
        dataset: All rows.
        task: The task with the columns.
        chains: The stages of each chain.
        rows: The rows that are wanted.
    """
    following, pool = _other_rows(chains)
    whole = with_pool(dataset, task, pool) if pool else dataset
    part = whole.select(range(rows.start, min(rows.stop + following, len(whole))))
    return (with_neighbors(part, task, following) if following else part).select(range(len(rows)))


def _other_rows(chains: Collection[Sequence[Transformation]]) -> tuple[int, int]:
    """How many following rows, and how many drawn ones, the stages read beside each row; 0 for none."""
    every = [stage for stages in chains for stage in stages]
    following = max((getattr(stage, "following", 2) for stage in every if "neighbors" in stage.needs), default=0)
    pool = max((getattr(stage, "pool_size", 2) for stage in every if "pool" in stage.needs), default=0)
    return following, pool


def read_roles(stage: Transformation, task: Task) -> tuple[str, ...]:
    """The texts of which a transformation reads the annotation.

    Args:
        stage: The transformation.
    """
    if not stage.layers:
        return ()
    if isinstance(stage, RowTransformation):
        return tuple(role for role in task.text_roles if stage.reads(role))
    return task.fields


def chain_effect(stages: Sequence[Transformation], task: Task) -> Effect:
    """What a chain does to the label of a task.

    Raises:
        UsageError: When a stage does not apply to the task or its language.
    """
    effects = set()
    for stage in stages:
        effect = stage.effect_on(task.name)
        if effect is None:
            raise UsageError(
                f"{stage.name} does not apply to {task.name}; it applies to {', '.join(sorted(stage.effects))}"
            )
        if task.language not in stage.languages and "*" not in stage.languages:
            spoken = ", ".join(stage.languages)
            raise UsageError(f"{stage.name} is for {spoken}, the task's language is {task.language}")
        effects.add(effect)
    effects.discard(Effect.PRESERVES)
    if not effects:
        return Effect.PRESERVES
    return effects.pop() if len(effects) == 1 else Effect.UNKNOWN


def applicable(task: Task) -> tuple[str, ...]:
    """Names of the transformations that apply to a task and can be scored against its labels.

    Example:
        >>> import hf_robust as hr
        >>> "entity-typos" in applicable(hr.task("named-entity-recognition"))
        True
    """

    def fits(cls: type[Transformation]) -> bool:
        return cls.effects.get(task.name) in SCORED and not cls.control

    return tuple(cls.name for cls in transformation_registry.transformations.select(fits, task.language))


def config_name(stages: Sequence[Transformation]) -> str:
    """Name of a config: the stages' names, and the parameters that are not the defaults.

    Example:
        >>> from hf_robust.transforms.characters import Keyboard, Ocr
        >>> config_name([Keyboard(rate=0.5), Ocr()])
        'keyboard-rate-0.5+ocr'
    """
    parts = []
    for stage in stages:
        shown = [f"{name}-{_short(value)}" for name, value in stage.changed_params.items()]
        parts.append("-".join([stage.name, *shown]))
    return "+".join(parts)


def _short(value: Any) -> str:
    return "-".join(map(str, value)) if isinstance(value, (tuple, list)) else str(value)


def combinations(
    transformations: Sequence[Entry] | None = None, k: int = 2, *, task: Task | str | None = None, ordered: bool = False
) -> list[list[Entry]]:
    """Return all chains of ``k`` different transformations, for a suite.

    Args:
        transformations: Names, objects, mappings with parameters, or chains. None uses all that apply to the task: the
            task-specific and the universal ones.
        k: Number of transformations per chain.
        task: Task or id of a task. Only chains whose output can be scored against its labels are returned. None returns
            all chains.
        ordered: Whether "a, then b" and "b, then a" are two chains. If False, the transformations of a chain are in the
            given order.

    Raises:
        UsageError: If there is neither a list nor a task, or if ``k`` is not between 1 and the number of
            transformations.
        UnknownNameError: If a transformation does not exist.

    Source: TextFlint (Wang et al. 2021), section 2.1, the combination of transformations.

    Example:
        >>> combinations(["keyboard", "twitter", "word-case"], k=2)
        [['keyboard', 'twitter'], ['keyboard', 'word-case'], ['twitter', 'word-case']]
        >>> import hf_robust as hr
        >>> combinations(["keyboard", "named-entity"], task="natural-language-inference")
        []
    """
    task = None if task is None else as_task(task)
    if isinstance(transformations, str):
        raise UsageError(f"transformations must be a list of names, objects or chains, found {transformations!r}")
    if transformations is None:
        if task is None:
            raise UsageError("name the transformations to combine, or the task: hr.combinations(task=task)")
        transformations = applicable(task)
    entries = list(transformations)
    stages = [stages_of(entry, None if task is None else task.language) for entry in entries]
    if not isinstance(k, int) or isinstance(k, bool) or not 1 <= k <= len(entries):
        raise UsageError(f"k must be between 1 and {len(entries)}, the number of transformations; found {k!r}")
    places = (permutations if ordered else _combined)(range(len(entries)), k)
    chosen = [chain for chain in places if task is None or _scored(chain, stages, task)]
    return [[entries[place] for place in chain] for chain in chosen]


def degrees(name: str, **params: Any) -> list[dict[str, Any]]:
    """Return one transformation with several values of one parameter, for a suite. The report plots them as a curve.

    Args:
        name: Name of the transformation.
        **params: A list of numbers for one parameter. Other parameters have the same value in all entries.

    Returns:
        One entry per value, in ascending order.

    Raises:
        UnknownNameError: If the transformation does not exist.
        UsageError: If there is not exactly one list with at least two different numbers, or if a value is out of range.

    Example:
        >>> degrees("keyboard", rate=[0.1, 0.4])
        [{'name': 'keyboard', 'rate': 0.1}, {'name': 'keyboard', 'rate': 0.4}]
    """
    several = {key: list(values) for key, values in params.items() if isinstance(values, (list, tuple, range))}
    numbers = [key for key, values in several.items() if all(map(is_number, values)) and len(set(values)) > 1]
    if len(numbers) != 1:
        raise UsageError(
            f"degrees takes one list of two or more different numbers, found {params or 'none'}; "
            f"for example hr.degrees({name!r}, rate=[0.1, 0.2, 0.4])"
        )
    (key,) = numbers
    found = [{"name": name, **params, key: value} for value in sorted(set(several[key]))]
    for entry in found:
        stages_of(entry, None)  # what is wrong with it is said before a suite is built
    return found


def _scored(chain: Sequence[int], stages: Sequence[tuple[Transformation, ...]], task: Task) -> bool:
    try:
        return chain_effect([stage for place in chain for stage in stages[place]], task) in SCORED
    except UsageError:  # one of them does not apply
        return False
