"""Chinese words replaced by others that mean the same."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import ClassVar

from hf_robust.core.edits import Edit
from hf_robust.language.chinese.word_view import WordView
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import SEGMENTATION
from hf_robust.transforms.base import GENERAL_TASKS, preserves, register
from hf_robust.transforms.chinese.word_transformation import ChineseWords
from hf_robust.transforms.chinese.written_words import written_words


@register
@dataclass(frozen=True, kw_only=True)
class ChineseSynonym(ChineseWords):
    """Replace a word with a synonym of the same part of speech.

    Only pairs that are interchangeable in most texts are used (the table ``interchangeable``): written ones, and pairs
    of the Chinese Open Wordnet that share senses and are about equally frequent. Short words of written Chinese are
    replaced where their clause allows it (分布于 becomes 分布在). A synonym that already occurs in the clause is not
    used, and titles in 《》 stay.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapSyn".

    Example:
        >>> ChineseSynonym().preview("这个价钱太高了。", seed=2)
        '这个价格太高了。'
    """

    name = "synonym"
    version = "zh.2"
    linguistics = "paradigmatic"
    seed_name = "CnSynonym"
    choice = "words that have a synonym"
    effects = preserves(*GENERAL_TASKS, SEGMENTATION)
    default_rate: ClassVar[float] = 0.1
    takes_parts: ClassVar[bool] = True  # 于 of 分布于; the words of the table are checked one by one

    def edits_of(self, view: WordView, number: int) -> Sequence[Edit]:
        words: Sequence[str] = lexicon("interchangeable", "zh").get(view.word(number), ())
        if not words or view.is_part(number) or _is_inside(view, number):
            words = ()
        words = [*words, *written_words(view, number)]
        start, end = view.places[number]
        if not words or _IN_NAME.match(view.text, start):
            return ()
        if view.text.rfind("《", 0, start) > view.text.rfind("》", 0, start):
            return ()
        first, last = view.clause(number)
        clause = f"{view.text[first:start]} {view.text[end:last]}"
        return [Edit(start, end, view.written(word)) for word in words if word not in clause]


_IN_NAME = re.compile(
    r"(?:和|与|以?及)[^\W的]{1,9}(?:局|部|署|处|院|委员会|协会|学会|学院|研究所|公司|大学|基金会|中心|组织|法|条约|奖|报|杂志|系)"
)
"""A name of an office may go on so behind a link: 食品和药物管理局."""


def _is_inside(view: WordView, number: int) -> bool:
    """Whether a word is quoted, said twice, part of a set phrase, or a character that may be half of another word."""
    start, end = view.places[number]
    if view.text[start - 1 : start] in ("《", "“", "「") and view.text[end : end + 1] in ("》", "”", "」"):
        return True
    word = view.word(number)
    if word in (view.before(number), view.after(number)) or _is_set(view.text, word, start):
        return True
    last = end == view.clause(number)[1]
    if word in _listed("closes_clause"):  # 结束后，: behind what it belongs to, and nothing after it
        return not last or not view.before(number) or view.mark_after(number) == "、"
    if last and word in _listed("opens_clause_or_goes_on"):
        return True
    return end - start == 1 and not {view.before(number, 1), view.after(number, 1)}.isdisjoint(_UNSURE)


def _is_set(text: str, word: str, start: int) -> bool:
    """Whether a word stands in a phrase that keeps its words: 货到付款."""
    return any(text.startswith(phrase, max(0, start - at)) for phrase, at in _phrases().get(word, ()) if at <= start)


@cache
def _phrases() -> Mapping[str, Sequence[tuple[str, int]]]:
    """The phrases that keep each word, with its place in them."""
    known, found = lexicon("interchangeable", "zh"), defaultdict(list)
    for phrase in sorted(_listed("keeps_its_words")):
        for first, last in combinations(range(len(phrase) + 1), 2):
            if phrase[first:last] in known:
                found[phrase[first:last]].append((phrase, first))
    return dict(found)


@cache
def _listed(kind: str) -> frozenset[str]:
    return frozenset(lexicon("word_surroundings", "zh")[kind].split())


_UNSURE = frozenset("不 得 一 给 回 来 完 到 回来 起来 着 于 少 久".split())  # 买得起, 看一看, 买回来
