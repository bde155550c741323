"""Words of a segmented text that are said twice: 干干净净, 讨论讨论."""

from dataclasses import dataclass
from types import MappingProxyType

from hf_robust.core.doc import Doc
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.script import to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import SEGMENTATION
from hf_robust.transforms.base import Effect, register
from hf_robust.transforms.chinese.task_specific.gold_word_changes import Forms, GoldWordChange, surrounding, word_beside

STANDARDS = ("ctb", "pku")
_ADVERBIAL = frozenset("的 地 得".split())


@register
@dataclass(frozen=True, kw_only=True)
class Reduplication(GoldWordChange):
    """An adjective or a verb of two characters is said twice: 干净 -> 干干净净, 讨论 -> 讨论讨论.

    The adjective becomes one word. So does the verb, but in the standard of PKU it becomes two. What is said of degree,
    denied or over stays.

    Args:
        standard: How a verb that is said twice is cut: ``ctb``, one word, or ``pku``, two.

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
    version = "zh.1"
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
        if kind == "aabb" and _may_describe(before, after):
            return [(word[0] * 2 + word[1] * 2,)]
        if kind == "abab" and before in surrounding("tentative") and after not in surrounding("behind_no_verb"):
            return [(word, word) if self.standard == "pku" else (word * 2,)]
        return []


def _may_describe(before: str, after: str) -> bool:
    """Whether an adjective stands alone, before 的, 地 or 得, or before the verb of which it says how."""
    if before in surrounding("degree_or_denied") or after in surrounding("behind_no_adjective"):
        return False
    if before == "的" and after not in _ADVERBIAL:
        return False
    if after in _ADVERBIAL or before == "得":
        return True
    found = entry(after)
    return found is not None and found.tag == "v"
