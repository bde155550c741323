"""What moves gold labels that point into a text along with the edits of that text."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit, Offsets, remap_spans
from hf_robust.core.errors import NotApplicable
from hf_robust.core.text_columns import TextColumn

if TYPE_CHECKING:
    import pyarrow as pa

Row = Mapping[str, Any]


class LabelMover(Protocol):
    """Labels of one task that depend on one text role; a transformation never sees a label column."""

    @property
    def role(self) -> str:
        """The text role into which the labels point."""

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
            edits: The edits.
            after: The text after them.

        Raises:
            NotApplicable: When a label cannot be moved.
        """


class LabelArrays(Protocol):
    """The labels of a whole batch that depend on one text role, as arrays.

    A :class:`LabelMover` that has them has a method ``in_columns``, which is given the batch and the texts; it returns
    None where the labels of a batch can only be moved row by row.

    Attributes:
        columns: Their columns.
        fits: Rows whose labels are as they must be.
        holds_text: Whether they say what stands at a span, so that no edit may touch one.
    """

    columns: tuple[str, ...]
    fits: np.ndarray
    holds_text: bool

    def guards(self) -> tuple[np.ndarray, np.ndarray] | None:
        """The gold spans, which edits must leave alone: first byte of each, and the byte after its last."""

    def moved(self, column: TextColumn, edits: EditColumns, shift: np.ndarray) -> "LabelArrays":
        """The same labels after edits, none of which touches a span or makes or removes a token.

        Args:
            column: The texts before the edits.
            edits: The edits.
            shift: By how many bytes all before each edit have lengthened the column, and all of them.
        """

    def arrays(self, rows: np.ndarray) -> "dict[str, pa.Array | pa.ChunkedArray]":
        """The columns at some rows, by their numbers."""


def moved_marks(doc: Doc, edits: Sequence[Edit], what: str) -> list[Offsets]:
    """Where the marks of a text lie after edits.

    Args:
        doc: The text with its marks.
        edits: The edits.
        what: What the marks are, for the reason: ``an answer``.

    Raises:
        NotApplicable: When one of them is lost.
    """
    moved = remap_spans([(mark.start, mark.end) for mark in doc.marks], edits)
    kept = [span for span in moved if span is not None]
    if len(kept) < len(moved):
        raise NotApplicable(f"{what} lies across an edit")
    return kept
