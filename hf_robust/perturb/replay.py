"""A row changed again by the edits on record: what its texts become, and the labels that point into them."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple, TypeVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, apply, check
from hf_robust.core.errors import NotApplicable, UsageError
from hf_robust.tasks.base import Task

T = TypeVar("T")
_LOST = (NotApplicable, LookupError, ValueError, TypeError)
"""What a label mover raises where an edit does not say the labels of the tokens that it inserts."""


class ReplayStep(NamedTuple):
    """The edits of one stage on one text.

    Args:
        before: The text that the stage received; tokens joined as the language joins them.
    """

    column: str
    before: str
    edits: list[Edit]


class Replayed(NamedTuple):
    """A row after its edits.

    Args:
        values: The new values by column, of the columns that changed.
        steps: The edits, in their order.
        moved: Whether the labels that point into the texts moved with the edits; else they are as they were.
    """

    values: dict[str, Any]
    steps: list[ReplayStep]
    moved: bool

    def covered(self, column: str) -> tuple[str, list[bool]]:
        """The text of a column before all edits, and of each character whether an edit of any stage replaces it.

        Example:
            >>> steps = [ReplayStep("text", "ab c", [Edit(0, 1, "xy")]), ReplayStep("text", "xyb c", [Edit(2, 3, "")])]
            >>> Replayed({}, steps, True).covered("text")
            ('ab c', [True, True, False, False])
        """
        steps = [step for step in self.steps if step.column == column]
        first = text = steps[0].before if steps else ""
        covered = [False] * len(first)
        origins: list[int | None] = list(range(len(first)))
        for step in steps:
            origins = moved_origins(origins, text, step.before)
            parts, at = list[int | None](), 0
            for edit in step.edits:
                for origin in origins[edit.start : edit.end]:
                    if origin is not None:
                        covered[origin] = True
                parts += [*origins[at : edit.start], *[None] * len(edit.text)]
                at = edit.end
            origins, text = [*parts, *origins[at:]], apply(step.before, step.edits)
        return first, covered


def moved_origins(origins: list[T | None], text: str, other: str) -> list[T | None]:
    """Where the characters of a text come from, for the same text with other white space between its tokens.

    Args:
        origins: Of each character of the text; None where it comes from nowhere.
        other: The same text with other white space.

    Example:
        >>> moved_origins([0, 1, 2], "a b", "ab")
        [0, 2]
    """
    if text == other:
        return origins
    left = iter([origin for origin, char in zip(origins, text) if not char.isspace()])
    return [None if char.isspace() else next(left, None) for char in other]


def replayed(task: Task, row: Mapping[str, Any], edits: Sequence[Mapping[str, Any]]) -> Replayed:
    """Make recorded edits again.

    The record does not hold the labels of inserted tokens. Where they are needed to move the labels of the row, only
    the texts are changed.

    Args:
        task: The task with the columns.
        row: The row before the edits, values by column.
        edits: As the column ``robust`` has them; ``before`` is not read.

    Raises:
        UsageError: When the edits do not fit the texts.

    Example:
        >>> import hf_robust as hr
        >>> edit = {"stage": 0, "field": "text", "start": 2, "end": 6, "after": "bad"}
        >>> replayed(hr.task("sentiment-classification"), {"text": "A good film"}, [edit]).values
        {'text': 'A bad film'}
    """
    try:
        return _replayed(task, row, edits, move=True)
    except _LOST as error:
        if isinstance(error, UsageError):
            raise
    try:
        return _replayed(task, row, edits, move=False)
    except NotApplicable as error:
        raise UsageError(f"the edits do not fit the texts: {error}") from error


def _replayed(task: Task, row: Mapping[str, Any], edits: Sequence[Mapping[str, Any]], move: bool) -> Replayed:
    roles = {task.column(role): role for role in task.text_roles}
    values, changed, steps = dict(row), set[str](), list[ReplayStep]()
    for column, made in _steps(edits):
        if column not in roles or column not in row:
            raise UsageError(f"there are edits of {column!r}, which is no column of texts")
        new, step = _step(task, values, roles[column], made, move)
        values.update(new)
        changed.update(new)
        steps.append(step)
    return Replayed({name: values[name] for name in row if name in changed}, steps, move)


def _steps(edits: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, list[Edit]]]:
    """The edits of each stage on each column."""
    for (_, column), group in groupby(edits, key=itemgetter("stage", "field")):
        yield column, [Edit(edit["start"], edit["end"], edit["after"]) for edit in group]


def _step(
    task: Task, values: Mapping[str, Any], role: str, edits: list[Edit], move: bool
) -> tuple[dict[str, Any], ReplayStep]:
    """The new values after the edits of one text."""
    column, mover = task.column(role), task.label_mover() if move else None
    if mover is not None and mover.role != role:
        mover = None
    doc = task.doc(role, values[column], marks=mover.marks(values) if mover is not None else ())
    check(edits, len(doc.text))
    step = ReplayStep(column, doc.text, edits)
    after = apply(doc.text, edits)
    if after == doc.text:
        return {}, step
    new = dict(mover.move(values, doc, edits, after)) if mover is not None else {}
    if column not in new:
        new[column] = _text_after(values[column], doc, edits, after)
    return new, step


def _text_after(value: Any, doc: Doc, edits: Sequence[Edit], after: str) -> Any:
    """The text, or its tokens; sentences of tokens become one."""
    if doc.bounds is None:
        return after
    return doc.project(edits).tokens
