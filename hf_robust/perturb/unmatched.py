"""A warning of protected words, phrases and patterns that no text holds: most often they are misspelled."""

import warnings
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from hf_robust.core.doc import plain_text
from hf_robust.core.protection import Protection
from hf_robust.core.quoted import quoted
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset

_PAGE = 1000


def warn_unmatched(rules: Protection, dataset: "Dataset", task: Task) -> None:
    """Warn once of entries that stand in no text of a dataset.

    Args:
        rules: What is protected.
        task: The task with the columns.
    """
    if rules.entries and (missing := rules.unmatched(_texts(dataset, task))):
        warnings.warn(unmatched_warning(missing), stacklevel=3)


def unmatched_warning(missing: list[str]) -> str:
    """The warning of entries that stand in no text."""
    return f"protect has {', '.join(map(quoted, missing))}, which no text holds; correct the spelling, or leave it out"


def _texts(dataset: "Dataset", task: Task) -> Iterator[str]:
    names = {task.column(role): role for role in task.text_roles}
    columns = [name for name in names if name in dataset.column_names]
    for page in dataset.select_columns(columns).with_format(None).iter(batch_size=_PAGE):
        for name in columns:
            yield from texts_of(page[name], names[name], task)


def texts_of(values: Iterable[Any], role: str, task: Task) -> Iterator[str]:
    """The values of a text column as texts.

    Args:
        role: What the column is to the task.
        task: The task with the columns.
    """
    for value in values:
        yield plain_text(task.kind.read_text(role, value), task.spoken)
