"""Columns of predictions and references as plain lists, checked before anything is counted."""

from collections.abc import Hashable, Iterable, Mapping, Sequence, Sized
from typing import Any

import numpy as np

from hf_robust.core.errors import LabelError, UsageError


def as_list(column: Iterable[Any]) -> list[Any]:
    """Turn any column (list, numpy array, torch tensor, ``datasets.Column``) into a list of plain values.

    Args:
        column: One value a row.

    Returns:
        The same values; arrays and tensors become nested lists of Python numbers or strings. A list is itself.

    Example:
        >>> import numpy as np
        >>> as_list(np.array([1, 0])), as_list(("a", "b"))
        ([1, 0], ['a', 'b'])
    """
    if isinstance(column, str | bytes | Mapping):
        raise UsageError(f"expected a column with one value a row, found one {type(column).__name__}; put it in a list")
    if type(column) is list:  # of a million rows no copy is made at each step
        return column
    return column.tolist() if hasattr(column, "tolist") else list(column)


def check_lengths(**columns: Sized) -> int:
    """Return the common number of rows.

    Args:
        **columns: Columns by the name the message should use.

    Returns:
        The number of rows.

    Raises:
        UsageError: The columns differ in length; the message gives every count.

    Example:
        >>> check_lengths(predictions=[1, 0], references=[1, 1])
        2
        >>> check_lengths(predictions=[1, 0], references=[1])
        Traceback (most recent call last):
            ...
        hf_robust.core.errors.UsageError: columns differ in length: predictions has 2 rows, references has 1
    """
    counts = {name: len(column) for name, column in columns.items()}
    if len(set(counts.values())) > 1:
        (first, count), *rest = counts.items()
        listed = ", ".join([f"{first} has {count} rows", *(f"{name} has {n}" for name, n in rest)])
        raise UsageError(f"columns differ in length: {listed}")
    return next(iter(counts.values()), 0)


def check_labels(predictions: Sequence[Any], references: Sequence[Any]) -> None:
    """Check that both columns hold class labels of one kind, str or int.

    Args:
        predictions: Predicted labels; None is allowed and counts as wrong.
        references: Gold labels.

    Raises:
        UsageError: A value is a list, a dict, a probability, or a gold label is None.
        LabelError: One column holds names and the other numbers: every row would count as wrong.
    """
    kinds = {
        "predictions": _label_kinds(predictions, "predictions"),
        "references": _label_kinds(references, "references"),
    }
    if None in kinds["references"]:
        raise UsageError("references holds None: every row needs a gold label; filter those rows out")
    predicted, gold = kinds["predictions"] - {None}, kinds["references"]
    if predicted and gold and not predicted & gold:
        raise LabelError(
            f"predictions hold {_kind_names(predicted)} labels, references hold {_kind_names(gold)} labels, "
            "so no row could ever be right; give both as names or both as numbers"
        )


def comparable(value: Any) -> Hashable:
    """Return a form of one prediction that ``==`` and ``hash`` treat alike: lists and arrays become tuples.

    Example:
        >>> comparable(["O", "B-PER"]) == comparable(("O", "B-PER"))
        True
    """
    if isinstance(value, np.ndarray):
        value = value.tolist()
    return tuple(value) if isinstance(value, list) else value


def _label_kinds(labels: Sequence[Any], column: str) -> set[type | None]:
    kinds: set[type | None] = set()
    for row, label in enumerate(labels):
        if label is None:
            kinds.add(None)
        elif isinstance(label, str):
            kinds.add(str)
        elif isinstance(label, bool | np.bool_ | int | np.integer) or (
            isinstance(label, float | np.floating) and float(label).is_integer()
        ):
            kinds.add(int)
        else:
            raise UsageError(_not_a_label(label, row, column))
    return kinds


def _not_a_label(label: Any, row: int, column: str) -> str:
    if isinstance(label, float | np.floating):
        hint = "that is a score: take the predicted class first, e.g. with argmax"
    elif isinstance(label, Mapping):
        hint = "for answers use measure='squad_f1'"
    else:
        hint = "for one tag a token use measure='token_accuracy' or measure='seqeval_f1'"
    found = type(label).__name__
    return f"accuracy expects one label a row (str or int), {column} row {row} is a {found}; {hint}"


def _kind_names(kinds: set[Any]) -> str:
    return " and ".join(sorted(kind.__name__ for kind in kinds))
