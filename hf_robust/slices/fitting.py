"""Subpopulations fitted to a dataset: which slices there are, and which rows are in them."""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import isfunction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.errors import EmptyDataError, UnknownNameError, UsageError
from hf_robust.core.mapping import ANNOTATION, Columns
from hf_robust.language.annotation import annotate
from hf_robust.slices.row_view import RowView
from hf_robust.slices.slice_table import SliceInfo, SliceTable
from hf_robust.slices.subpopulation import Subpopulation, fitting
from hf_robust.slices.subpopulation_registry import subpopulations
from hf_robust.slices.user_predicate import UserPredicate
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from datasets import Dataset

Asked = str | Subpopulation | SliceInfo | Mapping[str, Any] | Callable[[Mapping[str, Any]], Any]
"""A subpopulation by name, as an object, as ``{"name": ..., <parameters>}``, a slice that was found before, or a
function of a row as ``predicate`` takes it."""
ALL = "all"
"""What stands for all subpopulations that apply to a task and cost little."""
_BATCH = 10_000  # rows


@dataclass(frozen=True)
class FittedSlices:
    """A subpopulation and its slices.

    Args:
        keys: What tells its slices apart.
        notes: What was expected and is not there.
    """

    subpopulation: Subpopulation
    keys: tuple[Any, ...]
    notes: tuple[str, ...] = ()

    @property
    def infos(self) -> tuple[SliceInfo, ...]:
        """What each slice is."""
        return tuple(map(self.subpopulation.info, self.keys))

    def members(self, values: Any) -> NDArray[np.bool_]:
        """Which rows are in which slices.

        Args:
            values: What the subpopulation read of the rows.
        """
        return self.subpopulation.members(values, self.keys)


def subpopulations_of(
    asked: Sequence[Asked] | None, task: Task, columns: Sequence[str] | None = None
) -> tuple[Subpopulation, ...]:
    """The subpopulations that a list names, each checked against a task.

    Args:
        asked: Names, objects, mappings ``{"name": ..., <parameters>}`` or slices that were found before; ``"all"``
            among them, or None for the list, stands for all that apply to the task and cost little.
        task: The task with the columns.
        columns: The columns of the dataset, where they are known.

    Raises:
        UnknownNameError: There is no such subpopulation.
        UsageError: It is something else, has no such parameter or does not apply to the task.
        ColumnError: It reads a column that is absent.
        MissingResource: It needs something that is not installed.

    Example:
        >>> import hf_robust as hr
        >>> [one.name for one in subpopulations_of(["length", {"name": "phrase"}], hr.task("ner"))]
        ['length', 'phrase']
    """
    if isinstance(asked, (str, Mapping)) or (asked is not None and not isinstance(asked, Sequence)) or asked == []:
        raise UsageError(f"slices must be a list of subpopulations, found {asked!r}; use ['length', 'phrase']")
    chosen: list[Subpopulation] = []
    for entry in _merged((ALL,) if asked is None else asked):
        chosen += [cls() for cls in fitting(task)] if entry == ALL else [subpopulation_of(entry)]
    for subpopulation in chosen:
        subpopulation.check(task, columns)
    chosen = [subpopulation.fitted_to(task) for subpopulation in chosen]
    return tuple(dict.fromkeys(chosen))


def _merged(asked: Sequence[Asked]) -> list[Asked]:
    """The same with slices of one subpopulation that follow each other as one, which reads the rows once then."""
    found: list[Asked] = []
    places: dict[str, dict[str, Any]] = {}
    for entry in asked:
        if not isinstance(entry, SliceInfo):
            places.clear()
            found.append(entry)
            continue
        key = next((name for name in ("bounds", "kinds") if name in entry.params), "")
        rest = {name: value for name, value in entry.params.items() if name != key}
        before = places.get(shared := repr((entry.family, key, rest)))
        if before is not None and key:
            before[key] = [*before[key], *entry.params[key]]
        else:
            places.clear()  # the order of the slices stays
            places[shared] = {"name": entry.family, **entry.params}
            found.append(places[shared])
    return found


def subpopulation_of(entry: Asked) -> Subpopulation:
    if isinstance(entry, Subpopulation):
        return entry
    if isinstance(entry, str):
        entry = {"name": entry}
    elif isfunction(entry):
        entry = {"name": UserPredicate.name, "function": entry}
    if not isinstance(entry, Mapping) or "name" not in entry:
        raise UsageError(
            "expected the name of a subpopulation, an object, a function of a row or {'name': ..., <parameters>}, "
            f"found {entry!r}"
        )
    cls = subpopulations.get(entry["name"])
    params = {key: value for key, value in entry.items() if key != "name"}
    known = [field.name for field in dataclasses.fields(cls)]
    for name in params:
        if name not in known:
            raise UnknownNameError(f"parameter of {cls.name}", name, known)
    return cls(**params)


def slice_rows(
    dataset: "Dataset",
    task: Task | str,
    slices: Sequence[Asked] | None = None,
    *,
    nlp: str | None = None,
    num_proc: int | None = None,
) -> SliceTable:
    """Assign the rows of a dataset to slices. Bounds of intervals that are not given are computed from these rows.

    Args:
        dataset: The rows.
        task: The task with the columns, or its id.
        slices: Subpopulations: names, objects, or mappings ``{"name": ..., <parameters>}``. Slices of another table and
            functions of a row (see the subpopulation ``predicate``) are also allowed. None selects all subpopulations
            that apply to the task and need neither annotation nor a large model. ``"all"`` in the list adds them.
        nlp: Name or folder of the spaCy pipeline, for subpopulations that need annotation.
        num_proc: Number of processes for the annotation.

    Returns:
        The table. Its ``notes`` name the requested slices that contain no row or all rows.

    Raises:
        UnknownNameError: If a subpopulation does not exist.
        UsageError: If a subpopulation does not apply to the task, or if a parameter is not valid.
        ColumnError: If a column is missing.
        EmptyDataError: If the dataset has no rows.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["Not good.", "A good film.", "No film."], "label": [0, 1, 0]})
        >>> table = hr.slice_rows(data, "sentiment-classification", ["label", "phrase"])
        >>> table.names, table.sizes.tolist()
        (('label: 0', 'label: 1', 'phrase: negation'), [2, 1, 2])
    """
    task = as_task(task, dataset)
    if not hasattr(dataset, "num_rows"):
        raise UsageError(
            f"slice_rows takes a datasets.Dataset, found {type(dataset).__name__}; for a stream fit slices on some of "
            "its rows: hr.SliceColumns(task, hr.slice_rows(rows, task).slices)"
        )
    if not len(dataset):
        raise EmptyDataError("the dataset has no rows; check the split or the file you loaded")
    task = task.bind(dataset, labels=False)
    chosen = subpopulations_of(slices, task, dataset.column_names)
    fitted, members = fitted_members(_annotated(dataset, task, chosen, nlp, num_proc), task, chosen, nlp)
    return _without_constant(fitted, members)


def _annotated(
    dataset: "Dataset", task: Task, chosen: Sequence[Subpopulation], nlp: str | None, num_proc: int | None
) -> "Dataset":
    """The dataset with what the subpopulations read of it, parsed once for all."""
    needs = frozenset().union(*(one.needs for one in chosen))
    roles = [role for role in task.text_roles if any(one.needs and role in one.looked_at(task) for one in chosen)]
    there = all(
        task.column(role) + ANNOTATION in dataset.column_names for role in roles
    )  # `annotate` was called before
    if not needs or there:
        return dataset.with_format(None)
    return annotate(dataset, task, needs, nlp=nlp, roles=roles, num_proc=num_proc)


def fitted_members(
    dataset: "Dataset", task: Task, chosen: Sequence[Subpopulation], nlp: str | None = None
) -> tuple[list[FittedSlices], list[NDArray[np.bool_]]]:
    """Each subpopulation with the slices that it has on a dataset, and which rows are in them.

    Args:
        task: The bound task.
        chosen: The subpopulations.
        nlp: spaCy pipeline for rows that are not annotated.
    """
    parts: list[list[Any]] = [[] for _ in chosen]
    for batch in dataset.with_format("arrow").iter(_BATCH):
        rows = RowView(Columns(batch), task, nlp)
        for found, one in zip(parts, chosen):
            found.append(one.read(rows))
    fitted, members = [], []
    for found, one in zip(parts, chosen):
        values = one.joined(found)
        known = one.known()
        keys, notes = one.cut(values) if known is None else (known, ())
        fitted.append(FittedSlices(one, keys, notes))
        members.append(one.members(values, keys))
    return fitted, members


def _without_constant(fitted: Sequence[FittedSlices], members: Sequence[NDArray[np.bool_]]) -> SliceTable:
    """A table without the slices that hold no row or every row, which are noted."""
    infos, columns, notes = [], [], []
    for one, inside in zip(fitted, members):
        notes += [f"{one.subpopulation.prefix()}: {note}" for note in one.notes]
        sizes = inside.sum(axis=0)
        for info, column, size in zip(one.infos, inside.T, sizes.tolist()):
            if info in infos:
                continue  # asked for twice
            if 0 < size < len(inside):
                infos.append(info)
                columns.append(column)
            else:
                notes.append(f"{info.name}: {'no row' if not size else 'every row'} is in it, so it is left out")
    rows = len(members[0]) if members else 0
    table = np.stack(columns, axis=1) if columns else np.zeros((rows, 0), np.bool_)
    return SliceTable(tuple(infos), table, tuple(notes))
