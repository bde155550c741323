"""What was changed in each row, text beside text: what validators are given."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hf_robust.core.doc import plain_text
from hf_robust.core.errors import ColumnError
from hf_robust.core.languages import SPACED, Language
from hf_robust.core.mapping import Columns
from hf_robust.perturb.provenance import check_record
from hf_robust.perturb.undo_edits import undone
from hf_robust.tasks.base import Task

RECORD = "robust"


class Change(NamedTuple):
    """One text before and after.

    Args:
        before: The text as it was; tokens are joined as the language joins them.
        after: The text as it is.
        steps: The edits of each stage, ``(start, end, new text)``; None where nothing tells them.
    """

    before: str
    after: str
    steps: Sequence[Sequence[tuple[int, int, str]]] | None = None
    language: Language = SPACED


def recorded_changes(batch: Columns, task: Task) -> list[list[Change]]:
    """The changed texts of each row, by its record; the edits are undone to find what stood there.

    Args:
        batch: Rows with the column ``robust``.
        task: The task with the columns.

    Raises:
        ColumnError: When that column is another one, or a text is not what its record says.
    """
    records = batch[RECORD]
    for record in records:
        check_record(record)
    found: list[list[Change]] = [[] for _ in records]
    language = task.spoken
    for role in task.fields:
        column = task.column(role)
        for changes, value, record in zip(found, batch[column], records):
            if not any(edit["field"] == column for edit in record["edits"] or ()):
                continue
            after = plain_text(value, language)
            before = undone(after, record["edits"], column, not isinstance(value, str), language.joiner)
            if before is None:
                raise ColumnError(
                    f"the text in column {column!r} of the row {record['source_id']!r} is not what the edits in its "
                    f"column {RECORD!r} lead to; validate before other changes, or say "
                    f"hr.Validate(..., original={{{column!r}: '<column of the original>'}})"
                )
            changes.append(Change(before.before, after, before.steps, language))
    return found


def compared_changes(batch: Columns, originals: Mapping[str, str], language: Language = SPACED) -> list[list[Change]]:
    """The changed texts of each row, where columns hold the originals.

    Args:
        originals: For each column of texts the column with their originals.
        language: The language of the texts.
    """
    found: list[list[Change]] | None = None
    for column, original in originals.items():
        texts, befores = batch[column], batch[original]
        found = [[] for _ in texts] if found is None else found
        for changes, text, before in zip(found, texts, befores):
            if text != before:
                changes.append(Change(plain_text(before, language), plain_text(text, language), language=language))
    return found or []
