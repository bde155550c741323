"""Words that exclude each other when both are said of the same: 安全 and 危险, 增加 and 减少, 今天 and 明天."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from hf_robust.core.doc import Doc
from hf_robust.language.chinese.script import as_written, to_simplified
from hf_robust.language.lexicons import lexicon

__all__ = ["Exclusive", "exclusive_words"]

_DEGREES = "很太更真好挺"  # some segmenters leave them in one word with an adjective
_MOST_WORDS = 3  # of a segmenter in one entry of the table: 站/起来


class Exclusive(NamedTuple):
    """A word of a text that others exclude.

    Args:
        start: Its first character.
        end: The character after its last.
        word: The word in simplified characters.
        others: What excludes it, in the characters of the text.
        kind: ``state``, ``verb``, ``place``, ``time``, ``who`` or ``thing``.
    """

    start: int
    end: int
    word: str
    others: tuple[str, ...]
    kind: str


def exclusive_words(doc: Doc) -> list[Exclusive]:
    """The free words of a text that have words which exclude them; the longest entry counts.

    Example:
        >>> from hf_robust.language.chinese.definition import CHINESE
        >>> doc = Doc.of_tokens(["今晚", "的", "菜", "很", "便宜"], language=CHINESE)
        >>> [(found.word, found.others, found.kind) for found in exclusive_words(doc)]
        [('今晚', ('明晚', '昨晚'), 'time'), ('便宜', ('贵',), 'state')]
    """
    text, words, table = to_simplified(doc.text), doc.words, _table()
    found, place = [], 0
    while place < len(words):
        size = 1
        for last in range(min(place + _MOST_WORDS, len(words)), place, -1):
            start, end = words[place][0], words[last - 1][1]
            if last == place + 1 and end - start > 1 and text[start] in _DEGREES and text[start:end] not in table:
                start += 1
            if text[start:end] in table:
                if doc.is_free(start, end):
                    kind, others = table[text[start:end]]
                    found.append(Exclusive(start, end, text[start:end], as_written(others, doc.text), kind))
                size = last - place
                break
        place += size
    return found


@cache
def _table() -> Mapping[str, tuple[str, tuple[str, ...]]]:
    return {word: (kind, tuple(others.split(" "))) for word, kind, others in lexicon("pair_opposites", "zh")}
