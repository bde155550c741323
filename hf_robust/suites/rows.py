"""Rows of suites: read, paired and hashed piece by piece, and kept on disk where they are large.

A suite may have millions of rows. Nothing here turns a whole column into Python objects, and nothing decodes images,
sounds or other files: a row may name a file or an address, which reading would open.
"""

import atexit
import json
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from functools import cache
from itertools import count
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from hf_robust.core.arrow_text import schema_without_views, table_without_views
from hf_robust.core.errors import SuiteError
from hf_robust.core.files import sha256
from hf_robust.core.staging import scratch_folder
from hf_robust.tasks.columns import column_values, decoded_columns

if TYPE_CHECKING:
    from datasets import Dataset

CHUNK = 10_000  # rows that are Python objects at a time
IN_MEMORY = 8 * 2**20  # bytes of a table, of which a suite has many; a larger one lies in a file that is mapped
_MOST = 2**30  # bytes that a file may always unpack to
_RATIO = 100  # how many times its size a larger one may unpack to
_counter = count()


@cache
def _scratch() -> Path:
    """The folder of this process for large tables; it is removed when the process ends."""
    until_exit = ExitStack()
    atexit.register(until_exit.close)
    return until_exit.enter_context(scratch_folder())


def scratch_file() -> str:
    """A new path for a table that does not fit into memory."""
    return str(_scratch() / f"{next(_counter)}.arrow")


def gathered(
    pieces: "Iterable[pa.Table | pa.RecordBatch]", schema: pa.Schema, fingerprint: str | None = None
) -> "Dataset":
    """A dataset of pieces: in memory while it is small, in a file that is mapped into memory when it is large.

    Args:
        pieces: Tables, one after the other.
        schema: Their schema, with the features in its metadata.
        fingerprint: Name of these rows for ``datasets``; without it any.

    Example:
        >>> from datasets import Features, Value
        >>> schema = Features({"n": Value("int64")}).arrow_schema
        >>> gathered([pa.table({"n": [1, 2]}), pa.table({"n": [3]})], schema)["n"][:]
        [1, 2, 3]
    """
    from datasets import Dataset
    from datasets.fingerprint import generate_random_fingerprint
    from datasets.table import InMemoryTable

    schema = schema_without_views(schema)
    tables = (pa.Table.from_batches([piece]) if isinstance(piece, pa.RecordBatch) else piece for piece in pieces)
    held, size = [], 0
    for table in tables:
        held.append(table.cast(schema))
        size += table.nbytes
        if size > IN_MEMORY:
            path = scratch_file()
            with pa.OSFile(path, "wb") as sink, pa.ipc.new_stream(sink, schema) as writer:
                while held:
                    writer.write_table(held.pop(0))
                for rest in tables:
                    writer.write_table(rest.cast(schema))
            return Dataset.from_file(path)
    # not `schema.empty_table()`, which knows no types of extensions
    whole = pa.concat_tables(held) if held else pa.Table.from_batches([], schema=schema)
    # without a fingerprint `Dataset` would pickle the whole table to make one
    return Dataset(InMemoryTable(whole), fingerprint=fingerprint or generate_random_fingerprint())


def pieces_of(dataset: "Dataset", *columns: str, rows: np.ndarray | None = None) -> Iterator[pa.Table]:
    """The rows of a dataset as Arrow tables of at most ``CHUNK`` rows.

    Args:
        *columns: Only these columns; without any, all.
        rows: The numbers of the rows; None for all rows.
    """
    from datasets.formatting import query_table

    # not `select_columns` and `with_format`, which copy all that a dataset knows and make fingerprints of it
    table = dataset.data.select(list(columns)) if columns else dataset.data
    chosen = range(len(dataset)) if rows is None else rows
    for start in range(0, len(chosen), CHUNK):
        found = query_table(table, chosen[start : start + CHUNK], indices=dataset._indices)
        # `datasets` gathers rows as chunks of one row each, which take ten kilobytes a row as long as they are held
        yield table_without_views(found).combine_chunks()


def fields_of(dataset: "Dataset", column: str, *names: str) -> Iterator[tuple[pa.ChunkedArray, ...]]:
    """Fields of a column of records, piece by piece.

    Args:
        column: A column of records.
        *names: Names of the fields.
    """
    for table in pieces_of(dataset, column):
        yield tuple(pc.struct_field(table.column(column), name) for name in names)


def distinct(dataset: "Dataset", column: str) -> set:
    """The different values of a column, or of the lists in it.

    Example:
        >>> from datasets import Dataset
        >>> sorted(distinct(Dataset.from_dict({"tags": [["a", "b"], ["b"]]}), "tags"))
        ['a', 'b']
    """
    found: set = set()
    for table in pieces_of(dataset, column):
        values = table.column(column)
        while pa.types.is_list(values.type) or pa.types.is_large_list(values.type):
            values = pc.list_flatten(values)
        found.update(pc.unique(values).to_pylist())
    return found


def content(dataset: "Dataset") -> Iterator[bytes]:
    """All that a table holds, leaf by leaf, independent of how it is stored; for a hash."""
    leaves: list[tuple[str, str, int | None]] = []
    for name, kind in ((field.name, field.type) for field in dataset.data.schema):
        if pa.types.is_struct(kind):
            leaves += [(f"{name}.{kind.field(place).name}", name, place) for place in range(kind.num_fields)]
        else:
            leaves.append((name, name, None))
    for leaf, name, place in sorted(leaves, key=itemgetter(0)) if len(dataset) else ():
        yield leaf.encode()
        for table in pieces_of(dataset, name):
            values = table.column(name) if place is None else pc.struct_field(table.column(name), [place])
            yield json.dumps(values.to_pylist(), sort_keys=True, default=str).encode()


def column_content(column: str, values: Iterable[list]) -> Iterator[bytes]:
    """A whole column as the JSON text ``[column, [value, ...]]``, in pieces.

    Args:
        values: Its values, list by list.

    Example:
        >>> b"".join(column_content("n", [[1, 2], [3]]))
        b'["n", [1, 2, 3]]'
    """
    yield f"[{json.dumps(column)}, [".encode()
    first = True
    for part in values:
        text = json.dumps(part, sort_keys=True, default=str)[1:-1]
        yield (text if first or not text else f", {text}").encode()
        first = first and not text
    yield b"]]"


def values_of(dataset: "Dataset", column: str) -> Iterator[list]:
    """The values of a column as Python objects, list by list."""
    for start in range(0, len(dataset), CHUNK):
        yield column_values(dataset, column, start, start + CHUNK)


def write_parquet(dataset: "Dataset", path: Path) -> str:
    """Write rows to a Parquet file.

    Returns:
        The SHA-256 of the file.
    """
    with path.open("wb") as file:
        dataset.to_parquet(file)
    return sha256(path)


def read_parquet(path: Path, digest: str) -> "Dataset":
    """Rows of a Parquet file with the features stored in it; the cache of ``datasets`` has no part in this.

    Args:
        digest: Its SHA-256.

    Raises:
        SuiteError: When it is missing, altered or damaged, has columns that open files when they are read, or unpacks
            to far more than its size.
    """
    try:
        if sha256(path) != digest:
            raise SuiteError(
                f"{path} was altered: its SHA-256 is not the one in suite.json; "
                f"delete {path.resolve()} and get it again"
            )
        with pq.ParquetFile(path) as file:
            return gathered(_bounded(file, path), _plain_schema(file, path), digest[:16])
    except pa.ArrowException as error:
        raise SuiteError(f"{path} is damaged; get the suite again ({' '.join(str(error).split())[:200]})") from error
    except OSError as error:
        raise SuiteError(f"{path} is missing or cannot be read; get the suite again") from error


def _plain_schema(file: pq.ParquetFile, path: Path) -> pa.Schema:
    from datasets import Features

    features = Features.from_arrow_schema(file.schema_arrow)
    if unsafe := decoded_columns(features):
        raise SuiteError(
            f"{path} has columns that open files or addresses when they are read ({', '.join(unsafe)}), as no suite "
            "has; it is not loaded"
        )
    return features.arrow_schema


def _bounded(file: pq.ParquetFile, path: Path) -> Iterator[pa.RecordBatch]:
    """The rows of a file, as long as they do not unpack to far more than its size."""
    most = max(_MOST, _RATIO * path.stat().st_size)
    groups = (file.metadata.row_group(number) for number in range(file.num_row_groups))
    stated, size = sum(group.total_byte_size for group in groups), 0
    for batch in file.iter_batches(CHUNK) if stated <= most else ():
        size += batch.nbytes
        if size > most:
            break
        yield batch
    if max(stated, size) > most:
        raise SuiteError(f"{path} unpacks to more than {most / 2**30:.0f} GiB, {_RATIO} times its size; it is not read")


def same_values(first: "Dataset", second: "Dataset", column: str, field: str) -> bool:
    """Whether a field of a column of records is the same in all rows of two datasets."""
    if len(first) != len(second):
        return False
    pairs = zip(fields_of(first, column, field), fields_of(second, column, field), strict=True)
    return all(one.equals(other) for (one,), (other,) in pairs)
