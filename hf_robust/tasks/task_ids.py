"""The task that an id stands for: every public function that takes a task takes its id, too."""

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.tasks.base import Task
from hf_robust.tasks.base import task as make_task
from hf_robust.tasks.kind import TASKS, TaskKind, spelled
from hf_robust.tasks.label_spellings import canonical

if TYPE_CHECKING:
    from datasets import Dataset, IterableDataset

# label names that tell a task where columns of the same names fit several
_SENTIMENT = {"positive", "negative", "neutral"}
_ENTAILMENT = {"entailment", "contradiction", "notentailment"}


def as_task(task: "Task | str", dataset: Any = None) -> Task:
    """Return a task as it is, and the task of an id.

    An id is that of a task, one of its aliases, or a task category of the Hub. A category can stand for several tasks:
    the columns of the dataset choose among them. Without a dataset, or where its columns do not tell,
    ``"token-classification"`` is named entity recognition, and ``"text-classification"`` the task of that name, which
    assumes nothing about the labels.

    Args:
        task: The task, or an id. The columns of a task made from an id are named like their roles.
        dataset: The rows that the task is for, if they are known.

    Raises:
        UnknownNameError: There is no such task; the message lists the nearest ids.
        UsageError: The task is neither a task nor an id.

    Example:
        >>> from datasets import Dataset
        >>> as_task("sentiment-classification").name, as_task("token-classification").name
        ('sentiment-classification', 'named-entity-recognition')
        >>> as_task("token-classification", Dataset.from_dict({"tokens": [["A"]], "pos_tags": [["DET"]]})).name
        'part-of-speech'
    """
    if isinstance(task, Task):
        return task
    if not isinstance(task, str):
        raise UsageError(
            "task must be made with hr.task, or an id such as 'sentiment-classification'; found "
            f"{type(task).__name__}: {quoted(task)}"
        )
    of_category = [kind for kind in TASKS.values() if kind.hub_category == spelled(task)]
    fitting = _most_specific(of_category, _columns(dataset))
    if len(fitting) == 1:
        return make_task(fitting[0].name)
    named = make_task(task)
    twin = named.kind.of_roles(tuple(_columns(dataset)))
    return named if _fits(named.kind, _columns(dataset)) or not _fits(twin, _columns(dataset)) else make_task(twin.name)


def task_of(dataset: "Dataset | IterableDataset") -> Task:
    """Return the task that the columns and label names of a dataset fit.

    Raises:
        UsageError: The columns fit no task, or several that are not alike.

    Example:
        >>> from datasets import Dataset
        >>> task_of(Dataset.from_dict({"premise": ["A man."], "hypothesis": ["He."], "label": [0]})).name
        'natural-language-inference'
    """
    columns = _columns(dataset)
    fitting = _most_specific(TASKS.values(), columns)
    labels = {canonical(name) for name in getattr((dataset.features or {}).get("label"), "names", None) or ()}
    if labels and labels <= _SENTIMENT:
        fitting = [kind for kind in fitting if kind.name == "sentiment-classification"] or fitting
    elif labels & _ENTAILMENT:  # a pair of sentences without a premise and a hypothesis among its columns
        fitting = [kind for kind in fitting if kind.name == "natural-language-inference"]
    general = [kind for kind in fitting if kind.name == kind.hub_category]
    found = [kind.name for kind in (general if len(general) == 1 and len(fitting) > 1 else fitting)]
    if len(found) == 1:
        return make_task(found[0])
    why = f"fit several tasks: {', '.join(found)}" if found else "do not tell the task"
    name = found[0] if found else "sentiment-classification"
    say = f"task={name!r}, or name the columns: task=hr.task({name!r}, {TASKS[name].texts[0]}='<column>')"
    raise UsageError(f"the columns {', '.join(columns)} {why}; use {say}")


def _fits(kind: TaskKind, columns: Collection[str]) -> bool:
    """Whether the columns of a task are there under the names of their roles."""
    return all(role in columns for role in kind.roles if role not in kind.optional)


def _columns(dataset: Any) -> Collection[str]:
    """The names of the columns of a dataset or of features; none where they are not known."""
    features = dataset if isinstance(dataset, dict) else getattr(dataset, "features", None)
    return tuple(features or ())


def _most_specific(kinds: Collection[TaskKind], columns: Collection[str]) -> list[TaskKind]:
    """The tasks whose columns are all there; of these the ones that have the most.

    A gold label that may be absent counts here: a text alone does not tell the task.
    """
    sizes = {}
    for kind in kinds:
        needed = [role for role in kind.roles if role not in kind.optional or role == kind.labels[0]]
        if all(role in columns for role in needed):
            sizes[kind.name] = len(needed)
    most = max(sizes.values(), default=0)
    return [kind for kind in kinds if sizes.get(kind.name) == most]
