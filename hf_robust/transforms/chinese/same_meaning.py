"""Chinese words replaced by others that mean the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from hf_robust.core.edits import Edit
from hf_robust.language.chinese.word_view import WordView
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import SEGMENTATION
from hf_robust.transforms.base import GENERAL_TASKS, preserves, register
from hf_robust.transforms.chinese.chosen_words import ChineseWords


@register
@dataclass(frozen=True, kw_only=True)
class ChineseSynonym(ChineseWords):
    """A word becomes a synonym of the same part of speech.

    Only pairs that can stand for each other in most texts are used (the table ``interchangeable``): written ones, and
    those of the Chinese Open Wordnet that share senses and are about as usual. A synonym that the clause has already
    is not taken.

    Source: TextFlint (Wang et al. 2021), section 3, "SwapSyn".

    Example:
        >>> ChineseSynonym().preview("这个价钱太高了。", seed=2)
        '这个价格太高了。'
    """

    name = "synonym"
    linguistics = "paradigmatic"
    seed_name = "CnSynonym"
    choice = "words that have a synonym"
    effects = preserves(*GENERAL_TASKS, SEGMENTATION)
    default_rate: ClassVar[float] = 0.1

    def edits_of(self, view: WordView, number: int) -> Sequence[Edit]:
        words = lexicon("interchangeable", "zh").get(view.word(number))
        if not words or _is_inside(view, number):
            return ()
        start, end = view.places[number]
        first, last = view.clause(number)
        clause = view.text[first:last]
        return [Edit(start, end, view.written(word)) for word in words if word not in clause]


def _is_inside(view: WordView, number: int) -> bool:
    """Whether a word is quoted, said twice, or a single character that may be half of another word."""
    start, end = view.places[number]
    if view.text[start - 1 : start] in ("《", "“", "「") and view.text[end : end + 1] in ("》", "”", "」"):
        return True
    if view.word(number) in (view.before(number), view.after(number)):
        return True
    return end - start == 1 and not {view.before(number, 1), view.after(number, 1)}.isdisjoint(_UNSURE)


_UNSURE = frozenset("不 得 一 给 回 来 完 到 回来 起来 着 于 少 久".split())  # 买得起, 看一看, 买回来
