"""Columns that could name the rows of a dataset."""

from typing import TYPE_CHECKING

from hf_robust.tasks.columns import TEXT_TYPES, has_type

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks.base import Task


_IDS = frozenset({"id", "idx", "guid", "uid", "uuid", "row_id", "example_id", "sentence_id"})


def unused_id(task: "Task", dataset: "Dataset") -> str | None:
    """A column that could name the rows and is not used: called like an id, with another value in each row.

    It is missed only where rows have the same texts: the others have an id of their own, a hash.
    """
    if task.id_column is not None:
        return None
    used = task.columns.values()
    likely = [name for name in dataset.column_names if name.casefold() in _IDS and name not in used]
    plain = (name for name in likely if has_type(dataset.features[name], (*TEXT_TYPES, "int", "uint")))
    found = next((name for name in plain if len(dataset.unique(name)) == len(dataset)), None)
    return found if found is not None and _texts_repeat(task, dataset) else None


def _texts_repeat(task: "Task", dataset: "Dataset") -> bool:
    """Whether two rows have the same texts, and the same positions in them."""
    texts = dataset.with_format(None).select_columns([task.column(role) for role in task.kind.id_roles])
    seen: set[int] = set()
    for batch in texts.iter(batch_size=1000):
        seen.update(map(hash, map(repr, zip(*batch.values()))))
    return len(seen) < len(dataset)
