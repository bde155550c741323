"""Gold labels by name: what a data set's numbers stand for, and whether each row has a label that is known."""

from collections import Counter
from collections.abc import Iterable, Sequence
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import ColumnError, LabelError

if TYPE_CHECKING:
    from datasets import Dataset


class Seen(tuple):
    """Labels that were only seen in rows: their order says nothing, and there may be others."""


def in_order(labels: Iterable[str]) -> list[str]:
    """Labels sorted: numbers by their value, before the names.

    Example:
        >>> in_order(["10", "b", "9"])
        ['9', '10', 'b']
    """
    return sorted(
        labels, key=lambda label: (0, int(label), "") if label.isascii() and label.isdigit() else (1, 0, label)
    )


def label_name(value: Any, names: Sequence[str] | None) -> str:
    """The name of a gold label or tag as a data set holds it.

    Args:
        value: A name, or a number (``1.0`` is 1: a CSV file with an empty cell gives such).
        names: Names in the order of the numbers; None when there are none.

    Raises:
        LabelError: When the value is no single label, or not among the names.

    Example:
        >>> label_name(1.0, ["neg", "pos"]), label_name("neg", ["neg", "pos"]), label_name(2, None)
        ('pos', 'neg', '2')
    """
    if isinstance(value, str):
        if names and value not in names:
            raise LabelError(f"the label {value!r} is not among the names {', '.join(names)}")
        return value
    number = whole(value)
    if number is None:
        raise LabelError(f"a label is a name or a whole number, found {value!r}")
    if not names:
        return str(number)
    if not 0 <= number < len(names):
        raise LabelError(f"the label {number} is outside of the {len(names)} names (0 to {len(names) - 1})")
    return names[number]


def whole(value: Any) -> int | None:
    """A number as an integer; None when it is not a whole one."""
    if isinstance(value, Integral):
        return int(value)
    number = float(value) if isinstance(value, Real) else 0.5
    return int(number) if number.is_integer() else None


def check_whole(dataset: "Dataset", column: str) -> None:
    """Refuse a column of labels that holds fractions.

    Raises:
        ColumnError: With the first fraction and how many there are.
    """
    if not str(getattr(dataset.features[column], "dtype", "")).startswith("float"):
        return
    values = dataset.with_format(None)[column][:]
    wrong = [value for value in values if value is not None and value == value and whole(value) is None]
    if wrong:
        raise ColumnError(
            f"column {column!r} must hold one label a row: a name or a whole number; found {wrong[0]!r} "
            f"({len(wrong)} of {len(values)} rows are no whole numbers); turn scores into classes with dataset.map"
        )


def check_known(counts: Counter, names: Sequence[str] | None, task: str, column: str, *, tags: bool) -> None:
    """Refuse labels that are neither names nor numbers of a task.

    Args:
        counts: How often each label occurs, or each tag of all tokens.
        names: The names that are known; None: any name or whole number will do.
        task: The task's id, for the message.
        column: The column, for the message.
        tags: Whether each is of a token.

    Raises:
        LabelError: It says how many are not known, and one of them.
    """
    wrong = [label for label in counts if not _is_known(label, names)]
    if not wrong:
        return
    number, what = sum(counts[label] for label in wrong), "tags" if tags else "labels"
    ignored = tags and any(isinstance(label, int) and label < 0 for label in wrong)
    known = names and f"0 to {len(names) - 1}: {', '.join(names)}"
    raise LabelError(
        f"{number} of {counts.total()} {what} in column {column!r} are not known, for example {wrong[0]!r}; "
        f"expected {known or 'names or whole numbers'}. "
        + (
            "Negative tags mark ignored sub-words: leave those tokens out or map them to a tag with dataset.map"
            if ignored
            else f"Correct them with dataset.map, or name all with hr.task({task!r}, label_names=[...])"
        )
    )


def _is_known(value: Any, names: Sequence[str] | None) -> bool:
    try:
        label_name(value, names)
    except LabelError:
        return False
    return True
