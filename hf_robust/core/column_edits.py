"""Words of a column that were drawn, what becomes of them, and the column after the edits: all as arrays."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from hf_robust.core.randomness import Draws
from hf_robust.core.text_columns import Strings, TextColumn, Words, is_letter, is_lower, is_upper, ranges


class Places(NamedTuple):
    """Bytes of some words that something may happen to.

    Args:
        all: The bytes' offsets in the column, word by word.
        first: Number of the first of each word, and the number of all.
    """

    all: np.ndarray
    first: np.ndarray

    @property
    def sizes(self) -> np.ndarray:
        """How many each word has."""
        return np.diff(self.first)

    def pick(self, number: np.ndarray) -> np.ndarray:
        """The offset of one byte of each word; a word without any gives some other byte.

        Args:
            number: Which of its places, from 0.
        """
        if not len(self.all):
            return np.zeros(len(number), np.int64)
        return self.all[np.minimum(self.first[:-1] + number, len(self.all) - 1)]

    def from_place(self, place: np.ndarray) -> np.ndarray:
        """For each word its first place from an offset on; where none follows, its very first."""
        if not len(self.all):
            return np.zeros(len(place), np.int64)
        found = np.searchsorted(self.all, place)
        found = np.where(found < self.first[1:], found, self.first[:-1])
        return self.all[np.minimum(found, len(self.all) - 1)]


class Chosen:
    """Words that were drawn, each with a stream of draws.

    Args:
        column: The texts.
        words: The words.
        draws: The stream of each word.
    """

    def __init__(self, column: TextColumn, words: Words, draws: Draws):
        self.column = column
        self.row, self.start, self.end = words.row, words.start, words.end
        self.draws = draws
        self.size = len(words.start)

    def take(self, mask: np.ndarray) -> "Chosen":
        """Some of them."""
        words = Words(self.start[mask], self.end[mask], self.row[mask], np.empty(0, np.int64))
        return Chosen(self.column, words, self.draws.take(mask))

    @cached_property
    def lengths(self) -> np.ndarray:
        """Bytes of each word."""
        return self.end - self.start

    @cached_property
    def _bytes(self) -> np.ndarray:
        return ranges(self.start, self.lengths)

    @cached_property
    def _first(self) -> np.ndarray:
        first = np.zeros(self.size + 1, np.int64)
        np.cumsum(self.lengths, out=first[1:])
        return first

    @property
    def ends(self) -> np.ndarray:
        """Which of :attr:`chars` is the last of each word."""
        return self._first[1:] - 1

    @cached_property
    def chars(self) -> np.ndarray:
        """The bytes of the words, one word after the other."""
        return self.column.data[self._bytes]

    def places(self, mask: np.ndarray) -> Places:
        """Those of :attr:`chars` for which ``mask`` is true, by word."""
        found = np.flatnonzero(mask)
        return Places(self._bytes[found], np.searchsorted(found, self._first))

    @cached_property
    def letters(self) -> Places:
        """Their letters."""
        return self.places(is_letter(self.chars))

    @cached_property
    def gaps(self) -> Places:
        """Letters that follow a letter of the same word."""
        letters = is_letter(self.chars)
        after = np.zeros(len(letters), bool)
        after[1:] = letters[:-1]
        after[self._first[:-1]] = False
        return self.places(letters & after)

    @cached_property
    def shouted(self) -> np.ndarray:
        """Which words have capitals and no small letters."""
        return (self.places(is_upper(self.chars)).sizes > 0) & (self.places(is_lower(self.chars)).sizes == 0)

    def inner(self, first: int, last: int) -> np.ndarray:
        """Which of :attr:`chars` are not among the first and the last of their words."""
        inside = np.ones(len(self.chars), bool)
        for edge in range(first):
            inside[np.minimum(self._first[:-1] + edge, self._first[1:] - 1)] = False
        for edge in range(last):
            inside[np.maximum(self._first[1:] - 1 - edge, self._first[:-1])] = False
        return inside

    def edits(self, fits: np.ndarray, at: np.ndarray, until: np.ndarray, new: "Strings") -> "WordEdits":
        """Edits of the whole words, of which ``at:until`` becomes ``new``."""
        return WordEdits(fits, self.start, self.end, at, until, new)

    def byte_edits(self, fits: np.ndarray, at: np.ndarray, new: np.ndarray) -> "WordEdits":
        """Edits of the whole words, of which one byte becomes another."""
        return self.edits(fits, at, at + 1, Strings.of_rows(new.astype(np.uint8).reshape(-1, 1)))

    def followed(self, mask: np.ndarray) -> np.ndarray:
        """For each of :attr:`chars` what ``mask`` says of the next one; of the last of a word it is false."""
        found = np.zeros(len(mask), bool)
        found[:-1] = mask[1:]
        found[self.ends] = False
        return found


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

    def keep(self, places: np.ndarray) -> "WordEdits":
        """Some of them, by a mask."""
        fits, start, end, at, until = (part[places] for part in self[:5])
        return WordEdits(fits, start, end, at, until, self.new.take(np.flatnonzero(places)))


def scattered(parts: Sequence[tuple[np.ndarray, WordEdits]], size: int) -> WordEdits:
    """The edits of words that were changed in different ways, in the order of the words.

    Args:
        parts: Numbers of words, and an edit of each that fits.
        size: How many words there are; those without an edit do not fit.
    """
    numbers = np.concatenate([places for places, _ in parts])
    arrays = [np.zeros(size, bool), *np.zeros((4, size), np.int64)]
    for place, array in enumerate(arrays):
        array[numbers] = np.concatenate([edits[place] for _, edits in parts])
    lengths = np.concatenate([edits.new.lengths for _, edits in parts])
    data = np.concatenate([edits.new.data for _, edits in parts])
    order = np.full(size, len(numbers))  # words without an edit get the empty string at the end
    order[numbers] = np.arange(len(numbers))
    offsets = np.concatenate([[0], np.cumsum(lengths), [len(data)]])
    fits, start, end, at, until = arrays
    return WordEdits(fits, start, end, at, until, Strings(data, offsets).take(order))


class CharTable:
    """What characters may become, by their byte.

    Args:
        choices: What each character may become; characters beyond ASCII are left out.

    Example:
        >>> table = CharTable({"a": "sq", "o": ["0"]})
        >>> int(table.count[ord("a")]), table.pick(np.array([ord("a"), ord("o")]), np.array([1, 0])).tolist()
        (2, [b'q', b'0'])
    """

    def __init__(self, choices: Mapping[str, Sequence[str]]):
        self.count = np.zeros(256, np.int64)
        self._first = np.zeros(256, np.int64)
        found: list[bytes] = []
        for char, new in choices.items():
            if len(char) == 1 and char.isascii():
                self.count[ord(char)], self._first[ord(char)] = len(new), len(found)
                found += [choice.encode() for choice in new]
        self._choices = Strings.of(found)

    def pick(self, chars: np.ndarray, number: np.ndarray) -> Strings:
        """One choice for each byte; anything for a byte without choices.

        Args:
            chars: The bytes.
            number: Which choice of each, from 0.
        """
        return self._choices.take(self._first[chars] + number)


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
    """

    row: np.ndarray
    start: np.ndarray
    end: np.ndarray
    at: np.ndarray
    until: np.ndarray
    new: Strings
    left: np.ndarray
    read: np.ndarray | None = None

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
        return EditColumns(row, start, end, at, until, self.new.take(np.flatnonzero(mask)), self.left, self.read)


def merged(*parts: EditColumns) -> EditColumns:
    """Edits of one column that do not overlap, in the order of the texts; those of an earlier part first."""
    row, start, end, at, until = (np.concatenate([part[place] for part in parts]) for place in range(5))
    order = np.lexsort((start, row))
    new = Strings.concatenated([part.new for part in parts]).take(order)
    left = np.logical_or.reduce([part.left for part in parts])
    return EditColumns(row[order], start[order], end[order], at[order], until[order], new, left)


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
