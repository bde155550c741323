"""Slices for ``datasets.map`` and ``datasets.filter``, of datasets and of streams."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.errors import UsageError
from hf_robust.core.mapping import Columns, MapFunction
from hf_robust.language.spacy_pipelines import spacy_name, spacy_version
from hf_robust.slices.fitting import Asked, FittedSlices, subpopulations_of
from hf_robust.slices.row_view import RowView
from hf_robust.slices.slice_table import SliceInfo
from hf_robust.slices.subpopulation import Subpopulation
from hf_robust.tasks.base import Task
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    import pyarrow as pa


class SliceColumns(MapFunction):
    """Add a column with the names of the slices of each row: pass it to ``dataset.map(..., batched=True)``.

    Args:
        task: The task with the columns, or its id.
        slices: Slices of a table (``hr.slice_rows(rows, task).slices``), or subpopulations whose slices do not depend
            on the data: phrases, or subpopulations with ``bounds`` or ``kinds``. A row gets the same names in every
            dataset.
        column: Name of the new column.
        nlp: Name or folder of the spaCy pipeline, for subpopulations that need annotation.

    Raises:
        UsageError: If the slices of a subpopulation depend on the data, or if it does not apply to the task.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["Not good.", "A very good film."], "label": [0, 1]})
        >>> task = hr.task("sentiment-classification")
        >>> slices = hr.slice_rows(data, task, ["phrase", {"name": "length", "quantiles": 2}]).slices
        >>> data.map(hr.SliceColumns(task, slices), batched=True)["slices"][1]
        ['phrase: intensifier', 'length: 4 words or more']
    """

    def __init__(self, task: Task | str, slices: Sequence[Asked], *, column: str = "slices", nlp: str | None = None):
        task = as_task(task)
        self.task = task
        self.column = column
        self.nlp = nlp
        self.fitted = tuple(map(_known, subpopulations_of(slices, task)))

    @property
    def slices(self) -> tuple[SliceInfo, ...]:
        """Descriptions of the slices."""
        return tuple(info for one in self.fitted for info in one.infos)

    @property
    def columns_in(self) -> tuple[str, ...]:
        """Input columns."""
        return tuple(dict.fromkeys(name for one in self.fitted for name in one.subpopulation.columns(self.task)))

    @property
    def columns_out(self) -> tuple[str, ...]:
        """The new column."""
        return (self.column,)

    def stamp(self) -> tuple[Any, ...]:
        """Return the versions of the subpopulations and, if they need annotation, of the spaCy pipeline."""
        reads = any(one.subpopulation.needs for one in self.fitted)
        pipeline = (spacy_version(spacy_name(self.nlp, self.task.language)),) if reads else ()
        return (*(one.subpopulation.stamp() for one in self.fitted), *pipeline)

    def types(self) -> "dict[str, pa.DataType]":
        """Return the Arrow type of the column: a list of strings. It cannot be inferred from a batch of empty lists."""
        import pyarrow as pa

        return {self.column: pa.list_(pa.string())}

    def process(self, batch: Columns) -> dict[str, list]:
        """Return the names of the slices of each row."""
        names = np.array([one.name for one in self.slices], object)
        return {self.column: [names[inside].tolist() for inside in self.members(batch)]}

    def members(self, batch: Columns) -> NDArray[np.bool_]:
        """Return which rows are in which slices: booleans of shape (rows, slices).

        Args:
            batch: The columns.
        """
        features = batch.features
        task = self.task if features is None else self.task.bind(features, labels=False)
        rows = RowView(batch, task, self.nlp)
        return np.hstack([one.members(one.subpopulation.read(rows)) for one in self.fitted])


class InSlice:
    """Test whether rows belong to a slice: pass it to ``Dataset.filter`` with ``batched=True``.

    Args:
        subpopulation: Name of a subpopulation, an object, or a slice from an earlier search. If there are several
            slices, a row belongs if it is in one of them.
        task: The task with the columns, or its id.
        nlp: Name or folder of the spaCy pipeline, for subpopulations that need annotation.
        **params: Parameters of the subpopulation, if it is given by name.

    Raises:
        UnknownNameError: If the subpopulation does not exist, or if it has no such parameter.
        UsageError: If the slices of the subpopulation depend on data, or if it does not apply to the task.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["Not good.", "A very good film."], "label": [0, 1]})
        >>> negated = hr.InSlice("phrase", "sentiment-classification", kinds=["negation"])
        >>> data.filter(negated, batched=True)["text"][:]
        ['Not good.']
    """

    def __init__(
        self, subpopulation: str | Subpopulation | SliceInfo, task: Task | str, *, nlp: str | None = None, **params: Any
    ):
        task = as_task(task)
        asked: Asked = {"name": subpopulation, **params} if isinstance(subpopulation, str) else subpopulation
        if params and not isinstance(subpopulation, str):
            raise UsageError(f"parameters {', '.join(params)} belong into {type(subpopulation).__name__}(...) itself")
        self._slices = SliceColumns(task, [asked], nlp=nlp)

    def __call__(self, batch: Any) -> list[bool]:
        """Whether each row of a batch is in one of the slices.

        Raises:
            UsageError: It is a single row.
            ColumnError: A column is absent.
        """
        columns = Columns(batch)
        self._slices.check(columns)
        if self._slices.is_row(columns):
            raise UsageError("InSlice works on batches; use dataset.filter(InSlice(...), batched=True)")
        inside = self._slices.members(columns)
        return [bool(row.any()) for row in inside]


def _known(subpopulation: Subpopulation) -> FittedSlices:
    """A subpopulation with the slices that it has without data."""
    keys = subpopulation.known()
    if keys is None:
        raise UsageError(
            f"the subpopulation {subpopulation.name} finds its slices on data; fit it on some rows with "
            f"hr.slice_rows(rows, task, [{subpopulation.name!r}]).slices, or use {_fixed(subpopulation)} yourself"
        )
    return FittedSlices(subpopulation, keys)


def _fixed(subpopulation: Subpopulation) -> str:
    return " or ".join(name for name in ("bounds", "kinds") if name in subpopulation.params)
