"""Words of a Chinese text that say how something is, with the adverb of degree before them."""

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from hf_robust.language.chinese.closed_classes import NEGATIONS
from hf_robust.language.chinese.word_view import WordView
from hf_robust.language.lexicons import lexicon

__all__ = ["Predicate", "degrees", "polarities", "predicate_at"]

_BOUND = re.compile(
    "(?:不|没|没有|不是|未|别|太|最|更|更加|越|越来越|还要|多么|多|这么|那么|如此|这样|那样|真|真是|好|好好|够|过于|过|极|怪|偏|"
    "稍|稍微|些|不算|不太|不够|不会|不怎么|怎么|无|非|几乎|差点|比|得更|一样|同样|可以|能|会|要|想|变|变得|是否|如何|蛮|挺|老|可)$"
)
_COMPARED = re.compile(
    "比|不如|如果|要是|假如|没有.*那么|[跟和像].*一样|越来越|越.*越|吗|怎么|如何|是否|不是|不算|不会|没有|希望|要求|但愿|祝|除非|难道|谁"
)
_NEGATIONS = tuple(NEGATIONS)
_DONE = tuple("换装贴做买修充弄搞学选准备")  # 换好 is no judgment
_COMPARISON = frozenset("比较 比如 比例 比赛 对比 性价比 价比 百分比 相比 比亚迪 无比 好比".split())


class Predicate(NamedTuple):
    """A word that says how something is.

    Args:
        word: The word, in simplified characters.
        start: Its first character.
        end: The character after its last.
        degree: The adverb of degree right before it; empty where there is none.
    """

    word: str
    start: int
    end: int
    degree: str

    @property
    def first(self) -> int:
        """Where it begins, its adverb included."""
        return self.start - len(self.degree)


def predicate_at(view: WordView, number: int, known: Mapping[str, str], adverbs: tuple[str, ...]) -> Predicate | None:
    """The predicate that begins with a word, or that this word is with its adverb; None where it is none, or is bound.

    Args:
        view: The words of the text.
        known: The words that are looked for.
        adverbs: Adverbs of degree, the longest first.
    """
    start, end = view.places[number]
    text, word = view.text, view.word(number)
    inside = ""
    if word not in known and word.startswith(adverbs):
        inside = next((adverb for adverb in adverbs if word.startswith(adverb) and word[len(adverb) :] in known), "")
    after = view.after(number)
    if after and word + after in known:
        word, end = word + after, end + len(after)
    word = word[len(inside) :]
    if word not in known:
        return None
    start += len(inside)
    first = view.clause(number)[0]
    ahead = text[first:start]
    degree = inside or next((adverb for adverb in adverbs if ahead.endswith(adverb)), "")
    rest = ahead[: len(ahead) - len(degree)]
    if (not degree and _BOUND.search(rest)) or (degree and rest.endswith(_NEGATIONS)):
        return None
    if word == "好" and not degree and rest.endswith(_DONE):
        return None
    clause = text[first : view.clause(number)[1]]
    for harmless in _COMPARISON:
        clause = clause.replace(harmless, "")
    if _COMPARED.search(clause) or text[end : end + 1] in ("不", "没") or view.mark_after(number) in ("？", "?"):
        return None
    return Predicate(word, start, end, degree)


@cache
def polarities() -> Mapping[str, str]:
    """Gradable words with ``positive``, ``negative`` or ``neutral``."""
    table = lexicon("gradable", "zh")
    return {word: kind for kind in ("neutral", "negative", "positive") for word in table[kind]}


@cache
def degrees() -> Mapping[str, tuple[str, ...]]:
    """Each adverb of degree with those of its strength, itself among them; the longest first."""
    groups = lexicon("gradable", "zh")["adverbs"]
    found = {adverb: group for group in groups for adverb in group}
    return dict(sorted(found.items(), key=lambda item: -len(item[0])))
