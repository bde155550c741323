"""Ids of rows: those of their column, or hashes of what tells them apart."""

from collections.abc import Mapping, Sequence
from typing import Any

from hf_robust.core.randomness import row_ids
from hf_robust.tasks.base import Task


def source_ids(task: Task, columns: Mapping[str, Sequence[Any]]) -> list[str]:
    """The id of each row: what its id column holds, without one a hash of its texts and of the positions in them.

    Args:
        task: The task with the columns.
        columns: The columns of the rows.

    Example:
        >>> import hf_robust as hr
        >>> source_ids(hr.task("sentiment-classification", id="n"), {"n": [7], "text": ["A film."]})
        ['7']
    """
    if task.id_column is not None and task.id_column in columns:
        return [str(value) for value in columns[task.id_column]]
    return row_ids([columns[task.column(role)] for role in task.kind.id_roles])


def id_columns(task: Task, columns: Sequence[str]) -> list[str]:
    """The columns that :func:`source_ids` reads.

    Args:
        task: The task with the columns.
        columns: The columns that there are.
    """
    if task.id_column is not None and task.id_column in columns:
        return [task.id_column]
    return [task.column(role) for role in task.kind.id_roles]
