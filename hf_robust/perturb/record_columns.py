"""The ``robust`` column of rows that were perturbed a column at a time, as Arrow buffers made of arrays."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from hf_robust.core import arrow_text
from hf_robust.core.arrow_text import text_array
from hf_robust.core.text_columns import Strings, ranges
from hf_robust.perturb.plan import PerturbationPlan, idle_status
from hf_robust.perturb.provenance import described_plan, edit_lists, edit_type, record_array, record_type

if TYPE_CHECKING:
    import pyarrow as pa

_MANY = 24  # more rows than this are moved in less time by `take` than as stretches


class Edited(NamedTuple):
    """The edits of one stage on one column; a row whose text they leave as it is has none.

    Args:
        stage: Number of the stage.
        row: Row of each edit.
        start: Its first character in the text.
        end: Character after the last.
        before: What stood there.
        after: What stands there now.
    """

    stage: int
    column: str
    row: np.ndarray
    start: np.ndarray
    end: np.ndarray
    before: Strings
    after: Strings

    def take(self, places: np.ndarray) -> "Edited":
        """Some of the edits."""
        row, start, end = (array[places] for array in (self.row, self.start, self.end))
        return Edited(self.stage, self.column, row, start, end, self.before.take(places), self.after.take(places))


def record_of(
    plan: PerturbationPlan,
    variant: int,
    names: Strings,
    rows: np.ndarray,
    changed: np.ndarray,
    edited: Sequence[Edited],
    idle: Sequence[str],
) -> "pa.StructArray | pa.ChunkedArray":
    """The record of rows that come out; more text than one array can hold becomes several.

    Args:
        plan: What was done.
        variant: Which of several outputs of the rows.
        names: Their ids.
        rows: Their numbers in the batch.
        changed: Which rows of the batch changed.
        edited: The edits on the batch, stage by stage.
        idle: Why rows of the batch have no edits.
    """
    import pyarrow as pa

    total = sum(len(part.before.data) + len(part.after.data) for part in edited) + len(names.data)
    if total <= arrow_text.MOST_BYTES:
        return _record(plan, variant, names, rows, changed, edited, idle)
    sizes = np.zeros(len(changed))
    for part in edited:
        sizes += np.bincount(part.row, part.before.lengths + part.after.lengths, len(changed))
    group = np.cumsum(sizes[rows] + names.lengths) // (arrow_text.MOST_BYTES // 2)
    ends = np.searchsorted(group, np.arange(int(group[-1]) + 2)) if len(group) else np.zeros(2, int)
    groups = [np.arange(first, last) for first, last in pairwise(ends.tolist()) if last > first]
    parts = [_record(plan, variant, names.take(some), rows[some], changed, edited, idle) for some in groups]
    return pa.chunked_array(parts, record_type())


def _record(
    plan: PerturbationPlan,
    variant: int,
    names: Strings,
    rows: np.ndarray,
    changed: np.ndarray,
    edited: Sequence[Edited],
    idle: Sequence[str],
) -> "pa.StructArray":

    number = np.full(len(changed), -1)
    changed = changed[rows]
    number[rows[changed]] = np.flatnonzero(changed)
    given = {
        **described_plan(plan),
        "source_id": text_array(names),
        "seed": plan.seed,
        "variant": variant,
        **_statuses(rows, changed, idle),
        "edits": _edits(edited, number, len(rows)),
    }
    return record_array(len(rows), given)


def _statuses(rows: np.ndarray, changed: np.ndarray, idle: Sequence[str]) -> dict[str, Any]:
    """Status and reason of each row."""
    if changed.all():
        return {"status": "changed"}
    told = [("changed", "") if new else idle_status(idle[row]) for row, new in zip(rows.tolist(), changed.tolist())]
    statuses, reasons = zip(*told)
    return {"status": list(statuses), "reason": list(reasons)}


def _edits(edited: Sequence[Edited], number: np.ndarray, size: int) -> "pa.ListArray":
    """The edits of the rows that changed, by row, stage and column; ``number`` says where each row comes out."""
    parts = [_columns_of(part, number) for part in edited]
    row = np.concatenate([np.empty(0, np.int64), *(part.pop("row") for part in parts)])
    ends = np.searchsorted(np.sort(row), np.arange(size + 1)).astype(np.int32)
    arrays = [_concatenated([part[field.name] for part in parts], field.type) for field in edit_type()]
    return edit_lists(ends, arrays, np.argsort(row, kind="stable") if len(parts) > 1 else None)


def _columns_of(part: Edited, number: np.ndarray) -> dict:
    """The columns of the record of one stage; ``number`` says which rows come out, and where they stand."""
    import pyarrow as pa

    row = number[part.row]
    if (row < 0).any():
        kept = np.flatnonzero(row >= 0)
        row, part = row[kept], part.take(kept)
    return {
        "row": row,
        "stage": pa.repeat(pa.scalar(part.stage, pa.int32()), len(row)),
        "field": pa.repeat(pa.scalar(part.column, pa.string()), len(row)),
        "start": pa.array(part.start.astype(np.int32)),
        "end": pa.array(part.end.astype(np.int32)),
        "before": text_array(part.before),
        "after": text_array(part.after),
    }


def _concatenated(parts: list, kind: "pa.DataType") -> "pa.Array":
    import pyarrow as pa

    if len(parts) == 1:
        return parts[0]
    return pa.concat_arrays(parts) if parts else pa.array([], kind)


def replaced(
    array: "pa.Array | pa.ChunkedArray", at: np.ndarray, more: "pa.Array", ends: np.ndarray
) -> "pa.Array | pa.ChunkedArray":
    """An array in which rows of another stand in place of some.

    Args:
        at: The rows that are replaced.
        more: The other rows.
        ends: Which of them replace each: where the first begins, and where each ends.
    """
    import pyarrow as pa

    total = array.nbytes + more.nbytes
    if (
        len(at) > _MANY and total <= arrow_text.MOST_BYTES and "string_view" not in str(array.type)
    ):  # `take` knows no views
        sizes = np.ones(len(array), np.int64)
        sizes[at] = np.diff(ends)
        first = np.arange(len(array))
        first[at] = len(array) + ends[:-1]
        return pa.concat_arrays(_chunks([array, more])).take(pa.array(ranges(first, sizes)))
    parts, begin = [], 0
    for place, first, last in zip(at.tolist(), ends[:-1].tolist(), ends[1:].tolist()):
        parts += [array.slice(begin, place - begin), more.slice(first, last - first)]
        begin = place + 1
    chunks = _chunks([*parts, array.slice(begin)])
    return pa.concat_arrays(chunks) if total <= arrow_text.MOST_BYTES else pa.chunked_array(chunks)


def merged(parts: list, order: np.ndarray) -> "pa.Array":
    import pyarrow as pa

    return pa.concat_arrays(_chunks(parts)).take(pa.array(order))


def _chunks(parts: list) -> list:
    return [chunk for part in parts for chunk in getattr(part, "chunks", [part])]
