"""Verbs of a segmented text in other shapes: 要不要, 问一问, 洗了个澡."""

import re
from bisect import bisect_left, bisect_right
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
from hf_robust.transforms.chinese.task_specific.gold_word_changes import (
    Forms,
    GoldWordChange,
    clause_before,
    surrounding,
    word_beside,
)

_TIME = re.compile(r".*[0-9０-９○〇一二三四五六七八九十][年月日时]")
_PERSON = re.compile(r"(?!国家|个人).+[员者家长人们民师兵手友警]")
_ENDS = ("", "。", "，", "！", "；")
STANDARDS = ("ctb", "pku")
_NO, _QUESTION, _HAVE = "不", "？", "有"
_CLAUSE_ENDS = ("。", "，", "；", "！", "？")
_LONGEST_SUBJECT = 9  # words
_SHORTEST_PREDICATE = 2  # words behind the verb: 人们可以预见，… has none of its own
_TAGS_OF_SUBJECTS = "nrtsji"
_LAST_OF_OTHER_CLAUSES = frozenset("时 后 前 下 中 上 里 之后 之前 以后 以前 时候 的话 吗 呢 吧 了 来说 而言".split())
_QUESTION_WORDS = frozenset("吗 呢 谁 什么 哪 哪里 哪些 怎么 怎样 如何 为什么 多少 几 还是 是否 何 ： “".split())
_LONGEST_PLACE = 6  # words between a preposition and the verb


@register
@dataclass(frozen=True, kw_only=True)
class SwapVerb(GoldWordChange):
    """Change the form of a verb: 要 -> 要不要 or 问 -> 问一问 (one word), or a separable verb 洗澡 -> 洗/了/个/澡.

    The first form makes a question of a clause: 这/是/书/。 -> 这/是不是/书/？. The verb follows its subject, and
    nothing in the clause makes it a negation, a question or a condition. 可以 becomes 可不可以. The second form is used
    for verbs in requests and intentions. The third form is used for completed actions: the verb ends its clause or
    precedes 后; a subject, a time, an adverb or a preposition precedes it; and nothing makes it a plan, a habit or a
    negation. After 曾, it takes 过. Verbs that are used as nouns do not change. A text that takes the first form takes
    no other.

    Args:
        standard: How the first two forms are segmented: ``ctb`` (one word, as also in MSR) or ``pku``, which cuts them
            (要/不/要) except for verbs of two characters (可不可以). With ``pku`` only those verbs of one character
            take the first form for which 不 and the verb make a word.

    Source: TextFlint (Wang et al. 2021), section 3.2, "SwapVerb" of Chinese word segmentation.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("word-segmentation")
        >>> hr.Perturb("swap-verb", task, count=2)({"words": ["他 回家 洗澡 ， 想 看 书"]})["words"]
        ['他 回家 洗 了 个 澡 ， 想 看一看 书']
    """

    name = "swap-verb"
    version = "zh.2"
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
        ends = {
            _end_of_clause(doc, edit.start)
            for edit in found
            if to_simplified(doc.text[edit.start : edit.end]) in surrounding("asked")
        }
        marks = [
            Edit(*place, _QUESTION) for place in ends if place is not None and doc.text[slice(*place)] != _QUESTION
        ]
        return sorted((*found, *marks)) if marks else found

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        words = super().eligible(doc)
        asked = [word for word in words if to_simplified(doc.text[slice(*word)]) in surrounding("asked")]
        return asked or words

    def forms_at(self, doc: Doc, start: int, end: int) -> Forms:
        word = to_simplified(doc.text[start:end])
        if word in surrounding("asked") and _may_be_asked(doc, start, end):
            return self._asked(word)
        before, after = word_beside(doc, start, end, -1), word_beside(doc, start, end)
        if len(word) == 1:
            if lexicon("repeated_words", "zh").get(word) != "v-one-v" or not _may_be_tried(before, after):
                return []
            answer = any(one.startswith("答") for one in clause_before(doc, start, end))  # 答记者问
            form = (word, "一", word) if self.standard == "pku" else (f"{word}一{word}",)
            return [] if answer else [form]
        parts = lexicon("separable_verbs", "zh").get(word)
        if parts is None:
            return []
        if before in surrounding("planned") and "个" in parts and after in _ENDS:
            return [(parts[0], *parts[2:])]
        clause = clause_before(doc, start, end)
        if not _may_be_done(word, clause, after):
            return []
        return [(parts[0], "过", parts[-1])] if "曾" in clause or "曾经" in clause else [parts]

    def _asked(self, word: str) -> Forms:
        """A verb and its negation, as a question has them."""
        if word == _HAVE:
            return [] if self.standard == "pku" else [(f"{word}没{word}",)]
        if len(word) > 1 or self.standard != "pku":
            return [(f"{word[0]}{_NO}{word}",)]
        return [(word, _NO, word)] if word in surrounding("asked_where_pku_cuts") else []


def _end_of_clause(doc: Doc, start: int) -> Offsets | None:
    """Where the mark stands that ends the clause of a word; None at the end of a text without one."""
    words = doc.words if doc.bounds is None else doc.bounds
    behind = words[bisect_right(words, (start, len(doc.text))) :]
    return next((place for place in behind if doc.text[slice(*place)] in _CLAUSE_ENDS), None)


def _may_be_asked(doc: Doc, start: int, end: int) -> bool:
    """Whether a verb is the predicate of a statement that may become a question: only its subject precedes it."""
    clause = clause_before(doc, start, end)
    if not 0 < len(clause) <= _LONGEST_SUBJECT or clause[-1] in surrounding("not_before_asked"):
        return False
    close = _end_of_clause(doc, end)
    if close is not None and word_beside(doc, *close) in ("“", "《"):  # what follows is said or thought
        return False
    stop = len(doc.text) if close is None else close[0]
    rest = [to_simplified(doc.text[first:last]) for first, last in _words_between(doc, end, stop)]
    if (
        len(rest) < _SHORTEST_PREDICATE
        or rest[0] in surrounding("not_after_asked")
        or rest[-1] in _LAST_OF_OTHER_CLAUSES
    ):
        return False
    if not surrounding("not_asked_in").isdisjoint(clause) or not _QUESTION_WORDS.isdisjoint(rest):
        return False
    tags = [_tag(one) for one in clause]
    return tags[-1][0] in _TAGS_OF_SUBJECTS and not any(tag[0] in "vpd" for tag in tags)


def _words_between(doc: Doc, start: int, end: int) -> Sequence[Offsets]:
    words = doc.words if doc.bounds is None else doc.bounds
    return words[bisect_left(words, (start, start)) : bisect_left(words, (end, end))]


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
    is_doer = _tag(before) in ("nr", "d") or _PERSON.fullmatch(before)
    return not lasts and (bool(is_doer) or _is_place(clause[-_LONGEST_PLACE:]))


def _is_unreal(clause: Sequence[str]) -> bool:
    """Whether a clause tells of a plan, a habit or a denial; 会 of 会 上 is a meeting."""
    meeting = ("会", "上")
    return any(
        word in surrounding("unreal") and (word, behind) != meeting for word, behind in zip(clause, (*clause[1:], ""))
    )


def _is_place(words: Sequence[str]) -> bool:
    """Whether words end in a preposition and a noun, with no verb between: 在 会 上."""
    places = [place for place, word in enumerate(words) if word in surrounding("prepositions")]
    tags = [_tag(word) for word in words[places[-1] + 1 :]] if places else []
    return bool(tags) and tags[-1].startswith(("n", "f", "s", "r")) and not any(tag.startswith("v") for tag in tags)


def _tag(word: str) -> str:
    """The tag of a word in the dictionary; that of a noun where it is unknown."""
    found = entry(word)
    return "n" if found is None else found.tag
