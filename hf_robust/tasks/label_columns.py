"""Multi-label classification with a column for each label: 1 where the label holds, else 0."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from hf_robust.core.errors import LabelError, UsageError
from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import has_type
from hf_robust.tasks.labels import is_missing

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


def found_columns(
    columns: Mapping[str, str], label_names: Sequence[str] | None, features: Collection[str]
) -> Mapping[str, str]:
    """Columns with one for each label, where data has no column of labels and one for each of their names.

    Args:
        columns: Column by role.
        label_names: Names of the labels.
        features: The columns of the data.

    Example:
        >>> found_columns({"text": "text", "labels": "labels"}, ["toxic"], ["text", "toxic"])
        {'text': 'text', 'labels.toxic': 'toxic'}
    """
    if not label_names or columns.get(_ROLE, _ROLE) in features or not set(label_names) <= set(features):
        return columns
    return spread({**columns, _ROLE: label_names}) if _ROLE in columns else columns


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
