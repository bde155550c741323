"""Other rows beside each row, as a column: those that follow it, and some drawn from the whole dataset."""

from bisect import bisect_left
from itertools import accumulate
from typing import TYPE_CHECKING

from hf_robust.core.arrow_text import table_without_views
from hf_robust.core.errors import UsageError
from hf_robust.core.mapping import NEIGHBORS, POOL
from hf_robust.core.randomness import row_ids, row_key, row_rng
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset


def with_neighbors(dataset: "Dataset", task: Task, following: int) -> "Dataset":
    """The dataset with the tokens and tags of the rows that follow each.

    Args:
        dataset: Rows with one tag a token.
        task: The task with the columns.
        following: How many rows.

    Raises:
        UsageError: On a stream, or for a task without tags.
    """
    tags_role = task.kind.tags_role
    if not hasattr(dataset, "num_rows") or tags_role is None:
        raise UsageError("neighbors need a Dataset with token lists; a stream does not know its next rows")
    tokens, tags = dataset[task.column("tokens")][:], dataset[task.column(tags_role)][:]
    column = [
        {"tokens": tokens[place + 1 : place + 1 + following], "tags": tags[place + 1 : place + 1 + following]}
        for place in range(len(tokens))
    ]
    return _without(dataset, task.column("tokens") + NEIGHBORS).add_column(task.column("tokens") + NEIGHBORS, column)


def with_pool(dataset: "Dataset", task: Task, size: int) -> "Dataset":
    """The dataset with some other rows beside each, values by role.

    Which they are is drawn by the id of the row among the ids of all rows: the order of the rows does not count.

    Args:
        task: The task with the columns.
        size: How many other rows; fewer where the dataset has no more that are different.

    Raises:
        UsageError: On a stream.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["one", "two"], "label": [0, 1]})
        >>> with_pool(data, hr.task("text-classification"), 1)[0]["text__pool"]
        [{'text': 'two', 'label': 1}]
    """
    import pyarrow as pa

    if not hasattr(dataset, "num_rows"):
        raise UsageError("other rows are drawn from a Dataset; a stream does not know its rows")
    dataset = dataset.flatten_indices() if dataset._indices is not None else dataset
    columns = {role: column for role, column in task.columns.items() if column in dataset.column_names}
    parts = [dataset[task.column(role)][:] for role in task.kind.id_roles]
    named = task.id_column in dataset.column_names
    picked = _picked([str(one) for one in dataset[task.id_column][:]] if named else row_ids(parts), size)
    table = table_without_views(dataset.data.table.select(list(columns.values()))).combine_chunks()
    arrays = [table.column(column).combine_chunks() for column in columns.values()]
    rows = pa.StructArray.from_arrays(arrays, names=list(columns))
    ends = pa.array([0, *accumulate(map(len, picked))], pa.int32())
    flat = pa.array([place for places in picked for place in places], pa.int64())
    name = task.column(task.text_roles[0]) + POOL
    return _without(dataset, name).add_column(name, pa.ListArray.from_arrays(ends, rows.take(flat)))


def _picked(ids: list[str], size: int) -> list[list[int]]:
    """Numbers of the rows drawn for each row: never itself or one of the same id, none twice."""
    order = sorted(range(len(ids)), key=lambda place: (row_key(ids[place]), ids[place]))
    keys = [row_key(ids[place]) for place in order]
    drawn: dict[str, list[int]] = {}
    for name in dict.fromkeys(ids):
        rng, seen, found = row_rng(0, "pool", name, "row"), {name}, list[int]()
        for _ in range(size):
            first = bisect_left(keys, rng.bits())
            for step in range(len(order)):
                place = order[(first + step) % len(order)]
                if ids[place] not in seen:
                    seen.add(ids[place])
                    found.append(place)
                    break
        drawn[name] = found
    return [drawn[name] for name in ids]


def _without(dataset: "Dataset", name: str) -> "Dataset":
    return dataset.remove_columns(name) if name in dataset.column_names else dataset
