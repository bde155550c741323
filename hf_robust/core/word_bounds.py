"""Where the words of a text lie when spaces or signs stand between them.

A word is a run of letters and digits; apostrophes and hyphens join two of them. Some words hold other signs and are
whole as well (:func:`whole_words`): abbreviations with dots (U.S., e.g., Ph.D., Dr.), numbers with their currency or
percent sign ($5.00, 10%, 9:30), names such as C++, C#, .NET, Node.js, R&D, AT&T, and snake_case.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Sequence
from functools import cache
from operator import itemgetter

from hf_robust.core.edits import Offsets
from hf_robust.core.text import HAN

_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*")
_SIGN_INSIDE = re.compile(r"[^\w'’\-]|_")
_SOLID = re.compile(r"[^\W_]")
# where Unicode has combining marks: the planes between them hold ideographs, or nothing
_MARKED = range(0x300, 0x20000), range(0xE0000, 0xF0000)

WORDS_VERSION = "2"
"""Changes whenever other stretches of a text are words; it reaches the cache."""

TITLES = ("mr", "mrs", "ms", "dr", "prof", "sr", "jr", "st", "mt", "vs", "etc", "inc", "ltd", "corp", "dept")
"""Abbreviations to which a dot belongs wherever it follows, in lower case; at most five letters."""

_A = rf"[^\W_{HAN}]"
_ENDS = (
    "js|ts|py|net|com|org|edu|gov|io|ai|tv|app|dev|html?|txt|csv|json|xml|ya?ml"
    "|pdf|exe|zip|jpe?g|png|mp[34]|docx?|xlsx?"
)
_DEGREES = r"(?:Ph|Ed|Psy|Pharm|Phil|M|B|D|LL)\.(?:Ds?|Sc|Phil|Eng|Ed|Com|Tech|M|B)(?![^\W_])\.?"
_JOINED = rf"(?:['’\-]{_A}+)*"
_WHOLE = re.compile(
    rf"(?<!{_A})(?:{_DEGREES}|(?:[A-Za-z]\.){{2,}}(?:[A-Za-z](?!{_A}))?|[A-Za-z]\.[A-Za-z](?!{_A})){_JOINED}"
    rf"|(?<!{_A})(?i:{'|'.join(TITLES)})\."
    rf"|{_A}+(?:[-_]{_A}+)*(?:\.{_A}+)*\.(?i:{_ENDS})(?!{_A}|['’-]{_A})"
    rf"|(?<![\w.])\.(?:(?i:{_ENDS})(?!{_A})|\d+{_A}*%?)"
    rf"|(?:(?:(?<!{_A})(?:US|HK|NZ|A|C))?[$€£¥₹])?{_A}+(?:(?:['’\-]|&(?:amp;)?|_+|(?<=\d)[.,:/](?=\d)){_A}+)*"
    rf"(?:(?<=\d)[%‰°]|(?<=\d)\+(?!{_A}|\+)|\+\+\d*|(?<=(?<!{_A})[A-Za-z])(?:\#(?!\w)|\+(?![\w+])))?"
)
# The sign in each whole word with other signs; a dot at the end of a sentence is none. A pattern that begins with a set
# of characters skips all others quickly, so lookbehinds after the sign test what stands before it.
_TITLE_BEFORE = "|".join(
    rf"(?<=(?<![^\W_])(?i:{'|'.join(title for title in TITLES if len(title) == size)})\.)"
    for size in sorted({len(title) for title in TITLES})
)
_SIGN = re.compile(
    rf"[&_+#$€£¥₹%‰°,:/.](?:(?<=[^\W_][&_+#])|(?<=[$€£¥₹])(?=\d)|(?<=\d[%‰°])|(?<=\d[,:/])(?=\d)"
    rf"|(?<=\.)(?<!\.\.)(?={_A})|{_TITLE_BEFORE})"
)


def find_words(text: str, bounds: Sequence[Offsets] | None = None) -> list[Offsets]:
    """Offsets of the words of a text; of a token list, the tokens with a letter or digit.

    Combining marks belong to the letter before them, so no edit separates them.

    Args:
        bounds: Offsets of the tokens when the column is a token list.

    Example:
        >>> find_words("It's 5-star!")
        [(0, 4), (5, 11)]
    """
    if bounds is not None:
        return [(start, end) for start, end in bounds if _SOLID.search(text, start, end)]
    pattern = _WORD if text.isascii() else _wide_word()
    return whole_words(text, [match.span() for match in pattern.finditer(text)])


def whole_words(text: str, words: list[Offsets]) -> list[Offsets]:
    """The words of a text, where those that are pieces of one word with other signs are put together.

    Args:
        words: Runs of letters and digits, or what a segmenter found, sorted.

    Example:
        >>> text = "C++ in the U.S. at $5.00."
        >>> [text[start:end] for start, end in find_words(text)]
        ['C++', 'in', 'the', 'U.S.', 'at', '$5.00']
    """
    wholes = words_with_signs(text)
    if not wholes:
        return words
    found: list[Offsets] = []
    for start, end in sorted({*words, *wholes}):
        if found and start < found[-1][1]:
            found[-1] = (found[-1][0], max(end, found[-1][1]))
        else:
            found.append((start, end))
    return found


def words_with_signs(text: str) -> list[Offsets]:
    """The words with other signs in them, sorted, and words beside them that no space separates.

    Args:
        text: The text.

    Example:
        >>> text = "C++ in the U.S. at $5.00."
        >>> [text[start:end] for start, end in words_with_signs(text)]
        ['C++', 'U.S.', '$5.00']
    """
    wholes: list[Offsets] = []
    at = 0
    while (sign := _SIGN.search(text, at)) is not None:
        # no word holds a space, so only what stands between two is searched
        first, end = max(at, text.rfind(" ", at, sign.start()) + 1), text.find(" ", sign.end())
        at = end if end >= 0 else len(text)
        wholes += [match.span() for match in _WHOLE.finditer(text, first, at)]
    return wholes


def cuts_word(text: str, words: Sequence[Offsets], start: int, end: int) -> bool:
    """Whether a stretch is only a piece of a word with signs or several hyphens in it, as the C of C# is.

    Args:
        words: Its words, as :func:`find_words` finds them.
        start: First character of the stretch.
        end: Character after the last.

    Example:
        >>> text = "C# or well-made"
        >>> [cuts_word(text, find_words(text), *span) for span in ((0, 1), (0, 2), (6, 10))]
        [True, False, False]
    """
    place = bisect_right(words, start, key=itemgetter(0)) - 1
    if place < 0 or start >= words[place][1] or words[place] == (start, end):
        return False
    return _SIGN_INSIDE.search(text, *words[place]) is not None or text.count("-", *words[place]) > 1


@cache
def _wide_word() -> re.Pattern[str]:
    """The word pattern with combining marks, built when the first text beyond ASCII comes."""
    marks = [code for plane in _MARKED for code in plane if unicodedata.category(chr(code))[0] == "M"]
    ranges: list[list[int]] = []
    for code in marks:
        if ranges and ranges[-1][1] == code - 1:
            ranges[-1][1] = code
        else:
            ranges.append([code, code])
    mark = "".join(f"{chr(low)}-{chr(high)}" for low, high in ranges)
    letters = f"[^\\W_]+(?:[{mark}]+[^\\W_]*)*"
    return re.compile(f"{letters}(?:['’\\-]{letters})*")
