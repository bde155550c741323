"""Negation of a Chinese clause added or removed."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.verb_phrases import actions, predicate_start
from hf_robust.language.chinese.word_view import WordView, word_view
from hf_robust.tasks import NER, NESTED_NER, POS
from hf_robust.transforms.base import Transformation, preserves, register

STATES = frozenset(
    "是 会 能 可以 应该 愿意 想 喜欢 喜爱 讨厌 相信 知道 认识 支持 反对 同意 属于 包括 需要 了解 "
    "明白 适合 符合 具有 等于 姓 值得 影响 关心 担心 害怕 理解 "
    "尊重 信任 欣赏 允许 接受 住 爱".split()
)
_CLAUSE_TAKERS = frozenset("说 表示 指出 认为 觉得 希望 相信 知道 宣布 报道 强调 听说 要求 决定 发现 承认".split())
_KEPT = re.compile(
    "也|都|只|才|就|再|还|已|曾|刚|一直|总|常|最|太|更|很|非常|越|吗|呢|什么|怎么|谁|哪|如果|因为|虽然|但|和.*和|或|[？?]"
)
_NEGATED = re.compile("不|没|未|无|别|非")


@register
@dataclass(frozen=True, kw_only=True)
class ChineseNegation(Transformation):
    """Add a negation to a text with one clause, or remove the negation that it has.

    买了书 becomes 没买书, 喜欢 becomes 不喜欢, 有 becomes 没有, and vice versa. A text does not change if it has
    several clauses or predicates, is a question or a comparison, or contains words that occur only with a negation or
    never with one.

    Args:
        mode: ``both`` (remove a negation if there is one, otherwise add one), ``add`` or ``remove``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "ReverseNeg".

    Example:
        >>> ChineseNegation().preview("他买了两本书。"), ChineseNegation().preview("他不喜欢北京。")
        ('他没买两本书。', '他喜欢北京。')
    """

    mode: str = "both"

    name = "negation"
    version = "zh.1"
    level = "sentence"
    linguistics = "syntax"
    seed_name = "ReverseNeg"
    choice = "clauses that can be negated"
    languages = ("zh",)
    effects = preserves(NER, NESTED_NER, POS)

    def __post_init__(self) -> None:
        self._require_choice("mode", ("both", "add", "remove"))

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        view = word_view(doc)
        if len({view.clause(number) for number in range(len(view))}) != 1:
            raise NotApplicable("the text has several clauses")
        if _KEPT.search(view.text) or not _CLAUSE_TAKERS.isdisjoint(view.word(n) for n in range(len(view))):
            raise NotApplicable("a word of the text occurs only with a negation, or never with one")
        negated = _NEGATED.search(view.text) is not None
        if self.mode != "both" and negated != (self.mode == "remove"):
            raise NotApplicable("the text is already negated" if negated else "the text has no negation")
        found = affirmed(view) if negated else _denied(view)
        if not found:
            raise NotApplicable("the predicate is not known")
        if not all(doc.is_free(edit.start, edit.end) for edit in found):
            raise NotApplicable("the predicate is protected")
        return sorted(found, key=lambda edit: edit[:2])


def denied_action(view: WordView) -> list[Edit]:
    """没 before the only thing that was done, whose 了 goes; nothing where several things or none were done.

    Args:
        view: The words of a text with one clause.

    Example:
        >>> from hf_robust.language.chinese.definition import CHINESE
        >>> [(edit.start, edit.text) for edit in denied_action(word_view(Doc("他买了书", language=CHINESE)))]
        [(1, '没'), (2, '')]
    """
    done = list(actions(view))
    if len(done) != 1 or done[0] is None:
        return []
    place, particle = view.places[done[0].start][0], done[0].particle
    gone = [Edit(*particle, "")] if view.text[particle[0]] == "了" else []
    return [_inserted(view, place, "没"), *gone]


def affirmed(view: WordView) -> list[Edit]:
    """Without its only negation; what was not done gets 了.

    Args:
        view: The words of a text with one clause.

    Example:
        >>> from hf_robust.language.chinese.definition import CHINESE
        >>> [(edit.start, edit.text) for edit in affirmed(word_view(Doc("他没去过北京", language=CHINESE)))]
        [(1, '')]
    """
    signs = [number for number in range(len(view)) if _NEGATED.search(view.word(number))]
    if len(signs) != 1 or not view.after(signs[0]):
        return []
    sign, verb = signs[0], signs[0] + 1
    word, after = view.word(sign), view.word(verb)
    if word == "没有" and "VERB" not in view.tags(verb)[:1]:
        return [Edit(*view.places[sign], "有")]
    if after in STATES if word == "不" else word == "没" and after == "有":
        return [Edit(*view.places[sign], "")]
    acts = "VERB" in view.tags(verb)[:1] and after not in STATES and bool(view.after(verb))
    if word in ("没", "没有") and acts:
        place = view.places[verb][1]
        gone = Edit(*view.places[sign], "")
        return [gone] if view.after(verb) == "过" else [gone, _inserted(view, place, "了", "PART", "AS")]
    return []


def _denied(view: WordView) -> list[Edit]:
    """With 没 before what was done, 没 before 有, 不 before what is so."""
    done = list(actions(view))
    if done:
        return denied_action(view)
    for number in range(len(view)):
        word = view.word(number)
        if (word == "有" or word in STATES) and view.before(number) and predicate_start(view, number) == number:
            return [_inserted(view, view.places[number][0], "没" if word == "有" else "不")]
    return []


def _inserted(view: WordView, place: int, word: str, upos: str = "ADV", xpos: str = "RB") -> Edit:
    new = view.written(word)
    return Edit(place, place, new, view.labels(new, upos, xpos))
