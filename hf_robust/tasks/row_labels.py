"""The labels of a batch of texts, which their mover reads and moves for each row by itself."""

from copy import copy
from typing import TYPE_CHECKING

import numpy as np

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit, apply
from hf_robust.core.errors import NotApplicable
from hf_robust.core.mapping import Columns, arrow_array
from hf_robust.core.text_columns import TextColumn
from hf_robust.tasks.label_mover import LabelMover, Row, checked_columns

if TYPE_CHECKING:
    import pyarrow as pa


class RowLabels:
    """The labels of a batch that depend on one column of texts.

    Edits leave the gold spans alone. Labels that count tokens stay as they are, since no edit adds or removes a token.

    Args:
        mover: What reads and moves the labels of a row.
        text: The column with the texts.
        columns: The columns with the labels.

    Attributes:
        columns: The columns with the labels.
        fits: Rows whose labels fit their text; the reason for the others is found when each is taken by itself.
        faults: The exceptions of rows whose labels could not be read, by the numbers of the rows.
    """

    def __init__(self, mover: LabelMover, text: str, columns: tuple[str, ...], batch: Columns, column: TextColumn):
        self.columns = columns
        self._mover = mover
        self._text = text
        self._in_tokens = column.tokens is not None
        self._arrays = {name: batch.arrow(name) for name in columns}
        self._moved: dict[int, Row] = {}
        names = (text, *columns, *checked_columns(mover, batch))
        self._rows = [dict(zip(names, values)) for values in zip(*(batch[name] for name in names))]
        self.fits = np.ones(column.size, bool)
        self.faults: dict[int, Exception] = {}
        self._marks: list[list[Span]] = []
        for number, row in enumerate(self._rows):
            try:
                self._marks.append(mover.marks(row))
            except NotApplicable:
                self._marks.append([])
                self.fits[number] = False  # the reason is recorded when the row is taken by itself
            except Exception as error:  # values of a user may be of any type
                self._marks.append([])
                self.fits[number], self.faults[number] = False, error
        owner = np.repeat(np.arange(column.size), [len(marks) for marks in self._marks])
        places = np.array([mark[:2] for marks in self._marks for mark in marks], np.int64).reshape(-1, 2).T
        first = column.characters(column.offsets)[owner]
        self._start, self._end = (column.bytes(first + place) for place in places)

    @classmethod
    def of_batch(cls, mover: LabelMover, text: str, batch: Columns, column: TextColumn) -> "RowLabels | None":
        """The labels of a batch; None where they are not all in Arrow.

        Args:
            mover: What reads and moves the labels of a row.
            text: The column with the texts.
        """
        columns = tuple(name for name in mover.columns if name != text and name in batch)
        if any(batch.arrow(name) is None for name in columns):
            return None
        return cls(mover, text, columns, batch, column)

    @property
    def holds_text(self) -> bool:
        """Whether the labels repeat text of the gold spans."""
        import pyarrow as pa

        kinds = [array.type for array in self._arrays.values() if array is not None]
        inner = [getattr(kind, "value_type", kind) for kind in kinds]  # those of lists
        return getattr(self._mover, "holds_text", True) and (not self._in_tokens or any(map(pa.types.is_struct, inner)))

    def guards(self) -> tuple[np.ndarray, np.ndarray]:
        """The gold spans, which edits must leave alone: first byte of each, and the byte after its last."""
        return self._start, self._end

    def moved(self, column: TextColumn, edits: EditColumns, shift: np.ndarray) -> "RowLabels":
        """The same labels after edits that touch no gold span and neither add nor remove a token.

        Args:
            column: The texts before the edits.
            shift: By how many bytes all before each edit have lengthened the column, and all of them.
        """
        new = copy(self)
        new._start, new._end = (place + shift[np.searchsorted(edits.end, place, "right")] for place in self.guards())
        if self.holds_text:
            moved = self._moved_rows(column, edits)
            new._moved = {**self._moved, **{row: labels for row, labels in moved.items() if labels is not None}}
            new.fits = self.fits.copy()
            new.fits[[row for row, labels in moved.items() if labels is None]] = False
        return new

    def _moved_rows(self, column: TextColumn, edits: EditColumns) -> dict[int, Row | None]:
        """The rows that edits move, each with its new text and labels; None where a label cannot be moved."""
        rows, begin = np.unique(edits.row, return_index=True)
        first = column.characters(column.offsets)[edits.row]
        places = ((column.characters(place) - first).tolist() for place in edits[1:5])
        all_edits = list(zip(*places, (text.decode() for text in edits.new.tolist()), strict=True))
        texts = [text.decode() for text in column.texts.take(rows).tolist()]
        ends = [*begin.tolist(), len(all_edits)]
        found: dict[int, Row | None] = {}
        for number, (row, text) in enumerate(zip(rows.tolist(), texts, strict=True)):
            if self.fits[row]:
                before = self._moved.get(row)
                marks = self._marks[row] if before is None else self._mover.marks(before)
                # whole, as in a single row: text that is inserted at the border of a token would be a new token
                own = [
                    Edit(start, end, text[start:at] + new + text[until:end])
                    for start, end, at, until, new in all_edits[ends[number] : ends[number + 1]]
                ]
                after = apply(text, own)
                before = before or self._rows[row]
                try:
                    doc = Doc.of_tokens(before[self._text], marks=marks) if self._in_tokens else Doc(text, marks=marks)
                    new = self._mover.move(before, doc, own, after)
                    found[row] = {**before, self._text: after, **new}
                except NotApplicable:
                    found[row] = None
        return found

    def arrays(self, rows: np.ndarray) -> "dict[str, pa.Array | pa.ChunkedArray]":
        """The columns at some rows, by their numbers."""
        import pyarrow as pa

        found = {}
        for name, array in self._arrays.items():
            assert array is not None, name
            if self._moved:
                values = [self._moved.get(row, self._rows[row])[name] for row in rows.tolist()]
                found[name] = arrow_array(values, array.type)
            else:
                found[name] = array if len(rows) == len(array) else array.take(pa.array(rows))
        return found
