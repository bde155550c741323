"""Words of a segmented text that become rare synonyms: 我们 -> 吾侪."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.language.chinese.script import to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import SEGMENTATION
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.chinese.task_specific.gold_word_changes import Forms, GoldWordChange, word_beside

_QUOTES = ("《", "“", "「", "『", "‘")


@register
@dataclass(frozen=True, kw_only=True)
class RareSynonym(GoldWordChange):
    """Replace a word with a rare synonym, which is one word, too: 我们 -> 吾侪, 许多 -> 好些个.

    The rare word has two characters or more and may stand for the usual one in most texts. A segmenter that was trained
    on newspapers has seldom seen it. Words that open a quotation or a title do not change, nor do words that form a
    name with the next word: 希望/工程.

    Source: TextFlint (Wang et al. 2021), section 3.2, "SwapSyn" of Chinese word segmentation.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("word-segmentation")
        >>> hr.Perturb("rare-synonym", task)({"words": ["会议 已经 结束"]})["words"]
        ['会议 业已 结束']
    """

    name = "rare-synonym"
    version = "zh.1"
    level = "word"
    linguistics = "paradigmatic"
    seed_name = "SwapSyn"
    choice = "words that have a rare synonym"
    effects = preserves(SEGMENTATION)
    same_everywhere: ClassVar[bool] = True

    def forms_at(self, doc: Doc, start: int, end: int) -> Forms:
        found = _rare().get(to_simplified(doc.text[start:end]))
        if found is None:
            return []
        forms, names = found
        stays = word_beside(doc, start, end) in names or word_beside(doc, start, end, -1) in _QUOTES
        return [] if stays else forms


@cache
def _rare() -> Mapping[str, tuple[Forms, frozenset[str]]]:
    """The rare synonyms of each word, and the next words with which it is a name."""
    return {
        word: ([(form,) for form in forms.split()], frozenset(names.split()))
        for word, forms, names in lexicon("rare_synonyms", "zh")
    }
