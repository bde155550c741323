"""The scheme of the entity tags of a task, and checks of the tokens and tags of all rows."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.core.errors import LabelError
from hf_robust.core.mapping import Columns
from hf_robust.core.quoted import quoted
from hf_robust.tasks.chunk_tags import to_bio
from hf_robust.tasks.columns import pieces_of
from hf_robust.tasks.label_lists import LabelLists
from hf_robust.tasks.tag_schemes import (
    EXPECTED,
    STANDARD,
    TagScheme,
    UnknownScheme,
    parse_scheme,
    recognize,
    scheme_of_names,
)

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks.base import Task


def scheme_of(task: "Task") -> TagScheme:
    """The scheme of a task's tags: as stated, else as the names of its tags tell; else ``B-PER`` with any mark.

    Raises:
        LabelError: When the names of the tags follow no scheme.

    Example:
        >>> import hf_robust as hr
        >>> scheme_of(hr.task("ner", label_names=["O", "PER", "ORG"])).name
        'IO'
    """
    stated = None if task.scheme is None else parse_scheme(task.scheme)
    if stated is not None and (str(stated) != stated.name or not task.label_names):
        return stated
    if not task.label_names:
        return STANDARD
    try:
        return scheme_of_names(tuple(task.label_names), None if stated is None else stated.name)
    except UnknownScheme as error:
        raise _wrong_tags(task, f"found {error} among the names {_listed(task.label_names)}") from None


def with_scheme(task: "Task", dataset: "Dataset") -> "Task":
    """The task with the scheme that the tags of all rows follow.

    Args:
        task: The task, with the names of tags that are numbers.

    Raises:
        LabelError: When the tags follow no scheme; it names a tag, its row and what to type.
    """
    column = task.column(task.label_role)
    used = _used(task, dataset, column)
    stated = None if task.scheme is None else parse_scheme(task.scheme)
    if task.label_names or (stated is not None and str(stated) != stated.name):
        scheme = scheme_of(task)
    else:
        try:
            scheme = recognize(used, None if stated is None else stated.name)
        except UnknownScheme as error:
            raise _wrong_tags(task, f"found {error}: {_first_position(dataset, column, error.tag)}") from None
    strange = next((tag for tag in used if scheme.read(tag) is None), None)
    if strange is not None:
        number = task.label_names.index(strange) if task.label_names and strange in task.label_names else strange
        found = f"found {quoted(strange)} beside {scheme}: {_first_position(dataset, column, strange, number)}"
        raise _wrong_tags(task, found)
    if scheme.name == "BIO" and _is_iob1(task, dataset, column, scheme):
        scheme = replace(scheme, name="IOB1")
    return replace(task, scheme=str(scheme))


def check_batch_tags(task: "Task", batch: Columns) -> None:
    """Refuse tags of a batch that a batch alone cannot explain: names without a scheme, that are no ``B-PER``.

    Raises:
        LabelError: With the row, and what to type.
    """
    if task.scheme is not None or task.label_names:
        scheme_of(task)
        return
    rows = [tags if tags is not None else () for tags in batch[task.column(task.label_role)]]
    names = {tag for tags in rows for tag in tags if isinstance(tag, str)}
    strange = {tag for tag in names if STANDARD.read(tag) is None}
    for row, tags in enumerate(rows if strange else ()):
        for tag in tags:
            if isinstance(tag, str) and tag in strange:
                raise LabelError(
                    f"the tag {quoted(tag)} in row {row} of a batch is not written as 'B-PER', and one batch does not "
                    f"tell the scheme of a dataset. Use task = hr.task({task.name!r}, ...).bind(dataset) and use it, "
                    f"or name the scheme: hr.task({task.name!r}, scheme='IO')"
                )


def check_filled(task: "Task", pieces: Iterable[Columns]) -> None:
    """Refuse empty tokens and empty tags.

    Args:
        task: A task with one tag a token.
        pieces: The rows, some at a time.

    Raises:
        LabelError: With the row, the place and what to type.
    """
    roles = (task.text_roles[0], task.kind.tags_role)
    names = [task.column(role) for role in roles if role is not None]
    before = 0
    for batch in pieces:
        size = 0
        for name in names:
            if name not in batch:
                continue
            found, size = _first_empty(batch, name)
            if found is not None:
                row, place = found
                raise LabelError(
                    f"row {before + row}, place {place} of column {name!r} is an empty text; {task.name} needs a token "
                    f"and a tag at each place. Leave such rows out with "
                    f"dataset.filter(lambda row: '' not in row[{names[0]!r}] and '' not in row[{names[-1]!r}])"
                )
        before += size


def _first_empty(batch: Columns, name: str) -> tuple[tuple[int, int] | None, int]:
    """Row and place of the first empty text in a column of lists, and the number of rows."""
    import pyarrow as pa
    import pyarrow.compute as pc

    lists = LabelLists.of_batch(name, batch)
    if lists is None:
        values = batch[name]
        empty = ((row, place) for row, tokens in enumerate(values) for place, token in _numbered(tokens) if token == "")
        return next(empty, None), len(values)
    if not (pa.types.is_string(lists.values.type) or pa.types.is_large_string(lists.values.type)):
        return None, len(lists.sizes)
    sizes = pc.binary_length(lists.values).fill_null(1).to_numpy()
    places = np.flatnonzero(sizes == 0)
    if not len(places):
        return None, len(lists.sizes)
    row = int(np.searchsorted(lists.first, places[0], "right")) - 1
    return (row, int(places[0] - lists.first[row])), len(lists.sizes)


def _numbered(values: Any) -> Iterable[tuple[int, Any]]:
    return enumerate(values) if isinstance(values, (list, tuple)) else ()


def _used(task: "Task", dataset: "Dataset", column: str) -> list[str]:
    """The names of all tags that occur; numbers without a name are for others to refuse."""
    used: dict[str, None] = {}
    for numbers, meanings, _ in _coded(task, dataset, column):
        used.update(dict.fromkeys(meanings[number] for number in np.unique(numbers[numbers >= 0])))
    return list(used)


def _coded(task: "Task", dataset: "Dataset", column: str) -> "Iterable[tuple[np.ndarray, Sequence[str], LabelLists]]":
    """The tags as numbers and what these mean, some rows at a time."""
    for batch in pieces_of(dataset, [column]):
        lists = LabelLists.of_batch(column, batch)
        read = None if lists is None else lists.codes(task.label_names)
        if lists is not None and read is not None:
            yield *read, lists


def _is_iob1(task: "Task", dataset: "Dataset", column: str, scheme: TagScheme) -> bool:
    """Whether ``B-`` stands only where two entities of one type touch, and some entity begins with ``I-``."""
    some = False
    for numbers, meanings, lists in _coded(task, dataset, column):
        names = [*(scheme.read(name) or "O" for name in meanings), "O"]
        tags, ends = [names[number] for number in numbers.tolist()], lists.first.tolist()
        for first, end in pairwise(ends):
            before = "O"
            for tag, bio in zip(tags[first:end], to_bio(tags[first:end])):
                if bio[:2] == "B-":
                    touches = before[2:] == tag[2:]
                    if tag[:2] == "B-" and not touches:
                        return False
                    some |= tag[:2] != "B-"
                before = bio
    return some


def _first_position(dataset: "Dataset", column: str, tag: str, value: Any = None) -> str:
    """Where a tag stands first."""
    names = {tag} if value is None else {tag, value}
    before = 0
    for batch in pieces_of(dataset, [column]):
        rows = batch[column]
        found = next((number for number, tags in enumerate(rows) if not names.isdisjoint(tags or ())), None)
        if found is not None:
            return f"row {before + found} has {_listed(list(map(str, rows[found])))}"
        before += len(rows)
    return "in no row"


def _listed(tags: Sequence[str], most: int = 12) -> str:
    return ", ".join(tags[:most]) + (", ..." if len(tags) > most else "")


def _wrong_tags(task: "Task", problem: str) -> LabelError:
    column = task.column(task.label_role)
    return LabelError(
        f"column {column!r} must hold {EXPECTED}; {problem}. Correct the tags with dataset.map, or name the scheme: "
        f"hr.task({task.name!r}, scheme='IO'), or 'BIO', 'IOB1', 'BIOES', 'BILOU', 'BMES'"
    )
