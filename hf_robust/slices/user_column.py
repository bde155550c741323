"""Slices by any column of the user's dataset."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain
from math import nan
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.checks import is_number
from hf_robust.core.errors import UsageError
from hf_robust.slices.grouped_rows import RowGroups, cut_groups
from hf_robust.slices.row_view import RowView
from hf_robust.slices.scored_rows import Bounds, ScoredSubpopulation
from hf_robust.slices.subpopulation import Cut, register
from hf_robust.tasks.base import Task

_FEW = 10  # different whole numbers that are taken for names, as classes are


@register
@dataclass(frozen=True, kw_only=True)
class UserColumn(ScoredSubpopulation):
    """Values of a dataset column (parameter ``column``).

    Texts, booleans and few different integers are used as they are. Other numbers are split into ranges. A row without
    a value is in no slice. A row with a list of values is in the slice of each value.

    Args:
        column: Name of the column.
        kinds: Only these values, compared as text.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A", "B", "C"], "label": [0, 1, 0], "site": ["uk", "us", "us"]})
        >>> task = hr.task("text-classification")
        >>> hr.slice_rows(data, task, [{"name": "column", "column": "site"}]).names
        ('site: uk', 'site: us')
    """

    name: ClassVar[str] = "column"
    languages: ClassVar[tuple[str, ...]] = ("*",)
    costly: ClassVar[bool] = True
    data_parameters: ClassVar[tuple[str, ...]] = ("quantiles", "intervals", "bounds", "kinds")

    column: str = ""
    kinds: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.column, str) or not self.column:
            raise UsageError(
                "the subpopulation column needs the name of a column: {'name': 'column', 'column': 'genre'}, or "
                "--slice column.column=genre"
            )
        kinds = (self.kinds,) if isinstance(self.kinds, (str, int, float)) else self.kinds
        object.__setattr__(self, "kinds", None if kinds is None else tuple(map(_spelled, kinds)))

    def columns(self, task: Task) -> tuple[str, ...]:
        """The column."""
        return (self.column,)

    def prefix(self) -> str:
        """The column's name."""
        return self.column

    def read(self, rows: RowView) -> list[Any]:  # type: ignore[override]  # what it holds is known at the end
        """The values."""
        return list(rows.columns[self.column])

    def joined(self, parts: Sequence[Any]) -> list[Any]:  # type: ignore[override]
        """The values of several batches."""
        return list(chain.from_iterable(parts))

    def known(self) -> tuple[Any, ...] | None:
        """The values or bounds, where they are given."""
        return self.kinds or super().known()

    def cut(self, values: Sequence[Any]) -> Cut:  # type: ignore[override]
        """The values that there are, or bounds of numbers."""
        asked = self.quantiles is not None or self.intervals is not None
        if not asked and not _is_measure(values):
            return cut_groups(_groups(values))
        scores = _scores(values)
        if asked and np.isnan(scores).all() and any(value is not None for value in values):
            raise UsageError(f"the column {self.column!r} holds no numbers; leave intervals and quantiles out")
        return super().cut(scores)

    def members(self, values: Sequence[Any], keys: Sequence[Any]) -> NDArray[np.bool_]:  # type: ignore[override]
        """Which rows have the values, or lie inside of the bounds."""
        if keys and isinstance(keys[0], str):
            return _groups(values).members(keys)
        return super().members(_scores(values), keys)

    def params_of(self, key: str | Bounds) -> dict[str, Any]:
        """The value or the bounds."""
        return {"kinds": [key]} if isinstance(key, str) else dict(super().params_of(key))

    def title(self, key: str | Bounds) -> str:
        """The value or the bounds in words."""
        return key if isinstance(key, str) else super().title(key)

    def meaning(self, key: str | Bounds) -> str:
        """What rows it holds."""
        return f"Rows whose column {self.column!r} is {self.title(key)}."


def _is_measure(values: Collection[Any]) -> bool:
    """Whether values are numbers that are no names of classes."""
    known = [value for value in values if value is not None]
    if not known or not all(map(is_number, known)):
        return False
    return any(isinstance(value, float) and not value.is_integer() for value in known) or len(set(known)) > _FEW


def _scores(values: Sequence[Any]) -> NDArray[np.float64]:
    return np.array([float(value) if is_number(value) else nan for value in values], np.float64)


def _groups(values: Sequence[Any]) -> RowGroups:
    return RowGroups.of_lists([_names(value) for value in values])


def _names(value: Any) -> Collection[str]:
    if value is None or value != value:
        return ()
    if isinstance(value, (list, tuple)):
        return tuple(dict.fromkeys(_spelled(params_of) for params_of in value if params_of is not None))
    return (_spelled(value),)


def _spelled(value: Any) -> str:
    """A value as text."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
