"""Multi-label classification with a column for each label: 1 where the label holds, else 0."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import LabelError, UsageError
from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import has_type, pieces
from hf_robust.tasks.labels import is_missing, whole

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks.base import Task

_ROLE, _PREFIX = "labels", "labels."
_TYPES = ("bool", "int", "uint", "float", "double", "null")


def spread(columns: Mapping[str, Any], label_names: Sequence[str] | None = None) -> dict[str, str]:
    """Columns by role, with a role of its own for each label where ``labels`` names several columns.

    Args:
        columns: Column by role.
        label_names: Names of the labels, in the order of the columns; the columns are the names when None.

    Raises:
        UsageError: A role names several columns and is not ``labels``, or the names are not as many as the columns.

    Example:
        >>> spread({"text": "comment", "labels": ["toxic", "threat"]})
        {'text': 'comment', 'labels.toxic': 'toxic', 'labels.threat': 'threat'}
    """
    found: dict[str, str] = {}
    for role, given in columns.items():
        if isinstance(given, str):
            found[role] = given
            continue
        names = list(label_names or given)
        if role != _ROLE or not given or len(names) != len(given) or not all(isinstance(one, str) for one in given):
            raise UsageError(
                f"{role} must name one column, or {_ROLE} a list of columns with one name of a label each; found "
                f"{quoted(given)}"
            )
        found |= {f"{_PREFIX}{name}": column for name, column in zip(names, given)}
    return found


def label_of(role: str) -> str | None:
    """The label that a role stands for; None for other roles.

    Example:
        >>> label_of("labels.toxic"), label_of("labels")
        ('toxic', None)
    """
    return role.removeprefix(_PREFIX) if role.startswith(_PREFIX) else None


def labels_of_roles(roles: Iterable[str]) -> tuple[str, ...] | None:
    """The labels that have a role of their own, in the order of the roles; None where none has."""
    return tuple(name for role in roles if (name := label_of(role)) is not None) or None


def with_label_columns(task: "Task", features: Collection[str]) -> "Task":
    """The task with a column for each label, where the data has no column of labels and one for each of their names.

    Args:
        task: The task.
        features: The columns of the data.
    """
    names = task.label_names
    if not task.kind.many_labels or not names or task.column(task.label_role) in features:
        return task
    if not set(names) <= set(features):
        return task
    texts = {role: task.column(role) for role in task.text_roles}
    return replace(task, columns={**texts, **spread({_ROLE: names})})


def check_ones(task: "Task", dataset: "Dataset") -> None:
    """Refuse columns of labels that hold other values than 1 and 0; a row without gold labels has -1 or nothing.

    Args:
        task: The task with a column for each label.
        dataset: The rows.

    Raises:
        LabelError: It names the row and the column.
    """
    for column in (task.column(role) for role in task.kind.labels):
        values = (value for piece in pieces(dataset, column) for value in piece) if column in dataset.features else ()
        for row, value in enumerate(values):
            if not is_missing(value, None) and whole(value) not in (0, 1):
                raise LabelError(
                    f"row {row} of column {column!r} has {quoted(value)}; expected 1 where the label holds and 0 where "
                    "it does not"
                )


def labels_in_row(row: Mapping[str, Any], roles: Sequence[str]) -> list[str]:
    """The labels of a row, sorted.

    Args:
        row: Values by role.
        roles: The roles of the labels.

    Raises:
        LabelError: A label has no value.
    """
    lacking = next((role for role in roles if is_missing(row[role], None)), None)
    if lacking is not None:
        raise LabelError(f"a row has {row[lacking]!r} for the label {label_of(lacking)!r}; expected 1 or 0")
    return sorted(role.removeprefix(_PREFIX) for role in roles if row[role])


def is_number_column(feature: Any) -> bool:
    """Whether a column holds numbers or booleans."""
    return has_type(feature, _TYPES)
