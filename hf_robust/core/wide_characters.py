"""Characters beyond ASCII in bytes of UTF-8: where they stand, and whether they belong to words."""

import unicodedata
from enum import IntEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np

FIRST_WIDE = 0x80
_FIRST_LEAD = 0xC2
_LEAD_BITS = np.array([0x1F, 0x0F, 0x07])


class CharacterKind(IntEnum):
    """What a character is to a word: a letter or digit of it, what may join two, a mark on a letter, or no part."""

    OTHER, LETTER, JOIN, MARK, SPACE = range(5)


class WideCharacters(NamedTuple):
    """The characters beyond ASCII in some bytes.

    Args:
        start: First byte of each.
        size: How many bytes it has.
        kind: Its :class:`CharacterKind`.
    """

    start: np.ndarray
    size: np.ndarray
    kind: np.ndarray

    @classmethod
    def of(cls, data: np.ndarray) -> "WideCharacters":
        """Those of bytes in UTF-8.

        Example:
            >>> found = WideCharacters.of(np.frombuffer("ä – b’s".encode(), np.uint8))
            >>> found.start.tolist(), found.size.tolist(), [CharacterKind(kind).name for kind in found.kind.tolist()]
            ([0, 3, 8], [2, 3, 3], ['LETTER', 'OTHER', 'JOIN'])
        """
        start = np.flatnonzero(data >= _FIRST_LEAD)
        lead = data[start].astype(np.int64)
        size = 2 + (lead >= 0xE0) + (lead >= 0xF0)
        code = lead & _LEAD_BITS[size - 2]
        for step in range(1, 4):
            following = data[np.minimum(start + step, len(data) - 1)] & np.uint8(0x3F)
            code = np.where(size > step, code << 6 | following, code)
        codes, number = np.unique(code, return_inverse=True)
        kinds = np.array([_kind(one) for one in codes.tolist()], np.int64)
        return cls(start, size, kinds[number])


@lru_cache(1 << 16)
def _kind(code: int) -> CharacterKind:
    char = chr(code)
    if char.isalnum():
        return CharacterKind.LETTER
    if unicodedata.category(char)[0] == "M":
        return CharacterKind.MARK
    return CharacterKind.JOIN if char == "’" else CharacterKind.SPACE if char.isspace() else CharacterKind.OTHER
