"""Verbs of a segmented text in other shapes: 问一问, 洗了个澡."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hf_robust.core.doc import Doc
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
_LONGEST_PLACE = 6  # words between a preposition and the verb


@register
@dataclass(frozen=True, kw_only=True)
class SwapVerb(GoldWordChange):
    """Change the form of a verb: 问 -> 问一问 (one word), or a separable verb 洗澡 -> 洗/了/个/澡.

    The first form is used for verbs in requests and intentions. The second form is used for completed actions: the verb
    ends its clause or precedes 后; a subject, a time, an adverb or a preposition precedes it; and nothing makes it a
    plan, a habit or a negation. After 曾, it takes 过. Verbs that are used as nouns do not change.

    Source: TextFlint (Wang et al. 2021), section 3.2, "SwapVerb" of Chinese word segmentation.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("word-segmentation")
        >>> hr.Perturb("swap-verb", task, count=2)({"words": ["他 回家 洗澡 ， 想 看 书"]})["words"]
        ['他 回家 洗 了 个 澡 ， 想 看一看 书']
    """

    name = "swap-verb"
    version = "zh.1"
    level = "word"
    linguistics = "morphology"
    seed_name = "SwapVerb"
    choice = "verbs that may have another shape"
    effects = MappingProxyType({SEGMENTATION: Effect.CHANGES})

    def forms_at(self, doc: Doc, start: int, end: int) -> Forms:
        word = to_simplified(doc.text[start:end])
        before, after = word_beside(doc, start, end, -1), word_beside(doc, start, end)
        if len(word) == 1:
            if lexicon("repeated_words", "zh").get(word) != "v-one-v" or not _may_be_tried(before, after):
                return []
            answer = any(one.startswith("答") for one in clause_before(doc, start, end))  # 答记者问
            return [] if answer else [(f"{word}一{word}",)]
        parts = lexicon("separable_verbs", "zh").get(word)
        if parts is None:
            return []
        if before in surrounding("planned") and "个" in parts and after in _ENDS:
            return [(parts[0], *parts[2:])]
        clause = clause_before(doc, start, end)
        if not _may_be_done(word, clause, after):
            return []
        return [(parts[0], "过", parts[-1])] if "曾" in clause or "曾经" in clause else [parts]


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
