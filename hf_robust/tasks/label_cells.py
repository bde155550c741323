"""Several labels in one cell of a table: ``sport;money``."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from hf_robust.core.errors import ColumnError
from hf_robust.tasks.columns import TEXT_TYPES, column_values, has_type

if TYPE_CHECKING:
    from datasets import Dataset

_SEPARATORS = (";", "|", ",")


def separator_in(cells: Iterable[str | None]) -> str | None:
    """The first of ``;``, ``|`` and ``,`` that occurs in a column; None where none does.

    Args:
        cells: The cells of the column.

    Example:
        >>> separator_in(["sport", "money, banking;sport"]), separator_in(["sport", None])
        (';', None)
    """
    seen = {mark for cell in cells for mark in _SEPARATORS if cell is not None and mark in cell}
    return next((mark for mark in _SEPARATORS if mark in seen), None)


def split_labels(cell: str, separator: str | None) -> list[str]:
    """The labels in a cell, without the blanks around them; none in an empty cell.

    Args:
        separator: What stands between two labels; None: blanks.

    Example:
        >>> split_labels("sport; money ", ";"), split_labels("sport money", None), split_labels(" ", ";")
        (['sport', 'money'], ['sport', 'money'], [])
    """
    parts = cell.split() if separator is None else map(str.strip, cell.split(separator))
    return [part for part in parts if part]


def with_label_lists(dataset: "Dataset", column: str, names: Sequence[str] | None = None) -> "Dataset":
    """A dataset with a column of cells such as ``sport;money`` as lists; as it is where the column holds no text.

    Args:
        dataset: The rows. An empty cell holds no label.
        column: The column of labels.
        names: The names of the labels, where they are known: without a separator each cell must be one of them.

    Raises:
        ColumnError: No cell has a separator, so the column may hold one label a row.

    Example:
        >>> from datasets import Dataset
        >>> with_label_lists(Dataset.from_dict({"labels": ["sport|money", None, "sport"]}), "labels")["labels"][:]
        [['sport', 'money'], [], ['sport']]
    """
    from datasets import Features, List, Value

    if column not in dataset.column_names or not has_type(dataset.features[column], TEXT_TYPES):
        return dataset
    cells = column_values(dataset, column)
    separator = separator_in(cells)
    if separator is None and not {cell.strip() for cell in cells if cell} <= {*(names or ()), ""}:
        raise ColumnError(
            f"no cell of column {column!r} has several labels, separated by {' or '.join(map(repr, _SEPARATORS))}; for "
            "one label a row use the task text-classification, or name the labels with label_names"
        )
    lists = [split_labels(cell or "", separator) if separator else [cell.strip()] if cell else [] for cell in cells]
    features = Features({**dataset.features, column: List(Value("string"))})
    # added first: a dataset whose last column is removed has no rows
    rows = dataset.add_column("__lists", lists).remove_columns([column]).rename_column("__lists", column)
    return rows.select_columns(list(features)).cast(features)
