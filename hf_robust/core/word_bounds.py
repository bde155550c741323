"""Where the words of a text lie when spaces or signs stand between them."""

import re
import sys
import unicodedata
from collections.abc import Sequence
from functools import cache

from hf_robust.core.edits import Offsets

_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
_SOLID = re.compile(r"[^\W_]")


def find_words(text: str, bounds: Sequence[Offsets] | None = None) -> list[Offsets]:
    """Offsets of the words of a text; of a token list, the tokens with a letter or digit.

    Combining marks belong to the letter before them, so no edit separates them.

    Args:
        text: The text.
        bounds: Offsets of the tokens when the column is a token list.

    Example:
        >>> find_words("It's 5-star!")
        [(0, 4), (5, 11)]
    """
    if bounds is not None:
        return [(start, end) for start, end in bounds if _SOLID.search(text, start, end)]
    pattern = _WORD if text.isascii() else _wide_word()
    return [match.span() for match in pattern.finditer(text)]


@cache
def _wide_word() -> re.Pattern[str]:
    """The word pattern with combining marks, built when the first text beyond ASCII comes."""
    marks = [code for code in range(0x300, sys.maxunicode + 1) if unicodedata.category(chr(code))[0] == "M"]
    ranges: list[list[int]] = []
    for code in marks:
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    mark = "".join(f"{chr(low)}-{chr(high)}" for low, high in ranges)
    letters = f"[^\\W_]+(?:[{mark}]+[^\\W_]*)*"
    return re.compile(f"{letters}(?:['’\\-]{letters})*")
