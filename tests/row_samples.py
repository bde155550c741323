"""Rows for transformations that read whole rows, by hand: ``tests/task_rows/<task>.jsonl``, values by role.

A file that is called like a transformation is taken instead of those of its tasks. Labels stand by name.
"""

import json
from functools import cache
from pathlib import Path

from datasets import Dataset

import hf_robust as hr
from hf_robust.tasks.base import Task
from hf_robust.transforms.row_changes import RowTransformation
from hf_robust.transforms.transformation_registry import transformations

FOLDER = Path(__file__).with_name("task_rows")
ROW_NAMES = tuple(name for name in transformations.names() if issubclass(transformations.get(name), RowTransformation))
TEXT_NAMES = tuple(name for name in transformations.names() if name not in ROW_NAMES)
ROW_PAIRS = [(name, task) for name in ROW_NAMES for task in transformations.get(name).effects]


@cache
def rows_of(name: str, task: str) -> tuple[dict, ...]:
    """The rows of a transformation for a task."""
    own = FOLDER / f"{name}.jsonl"
    path = own if own.is_file() and len(transformations.get(name).effects) == 1 else FOLDER / f"{task}.jsonl"
    assert path.is_file(), f"write rows for {name}: {path}"
    return tuple(json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())


@cache
def data_of(name: str, task: str) -> tuple[Dataset, Task]:
    """The rows as a dataset, with other rows and annotation as the transformation reads them."""
    from hf_robust.transforms.chains import annotated_for

    data = Dataset.from_list(list(rows_of(name, task)))
    bound = hr.task(task).bind(data)
    return annotated_for(data, bound, [[transformations.get(name)()]]), bound
