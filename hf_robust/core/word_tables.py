"""A list of words that all words of a column are looked up in at once."""

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from hf_robust.core.randomness import mix_all
from hf_robust.core.text_columns import TextColumn, WordColumns

_WINDOW = 8  # bytes that are compared at a time
_MASKS = np.array([(1 << (8 * length)) - 1 for length in range(_WINDOW + 1)], np.uint64)
_MULTIPLIERS = mix_all(np.arange(1, 65, dtype=np.uint64)) | np.uint64(1)
_ROOM = 16  # slots a word
_NO_WORD = np.uint64(0xFF)  # a byte that is in no text


class WordTable:
    """Lower-case words, by hash: a word of a text is compared only with those in its slot.

    Words beyond ASCII, of which a text has few, are looked up one by one.

    Example:
        >>> from hf_robust.core.text_columns import Strings, TextColumn
        >>> column = TextColumn(Strings.of([b"The end of it"]))
        >>> table = WordTable(["it", "the"])
        >>> [table.words[n] if n >= 0 else None for n in table.find(column, column.words)]
        ['the', None, None, 'it']
    """

    def __init__(self, words: Iterable[str]):
        self.words = tuple(sorted(words, key=lambda word: not word.isascii()))  # those in ASCII first
        plain = [word for word in self.words if word.isascii()]
        self._windows = max(1, -(-max(map(len, plain), default=1) // _WINDOW))
        keys = _keys_of(plain, self._windows)
        self._shift = np.uint64(64 - min(22, max(8, (len(plain) * _ROOM).bit_length())))
        slots = self._slots(list(keys.T))
        self._order = np.argsort(slots, kind="stable")
        self._keys = [np.ascontiguousarray(column) for column in keys[self._order].T]
        counts = np.bincount(slots.astype(np.int64), minlength=1 << (64 - int(self._shift)))
        self._count = counts.astype(np.uint8 if counts.max(initial=0) < 256 else np.int64)
        self._first = np.concatenate([[0], np.cumsum(counts)[:-1]])

    def find(self, column: TextColumn, words: WordColumns) -> np.ndarray:
        """The number of each word in :attr:`words`, in any case; -1 for those that are not there."""
        found = np.full(len(words.start), -1)
        keys = _keys(column, words.start, words.end, self._windows)
        slots = self._slots(keys)
        counts = self._count[slots]
        places = np.flatnonzero(counts)
        for turn in range(int(counts.max(initial=0))):
            places = places[counts[places] > turn]
            known = self._first[slots[places]] + turn
            same = np.logical_and.reduce([mine[known] == key[places] for mine, key in zip(self._keys, keys)])
            found[places[same]] = self._order[known[same]]
        wide = np.flatnonzero(column.are_wide(words.start, words.end))
        if len(wide):
            texts = column.texts.slices(words.start[wide], words.end[wide]).tolist()
            found[wide] = [self._indices.get(text.decode("utf-8", "replace").lower(), -1) for text in texts]
        return found

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {word: index for index, word in enumerate(self.words)}

    def holds(self, column: TextColumn, words: WordColumns) -> np.ndarray:
        """Which of the words are among :attr:`words`, in any case."""
        return self.find(column, words) >= 0

    def _slots(self, keys: list[np.ndarray]) -> np.ndarray:
        total = keys[0] * _MULTIPLIERS[0]
        for key, multiplier in zip(keys[1:], _MULTIPLIERS[1:]):
            total = total + key * multiplier
        return (total >> self._shift).astype(np.int64)


def _keys_of(words: Sequence[str], windows: int) -> np.ndarray:
    """The bytes of words as integers, with zeros after their ends; shape (words, windows)."""
    padded = [word.encode().ljust(windows * _WINDOW, b"\0") for word in words]
    return np.frombuffer(b"".join(padded), "<u8").reshape(len(words), windows)


def _keys(column: TextColumn, start: np.ndarray, end: np.ndarray, windows: int) -> list[np.ndarray]:
    """The same of stretches of a column, in lower case; what is longer than all windows equals no word."""
    lengths = end - start
    if start is column.words.start:
        keys = _word_windows(column, windows)
    else:
        keys = [_window(column, start, lengths, window) for window in range(windows)]
    long = lengths > windows * _WINDOW
    if long.any():
        keys[-1] = np.where(long, _NO_WORD, keys[-1])
    return keys


def _word_windows(column: TextColumn, windows: int) -> list[np.ndarray]:
    """The same of all words, which are often looked up in several tables."""
    known, words = column.word_windows, column.words
    for window in range(len(known), windows):
        known.append(_window(column, words.start, words.end - words.start, window))
    return known[:windows]


def _window(column: TextColumn, start: np.ndarray, lengths: np.ndarray, window: int) -> np.ndarray:
    """Eight bytes of each stretch."""
    padded = np.append(column.lower, np.zeros(_WINDOW, np.uint8))
    eight = np.ndarray((len(column.data) + 1,), "<u8", buffer=padded, strides=(1,))
    inside = np.clip(lengths - window * _WINDOW, 0, _WINDOW)
    return eight[np.minimum(start + window * _WINDOW, len(column.data))] & _MASKS[inside]
