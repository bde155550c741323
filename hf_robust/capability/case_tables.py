"""Tables of test cases, read and changed column by column: a suite may have a million of them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from hf_robust.capability.cases import CASE, features
from hf_robust.core.errors import ColumnError, EmptyDataError
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    import pyarrow as pa
    from datasets import Dataset

    from hf_robust.capability.suite import CapabilitySuite

_CHUNK = 10_000  # rows that become text at a time


def column_of(table: "Dataset", name: str) -> list:
    """One field of the record of all cases of a table.

    Args:
        table: Cases.
        name: The field, for example ``"case_id"``.
    """
    import pyarrow.compute as pc

    return pc.struct_field(_arrow(table).column(CASE), name).to_pylist() if len(table) else []


def _arrow(table: "Dataset") -> "pa.Table":
    return table.with_format("arrow")[:]


def content(table: "Dataset") -> Iterator[bytes]:
    """All that a table holds, column by column, independent of how it is stored.

    Args:
        table: Cases.
    """
    for name, column in sorted(_leaves(table), key=lambda pair: pair[0]):
        yield name.encode()
        for start in range(0, len(column), _CHUNK):
            values = column.slice(start, _CHUNK).to_pylist()
            yield json.dumps(values, sort_keys=True, default=str).encode()


def _leaves(table: "Dataset") -> "Iterator[tuple[str, pa.ChunkedArray]]":
    """The columns of a table, those of a record one by one."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if not len(table):
        return
    arrow = _arrow(table)
    for name in arrow.column_names:
        column = arrow.column(name)
        if not pa.types.is_struct(column.type):
            yield name, column
            continue
        for part in range(column.type.num_fields):
            yield f"{name}.{column.type.field(part).name}", pc.struct_field(column, [part])


def with_confidence(table: "Dataset", value: float) -> "Dataset":
    """The table with another oracle confidence in all its cases.

    Args:
        table: Cases.
        value: The confidence.
    """
    import pyarrow as pa
    from datasets import Dataset
    from datasets.table import InMemoryTable

    if not len(table):
        return table
    arrow = _arrow(table)
    record = arrow.column(CASE).combine_chunks()
    fields = list(record.type)
    arrays = [
        pa.array([value] * len(record), one.type) if one.name == "oracle_confidence" else record.field(place)
        for place, one in enumerate(fields)
    ]
    changed = pa.StructArray.from_arrays(arrays, fields=fields)
    whole = arrow.set_column(arrow.schema.get_field_index(CASE), CASE, changed)
    return Dataset(InMemoryTable(whole.cast(table.features.arrow_schema)))


def whole_info(given: Mapping[str, Any]) -> dict[str, Any]:
    """All that a suite says of its origin, with what is not known as None."""
    plain = ("version", "dataset", "split", "k", "selection", "per_seed", "seeds_per_capability", "pairs", "nlp")
    return {
        "name": "capabilities",
        **dict.fromkeys(plain),
        "seed": 0,
        "rows": 0,
        "specification": None,
        "skipped": [],
        "resources": [],
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        **given,
    }


def by_role(task: Task, labels: Sequence[str] | None) -> Task:
    """The task of the tables: columns called by their roles, labels by name.

    Args:
        task: The task.
        labels: Names of the labels.
    """
    roles = {role: role for role in task.kind.roles}
    names = tuple(labels) if labels else None
    return replace(task, columns=roles, fields=task.kind.edited, id_column=None, label_names=names)


def check_columns(task: Task, table: Any) -> None:
    """Refuse what is no table of cases of a task.

    Raises:
        ColumnError: It has other columns.
    """
    expected, found = features(task), getattr(table, "column_names", ())
    if set(found) != set(expected):
        raise ColumnError(f"a table of cases has the columns {', '.join(expected)}; found: {found or type(table)}")


def check_cases(suite: "CapabilitySuite") -> None:
    """Refuse a suite without any case.

    Raises:
        EmptyDataError: There is none.
    """
    if not any(len(entry) for entry in suite.entries.values()):
        raise EmptyDataError("the suite has no case: nothing in the data set met the specification")
