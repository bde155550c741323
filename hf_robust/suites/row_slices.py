"""Slices of a suite's rows: found on the whole dataset, kept in a column beside the provenance."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import SuiteError
from hf_robust.slices.slice_table import SliceInfo, SliceTable

if TYPE_CHECKING:
    from datasets import Dataset

SLICES = "robust_slices"
"""The column that names the slices of a row."""


def with_slices(dataset: "Dataset", table: SliceTable, rows: range | None = None) -> "Dataset":
    """The rows with the names of their slices.

    Args:
        table: The slices of all rows.
        rows: Which of all rows the dataset has; None for all.
    """
    from datasets import List, Value

    return dataset.add_column(SLICES, table.lists(rows), feature=List(Value("string")))


def recorded(table: SliceTable) -> dict[str, Any]:
    """What ``info`` of a suite says of its slices.

    Args:
        table: The slices of the rows that the suite was built from.
    """
    sizes = table.sizes.tolist()
    described = [{**one.describe(), "rows": rows} for one, rows in zip(table.slices, sizes)]
    return {"slices": described, "slice_notes": list(table.notes)}


def slices_in(info: Mapping[str, Any], rows: "Dataset") -> SliceTable | None:
    """Which rows of a suite are in which of its slices; None where it was built without.

    Args:
        info: The suite's record.

    Raises:
        SuiteError: The suite names slices, and its rows do not.
    """
    if not info.get("slices") and not info.get("slice_notes"):
        return None
    if SLICES not in rows.column_names:
        raise SuiteError(f"the suite has slices, and its rows have no column {SLICES!r}; get the suite again")
    names: Sequence[Sequence[str]] = rows.with_format(None)[SLICES][:]
    notes = tuple(info.get("slice_notes", ()))
    try:
        infos = [SliceInfo.of_record(one) for one in info["slices"]]
    except (TypeError, KeyError) as error:
        raise SuiteError(f"the suite does not say what its slices are ({error!r}); get the suite again") from error
    return SliceTable.of_lists(infos, names, notes)
