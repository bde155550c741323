"""Chinese adjectives and verbs replaced by their opposites."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar, NamedTuple

from hf_robust.core.edits import Edit
from hf_robust.language.chinese.closed_classes import (
    ASPECTS,
    BEFORE_PREDICATES,
    CLASSICAL_NEGATIONS,
    COMPARING_DEGREES,
    DEGREES,
    NEGATIONS,
    NOUN_ENDINGS,
    SUCH_DEGREES,
)
from hf_robust.language.chinese.word_view import WordView
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import NER, NESTED_NER, POS
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.chinese.word_transformation import ChineseWords
from hf_robust.transforms.chinese.words import in_formula

_NEGATIONS = (*NEGATIONS, *CLASSICAL_NEGATIONS, "不太", "不够", "不再", "不会", "不能")
_DEGREES = (
    *(DEGREES | COMPARING_DEGREES | SUCH_DEGREES | BEFORE_PREDICATES),
    *"越 有些 稍 略 过于 却 又 就 得 变 偏 不仅 仍 已 将 会".split(),
)
_PARTS_OF_NOUNS = NOUN_ENDINGS | frozenset("器 机 员 法 期 点 站 商 部 费".split())
# what may come right after a short adjective that is said of something; else it is half of a longer word
_AFTER_SHORT = ASPECTS | frozenset("的 得 啊 呢 吧 吗 一点 些 一些 多 很多 许多 极 于 且 而 又 但 也".split())
_TAKE_NOUNS = frozenset("得到 获得 失去 取得 丧失 赢得".split())  # their opposites take no verbal noun: 得到改善
_CONTRASTED = frozenset("而 且 又 或 和 与 、".split())


class _Opposite(NamedTuple):
    """The opposite of a word.

    Args:
        text: The opposite.
        beside: Words of which one must stand in the clause; none: it always is the opposite.
        unless: Strings of which none may stand in the clause.
    """

    text: str
    beside: tuple[str, ...]
    unless: tuple[str, ...]


@register
@dataclass(frozen=True, kw_only=True)
class ChineseAntonym(ChineseWords):
    """Replace an adjective or a verb with its antonym.

    A table lists the antonyms, for short words only in combination with certain words: a price is 高 or 低, a man is 高
    or 矮. Words that are negated, coordinated or next to their antonym do not change.

    The transformation reverses the meaning. It therefore applies only to tasks whose labels describe the form of the
    text: tags and names stay the same.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapAnt".

    Example:
        >>> ChineseAntonym().preview("这里的菜很贵。")
        '这里的菜很便宜。'
    """

    name = "antonym"
    linguistics = "paradigmatic"
    seed_name = "CnAntonym"
    choice = "adjectives and verbs that have an antonym"
    effects = preserves(NER, NESTED_NER, POS)
    default_rate: ClassVar[float] = 0.2

    def edits_of(self, view: WordView, number: int) -> Sequence[Edit]:
        found = _opposites().get(view.word(number))
        if not found or _is_bound(view, number):
            return ()
        kind, opposites = found
        if not _fits_adjective(view, number) if kind == "a" else not _fits_verb(view, number):
            return ()
        start, end = view.places[number]
        first, last = view.clause(number)
        clause = f"{view.text[first:start]} {view.text[end:last]}"
        return [
            Edit(start, end, view.written(opposite.text))
            for opposite in opposites
            if opposite.text not in clause
            and (not opposite.beside or any(word in clause for word in opposite.beside))
            and not any(word in clause for word in opposite.unless)
        ]


def _is_bound(view: WordView, number: int) -> bool:
    """Whether a word is negated, joined to another, said twice or part of a set phrase."""
    ahead, word, behind = view.ahead(number), view.word(number), view.behind(number)
    if in_formula(view.text, *view.places[number]):
        return True
    if ahead.endswith(_NEGATIONS) or behind.startswith(("不", "没", "与否", "无比", word)) or ahead.endswith(word):
        return True
    start, end = view.places[number]
    return "、" in (view.text[start - 1 : start], view.text[end : end + 1]) or view.before(number) in _CONTRASTED


def _fits_adjective(view: WordView, number: int) -> bool:
    """Whether an adjective says something of a thing: no adverb, and if short no part of a longer word."""
    word, after = view.word(number), view.after(number)
    if len(word) > 1:
        return after != "地" and (not after or "VERB" not in view.tags(number + 1)[:1])
    graded = view.ahead(number).endswith(_DEGREES)
    said = "NOUN" in view.tags(number - 1) and bool(view.before(number))
    return (graded or said) and (not after or after in _AFTER_SHORT)


def _fits_verb(view: WordView, number: int) -> bool:
    """Whether a verb is no part of a name or term: it stands behind what does it, or what it is done to follows."""
    if len(view.word(number)) == 1:
        return bool(view.before(number)) or bool(view.after(number))
    if view.word(number) in _TAKE_NOUNS and "VERB" in view.tags(number + 1)[:1]:
        return False
    return view.after(number) not in _PARTS_OF_NOUNS


def opposites_of(word: str) -> frozenset[str]:
    """The words that the table opposes to a word, wherever it stands.

    Example:
        >>> opposites_of("上涨")
        frozenset({'下跌'})
    """
    _, found = _opposites().get(word, ("", ()))
    return frozenset(opposite.text for opposite in found)


@cache
def _opposites() -> Mapping[str, tuple[str, Sequence[_Opposite]]]:
    found: dict[str, tuple[str, list[_Opposite]]] = {}
    for kind, word, opposite, way, beside, unless in lexicon("antonyms", "zh"):
        pairs = [(word, opposite)] if way == ">" else [(word, opposite), (opposite, word)]
        for one, other in pairs:
            _, known = found.setdefault(one, (kind, []))
            known.append(_Opposite(other, tuple(beside.split()), tuple(unless.split())))
    return found
