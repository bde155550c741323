"""A column of texts as arrays: words, edits and new texts of a whole batch at once, with no Python object for a row.

Offsets are bytes, counted from the start of the column. Only rows in ASCII are read, where a byte is a character;
whoever asks takes the others row by row (:attr:`TextColumn.readable`).
"""

from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from hf_robust.core.token_lists import Tokens
from hf_robust.core.wide_characters import FIRST_WIDE, CharacterKind, WideCharacters
from hf_robust.core.word_bounds import TITLES, find_words, words_with_signs

_CASE_BIT = np.uint8(0x20)
_APOSTROPHE, _HYPHEN = np.uint8(ord("'")), np.uint8(ord("-"))
_CURL = len("’".encode())
_SMALL = 2**31 - 1
# signs inside of words such as U.S. and $5.00
_JOINS, _BETWEEN_DIGITS = ("&", "+", "#", "_"), (",", ":", "/")
_LONGEST = max(map(len, TITLES))
_TITLE_KEYS = np.array([int.from_bytes(title.encode(), "little") for title in TITLES])


def ranges(starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """The numbers of several ranges, one range after the other.

    Example:
        >>> ranges(np.array([5, 0]), np.array([2, 3])).tolist()
        [5, 6, 0, 1, 2]
    """
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    kind = np.int32 if total < _SMALL and (not len(starts) or int(starts.max()) + total < _SMALL) else np.int64
    found = np.repeat((starts - (ends - lengths)).astype(kind), lengths)
    found += np.arange(total, dtype=kind)
    return found


class Strings(NamedTuple):
    """Byte strings, one after the other as Arrow stores them.

    Args:
        data: The bytes, ``uint8``.
        offsets: Where each begins, and where the last ends; ``int64`` of shape (strings + 1,).

    Example:
        >>> Strings.of([b"a", b"", b"bc"]).take(np.array([2, 0])).tolist()
        [b'bc', b'a']
    """

    data: np.ndarray
    offsets: np.ndarray

    @classmethod
    def of(cls, strings: Iterable[bytes]) -> "Strings":
        """Of Python's byte strings."""
        strings = list(strings)
        offsets = np.zeros(len(strings) + 1, np.int64)
        np.cumsum([len(string) for string in strings], out=offsets[1:])
        return cls(np.frombuffer(b"".join(strings), np.uint8), offsets)

    @classmethod
    def of_rows(cls, rows: np.ndarray, lengths: np.ndarray | None = None) -> "Strings":
        """Short strings: ``uint8`` of shape (strings, longest).

        Args:
            rows: The bytes.
            lengths: How many of each row count; all without it.
        """
        count, longest = rows.shape
        if lengths is None:
            return cls(rows.reshape(-1), np.arange(count + 1, dtype=np.int64) * longest)
        offsets = np.zeros(count + 1, np.int64)
        np.cumsum(lengths, out=offsets[1:])
        return cls(rows[np.arange(longest) < lengths[:, None]], offsets)

    @classmethod
    def concatenated(cls, parts: "Sequence[Strings]") -> "Strings":
        """The strings of several, one after another."""
        offsets = np.zeros(sum(part.size for part in parts) + 1, np.int64)
        np.cumsum(np.concatenate([part.lengths for part in parts]), out=offsets[1:])
        return cls(np.concatenate([part.data for part in parts]), offsets)

    @classmethod
    def empty(cls, size: int) -> "Strings":
        """So many strings without a byte."""
        return cls(np.empty(0, np.uint8), np.zeros(size + 1, np.int64))

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self.offsets) - 1

    @property
    def lengths(self) -> np.ndarray:
        """Bytes of each."""
        return np.diff(self.offsets)

    def characters(self) -> np.ndarray:
        """Characters of each, which in UTF-8 may be fewer than its bytes."""
        begins = np.concatenate([[0], np.cumsum((self.data & 0xC0) != 0x80)])
        return np.diff(begins[self.offsets])

    def take(self, indices: np.ndarray) -> "Strings":
        """Some of the strings, in the order of ``indices``."""
        return self.slices(self.offsets[indices], self.offsets[indices + 1])

    def slices(self, starts: np.ndarray, ends: np.ndarray) -> "Strings":
        """Stretches of the bytes as strings.

        Args:
            starts: First byte of each.
            ends: Byte after the last.
        """
        lengths = ends - starts
        offsets = np.zeros(len(starts) + 1, np.int64)
        np.cumsum(lengths, out=offsets[1:])
        places = ranges(starts, lengths)
        return Strings(self.data[places], offsets)

    def tolist(self) -> list[bytes]:
        """As Python's byte strings."""
        content, ends = self.data.tobytes(), self.offsets.tolist()
        return [content[start:end] for start, end in pairwise(ends)]


class WordColumns(NamedTuple):
    """The words of a column: what has a letter or digit, as in :func:`hf_robust.core.word_bounds.find_words`.

    Args:
        start: First byte of each.
        end: Byte after the last.
        first: Number of the first word of each row, and the number of all; shape (rows + 1,).
    """

    start: np.ndarray
    end: np.ndarray
    row: np.ndarray
    first: np.ndarray

    def take(self, indices: np.ndarray, rows: int) -> "WordColumns":
        """Some of the words.

        Args:
            indices: Their numbers, ascending.
            rows: How many rows the column has.
        """
        row = self.row[indices]
        return WordColumns(self.start[indices], self.end[indices], row, np.searchsorted(row, np.arange(rows + 1)))


class TextColumn:
    """The texts of a batch.

    Args:
        texts: The texts in UTF-8; rows without one are empty.
        guards: Stretches that must not be touched, in any order: first byte of each, and the byte after its last.
        tokens: The tokens where the texts are token lists; these are then the words.

    Example:
        >>> column = TextColumn(Strings.of([b"It's 5-star!", b"b"]))
        >>> column.words.start.tolist(), column.words.end.tolist(), column.words.row.tolist()
        ([0, 5, 12], [4, 11, 13], [0, 0, 1])
    """

    def __init__(
        self, texts: Strings, guards: tuple[np.ndarray, np.ndarray] | None = None, tokens: Tokens | None = None
    ):
        self.texts = texts
        self.guards = guards
        self.tokens = tokens
        self.word_windows: list[np.ndarray] = []  # bytes of the words as integers, as far as they were asked for
        self.data = texts.data
        self.offsets = texts.offsets
        self.size = texts.size

    def guarded(self, start: np.ndarray, end: np.ndarray) -> "TextColumn":
        """The same texts with other guards."""
        new = copy(self)
        new.guards = start, end
        vars(new).pop("free", None)
        return new

    @property
    def plain(self) -> bool:
        """Whether these are texts in which anything may be touched."""
        return self.guards is None and self.tokens is None

    @cached_property
    def readable(self) -> np.ndarray:
        """Rows with a word, in ASCII, and with no token that is empty or holds a space: those that can be read here."""
        return self.legible & self.in_ascii

    @cached_property
    def legible(self) -> np.ndarray:
        """The same also beyond ASCII, where the words are right; not with marks, which belong to letters."""
        legible = np.diff(self.words.first) > 0
        if self.tokens is not None:
            # NUL stands after the end of a word in tables of words
            legible &= self.tokens.are_solid(IS_SPACE[self.data] | (self.data == 0))
        wide = self.wide
        odd = (wide.kind == CharacterKind.MARK) | ((wide.kind == CharacterKind.SPACE) & (self.tokens is not None))
        legible[np.searchsorted(self.offsets, wide.start[odd], "right") - 1] = False
        return legible

    @cached_property
    def wide(self) -> WideCharacters:
        """Its characters beyond ASCII."""
        if not len(self.data) or self.data.max() < FIRST_WIDE:
            return WideCharacters(*np.zeros((3, 0), np.int64))
        return WideCharacters.of(self.data)

    def are_wide(self, start: np.ndarray, end: np.ndarray) -> np.ndarray:
        """Which stretches hold a character beyond ASCII."""
        wide = self.wide.start
        if not len(wide):
            return np.zeros(len(start), bool)
        return np.searchsorted(wide, start) < np.searchsorted(wide, end)

    def characters(self, byte_offsets: np.ndarray) -> np.ndarray:
        """How many characters of the column stand before places, which are counted in bytes."""
        if not len(self.wide.start):
            return byte_offsets
        return byte_offsets - np.searchsorted(self._inner_bytes, byte_offsets)

    def bytes(self, offsets: np.ndarray) -> np.ndarray:
        """The bytes before places that are counted in characters; :meth:`characters` the other way."""
        if not len(self.wide.start):
            return offsets
        firsts = np.append(np.flatnonzero((self.data & 0xC0) != FIRST_WIDE), len(self.data))
        return firsts[np.clip(offsets, 0, len(firsts) - 1)]

    @cached_property
    def _inner_bytes(self) -> np.ndarray:
        """Bytes that are not the first of their character."""
        return np.flatnonzero((self.data & 0xC0) == FIRST_WIDE)

    @cached_property
    def in_ascii(self) -> np.ndarray:
        """Rows in ASCII."""
        found = np.ones(self.size, bool)
        found[np.searchsorted(self.offsets, self.wide.start, "right") - 1] = False
        return found

    @cached_property
    def borders(self) -> np.ndarray:
        """Whether a row begins, or the last one ends, at a byte; shape (bytes + 1,)."""
        borders = np.zeros(len(self.data) + 1, bool)
        borders[self.offsets] = True
        return borders

    @cached_property
    def words(self) -> WordColumns:
        """All words."""
        data, borders, digits = self.data, self.borders, is_digit(self.data)
        inside = is_letter(data) | digits
        letters, curly = (self.wide.kind == kind for kind in (CharacterKind.LETTER, CharacterKind.JOIN))
        inside[ranges(self.wide.start[letters], self.wide.size[letters])] = True
        if self.tokens is not None:
            return self._solid_tokens(self.tokens, inside)
        solid = inside.copy()
        curls = self.wide.start[curly]
        curls = curls[(curls > 0) & (curls < len(data) - _CURL)]
        curls = curls[inside[curls - 1] & inside[curls + _CURL] & ~borders[curls] & ~borders[curls + _CURL]]
        joins = np.flatnonzero((data == _APOSTROPHE) | (data == _HYPHEN))
        joins = joins[(joins > 0) & (joins < len(data) - 1)]
        joins = joins[inside[joins - 1] & inside[joins + 1] & ~borders[joins] & ~borders[joins + 1]]
        inside[joins] = True
        inside[ranges(curls, np.full(len(curls), _CURL))] = True
        begins = inside & borders[:-1]
        begins[1:] |= inside[1:] & ~inside[:-1]
        ends = inside & borders[1:]
        ends[:-1] |= inside[:-1] & ~inside[1:]
        start = np.flatnonzero(begins)
        first = np.searchsorted(start, self.offsets)
        words = WordColumns(start, np.flatnonzero(ends) + 1, np.repeat(np.arange(self.size), np.diff(first)), first)
        rows = rows_with_signs(self.texts, words, solid, digits)
        return with_whole_words(self.texts, words, rows) if len(rows) else words

    @property
    def word_sizes(self) -> np.ndarray:
        """Characters of each word."""
        return self.characters(self.words.end) - self.characters(self.words.start)

    def _solid_tokens(self, tokens: Tokens, inside: np.ndarray) -> WordColumns:
        """The tokens with a letter or digit."""
        known = np.flatnonzero(inside)
        solid = np.flatnonzero(np.searchsorted(known, tokens.start) < np.searchsorted(known, tokens.end))
        first = np.searchsorted(solid, tokens.first)
        row = np.repeat(np.arange(self.size), np.diff(first))
        return WordColumns(tokens.start[solid], tokens.end[solid], row, first)

    @cached_property
    def free(self) -> np.ndarray:
        """Which words may be touched."""
        start, end = self.words.start, self.words.end
        step = np.zeros(len(start) + 1, np.int64)
        if self.guards is not None:
            np.add.at(step, np.searchsorted(end, self.guards[0], "right"), 1)
            np.add.at(step, np.searchsorted(start, self.guards[1]), -1)
        return np.cumsum(step)[:-1] == 0

    @cached_property
    def lower(self) -> np.ndarray:
        """The bytes in lower case."""
        return lowered(self.data)


def byte_mask(chars: str) -> np.ndarray:
    """For each byte whether it is one of these characters; those beyond ASCII are passed over."""
    mask = np.zeros(256, bool)
    mask[[ord(char) for char in chars if char.isascii()]] = True
    return mask


ASCII_SPACES = "".join(filter(str.isspace, map(chr, range(FIRST_WIDE))))
IS_SPACE = byte_mask(ASCII_SPACES)


def is_letter(data: np.ndarray) -> np.ndarray:
    """Which bytes are ASCII letters."""
    return ((data | _CASE_BIT) - np.uint8(ord("a"))) < 26


def is_upper(data: np.ndarray) -> np.ndarray:
    """Which bytes are ASCII capitals."""
    return (data - np.uint8(ord("A"))) < 26


def is_digit(data: np.ndarray) -> np.ndarray:
    """Which bytes are ASCII digits."""
    return (data - np.uint8(ord("0"))) < 10


def lowered(data: np.ndarray) -> np.ndarray:
    """The bytes in lower case."""
    return data + (is_upper(data).view(np.uint8) << np.uint8(5))


def rows_with_signs(texts: Strings, words: WordColumns, inside: np.ndarray, digits: np.ndarray) -> np.ndarray:
    """Numbers of the rows that may hold a word with signs in it; the others hold none for certain.

    Args:
        words: Runs of letters and digits.
        inside: Which bytes are letters or digits.
        digits: Which bytes are digits.
    """
    data = texts.data
    if len(data) < 2:
        return np.empty(0, np.int64)
    found = np.zeros(len(data), bool)
    before, after = inside[:-1], inside[1:].copy()
    borders = texts.offsets[1:-1]
    after[borders[(borders > 0) & (borders < len(data))] - 1] = False  # the next byte is of the next row
    first, last = data[:-1], data[1:]
    for sign in _JOINS:
        found[1:] |= (last == ord(sign)) & before
    dots = (first == ord(".")) & after
    dots[1:] &= first[:-1] != ord(".")
    found[:-1] |= dots | (((first == ord("$")) | (first >= 0x80)) & digits[1:])
    found[1:] |= digits[:-1] & ((last == ord("%")) | (last >= 0x80))
    for sign in _BETWEEN_DIGITS:
        found[1:-1] |= (data[1:-1] == ord(sign)) & digits[:-2] & digits[2:]
    found[words.end[_are_titles(data, words)]] = True
    return np.unique(np.searchsorted(texts.offsets, np.flatnonzero(found), "right") - 1)


def _are_titles(data: np.ndarray, words: WordColumns) -> np.ndarray:
    """Which words are abbreviations to which the dot behind them belongs."""
    padded = np.append(data, np.zeros(_LONGEST, np.uint8))
    length = words.end - words.start
    places = np.flatnonzero((length <= _LONGEST) & (padded[words.end] == ord(".")))
    keys = np.zeros(len(places), np.int64)
    for step in range(_LONGEST):
        byte = (padded[words.start[places] + step] | 0x20).astype(np.int64)
        keys |= np.where(length[places] > step, byte << (8 * step), 0)
    return places[np.isin(keys, _TITLE_KEYS)]


def with_whole_words(texts: Strings, words: WordColumns, rows: np.ndarray) -> WordColumns:
    """The words of a column, where those of some rows are found in each row by itself.

    Args:
        words: Runs of letters and digits.
        rows: Numbers of the rows.
    """
    start: list[int] = []
    end: list[int] = []
    row: list[int] = []
    keep = np.ones(len(words.start), bool)
    for number, base, content in zip(rows.tolist(), texts.offsets[rows].tolist(), texts.take(rows).tolist()):
        text = content.decode("utf-8", "replace")
        if text.isascii():
            found = words_with_signs(text)
        else:
            found = [(len(text[:a].encode()), len(text[:b].encode())) for a, b in find_words(text)]
            keep[words.first[number] : words.first[number + 1]] = False
        for begin, until in found:
            start.append(base + begin)
            end.append(base + until)
            row.append(number)
    starts = np.concatenate([words.start[keep], np.array(start, np.int64)])
    order = np.argsort(starts, kind="stable")
    starts = starts[order]
    ends = np.concatenate([words.end[keep], np.array(end, np.int64)])[order]
    reach = np.maximum.accumulate(ends)
    apart = np.ones(len(starts), bool)
    apart[1:] = starts[1:] >= reach[:-1]  # what begins in the stretch before it is a piece of the same word
    begins = np.flatnonzero(apart)
    places = np.concatenate([words.row[keep], np.array(row, np.int64)])[order][begins]
    first = np.searchsorted(places, np.arange(len(words.first)))
    return WordColumns(starts[begins], reach[np.roll(begins, -1) - 1], places, first)
