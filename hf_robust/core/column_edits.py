"""Words of a column that were drawn, what becomes of them, and the column after the edits: all as arrays."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from hf_robust.core.randomness import Draws
from hf_robust.core.text_columns import Strings, TextColumn, ranges


class Chosen(NamedTuple):
    """Words that were drawn.

    Args:
        start: First byte of each.
        end: Byte after the last.
        draws: The stream of draws of each.
    """

    column: TextColumn
    start: np.ndarray
    end: np.ndarray
    row: np.ndarray
    draws: Draws


class WordEdits(NamedTuple):
    """What becomes of chosen words, each by one edit; see :class:`EditColumns`.

    Args:
        fits: Which words can be changed; of the others the rest means nothing.
        start: First byte of the edit.
        end: Byte after the last.
        at: First byte that is written anew.
        until: Byte after the last of these.
        new: What stands there instead.
    """

    fits: np.ndarray
    start: np.ndarray
    end: np.ndarray
    at: np.ndarray
    until: np.ndarray
    new: Strings


class EditColumns(NamedTuple):
    """Edits of a column, in the order of the texts and without overlap.

    An edit replaces ``start:end``, as :class:`hf_robust.core.edits.Edit` does; of these bytes only ``at:until`` differ.

    Args:
        row: Row of each edit.
        start: Its first byte.
        end: Byte after the last.
        at: First byte that is written anew.
        until: Byte after the last of these.
        new: What stands at ``at:until``.
        left: Rows that must be edited row by row, for a reason that shows only then.
        read: Rows that were read; without it those that the column calls readable.
        why: Why a row has no edits, by its number.
        faults: The exceptions of rows that are left because their edits raised one, by the numbers of the rows.
    """

    row: np.ndarray
    start: np.ndarray
    end: np.ndarray
    at: np.ndarray
    until: np.ndarray
    new: Strings
    left: np.ndarray
    read: np.ndarray | None = None
    why: Callable[[int], str] | None = None
    faults: Mapping[int, Exception] = MappingProxyType({})

    @classmethod
    def whole(
        cls, row: np.ndarray, start: np.ndarray, end: np.ndarray, new: Strings, left: np.ndarray
    ) -> "EditColumns":
        """Edits that write all of what they replace."""
        return cls(row, start, end, start, end, new, left)

    def keep(self, mask: np.ndarray) -> "EditColumns":
        """Some of the edits."""
        if mask.all():
            return self
        row, start, end, at, until = (array[mask] for array in self[:5])
        new = self.new.take(np.flatnonzero(mask))
        return EditColumns(row, start, end, at, until, new, self.left, self.read, self.why, self.faults)


class Spliced(NamedTuple):
    """A column after edits.

    Args:
        texts: The new texts.
        before: What each edit replaced.
        after: What stands there now.
        shift: By how many bytes the edits before each have lengthened the column, and all of them.
    """

    texts: Strings
    before: Strings
    after: Strings
    shift: np.ndarray


def splice(column: TextColumn, edits: EditColumns) -> Spliced:
    """Apply edits to a column.

    Example:
        >>> column = TextColumn(Strings.of([b"a good film", b"so so"]))
        >>> words = [np.array(offsets) for offsets in ([0, 1], [2, 11], [6, 13])]
        >>> edits = EditColumns.whole(*words, Strings.of([b"bad", b""]), np.zeros(2, bool))
        >>> splice(column, edits).texts.tolist()
        [b'a bad film', b' so']
    """
    lengths = edits.new.lengths
    grown = lengths - (edits.until - edits.at)
    shift = np.zeros(len(grown) + 1, np.int64)
    np.cumsum(grown, out=shift[1:])
    if len(edits.row) == column.size and _covers(column, edits):
        return Spliced(edits.new, column.texts, edits.new, shift)
    if grown.any():
        data = _joined(column.data, edits, lengths)
    else:
        data = column.data.copy()
        data[ranges(edits.at, lengths)] = edits.new.data
    offsets = column.offsets + shift[np.searchsorted(edits.row, np.arange(column.size + 1))]
    texts = Strings(data, offsets)
    after = texts.slices(edits.start + shift[:-1], edits.end + shift[1:])
    return Spliced(texts, column.texts.slices(edits.start, edits.end), after, shift)


def _covers(column: TextColumn, edits: EditColumns) -> bool:
    """Whether one edit a row writes the whole text."""
    ends = column.offsets
    return np.array_equal(edits.at, ends[:-1]) and np.array_equal(edits.until, ends[1:]) and _whole(edits)


def _whole(edits: EditColumns) -> bool:
    return edits.start is edits.at and edits.end is edits.until


def _joined(data: np.ndarray, edits: EditColumns, lengths: np.ndarray) -> np.ndarray:
    """What is kept and what is new, piece by piece, gathered in one go."""
    size, count = len(data), len(lengths)
    starts = np.zeros(2 * count + 1, np.int64)
    ends = np.full(2 * count + 1, size, np.int64)
    starts[2::2], ends[0:-1:2] = edits.until, edits.at
    starts[1::2], ends[1::2] = size + edits.new.offsets[:-1], size + edits.new.offsets[1:]
    return np.concatenate([data, edits.new.data])[ranges(starts, ends - starts)]
