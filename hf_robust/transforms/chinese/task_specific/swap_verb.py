"""Verbs of a segmented text in other shapes: 要不要, 问一问, 洗了个澡."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit, Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.script import to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import SEGMENTATION
from hf_robust.transforms.base import Effect, register
from hf_robust.transforms.chinese.task_specific.asked_clauses import (
    DONE,
    HAVE,
    end_of_clause,
    end_of_sentence,
    is_place,
    like_clauses,
    may_be_asked,
    sentence_before,
    until,
    was_done,
)
from hf_robust.transforms.chinese.task_specific.gold_word_changes import (
    Forms,
    GoldWordChange,
    clause_before,
    surrounding,
    word_beside,
)
from hf_robust.transforms.chinese.task_specific.word_tags import tag_of

_TIME = re.compile(r".*[0-9０-９○〇一二三四五六七八九十][年月日时]")
_PERSON = re.compile(r"(?!国家|个人).+[员者家长人们民师兵手友警]")
_ENDS = ("", "。", "，", "！", "；")
_STOPS = ("", "。", "！")
STANDARDS = ("ctb", "pku")
_USUAL = "是"
_NO, _QUESTION = "不", "？"
_WHETHER = {"是否": "是不是", "能否": "能不能", "会否": "会不会", "有无": "有没有", "可否": "可不可以"}
_UNTRIED = frozenset("没 没有 了 过".split())  # what was or was not done is not tried: 没有 去 想, 去 帮 他 盖上 了
_LONGEST_PLACE = 6  # words between a preposition and the verb


@register
@dataclass(frozen=True, kw_only=True)
class SwapVerb(GoldWordChange):
    """Change the form of a verb: 要 -> 要不要 or 问 -> 问一问 (one word), or a separable verb 洗澡 -> 洗/了/个/澡.

    The first form makes a question of a whole sentence: 这/是/书/。 -> 这/是不是/书/？. Only the subject and adverbials
    precede the verb, nothing makes the sentence a negation, a question, a condition or part of a list, and the next
    sentence does not take it up. No clause follows, except predicates under the same modal verb (要/加强/调度/，/改善/
    服务) and clauses that begin with 是 like the first, which are asked with it. It is not the object of a verb such as
    要求 or 预计, not an article of a law, and not one of several demands. 可以 becomes 可不可以. In a text of one
    sentence, what was done is asked: 他/出席/了/会议/。 -> 他/出没出席/会议/？, 部长/在/会上/讲话/。 ->
    部长/在/会上/讲没讲话/？. 是否 and 能否 become 是不是 and 能不能, which makes no other question.
    The second form is used for verbs in requests and intentions. The third form is used for completed actions: the verb
    ends its clause or precedes 后; a subject, a time, an adverb or a preposition precedes it; and nothing makes it a
    plan, a habit or a negation. After 曾, it takes 过. Verbs that are used as nouns do not change. A text that takes
    the first form takes another one only in another sentence. Unless ``count`` is given, 是 is asked only where no
    other verb can be asked.

    Args:
        standard: How the first two forms are segmented: ``ctb`` (one word, as also in MSR) or ``pku``, which cuts them
            (要/不/要) except for verbs of two characters (可不可以). With ``pku`` only some verbs of one character take
            the first form, such as 是, 要, 能, 会 and 有.

    Source: TextFlint (Wang et al. 2021), section 3.2, "SwapVerb" of Chinese word segmentation.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("word-segmentation")
        >>> hr.Perturb("swap-verb", task, count=2)({"words": ["他 回家 洗澡 ， 想 看 书"]})["words"]
        ['他 回家 洗 了 个 澡 ， 想 看一看 书']
    """

    name = "swap-verb"
    version = "zh.6"
    level = "word"
    linguistics = "morphology"
    seed_name = "SwapVerb"
    choice = "verbs that may have another shape"
    effects = MappingProxyType({SEGMENTATION: Effect.CHANGES})

    standard: str = "ctb"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_choice("standard", STANDARDS)

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        found = super().edits(doc, rng)
        asked = [
            edit
            for edit in found
            if _asks(to_simplified(edit.text)) and to_simplified(doc.text[edit.start : edit.end]) not in _WHETHER
        ]
        ends = {end_of_sentence(doc, edit.start) for edit in asked}
        like = [
            edit._replace(start=start, end=end)  # 是 … ， 是 …: all are asked
            for edit in asked
            for start, end in like_clauses(doc, edit.start, edit.end)
        ]
        marks = [
            Edit(*place, _QUESTION) for place in ends if place is not None and doc.text[slice(*place)] != _QUESTION
        ]
        return sorted((*found, *like, *marks)) if marks or like else found

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        found = {word: forms for word in doc.free_words if (forms := self.forms_at(doc, *word))}
        asked = [word for word, forms in found.items() if _asks("".join(forms[0]))]
        if self.count is not None:
            return asked or list(found)
        # 是 is the usual one: where another verb can be asked, it stays
        asked = [word for word in asked if to_simplified(doc.text[slice(*word)]) != _USUAL] or asked
        ends = {end_of_sentence(doc, start) for start, _ in asked}
        told = [word for word in found if word not in asked and not _asks("".join(found[word][0]))]
        return sorted((*asked, *(word for word in told if end_of_sentence(doc, word[0]) not in ends)))

    def forms_at(self, doc: Doc, start: int, end: int) -> Forms:
        word = to_simplified(doc.text[start:end])
        before, after = word_beside(doc, start, end, -1), word_beside(doc, start, end)
        if word in _WHETHER:
            beside_is = before.endswith("是") or after == "是"  # 而不是 是否
            return [] if beside_is or after in _ENDS else [self._cut(_WHETHER[word])]
        if word in surrounding("asked") and may_be_asked(doc, start, end):
            return self._asked(word)
        if after == DONE and word in surrounding("asked_when_done") and was_done(doc, start, end):
            return [(f"{word[0]}没{word}",)]
        if len(word) == 1:
            if lexicon("repeated_words", "zh").get(word) != "v-one-v" or not _may_be_tried(before, after):
                return []
            clause = clause_before(doc, start, end)
            if (
                before == "来" and word in ("说", "看") and (after in _ENDS or "对" in clause)
            ):  # 一般 来 说, 对 我 来 说
                return []
            if not _UNTRIED.isdisjoint((*clause, *until(doc, end, end_of_clause(doc, end)))):
                return []
            answer = any(one.startswith("答") for one in clause)  # 答记者问
            form = (word, "一", word) if self.standard == "pku" else (f"{word}一{word}",)
            return [] if answer else [form]
        parts = lexicon("separable_verbs", "zh").get(word)
        if parts is None:
            return []
        if before in surrounding("planned") and "个" in parts and after in _ENDS:
            return [(parts[0], *parts[2:])]
        clause = clause_before(doc, start, end)
        if not _may_be_done(word, clause, after) or not surrounding("again_and_again").isdisjoint(
            sentence_before(doc, start)
        ):
            return []
        if after in _STOPS and was_done(doc, start, end):
            return [(f"{word[0]}没{word}",)]
        return [(parts[0], "过", parts[-1])] if "曾" in clause or "曾经" in clause else [parts]

    def _edit(self, doc: Doc, start: int, end: int, form: Sequence[str]) -> Edit:
        edit = super()._edit(doc, start, end, form)
        replaces = form[0][1:2] == "没" and word_beside(doc, start, end) == DONE  # 参加 了 -> 参没参加
        return edit._replace(end=end + len(DONE)) if replaces else edit

    def _cut(self, question: str) -> Sequence[str]:
        """A verb of one character and its negation, as the standard cuts them."""
        return tuple(question) if self.standard == "pku" and question[0] == question[-1] else (question,)

    def _asked(self, word: str) -> Forms:
        """A verb and its negation, as a question has them."""
        if word == HAVE:
            return [(word, "没", word) if self.standard == "pku" else (f"{word}没{word}",)]
        if len(word) > 1 or self.standard != "pku":
            return [(f"{word[0]}{_NO}{word}",)]
        return [(word, _NO, word)] if word in surrounding("asked_where_pku_cuts") else []


def _asks(new: str) -> bool:
    """Whether a new form is that of a question: 要不要, 有没有."""
    return new[1:2] in ("不", "没") and new[:1] == new[2:3]


def _may_be_tried(before: str, after: str) -> bool:
    """Whether a verb of one character is asked for or meant, with a thing or nothing behind it."""
    if before not in surrounding("tried_before"):
        return False
    found = entry(after)
    return after in _ENDS or (found is not None and found.tag.startswith(("n", "r")))


def _may_be_done(word: str, clause: Sequence[str], after: str) -> bool:
    """Whether a separable verb is the predicate of a clause that tells what was done."""
    lasts = after == "的" and word in surrounding("lasting")
    if not clause or not (lasts or after in surrounding("after_done")) or _is_unreal(clause):
        return False
    before = clause[-1]
    if before in surrounding("done_before") or _TIME.fullmatch(before):
        return True
    is_doer = tag_of(before) in ("nr", "d") or _PERSON.fullmatch(before)
    return not lasts and (bool(is_doer) or is_place(clause[-_LONGEST_PLACE:]))


def _is_unreal(clause: Sequence[str]) -> bool:
    """Whether a clause tells of a plan, a habit or a denial; 会 of 会 上 is a meeting."""
    meeting = ("会", "上")
    return any(
        word in surrounding("unreal") and (word, behind) != meeting for word, behind in zip(clause, (*clause[1:], ""))
    )
