"""Words of a segmented text that are said twice: 干干净净, 讨论讨论, 一座座."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType

from hf_robust.core.doc import Doc
from hf_robust.language.chinese.closed_classes import NEGATIONS
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
_ONE_MORE_OR_NONE = frozenset("是 给 又 再 难 仍 不 没 没有 为了 标志着".split())
# of them a clause speaks of one
_SINGLE = frozenset(
    "人 时间 时期 时代 世纪 未来 清白 阶段 目的 环境 道理 结论 话题 局面 过程 杠杆 体系 系统 "
    "整体 世界 亚洲 非洲 大家庭 名 笔名".split()
)
_LONGEST_THING = 8  # words from 一个 to the noun
_IN_OR_WITH = frozenset("从 处在 处于 正 经历 把 将 以 用 的 有 叫".split())
# the tags of what follows an adverb that is said twice, and words that do not follow one
_AFTER_DOUBLED = {"常": "vp", "仅": "vpmt", "刚": "vp", "渐": "va", "略": "va", "稍": "va", "远": "v"}
_NOT_AFTER_DOUBLED = frozenset("见 用 来 往 驻 备 次 次于 供 限 限于 入 离".split())
_BEFORE_ONE_CHARACTER = frozenset("仅 刚 常".split())  # 常有, but not 渐入
_ENDS = ("", "。", "，", "！", "；", "、")


@register
@dataclass(frozen=True, kw_only=True)
class Reduplication(GoldWordChange):
    """Repeat an adjective, a verb or a measure word: 干净 -> 干干净净, 讨论 -> 讨论讨论, 一座 -> 一座座.

    The adjective becomes one word. The verb becomes one word too, but two words in the PKU standard. The adjective must
    describe how something is or is done, and the verb must be a request or an intention. Words with an adverb of degree
    or a negation do not change. Some adverbs before a predicate (完全 -> 完完全全, 常 -> 常常) and 许多
    change too. The measure word is one word with 一 before and after the change, and a noun or an adjective follows it.

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
    version = "zh.4"
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
        if kind == "aabb-anywhere" and _may_be_stressed(word, before, after):
            return [(word[0] * 2 + word[1] * 2,)]
        if kind == "aa" and _may_be_doubled(word, before, after):
            return [(word * 2,)]
        if kind == "abab" and _may_be_tried(before, after, clause_before(doc, start, end)):
            return [(word, word) if self.standard == "pku" else (word * 2,)]
        if (
            len(word) == len(_ONE) + 1
            and word.startswith(_ONE)
            and word not in (word_beside(doc, start, end, 2), word_beside(doc, start, end, -2))  # 一个 字 一个 字
            and _may_be_several(word, before, after, clause_before(doc, start, end))
            and _is_of_many(doc, start, end)
        ):
            return [(word + word[-1],)]
        return []


def _may_be_several(word: str, before: str, after: str, clause: Sequence[str]) -> bool:
    """Whether 一 and a measure word count one thing of which there may be many."""
    if word == "一个" and before == "了":  # 绑了一个担架: one that was just made or used
        return False
    if (word == "一个" and not clause) or before in _IN_OR_WITH or not _ONE_MORE_OR_NONE.isdisjoint(clause):
        return False
    found = entry(before)
    if found is not None and found.tag in ("nr", "c"):  # 乡镇 和 一个 办事处, 还 张 某 一个 清白
        return False
    if word[-1] not in surrounding("several") or before in surrounding("not_before_several"):
        return False
    found = entry(after)
    return found is not None and found.tag[0] in "na" and found.tag not in ("nr", "ns", "nt")


def _is_of_many(doc: Doc, start: int, end: int) -> bool:
    """Whether no word behind 一 and a measure word, up to the end of the clause, names what there is one of."""
    for step in range(1, _LONGEST_THING + 1):
        word = word_beside(doc, start, end, step)
        if word in _SINGLE or word == "：" or _counts_one(word):
            return False
        if word in _ENDS and word != "、":
            break
    return True


def _counts_one(word: str) -> bool:
    """Whether a word is 一 with a measure word: another thing of which there is one."""
    return len(word) == len(_ONE) + 1 and word.startswith(_ONE) and word[-1] in surrounding("several")


def _may_be_stressed(word: str, before: str, after: str) -> bool:
    """Whether an adverb stands before a predicate; 许多 may stand before all."""
    own, found = entry(word), entry(after)
    if own is not None and own.tag == "m":
        return before not in NEGATIONS and (len(after) > 1 or found is None or found.tag in ("n", "uj"))  # 许多 起 案件
    return before not in surrounding("degree_or_denied") and found is not None and found.tag[0] in "vdp"


def _may_be_doubled(word: str, before: str, after: str) -> bool:
    """Whether an adverb of one character may be said twice before a predicate or an amount: 常常, 仅仅."""
    found = entry(after)
    if found is None or found.tag[0] not in _AFTER_DOUBLED[word] or after in _NOT_AFTER_DOUBLED:
        return False
    return (len(after) > 1 or word in _BEFORE_ONE_CHARACTER) and before not in surrounding("degree_or_denied")


def _may_describe(word: str, before: str, after: str) -> bool:
    """Whether an adjective says how something is done, how a thing is, or what is wished."""
    if before in surrounding("degree_or_denied"):
        return False
    if after == "地" or (before == "得" and after in _ENDS):
        return True
    if before in surrounding("wished"):
        return after in _ENDS
    if after in _ENDS[1:] and word in surrounding("what_kind") and (known := entry(before)) is not None:
        return known.tag == "n"  # 房间 干净 ，
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
