"""What moves gold labels that point into a text along with the edits of that text."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit, Offsets, remap_spans
from hf_robust.core.errors import NotApplicable

Row = Mapping[str, Any]


class LabelMover(Protocol):
    """Labels of one task that depend on one text role; a transformation never sees a label column."""

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
