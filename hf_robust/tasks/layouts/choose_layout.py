"""Finds out in which layout a dataset is, and turns it into the columns of its task."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import ColumnError, LabelError, NotApplicable, UnknownNameError, UsageError
from hf_robust.tasks.base import Task, task
from hf_robust.tasks.kind import task_name as task_id
from hf_robust.tasks.layouts.column_files import read_token_lines
from hf_robust.tasks.layouts.conll_files import read_conllu
from hf_robust.tasks.layouts.layout import Layout, layout_of, layouts_for
from hf_robust.tasks.offset_units import CODE_POINTS, offset_unit, read_row

if TYPE_CHECKING:
    from datasets import Dataset, IterableDataset

FILE_READERS = {
    ".conllu": read_conllu,
    **dict.fromkeys((".conll", "_conll", ".bio", ".iob", ".txt"), read_token_lines),
}


def with_layout(
    dataset: "Dataset | IterableDataset | str | Path",
    task_name: str,
    layout: str | None = None,
    *,
    offsets: str | None = None,
) -> "Dataset | IterableDataset":
    """Convert data in a common layout to the columns of a task.

    A dataset that already has these columns is returned unchanged. Other columns are kept. A stream is converted while
    it is read.

    Args:
        dataset: The rows, or a file with one token per line: CoNLL-U (``.conllu``), CoNLL-2012, or columns as in
            CoNLL-2003 (``.conll``, ``_conll``, ``.bio``, ``.iob``, ``.txt``).
        task_name: Id of the task, or another name such as ``re``.
        layout: Name of the layout. None infers it from the columns.
        offsets: Unit of the character offsets in the data: ``"code-points"``, ``"utf-16"`` (JavaScript and Java) or
            ``"utf-8"`` (bytes). None means code points, and offsets that are valid only in another unit are rejected.

    Raises:
        UnknownNameError: If the task or the layout does not exist.
        UsageError: If the columns match no layout of the task. The message lists the layouts and the columns that they
            need.
        LabelError: If a row does not match the layout. The message contains the row number. On a stream, it is raised
            when the row is read.
        DataFileError: If a line of a file is not valid.

    Example:
        >>> from datasets import Dataset
        >>> rows = Dataset.from_list([{"token": ["Ann", "left"], "subj_start": 0, "subj_end": 0, "obj_start": 1,
        ...                            "obj_end": 1, "relation": "none"}])
        >>> with_layout(rows, "re")[0]
        {'tokens': ['Ann', 'left'], 'subject': [0, 0], 'object': [1, 1], 'relation': 'none'}
    """
    wanted = task_id(task_name)
    offsets = None if offsets is None else offset_unit(offsets)
    if isinstance(dataset, (str, Path)):
        dataset = _read(Path(dataset))
    found = features_of(dataset)
    chosen = layout_needed(found, wanted) if layout is None else _named(layout, wanted)
    if chosen is None and fits(found, wanted):
        return with_offsets(dataset, task(wanted), offsets)
    shape = None if chosen is None else chosen.shape(found)
    if chosen is None or shape is None:
        raise UsageError(_unknown(found, wanted, chosen))
    if chosen.by_name:
        dataset = chosen.named(dataset)
        found = features_of(dataset)
    return _converted(dataset, found, chosen, shape, offsets)


def with_offsets(dataset: Any, wanted: Task, offsets: str | None) -> Any:
    """A dataset in the columns of a task with its character offsets in code points.

    Args:
        wanted: The task with the columns.
        offsets: The unit of the offsets.

    Raises:
        LabelError: When offsets of a row do not fit its text.
    """
    points = wanted.kind.offset_roles
    if offsets in (None, CODE_POINTS) or not points:
        return dataset
    text = wanted.column(next(iter(points.values())))
    columns = [wanted.column(role) for role in points]

    def convert(row: Mapping[str, Any], index: int) -> Mapping[str, Any]:
        try:
            return {name: read_row(row, text, columns, offsets)[name] for name in columns}
        except NotApplicable as error:
            raise LabelError(f"row {index} does not fit offsets={offsets!r}: {error}") from None

    return dataset.map(convert, with_indices=True, features=dataset.features)


def features_of(dataset: Any) -> Mapping[str, Any]:
    """The features of a dataset by column; of a stream that does not know them, those of its first rows."""
    if dataset.features is not None:
        return dict(dataset.features)
    return dict(dataset._resolve_features().features or {})


def fits(features: Mapping[str, Any], wanted: str) -> bool:
    """Whether features are those of the task's own columns.

    Args:
        features: Features by column.
        wanted: Id of the task.
    """
    try:
        task(wanted).bind(dict(features))
    except ColumnError:
        return False
    except LabelError:  # the columns are right; it says itself what else is missing
        return True
    return True


def layout_needed(features: Mapping[str, Any], wanted: str) -> Layout | None:
    """The layout that data must be turned from; None where it has the columns of the task, or no known layout.

    Args:
        features: Features by column.
        wanted: Id of the task.
    """
    prevailing = next((layout for layout in layouts_for(wanted) if layout.prevails and layout.shape(features)), None)
    return prevailing if prevailing is not None or fits(features, wanted) else layout_of(features, wanted)


def _named(layout: str, wanted: str) -> Layout:
    known = {one.name: one for one in layouts_for(wanted)}
    if layout not in known:
        raise UnknownNameError(f"layout of {wanted}", layout, known)
    return known[layout]


def _unknown(features: Mapping[str, Any], wanted: str, chosen: Layout | None) -> str:
    columns = ", ".join(features)
    if chosen is not None:
        return f"the layout {chosen.name} needs the columns {chosen.columns}; found {columns}"
    own = ", ".join(task(wanted).required())
    listed = "".join(f"\n  {layout.name}: {layout.columns}" for layout in layouts_for(wanted))
    layouts = f" or those of one of its layouts:{listed}\n" if listed else "; it has no other layouts; "
    return (
        f"the columns {columns} are not those of {wanted}; expected {own}{layouts}"
        f"Rename columns, or name them with hr.task({wanted!r}, role='column')."
    )


def _read(path: Path) -> "Dataset":
    reader = next((read for ending, read in FILE_READERS.items() if path.name.endswith(ending)), None)
    if reader is None:
        raise UsageError(f"{path} is no file ending in {', '.join(FILE_READERS)}; load it with datasets first")
    return reader(path)


def _converted(
    dataset: Any, features: Mapping[str, Any], layout: Layout, shape: Sequence[str], offsets: str | None
) -> Any:
    from datasets import Features

    new = layout.features(features)
    gone = {*new, *shape, *layout.stale} - set(layout.kept)
    kept = {name: feature for name, feature in features.items() if name not in gone}
    columns = [*kept, *(name for name in new if name not in kept)]

    def convert(batch: Mapping[str, list[Any]], indices: list[int]) -> dict[str, list[Any]]:
        out: dict[str, list[Any]] = {name: [] for name in columns}
        for index, values in zip(indices, zip(*batch.values())):
            row = dict(zip(batch, values))
            for rows_of_one in _rows(layout, row, index, offsets):
                for name in columns:
                    out[name].append(rows_of_one.get(name, row.get(name)) if name in new else row[name])
        return out

    # a cached result may be that of an older version of the layout
    options = {"load_from_cache_file": False} if hasattr(dataset, "num_rows") else {}
    return dataset.map(
        convert,
        batched=True,
        with_indices=True,
        remove_columns=list(features),
        features=Features({**{name: new.get(name, feature) for name, feature in kept.items()}, **new}),
        **options,
    )


def _rows(layout: Layout, row: Mapping[str, Any], index: int, offsets: str | None) -> list[dict[str, Any]]:
    try:
        return layout.rows_of(row, offsets)
    except NotApplicable as error:
        reason = str(error)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        reason = f"{type(error).__name__}: {error}"
    raise LabelError(f"row {index} is not as the layout {layout.name} has it: {reason}; correct it, or leave it out")
