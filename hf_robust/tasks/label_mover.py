"""What moves gold labels that point into a text along with the edits of that text."""

from collections.abc import Container, Mapping, Sequence
from typing import Any, Protocol

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit, Offsets, remap_spans
from hf_robust.core.errors import NotApplicable
from hf_robust.core.reasons import BROKEN, ReasonKind, reason_kind

Row = Mapping[str, Any]


class LabelMover(Protocol):
    """Labels of one task that depend on one text role; a transformation never sees a label column.

    A mover may have an attribute ``checked``: other columns that :meth:`marks` reads, where the dataset has them.
    """

    @property
    def role(self) -> str:
        """The text role into which the labels point."""

    @property
    def holds_text(self) -> bool:
        """Whether the columns may repeat text of the spans, which changes with it."""

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of which :meth:`move` gives new values; the token column is among them for labels of tokens."""

    def marks(self, row: Row) -> list[Span]:
        """The gold spans in the text; they are protected from edits.

        Args:
            row: Values by column.

        Raises:
            NotApplicable: When the labels do not fit the text.
        """

    def move(self, row: Row, doc: Doc, edits: Sequence[Edit], after: str) -> dict[str, Any]:
        """New values of the label columns (and of a token column).

        Args:
            row: Values by column, before the edits.
            doc: The text before the edits.
            after: The text after them.

        Raises:
            NotApplicable: When a label cannot be moved.
        """


def checked_columns(mover: LabelMover | None, names: Container[str]) -> tuple[str, ...]:
    """The columns that a mover only checks.

    Args:
        mover: The mover of the task; None where no labels point into a text.
        names: The columns of the dataset.
    """
    return tuple(name for name in getattr(mover, "checked", ()) if name in names)


def marks_of(mover: LabelMover | None, role: str, row: Row) -> Sequence[Span]:
    """The gold spans in a text of a row; none where the labels point into another text.

    Args:
        mover: The mover of the task; None where no labels point into a text.
        role: The role of the text.
        row: Values by column.

    Raises:
        NotApplicable: When the labels do not fit the text; the reason begins with ``broken row``.
    """
    if mover is None or mover.role != role:
        return ()
    try:
        return mover.marks(row)
    except NotApplicable as error:
        absent = reason_kind(str(error)) is ReasonKind.NO_CANDIDATE
        raise error if absent else NotApplicable(f"{BROKEN}{error}") from None


def moved_marks(doc: Doc, edits: Sequence[Edit], noun: str) -> list[Offsets]:
    """Where the marks of a text lie after edits.

    Args:
        doc: The text with its marks.
        noun: What the marks are, for the reason: ``an answer``.

    Raises:
        NotApplicable: When one of them is lost.
    """
    moved = remap_spans([(mark.start, mark.end) for mark in doc.marks], edits)
    kept = [span for span in moved if span is not None]
    if len(kept) < len(moved):
        raise NotApplicable(f"{noun} lies across an edit")
    return kept
