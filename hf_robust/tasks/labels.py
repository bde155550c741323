"""Gold labels by name: what a dataset's numbers stand for, and whether each row has a label that is known."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import ColumnError, LabelError
from hf_robust.core.quoted import named, quoted

if TYPE_CHECKING:
    from datasets import Dataset

_WHOLE = re.compile(r"-?\d+", re.ASCII)


class Seen(tuple):
    """Labels that were only seen in rows: their order says nothing, and there may be others."""


class Values(tuple):
    """Names of labels that are the numbers of the column themselves: 5 is called ``"5"``, whatever its position."""


class SeenRange(tuple):
    """The lowest and the highest score that were seen in rows: others may lie outside of it."""


def is_number(label: str) -> bool:
    """Whether a label is written as a whole number.

    Example:
        >>> is_number("-1"), is_number("1.5"), is_number("one")
        (True, False, False)
    """
    return _WHOLE.fullmatch(label) is not None


def as_names(names: Iterable[str], values: bool = True) -> tuple[str, ...]:
    """Label names as a user or a file states them; numbers that do not count from 0 are the values of the column.

    Args:
        values: Whether names may be values; those of tags are always in the order of the numbers.

    Example:
        >>> type(as_names(["1", "2"])).__name__, type(as_names(["0", "1"])).__name__, as_names(["neg", "pos"])
        ('Values', 'tuple', ('neg', 'pos'))
    """
    names = tuple(names)
    counts = names == tuple(map(str, range(len(names))))
    return Values(names) if values and names and all(map(is_number, names)) and not counts else names


def in_order(labels: Iterable[str]) -> list[str]:
    """Labels sorted: numbers by their value, before the names.

    Example:
        >>> in_order(["10", "b", "9"])
        ['9', '10', 'b']
    """
    return sorted(labels, key=lambda label: (0, int(label), "") if is_number(label) else (1, 0, label))


def label_name(value: Any, names: Sequence[str] | None) -> str:
    """The name of a gold label or tag as a dataset holds it.

    Args:
        value: A name, a whole number (``1.0`` is 1: a CSV file with an empty cell gives such) or a boolean (0 or 1).
        names: Names in the order of the numbers, or :class:`Values`; None when there are none.

    Raises:
        LabelError: When the value is no single label, or not among the names.

    Example:
        >>> label_name(1.0, ["neg", "pos"]), label_name("neg", ["neg", "pos"]), label_name(2, None)
        ('pos', 'neg', '2')
        >>> label_name(1, Values(["1", "2", "3"])), label_name(1, ["1", "2", "3"])
        ('1', '2')
    """
    if isinstance(value, str):
        if names and value not in names:
            raise LabelError(f"the label {quoted(value)} is not among the names {named(names)}")
        return value
    number = whole(value)
    if number is None:
        raise LabelError(f"a label is a name or a whole number, found {quoted(value)}")
    if not names:
        return str(number)
    if isinstance(names, Values):
        if str(number) not in names:
            raise LabelError(f"the label {number} is not among the names {named(names)}")
        return str(number)
    if not 0 <= number < len(names):
        raise LabelError(f"the label {number} is outside of the {len(names)} names (0 to {len(names) - 1})")
    return names[number]


def label_number(name: str, names: Sequence[str]) -> int:
    """The number that a column of numbers holds for a label: the inverse of :func:`label_name`.

    Args:
        names: Names in the order of the numbers, or :class:`Values`.

    Example:
        >>> label_number("5", Values(["1", "5"])), label_number("pos", ["neg", "pos"])
        (5, 1)
    """
    return int(name) if isinstance(names, Values) else names.index(name)


def whole(value: Any) -> int | None:
    """A number as an integer, a boolean as 0 or 1; None when it is not a whole one.

    Example:
        >>> import numpy
        >>> whole(1.0), whole(0.5), whole(True), whole(numpy.bool_(True)), whole("1")
        (1, None, 1, 1, None)
    """
    if type(value) is int:  # nearly always; the other checks take longer
        return value
    if not isinstance(value, Real) and getattr(value, "shape", None) == ():  # a scalar of numpy or torch
        value = value.item()
    if isinstance(value, Integral):
        return int(value)
    number = float(value) if isinstance(value, Real) else 0.5
    return int(number) if number.is_integer() else None


def is_missing(value: Any, names: Sequence[str] | None) -> bool:
    """Whether a value says that a row has no gold label: None, NaN, and -1 unless that is the name of a label.

    Args:
        value: A value of a label column.
        names: The names of the labels, where there are any.

    Example:
        >>> [is_missing(value, None) for value in (None, float("nan"), -1, 0, "-1")]
        [True, True, True, False, False]
        >>> is_missing(-1, Values(["-1", "1"]))
        False
    """
    if value is None or value != value:  # NaN is what some readers make of an empty cell
        return True
    return value == -1 and not (isinstance(names, Values) and "-1" in names)


def negative_advice(values: Iterable[Any]) -> str | None:
    """How to declare -1 as a class; None where it does not occur.

    Args:
        values: Labels of a column of numbers without names.

    Example:
        >>> negative_advice([1, -1, 0])
        "-1 counts as no label; if it is a class, use hr.task(..., label_names=['-1', '0', '1'])"
    """
    numbers = {str(number) for value in values if value == value and (number := whole(value)) is not None}
    if "-1" not in numbers:
        return None
    return f"-1 counts as no label; if it is a class, use hr.task(..., label_names={in_order(numbers)!r})"


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
            f"({len(wrong)} of {len(values)} rows are no whole numbers); turn scores into classes with dataset.map, or "
            "use the task text-regression (for two texts sts)"
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
    known = names and (named(names) if isinstance(names, Values) else f"0 to {len(names) - 1}: {named(names)}")
    raise LabelError(
        f"{number} of {counts.total()} {what} in column {column!r} are not known, for example {quoted(wrong[0])}; "
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
