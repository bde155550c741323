"""Chinese judgments said in other words: in another degree's adverb, or as the denial of the opposite."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from hf_robust.core.edits import Edit
from hf_robust.language.chinese.closed_classes import (
    ADDING,
    DEGREE_COMPLEMENTS,
    DEGREES,
    NEGATIVE_DEGREES,
    SOFT_DEGREES,
    STRONG_DEGREES,
)
from hf_robust.language.chinese.dictionary import universal_tags_of
from hf_robust.language.chinese.predicates import Predicate, degrees, polarities, predicate_at
from hf_robust.language.chinese.word_view import WordView
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import SENTIMENT
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.chinese.task_specific.gold_word_changes import surrounding
from hf_robust.transforms.chinese.word_transformation import ChineseWords

_ENDS = ("", "的", "啊", "呀", "哦", "呢", "哈", "哟", "噢", "嘛")
_BEFORE_BARE = ADDING | {"", "也", "还", "都", "且", "却", "质量", "感觉", "觉得"}
_STATES = frozenset("正常 完整 齐全 支持 推荐 值得 需要 了解 理解 感谢 满足 多样 合身 大 小 高 低 多 少 强 火".split())
# adverbs of degree that go with the word that is denied, the longest first
_GRADES = tuple(
    sorted(DEGREES | {"超级", "极为", "真的很", "真的非常", "还是挺", "还是蛮", "有些"}, key=len, reverse=True)
)
_TRANSITIVE = frozenset("喜欢 讨厌 厌恶".split())
_WEAK = SOFT_DEGREES | {"很", "还是挺", "还是蛮", "有点", "有些", ""}  # 不差 is no 非常好
_QUOTES = (("“", "”"), ("「", "」"), ("『", "』"), ("‘", "’"))
_COMPLEMENTS = (*DEGREE_COMPLEMENTS, "死", "透")
_FORMAL = frozenset("十分 相当 极其 极为 较为 略微".split())  # before words of two characters


def _is_subject(view: WordView, number: int) -> bool:
    """Whether what stands before a word is what it may be said of."""
    before = view.before(number)
    return before in _BEFORE_BARE or universal_tags_of(before)[:1] in (("NOUN",), ("PROPN",), ("PRON",))


@register
@dataclass(frozen=True, kw_only=True)
class ChineseAdjustDegree(ChineseWords):
    """Add an adverb of degree to a gradable word, or replace the adverb with one of the same strength.

    很 becomes 非常, 有点 becomes 有些; 屏幕亮 becomes 屏幕特别亮. Words that are negated, compared, questioned or
    wished for, or that have another adverb (太, 最, 更), do not change.

    Source: TextFlint (Wang et al. 2021), section 3, "ExtentAdjust".

    Example:
        >>> ChineseAdjustDegree().preview("屏幕亮。")
        '屏幕很亮。'
    """

    name = "adjust-degree"
    version = "zh.2"
    linguistics = "syntax"
    seed_name = "ExtentAdjust"
    choice = "words that can be graded"
    takes_parts: ClassVar[bool] = True
    effects = preserves(SENTIMENT)
    default_rate: ClassVar[float] = 0.34

    def edits_of(self, view: WordView, number: int) -> Sequence[Edit]:
        found = predicate_at(view, number, polarities(), tuple(degrees()))
        if found is None or _is_quoted(view.text, found.start):
            return ()
        if not found.degree:
            new = _strong(view, number, found) if _is_bare(view, number, found) else ()
        else:
            new = [adverb for adverb in degrees()[found.degree] if adverb != found.degree]
            new = [adverb for adverb in new if len(found.word) > 1 or adverb not in _FORMAL]
            if found.degree in NEGATIVE_DEGREES and polarities()[found.word] == "positive":
                return ()
        return [Edit(found.first, found.start, view.written(adverb)) for adverb in new]


def _is_quoted(text: str, place: int) -> bool:
    """Whether a character stands within quotation marks."""
    ahead = text[:place]
    return ahead.count('"') % 2 == 1 or any(ahead.count(first) > ahead.count(last) for first, last in _QUOTES)


def _strong(view: WordView, number: int, found: Predicate) -> Sequence[str]:
    """The adverbs that a word without one may get."""
    if view.before(number) == "还":
        return ("挺", "蛮") if polarities()[found.word] == "positive" else ()
    word = found.word
    return STRONG_DEGREES[:3] if len(word) == 1 else STRONG_DEGREES


def _is_bare(view: WordView, number: int, found: Predicate) -> bool:
    """Whether a word without an adverb of degree may get one: it ends its clause, or describes a noun."""
    end = view.clause(number)[1]
    behind = view.text[found.end : end]
    if found.word in _STATES or not _is_subject(view, number) or (len(found.word) == 1 and _is_noun(view, number)):
        return False
    if behind in _ENDS:
        return behind != "的" or bool(view.before(number))
    return behind.startswith("的") and len(found.word) > 1 and not view.before(number)


def _is_noun(view: WordView, number: int) -> bool:
    """Whether a word of one character ends the object of a verb: 有公分差 (a difference), unlike 说屏幕差."""
    if number < 2 or view.places[number - 2][0] < view.clause(number)[0]:
        return False
    before = view.word(number - 2)
    return universal_tags_of(before)[:1] == ("VERB",) and before not in surrounding("takes_statements")


@register
@dataclass(frozen=True, kw_only=True)
class ChineseDoubleDenial(ChineseWords):
    """Replace an opinion word with the negation of its antonym: 好 becomes 不差, 差 becomes 不好.

    A weak adverb of degree (很, 挺) is removed. After a strong one (非常, 特别, 太) the word does not change, because
    不差 is weaker. Words that are negated, compared, questioned, wished for or conditional do not change, and neither
    do words that are not the predicate.

    Source: TextFlint (Wang et al. 2021), section 3, "DoubleDenial".

    Example:
        >>> ChineseDoubleDenial().preview("这家店服务很好。")
        '这家店服务不差。'
    """

    name = "double-denial"
    linguistics = "syntax"
    seed_name = "DoubleDenial"
    choice = "words whose opposite can be denied"
    takes_parts: ClassVar[bool] = True
    effects = preserves(SENTIMENT)
    default_rate: ClassVar[float] = 0.34

    def edits_of(self, view: WordView, number: int) -> Sequence[Edit]:
        table: Mapping[str, str] = lexicon("denials", "zh")
        found = predicate_at(view, number, table, _GRADES)
        if found is None or found.degree not in _WEAK:
            return ()
        end, behind = found.end, view.text[found.end : view.clause(number)[1]]
        if behind.startswith(_COMPLEMENTS):
            return ()
        if found.degree in ("挺", "蛮", "还是挺", "还是蛮") and behind == "的":
            end += 1
        elif found.word not in _TRANSITIVE and behind not in ("", "的", "啊", "呀", "哦", "呢", "哈"):
            return ()
        if not found.degree and (not _is_subject(view, number) or (len(found.word) == 1 and not view.before(number))):
            return ()
        return [Edit(found.first, end, view.written(table[found.word]))]
