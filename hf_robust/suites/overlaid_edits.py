"""The edits of all files of an edits suite, laid over one another: what they show of the source together."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.perturb.replay import replayed
from hf_robust.suites.edits_rows import row_hash, row_texts
from hf_robust.suites.near_copies import Overlay
from hf_robust.suites.rows import CHUNK
from hf_robust.tasks.base import Task
from hf_robust.tasks.row_names import source_ids

if TYPE_CHECKING:
    from datasets import Dataset


def overlaid_pieces(folder: Path, task: Task, rows: "Dataset") -> list[str]:
    """Five or more consecutive words of the source that edits of a folder show by near copies, all files together.

    Args:
        folder: The folder of an edits suite.
        task: The task with the columns.
        rows: The source.
    """
    overlay = Overlay(task.spoken)
    known = _by_name(task, rows)
    for path in sorted(folder.rglob("edits.parquet")):
        for row in _rows_in(path):
            source = known.get((row["source_id"], row["source_hash"]))
            if source is not None:
                steps = replayed(task, rows[source], row["edits"]).steps
                overlay.add(overlay.seen_of(steps, row_texts(task, rows[source])))
    return overlay.pieces()


def _by_name(task: Task, rows: "Dataset") -> dict[tuple[str, str], int]:
    """The number of each row, by its id and hash."""
    found: dict[tuple[str, str], int] = {}
    plain = rows.with_format(None)
    for start in range(0, len(plain), CHUNK):
        piece = plain[start : start + CHUNK]
        for place, name in enumerate(source_ids(task, piece)):
            said = row_hash({column: values[place] for column, values in piece.items()})
            found.setdefault((name, said), start + place)
    return found


def _rows_in(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a file."""
    import pyarrow.parquet as pq

    with pq.ParquetFile(path) as file:
        for batch in file.iter_batches(CHUNK):
            yield from batch.to_pylist()
