"""Where beside a word something may be put in: never into an address, never between a word and its clitic."""

import numpy as np

from hf_robust.core.column_edits import Chosen
from hf_robust.core.text_columns import IS_SPACE, TextColumn, Words, byte_mask, is_letter

_MOST_MARKS = 8
_CLITIC_ROOM = 3
_BEFORE_START, _ENDS = " \"'“‘([", ".!?:…\n"
_OPENING, _CLOSING = "([{\"'“‘«", ')]}"”»,.;:!?…'


def opens_sentence(text: str, start: int) -> bool:
    """Whether a word is the first of the text or of a sentence in it.

    Example:
        >>> [opens_sentence("Yes. No way", place) for place in (0, 5, 8)]
        [True, True, False]
    """
    before = text[max(0, start - 4) : start].rstrip(_BEFORE_START)
    return not before or before[-1] in _ENDS


def has_room_before(text: str, start: int) -> bool:
    """Whether something may stand before the word that begins here."""
    if text[start - 1 : start] in _OPENING:  # also at the start, where it is empty
        start -= 1
    return start <= 0 or text[start - 1].isspace()


def room_after(text: str, end: int) -> int:
    """Where a word may follow: past the marks that close this one, never before a clitic; -1 inside an address."""
    at = end
    while text[at : at + 1] in _CLOSING and at < min(len(text), end + _MOST_MARKS):  # "Mr.", "well," and "(good)."
        at += 1
    if at == len(text):
        return at
    if not text[at].isspace():
        return -1
    clitic = text[at + 1 : at + 1 + _CLITIC_ROOM].replace("’", "'")
    return -1 if clitic.startswith("n't") or (clitic[:1] == "'" and clitic[1:2].isalpha()) else at


_IS_OPENING, _IS_CLOSING, _IS_BEFORE_START, _IS_END = map(byte_mask, (_OPENING, _CLOSING, _BEFORE_START, _ENDS))


class Surroundings:
    """The same for chosen words of a column.

    Args:
        chosen: The words.
    """

    def __init__(self, chosen: Chosen):
        self._chosen = chosen
        self._data = chosen.column.data
        self._low, self._high = chosen.column.offsets[chosen.row], chosen.column.offsets[chosen.row + 1]

    def _at(self, place: np.ndarray) -> np.ndarray:
        """The bytes at some places; zero outside of the text."""
        inside = (place >= self._low) & (place < self._high)
        return np.where(inside, self._data[np.minimum(np.maximum(place, 0), len(self._data) - 1)], np.uint8(0))

    def _past(self, at: np.ndarray, step: int, is_passed: np.ndarray, most: int) -> np.ndarray:
        """From places on past some bytes.

        Args:
            at: The places.
            step: 1 or -1.
            is_passed: Whether a byte is passed; shape (256,).
            most: How many at most.
        """
        for _ in range(most):
            passed = is_passed[self._at(at)]
            if not passed.any():
                break
            at = at + step * passed
        return at

    def opens_sentence(self) -> np.ndarray:
        """:func:`opens_sentence` of each."""
        start = self._chosen.start
        first = np.maximum(self._low, start - 4)
        at = self._past(start - 1, -1, _IS_BEFORE_START, 4)
        return (at < first) | _IS_END[self._at(at)]

    def room_before(self) -> np.ndarray:
        """:func:`has_room_before` of each."""
        start = self._chosen.start
        start = start - (_IS_OPENING[self._at(start - 1)] & (start > self._low))
        return (start <= self._low) | IS_SPACE[self._at(start - 1)]

    def room_after(self) -> np.ndarray:
        """:func:`room_after` of each, as an offset in the column."""
        at = self._past(self._chosen.end, 1, _IS_CLOSING, _MOST_MARKS)
        first, second, third = (self._at(at + place) for place in range(1, 1 + _CLITIC_ROOM))
        apostrophe = np.uint8(ord("'"))
        negation = (first == ord("n")) & (second == apostrophe) & (third == ord("t"))
        clitic = negation | ((first == apostrophe) & is_letter(second))
        return np.where((at == self._high) | (IS_SPACE[self._at(at)] & ~clitic), at, -1)

    def window(self, size: int) -> tuple[TextColumn, Words]:
        """The text around each word as a column of its own, and what stands between white space in it.

        Args:
            size: Characters before and after the word.
        """
        start = np.maximum(self._low, self._chosen.start - size)
        end = np.minimum(self._high, self._chosen.end + size)
        around = TextColumn(self._chosen.column.texts.slices(start, end))
        borders, solid = around.borders, ~IS_SPACE[around.data]
        begins, ends = solid & borders[:-1], solid & borders[1:]
        begins[1:] |= solid[1:] & ~solid[:-1]
        ends[:-1] |= solid[:-1] & ~solid[1:]
        places = np.flatnonzero(begins)
        first = np.searchsorted(places, around.offsets)
        row = np.repeat(np.arange(around.size), np.diff(first))
        return around, Words(places, np.flatnonzero(ends) + 1, row, first)
