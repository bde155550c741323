"""Stretches of the texts of a batch that labels point to, as arrays."""

from copy import copy
from typing import Self

import numpy as np

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.text_columns import Strings, TextColumn


class Spans:
    """Spans of texts, which edits must leave alone.

    Args:
        column: The texts.
        row: The row of each span.
        place: Where each begins in its text, in characters.
        texts: What stands there.

    Attributes:
        place: The same, also after edits that put something beyond ASCII before it.
        fits: Rows whose spans stand where they say, and are not empty; the others are for who says what is wrong.

    Example:
        >>> column = TextColumn(Strings.of([b"a film", b"no film"]))
        >>> Spans(column, np.array([0, 1]), np.array([2, 2]), Strings.of([b"film", b"film"])).fits.tolist()
        [True, False]
    """

    def __init__(self, column: TextColumn, row: np.ndarray, place: np.ndarray, texts: Strings):
        self.place = place
        self._row = row
        self._lengths = texts.lengths
        self._start = column.bytes(column.characters(column.offsets)[row] + place)
        there = (place >= 0) & (self._lengths > 0) & (self._start + self._lengths <= column.offsets[row + 1])
        known = np.flatnonzero(there)
        found = column.texts.slices(self._start[known], self._start[known] + self._lengths[known])
        there[known] = [one == other for one, other in zip(found.tolist(), texts.take(known).tolist(), strict=True)]
        self._there = there
        self.fits = np.ones(column.size, bool)
        self.fits[row[~there]] = False

    def guards(self) -> tuple[np.ndarray, np.ndarray]:
        """The spans that edits must leave alone: first byte of each, and the byte after its last."""
        start = self._start[self._there]
        return start, start + self._lengths[self._there]

    def moved(self, column: TextColumn, edits: EditColumns, shift: np.ndarray) -> "Spans":
        """The same spans after edits, none of which touches them.

        Args:
            column: The texts before the edits.
            edits: The edits.
            shift: By how much all before each edit have lengthened the column, and all of them.
        """
        new = copy(self)
        before = np.searchsorted(edits.end, self._start, "right")
        new._start = self._start + shift[before]
        removed = column.characters(edits.until) - column.characters(edits.at)
        longer = np.concatenate([[0], np.cumsum(edits.new.characters() - removed)])
        new.place = self.place + longer[before] - longer[np.searchsorted(edits.row, self._row)]
        return new


class SpanLabels:
    """Base of labels that are spans of texts."""

    holds_text = True
    _spans: Spans

    def guards(self) -> tuple[np.ndarray, np.ndarray]:
        """The spans that edits must leave alone: first byte of each, and the byte after its last."""
        return self._spans.guards()

    def moved(self, column: TextColumn, edits: EditColumns, shift: np.ndarray) -> Self:
        """The same labels after edits, none of which touches them; see :meth:`Spans.moved`."""
        new = copy(self)
        new._spans = self._spans.moved(column, edits, shift)
        return new
