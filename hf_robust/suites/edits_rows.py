"""Rows of edits suites: what is said of a changed row, and the row that comes of it."""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from hf_robust.core.doc import plain_text
from hf_robust.core.errors import SuiteError, UsageError
from hf_robust.core.json_text import parse_json
from hf_robust.core.text import replace_surrogates
from hf_robust.perturb.replay import Replayed, replayed
from hf_robust.suites.value_patches import HoldsText, Texts, cut_of, cut_up, patch_of, patched
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset, Features

RECORD_FIELDS = ("transformation", "version", "params", "seed", "variant", "effect")
"""Fields of the column ``robust`` that are kept as they are."""
EDITS_COLUMNS = ("source_id", "source_hash", *RECORD_FIELDS, "edits", "labels")
_EDIT_FIELDS = ("stage", "field", "start", "end", "after")


class StaysOut(Exception):
    """A row cannot be published as edits; the message says why."""


class Rebuilt(NamedTuple):
    """A changed row that was made again.

    Args:
        values: Its new values, by column.
        edits: Its edits, each with what stood there before.
        replay: How it was made.
    """

    values: dict[str, Any]
    edits: list[dict[str, Any]]
    replay: Replayed


def edits_features() -> "Features":
    """The features of the rows."""
    from datasets import Features, List, Value

    text, number = Value("string"), Value("int32")
    edit = {"stage": number, "field": text, "start": number, "end": number, "after": text}
    kinds = {"seed": Value("int64"), "variant": number, "edits": List(edit)}
    return Features({name: kinds.get(name, text) for name in EDITS_COLUMNS})


def check_columns(name: str, rows: "Dataset") -> None:
    """Check that the rows of an entry are edits.

    Args:
        name: The name of the entry.

    Raises:
        SuiteError: A column is missing, holds something else, or lacks a value.
    """
    found = rows.features
    for column, feature in edits_features().items():
        if column not in found:
            raise SuiteError(f"{name}: its rows have no column {column!r}; get the suite again")
        if found[column] != feature:
            raise SuiteError(
                f"{name}: the column {column!r} of its rows should hold {feature}, found {str(found[column])[:200]}; "
                "get the suite again"
            )
        if missing := rows.data.column(column).null_count:
            raise SuiteError(f"{name}: {missing} of its rows have no {column!r}; get the suite again")


def row_hash(row: Mapping[str, Any]) -> str:
    """A hash of all that a source row holds: rows with equal texts have one id and may have other labels.

    Args:
        row: Values by column.

    Example:
        >>> row_hash({"text": "A film.", "label": 1}) == row_hash({"label": 1, "text": "A film."})
        True
    """
    return blake2b(_said(row).encode(), digest_size=8).hexdigest()


def row_texts(task: Task, row: Mapping[str, Any]) -> list[str]:
    """The texts of a row, as edits see them.

    Args:
        task: The task with the columns.
        row: Values by column.

    Example:
        >>> import hf_robust as hr
        >>> row_texts(hr.task("sentiment-classification"), {"text": "A film.", "label": 1})
        ['A film.']
    """
    return [plain_text(row[task.column(role)], task.spoken) for role in task.text_roles]


def _said(value: Any) -> str:
    """A value in JSON: two that are no numbers are the same then."""
    return json.dumps(value, sort_keys=True, default=str)


def rebuilt(task: Task, original: Mapping[str, Any], edits: Sequence[Mapping[str, Any]], labels: str) -> Rebuilt:
    """A changed row, made of its original.

    Args:
        task: The task with the columns.
        original: The original, values by column.
        edits: The edits, as an edits suite has them.
        labels: What the edits do not say, in JSON: see :func:`stated_row`.

    Raises:
        UsageError: When edits or labels do not fit the row.
    """
    replay = replayed(task, original, edits)
    values = dict(replay.values)
    stated = _loaded(labels)
    texts = {task.column(role) for role in task.text_roles}
    for column, given in stated.items():
        if column not in original:
            raise UsageError(f"there are new labels in {column[:60]!r}, which is no column of the row")
        if column in texts:
            values[column] = _cut(task, column, values.get(column, original.get(column)), given)
    now = _texts(task, {**original, **values})
    for column, given in stated.items():
        if column not in texts:
            values[column] = patched(given, values.get(column, original.get(column)), now)
    return Rebuilt(values, _with_before(replay, edits), replay)


def _loaded(labels: str) -> dict[str, Any]:
    """What is stated of the columns of a row.

    Raises:
        UsageError: When it is no JSON object.
    """
    try:
        stated = parse_json(labels) if labels else {}
    except (ValueError, TypeError) as error:
        raise UsageError(f"the new labels are no JSON: {str(error)[:200]}") from error
    if not isinstance(stated, dict):
        raise UsageError(f"the new labels should be a JSON object, found {labels[:60]!r}")
    return stated


def _cut(task: Task, column: str, value: Any, patch: Any) -> Any:
    """A text in the tokens on record, which are said against those into which it falls without them."""
    text = plain_text(value, task.spoken)
    try:
        words = cut_up(text, patched(patch, cut_of(value, text), Texts({}, task.spoken)))
    except (LookupError, TypeError, ValueError) as error:
        raise UsageError(f"the tokens of {column!r} on record do not fit its text: {str(error)[:200]}") from error
    if words is None:
        raise UsageError(f"the text in {column!r} does not fall into the tokens on record")
    return words


def _texts(task: Task, values: Mapping[str, Any]) -> Texts:
    return Texts({task.column(role): values.get(task.column(role)) for role in task.text_roles}, task.spoken)


def _with_before(replay: Replayed, edits: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    befores = (step.before[edit.start : edit.end] for step in replay.steps for edit in step.edits)
    return [
        {
            **{name: edit[name] for name in _EDIT_FIELDS[:-1]},
            "before": replace_surrogates(before),
            "after": edit["after"],
        }
        for edit, before in zip(edits, befores, strict=True)
    ]


def stated_row(
    task: Task, original: Mapping[str, Any], perturbed: Mapping[str, Any], record: Mapping[str, Any], labels: set[str]
) -> tuple[dict[str, Any], Rebuilt]:
    """What is published of a changed row, and what comes of it.

    Args:
        task: The task with the columns.
        original: The original, values by column.
        perturbed: The changed row.
        record: Its column ``robust``.
        labels: Strings that are labels.

    Raises:
        StaysOut: When the row cannot be made again, or only with a text of the source.
    """
    edits = [{name: edit[name] for name in _EDIT_FIELDS} for edit in record["edits"]]
    if record["status"] != "changed" or record["reason"]:
        raise StaysOut("its record is none of a changed row")
    try:
        replay = replayed(task, original, edits)
    except UsageError as error:
        raise StaysOut("its edits do not lead from the original to its texts") from error
    stated = dict(_stated(task, original, perturbed, replay, labels))
    said = json.dumps(stated, sort_keys=True) if stated else ""
    try:
        found = rebuilt(task, original, edits, said)
    except UsageError as error:
        raise StaysOut("its new labels do not follow from the edits") from error
    if _said({**original, **found.values}) != _said(perturbed) or found.edits != record["edits"]:
        raise StaysOut("it is not made again exactly")
    return {"edits": edits, "labels": said, **{name: record[name] for name in RECORD_FIELDS}}, found


def _stated(
    task: Task, original: Mapping[str, Any], perturbed: Mapping[str, Any], replay: Replayed, labels: set[str]
) -> Iterator[tuple[str, Any]]:
    """What replaying the edits does not give, by column."""
    now = {**original, **replay.values}
    other = [column for column, value in perturbed.items() if _said(value) != _said(now.get(column))]
    texts = {task.column(role) for role in task.text_roles}
    for column in other:
        if column in texts:
            text = plain_text(now[column], task.spoken)
            cut = cut_of(perturbed[column], text)
            if cut is None:
                raise StaysOut("its edits do not lead from the original to its texts")
            yield column, patch_of(cut, cut_of(now[column], text), Texts({}, task.spoken), str.isspace)
    may_stand = _label_test(task, original, labels)
    for column in other:
        if column not in texts:
            try:
                yield column, patch_of(perturbed[column], now.get(column), _texts(task, perturbed), may_stand)
            except HoldsText as error:
                raise StaysOut("a new label holds a text that stands nowhere in the row") from error


def _label_test(task: Task, original: Mapping[str, Any], labels: set[str]) -> Callable[[str], bool]:
    """Tells whether a string is a label or holds no word of the row's texts; no letter where no spaces part words."""

    def parts(text: str) -> Collection[str]:
        return text.casefold().split() if task.spoken.spaced else set(text.casefold())

    words = {
        part for role in task.text_roles for part in parts(plain_text(original.get(task.column(role)), task.spoken))
    }
    return lambda text: text in labels or words.isdisjoint(parts(text))
