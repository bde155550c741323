"""Which label names of a task no row of a dataset has."""

from typing import TYPE_CHECKING, Any

from hf_robust.tasks.base import Task
from hf_robust.tasks.columns import pieces
from hf_robust.tasks.labels import label_name

if TYPE_CHECKING:
    from datasets import Dataset


def unused_labels(task: Task, dataset: "Dataset") -> list[str]:
    """The label names of a task that no row has; none where the task has no label names.

    Args:
        task: The task, with the names of its labels.
        dataset: The rows, whose labels were checked.
    """
    if task.label_names is None or not task.has(task.label_role, dataset.column_names):
        return []
    found: set[Any] = set()
    for values in pieces(dataset, task.column(task.label_role)):
        labels = task.kind.labels_of([value for value in values if not task.kind.is_missing(value, task.label_names)])
        if labels is None:
            return []
        found.update(labels)
    known = {label_name(label, task.label_names) for label in found}
    return [name for name in task.label_names if name not in known]
