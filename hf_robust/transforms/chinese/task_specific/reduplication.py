"""Words of a segmented text that are said twice: 干干净净, 讨论讨论, 一座座."""

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

STANDARDS = ("ctb", "pku")
_ONE = "一"
_ENDS = ("", "。", "，", "！", "；", "、")


@register
@dataclass(frozen=True, kw_only=True)
class Reduplication(GoldWordChange):
    """Repeat an adjective, a verb or a measure word: 干净 -> 干干净净, 讨论 -> 讨论讨论, 一座 -> 一座座.

    The adjective becomes one word. The verb becomes one word too, but two words in the PKU standard. The adjective must
    describe how something is or is done, and the verb must be a request or an intention. Words with an adverb of degree
    or a negation do not change. The measure word is one word with 一 before and after the change, and a noun or an
    adjective follows it.

    Args:
        standard: How a repeated verb is segmented: ``ctb`` (one word) or ``pku`` (two words).

    Source: TextFlint (Wang et al. 2021), section 3.2, "Reduplication" of Chinese word segmentation.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("word-segmentation")
        >>> Reduplication().preview(task.doc("words", "房间 打扫 得 干净"))
        '房间打扫得干干净净'
        >>> hr.Perturb("reduplication", task, standard="pku")({"words": ["我们 要 讨论 问题"]})["words"]
        ['我们 要 讨论 讨论 问题']
    """

    name = "reduplication"
    version = "zh.2"
    level = "word"
    linguistics = "morphology"
    seed_name = "Reduplication"
    choice = "words that may be said twice"
    effects = MappingProxyType({SEGMENTATION: Effect.CHANGES})

    standard: str = "ctb"

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_choice("standard", STANDARDS)

    def forms_at(self, doc: Doc, start: int, end: int) -> Forms:
        word = to_simplified(doc.text[start:end])
        kind = lexicon("repeated_words", "zh").get(word)
        before, after = word_beside(doc, start, end, -1), word_beside(doc, start, end)
        if kind == "aabb" and _may_describe(word, before, after):
            return [(word[0] * 2 + word[1] * 2,)]
        if kind == "abab" and _may_be_tried(before, after, clause_before(doc, start, end)):
            return [(word, word) if self.standard == "pku" else (word * 2,)]
        if (
            len(word) == len(_ONE) + 1
            and word.startswith(_ONE)
            and _may_be_several(word, before, after, clause_before(doc, start, end))
        ):
            return [(word + word[-1],)]
        return []


def _may_be_several(word: str, before: str, after: str, clause: Sequence[str]) -> bool:
    """Whether 一 and a measure word count one thing of which there may be many."""
    if "是" in clause or after in ("人", "时间", "时期"):
        return False
    if word[-1] not in surrounding("several") or before in surrounding("not_before_several"):
        return False
    found = entry(after)
    return found is not None and found.tag[0] in "na" and found.tag not in ("nr", "ns", "nt")


def _may_describe(word: str, before: str, after: str) -> bool:
    """Whether an adjective says how something is done, how a thing is, or what is wished."""
    if before in surrounding("degree_or_denied"):
        return False
    if after == "地" or (before == "得" and after in _ENDS):
        return True
    if before in surrounding("wished"):
        return after in _ENDS
    if before == "的":
        return False
    if after == "的":
        return word in surrounding("what_kind")
    found = entry(after)
    is_verb = found is not None and found.tag == "v" and after not in surrounding("no_adverbial")
    return is_verb and word in surrounding("how")


def _may_be_tried(before: str, after: str, clause: Sequence[str]) -> bool:
    """Whether a verb is asked for or meant, with a thing or nothing behind it."""
    if not {"应当", "必须", "须", "不得"}.isdisjoint(clause):  # as statutes say
        return False
    if before in surrounding("carefully"):
        return after in surrounding("after_tried") and not surrounding("tentative").isdisjoint(clause)
    if before not in surrounding("tentative") or not surrounding("degree_or_denied").isdisjoint(clause):
        return False
    found = entry(after)
    return after in surrounding("after_tried") or not after or (found is not None and found.tag.startswith(("n", "r")))
