"""Abbreviations of a segmented text in full: 清华 -> 清华/大学."""

from dataclasses import dataclass
from types import MappingProxyType

from hf_robust.core.doc import Doc
from hf_robust.language.chinese.script import to_simplified
from hf_robust.language.chinese.short_forms import long_form
from hf_robust.tasks import SEGMENTATION
from hf_robust.transforms.base import Effect, register
from hf_robust.transforms.chinese.task_specific.gold_word_changes import Forms, GoldWordChange, word_beside


@register
@dataclass(frozen=True, kw_only=True)
class SwapContraction(GoldWordChange):
    """Replace an abbreviation with its full form, which is several words: 清华 -> 清华/大学.

    An abbreviation does not change if it is already part of its full form: 清华 in 清华/大学.

    Source: TextFlint (Wang et al. 2021), section 3.2, "SwapContraction" of Chinese word segmentation.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("word-segmentation")
        >>> hr.Perturb("swap-contraction", task)({"words": ["他 在 清华 上学"]})["words"]
        ['他 在 清华 大学 上学']
    """

    name = "swap-contraction"
    version = "zh.1"
    level = "word"
    linguistics = "morphology"
    seed_name = "SwapContraction"
    choice = "abbreviations with a known full form"
    effects = MappingProxyType({SEGMENTATION: Effect.CHANGES})

    def forms_at(self, doc: Doc, start: int, end: int) -> Forms:
        words = long_form(to_simplified(doc.text[start:end]))
        if len(words) < 2 or len(words[0]) == 1:  # 浙江/省委: its 省 belongs to the word before
            return []
        if word_beside(doc, start, end, -1) in words or word_beside(doc, start, end) in words:
            return []
        return [words]
