"""What the segmenter sees of a character: its neighbors, the dictionary words round it, the likeliest cut by counts."""

import math
from collections.abc import Sequence
from functools import cache

from hf_robust.language.chinese.dictionary import rows
from hf_robust.language.chinese.name_chances import is_surname_with_title, likely_names

__all__ = ["evidence", "likeliest_cut"]

LONGEST = 6
"""Longer dictionary words are looked at as far as this many characters."""
_UNKNOWN = -14.0  # log probability of a character that the dictionary lacks
_NUMERALS = frozenset("一二三四五六七八九十百千万亿零〇两几")
_TIMES = frozenset("年月日时分秒")
_SIGNS = frozenset("，。、！？：；“”（）《》")


@cache
def _chances() -> dict[str, float]:
    """The logarithm of the chance of each dictionary word of up to ``LONGEST`` characters."""
    counts = {
        word: int(row[: row.index("\t")])
        for word, row in rows().items()
        if len(word) <= LONGEST and not is_surname_with_title(word)
    }
    total = math.log(sum(counts.values()))
    return {word: math.log(count) - total for word, count in counts.items()}


def _shape(unit: str) -> str:
    """A Han character is itself; a number, a word in letters and a sign stand for all of their kind."""
    if unit.isalpha() and len(unit) == 1 and unit > "\u2e7f":
        return unit
    if any(map(str.isdigit, unit)):
        return "0"
    if unit[0].isalpha():
        return "a"
    return unit if unit in _SIGNS else unit if unit == "〇" or unit == "々" else "."


def _kind(shape: str) -> str:
    if shape in _NUMERALS:
        return "n"
    if shape in _TIMES:
        return "d"
    return "h" if shape > "\u2e7f" and shape not in _SIGNS else shape


def _matches(shapes: Sequence[str]) -> tuple[list[int], list[int], list[int], list[list[int]]]:
    """For each character the longest word that begins, ends or runs on there; and where words from it end."""
    known, size = _chances(), len(shapes)
    begins, ends, over = [1] * size, [1] * size, [0] * size
    reach: list[list[int]] = []
    text = "".join(shapes)
    for start in range(size):
        found = [start + 1]
        for end in range(start + 2, min(start + LONGEST, size) + 1):
            if text[start:end] in known:
                found.append(end)
                length = end - start
                begins[start] = length
                ends[end - 1] = max(ends[end - 1], length)
                for inner in range(start + 1, end - 1):
                    over[inner] = max(over[inner], length)
        reach.append(found)
    return begins, ends, over, reach


def likeliest_cut(shapes: Sequence[str], reach: Sequence[Sequence[int]]) -> str:
    """The cut into dictionary words and names of people whose product of chances is the highest.

    Args:
        shapes: The units of a text, one character each.
        reach: For each unit where words that begin there end.

    Returns:
        A letter a unit: ``B`` begin, ``M`` middle, ``E`` end of a word, ``S`` word of one; ``b``, ``m``, ``e`` of a
        name that the dictionary lacks.

    Example:
        >>> likeliest_cut("再也不来", [[1], [2], [3], [4]])
        'SSSS'
        >>> likeliest_cut("王小明来", [[1], [2], [3], [4]])
        'bmeS'
    """
    known, size = _chances(), len(shapes)
    text = "".join(shapes)
    best, after, named = [0.0] * (size + 1), [0] * size, [False] * size
    for start in range(size - 1, -1, -1):
        best[start], after[start] = max(
            [(known.get(text[start:end], _UNKNOWN) + best[end], end) for end in reach[start]]
        )
        for end, chance in likely_names(text, start):
            if chance + best[end] > best[start] and text[start:end] not in known:
                best[start], after[start], named[start] = chance + best[end], end, True
    cut, at = [], 0
    while at < size:
        length = after[at] - at
        word = "S" if length == 1 else "B" + "M" * (length - 2) + "E"
        cut.append(word.lower() if named[at] else word)
        at = after[at]
    return "".join(cut)


def evidence(units: Sequence[str]) -> list[list[str]]:
    """The features of each unit of a text.

    Args:
        units: Han characters, in simplified form, one by one; whole numbers, words in letters and signs.

    Returns:
        For each unit the names of what holds of it: characters round it, kinds of characters, repeated characters,
        dictionary words and the likeliest cut.

    Example:
        >>> evidence(["好", "！"])[0][:3]
        ['0好', '1<', '2！']
    """
    inner = [_shape(unit) for unit in units]
    begins, ends, over, reach = _matches(inner)
    cut = f"-{likeliest_cut(inner, reach)}-"
    shapes = ["<", "<", *inner, ">", ">"]
    kinds = [_kind(shape) for shape in shapes]
    found = []
    for at, here in enumerate(inner):
        before2, before, _, after, after2 = shapes[at : at + 5]
        words = f"{min(begins[at], 5)}{min(ends[at], 5)}{min(over[at], 5)}"
        mark = cut[at + 1]
        features = [
            f"0{here}", f"1{before}", f"2{after}", f"3{before2}", f"4{after2}",
            f"5{before}{here}", f"6{here}{after}", f"7{before}{after}", f"8{''.join(kinds[at + 1 : at + 4])}",
            f"d{words}", f"b{words[0]}", f"e{words[1]}", f"o{words[2]}", f"w{words}{here}",
            f"c{mark}", f"n{cut[at : at + 3]}", f"h{mark}{here}",
        ]  # fmt: skip
        if mark in "bme":
            features.extend((f"p{mark}{before}", f"q{mark}{after}", f"r{mark}{after2}"))
        around = (after, before, before2, after2)
        if here in around:
            features.extend(f"={number}" for number, other in enumerate(around, 1) if here == other)
        found.append(features)
    return found
