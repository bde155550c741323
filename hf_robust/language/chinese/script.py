"""Simplified and traditional characters, one to one.

A character becomes its most usual partner, of those usual in Taiwan; words in which it is another one are looked up
(头发 is 頭髮).
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from hf_robust.language.lexicons import lexicon

__all__ = [
    "HAN",
    "ScriptCounts",
    "as_written",
    "count_scripts",
    "has_han",
    "is_han",
    "is_traditional",
    "to_simplified",
    "to_traditional",
]

HAN = "〇々\u2e80-\u2fdf\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Ranges of Han characters, for a class in a regular expression."""
_HAN = re.compile(f"[{HAN}]")


def is_han(character: str) -> bool:
    """Whether a character is a Han character: all planes, compatibility forms, 〇 and 々 included.

    Args:
        character: One character; a lone surrogate is none.

    Example:
        >>> [is_han(character) for character in "汉〇々𠀀あ한A，１"]
        [True, True, True, True, False, False, False, False, False]
    """
    return _HAN.fullmatch(character) is not None


def has_han(text: str) -> bool:
    """Whether a text has at least one Han character.

    Args:
        text: Any text.

    Example:
        >>> has_han("iPhone很贵"), has_han("カタカナ")
        (True, False)
    """
    return _HAN.search(text) is not None


@cache
def _partners(direction: str) -> dict[int, str]:
    return {ord(source): target for source, way, target in lexicon("script", "zh") if way == direction}


@cache
def _any_of(characters: frozenset[str]) -> re.Pattern[str]:
    return re.compile(f"[{''.join(sorted(characters))}]")


@cache
def _has_partner(direction: str) -> re.Pattern[str]:
    return _any_of(frozenset(map(chr, _partners(direction))))


def to_simplified(text: str) -> str:
    """The text in simplified characters, as long as before, position by position.

    Args:
        text: Any text; all but traditional characters stay.

    Example:
        >>> to_simplified("這個軟體很貴"), to_simplified("这个软件很贵")
        ('这个软体很贵', '这个软件很贵')
    """
    # most texts are in one script, which a search finds out sooner than a translation
    return text.translate(_partners("s")) if _has_partner("s").search(text) else text


_LONGEST = 6  # characters of a word that is looked up
# 里 is a measure behind a number, and a sound in a name; else it is 裡, inside
_MEASURES = re.compile(
    r"(?<=[一二三四五六七八九十百千万萬亿億两兩几幾半数數多余餘0-9０-９])里|(?<![据仓车水金国油书文题片的]库)(?<=库)里(?![面边头外])"
)


def to_traditional(text: str) -> str:
    """The text in traditional characters, word by word where its words are known; as long as before.

    Args:
        text: Any text; all but simplified characters stay.

    Example:
        >>> to_traditional("这个电影很好看"), to_traditional("皇后以后吃面条"), to_traditional("千里之外的家里")
        ('這個電影很好看', '皇后以後吃麵條', '千里之外的家裡')
    """
    words = lexicon("traditional_words", "zh")
    signs, at = list(text.translate(_partners("t"))), 0
    while at < len(text):
        sizes = range(min(_LONGEST, len(text) - at), 1, -1)
        word = next((text[at : at + size] for size in sizes if text[at : at + size] in words), None)
        if word is not None:
            signs[at : at + len(word)] = words[word]
        at += len(word or " ")
    for match in _MEASURES.finditer(text) if "里" in text else ():
        signs[match.start()] = "里"
    return "".join(signs)


class ScriptCounts(NamedTuple):
    """How many characters of a text belong to one of the scripts only.

    Args:
        traditional: Characters that simplified text does not have.
        simplified: Characters that traditional text does not have.
    """

    traditional: int
    simplified: int


def count_scripts(text: str) -> ScriptCounts:
    """Counts the characters of a text that only one of the two scripts has.

    Args:
        text: Any text.

    Example:
        >>> count_scripts("這個电影"), count_scripts("你好")
        (ScriptCounts(traditional=2, simplified=1), ScriptCounts(traditional=0, simplified=0))
    """
    traditional, simplified = map(_any_of, _only())
    return ScriptCounts(len(traditional.findall(text)), len(simplified.findall(text)))


@cache
def _only() -> tuple[frozenset[str], frozenset[str]]:
    to_simple, to_full = _partners("s"), _partners("t")
    return (
        frozenset(map(chr, to_simple.keys() - to_full.keys())),
        frozenset(map(chr, to_full.keys() - to_simple.keys())),
    )


def is_traditional(text: str) -> bool:
    """Whether a text is written in traditional characters: more of theirs than of the simplified ones.

    Args:
        text: Any text.

    Example:
        >>> is_traditional("這間餐廳很貴"), is_traditional("这间餐厅很贵"), is_traditional("你好")
        (True, False, False)
    """
    traditional, simplified = count_scripts(text)
    return traditional > simplified


def as_written(candidates: Iterable[str], text: str) -> tuple[str, ...]:
    """Candidates from the tables, which are simplified, in the script of the text that they are for.

    Args:
        candidates: Words in simplified characters.
        text: The row's text.

    Example:
        >>> as_written(["价格", "价钱"], "這個價錢太高了"), as_written(["价格"], "价钱太高了")
        (('價格', '價錢'), ('价格',))
    """
    return tuple(map(to_traditional, candidates)) if is_traditional(text) else tuple(candidates)
