"""Whether the columns of a data set are what a task reads, and whether its rows are sound."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import ColumnError, LabelError
from hf_robust.tasks.columns import TEXT_TYPES, has_type, text_shape

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks.base import Task


_IDS = frozenset({"id", "idx", "guid", "uid", "uuid", "row_id", "example_id", "sentence_id"})


def check_features(task: "Task", features: Mapping[str, Any], required: Sequence[str]) -> None:
    """Check the columns of a data set against a task.

    Args:
        task: The task.
        features: Feature by column.
        required: The roles whose columns must be there.

    Raises:
        ColumnError: When a column is absent or holds something else.
    """
    missing = {role: task.column(role) for role in required if task.column(role) not in features}
    if task.id_column is not None and task.id_column not in features:
        missing["id"] = task.id_column
    if missing:
        raise ColumnError(_missing_message(task, missing, features))
    for role in task.text_roles:
        expected = task.kind.expected_text(role, features[task.column(role)])
        if expected:
            raise _wrong_shape(task, role, expected, features)
    for role, column in task.columns.items():
        if role not in required and not (role in task.kind.optional and column in features):
            continue
        if role not in task.kind.spans and getattr(features[column], "length", -1) not in (-1, None):
            raise ColumnError(
                f"column {column!r} holds lists of a fixed length, which edits change; say "
                f"dataset.cast_column({column!r}, datasets.List(dataset.features[{column!r}].feature))"
            )
        wanted = None if role in task.text_roles else task.kind.expected(role, features[column])
        if wanted:
            raise _wrong_shape(task, role, wanted, features)


def _wrong_shape(task: "Task", role: str, expected: str, features: Mapping[str, Any]) -> ColumnError:
    column = task.column(role)
    return ColumnError(
        f"column {column!r} must hold {expected} for {task.name} (role {role!r}), found {features[column]}; "
        f"name another with hr.task({task.name!r}, {role}='...')"
    )


def _missing_message(task: "Task", missing: Mapping[str, str], features: Mapping[str, Any]) -> str:
    expected = ", ".join(f"{column} ({role})" for role, column in task.columns.items())
    used = set(task.columns.values())
    fits: dict[str, str] = {}
    for role in missing:
        free = [name for name in features if name not in used and _could_be(task, role, features[name])]
        fits[role] = free[0] if len(free) == 1 else "<column>"
        used.add(fits[role])
    fixes = [f"{role}={name!r}" for role, name in fits.items()]
    return (
        f"{task.name} expects the columns {expected}; absent: {', '.join(missing.values())}; "
        f"found: {', '.join(features) or 'none'}. Say hr.task({task.name!r}, {', '.join(fixes)})"
    )


def _could_be(task: "Task", role: str, feature: Any) -> bool:
    """Whether a column could have a role of a task, by the type of its values."""
    if role == "id":
        return has_type(feature, (*TEXT_TYPES, "int", "uint"))
    if role in task.text_roles:
        return text_shape(feature) is not None and not task.kind.expected_text(role, feature)
    return not task.kind.expected(role, feature)


def check_rows(task: "Task", dataset: "Dataset") -> None:
    """Refuse a data set with rows whose positions or gold labels do not fit, where the task's kind asks for it.

    Args:
        task: The task, with the names of its labels.
        dataset: The rows.

    Raises:
        LabelError: With the number of the first, what is wrong, how many there are and how to leave them out.
    """
    if not task.kind.checks_rows:
        return
    roles = [role for role in task.columns if task.has(role, dataset.column_names)]
    names = [task.column(role) for role in roles]
    found = (row for piece in task.by_role(dataset, roles) for row in piece)
    rows = (dict(zip(names, row.values() if len(roles) > 1 else (row,))) for row in found)
    faults = [(number, fault) for number, row in enumerate(rows) if (fault := task.fault(row)) is not None]
    if faults:
        number, fault = faults[0]
        raise LabelError(
            f"row {number} does not fit {task.name}: {fault}; {len(faults)} of {len(dataset)} rows do not fit. Leave "
            "such rows out with dataset.filter(lambda row: task.fault(row) is None)"
        )


def unused_id(task: "Task", dataset: "Dataset") -> str | None:
    """A column that could name the rows and is not used: called like an id, with another value in each row.

    It is missed only where rows have the same texts: the others have an id of their own, a hash.

    Args:
        task: The task.
        dataset: The rows.
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
