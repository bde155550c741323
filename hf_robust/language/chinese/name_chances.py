"""How likely some characters are the full name of a person: a surname and one or two characters of given names.

The chances come from the list of surnames, ordered by frequency, and from the characters of the given names of the
lists and of the full names in the dictionary.
"""

import math
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from hf_robust.language.chinese.dictionary import rows
from hf_robust.language.chinese.script import is_han
from hf_robust.language.lexicons import lexicon

__all__ = ["is_surname_with_title", "likely_names"]

_NAMES = math.log(0.006)
"""How many words of a text are full names, as a logarithm."""
_FLAT = 10
"""How little the first surnames stand out from the next ones."""
_UNSEEN = 0.3
"""How often a character that no known name has counts as seen."""
_SHORT = 1
"""Names of one character behind the surname are fewer by this much."""
_TITLES = frozenset(
    "主席 总理 总统 先生 女士 小姐 老师 教授 书记 部长 市长 省长 县长 局长 厂长 校长 院长 经理 "
    "老板 同志 师傅 医生 大夫 将军 司令 大人 老爷 太太 夫人".split()
)


class _Chances(NamedTuple):
    """Logarithms: of surnames, of characters that begin, that end and that are a given name, and of all others."""

    surnames: dict[str, float]
    first: dict[str, float]
    last: dict[str, float]
    only: dict[str, float]
    unseen: float


@cache
def _surnames() -> tuple[str, ...]:
    names = lexicon("person_names", "zh")
    return (*names["surnames"].split(), *names["compound_surnames"].split())


@cache
def _chances() -> _Chances:
    names = lexicon("person_names", "zh")
    own = _surnames()
    known = set(own)
    given = [*names["female"].split(), *names["male"].split()] * 3
    given += [
        word[1:]
        for word, row in rows().items()
        if len(word) == 3 and word[0] in known and row.split("\t")[1] == "nr" and word[1:] not in _TITLES
    ]
    pairs = [name for name in given if len(name) == 2]
    first, last = Counter(name[0] for name in pairs), Counter(name[1] for name in pairs)
    only = Counter(name for name in given if len(name) == 1) + Counter(last)
    weights = {name: 1 / (rank + _FLAT) for rank, name in enumerate(own)}
    unseen = math.log(_UNSEEN / len(pairs))
    return _Chances(_logarithms(weights), _logarithms(first), _logarithms(last), _logarithms(only), unseen)


def _logarithms(counts: Mapping[str, float]) -> dict[str, float]:
    total = sum(counts.values())
    return {name: math.log(count / total) for name, count in counts.items()}


def likely_names(text: str, start: int) -> list[tuple[int, float]]:
    """Where a full name that begins at a place may end, and the logarithm of its chance.

    Args:
        text: Simplified characters.
        start: The place of the first one.

    Returns:
        For each end the chance; nothing where no surname begins.

    Example:
        >>> [end for end, _ in likely_names("王小明说", 0)], likely_names("说王小明", 0)
        ([2, 3], [])
        >>> likely_names("王小明", 0)[1][1] > likely_names("王了的", 0)[1][1]
        True
    """
    surnames, first, last, only, unseen = _chances()
    found = []
    for begin in (start + 1, start + 2):
        surname = surnames.get(text[start:begin])
        if surname is None or not is_han(text[begin : begin + 1]):
            continue
        found.append((begin + 1, _NAMES + surname + only.get(text[begin], unseen) - _SHORT))
        if is_han(text[begin + 1 : begin + 2]):
            both = first.get(text[begin], unseen) + last.get(text[begin + 1], unseen)
            found.append((begin + 2, _NAMES + surname + both))
    return found


def is_surname_with_title(word: str) -> bool:
    """Whether a word is a surname with a title, which are two words: 周总理.

    Args:
        word: Simplified characters.

    Example:
        >>> is_surname_with_title("周总理"), is_surname_with_title("总理")
        (True, False)
    """
    return word[1:] in _TITLES and word[0] in _surnames()
