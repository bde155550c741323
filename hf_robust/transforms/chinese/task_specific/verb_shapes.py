"""Verbs of a segmented text in other shapes: 问一问, 洗了个澡."""

from dataclasses import dataclass
from types import MappingProxyType

from hf_robust.core.doc import Doc
from hf_robust.language.chinese.dictionary import entry
from hf_robust.language.chinese.script import to_simplified
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import SEGMENTATION
from hf_robust.transforms.base import Effect, register
from hf_robust.transforms.chinese.task_specific.gold_word_changes import Forms, GoldWordChange, surrounding, word_beside

_SPEECH = frozenset("问 说 讲 谈 念 唱 想 听 看".split())
_NO_PREDICATE = ("v", "a", "b", "m", "q", "p")  # tags of what stands before a thing


@register
@dataclass(frozen=True, kw_only=True)
class SwapVerb(GoldWordChange):
    """A verb gets another shape: 问 -> 问一问, which is one word; a separable one 洗澡 -> 洗/了/个/澡.

    Verbs that have an aspect, a complement or a denial stay, and so do those that stand for a thing.

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
            tried = lexicon("repeated_words", "zh").get(word) == "v-one-v" and _may_be_tried(word, before, after)
            return [(f"{word}一{word}",)] if tried else []
        parts = lexicon("separable_verbs", "zh").get(word)
        if parts is None:
            return []
        if before in surrounding("planned") and "个" in parts and not _is_thing(after):
            return [(parts[0], *parts[2:])]
        return [parts] if _may_be_done(before, after) else []


def _may_be_tried(word: str, before: str, after: str) -> bool:
    """Whether a verb of one character stands free, with an object or nothing behind it."""
    if (
        before in surrounding("firm")
        or after in surrounding("shaped")
        or (word in _SPEECH and after in ("，", "：", "“", ""))
    ):
        return False
    found = entry(after)
    return found is None or not found.tag.startswith(("v", "d", "p", "u", "f"))


def _is_thing(after: str) -> bool:
    """Whether a separable verb is said of what comes behind it, or has an aspect already."""
    found = entry(after)
    return after in surrounding("no_verb") or (found is not None and found.tag.startswith(("n", "u", "v")))


def _may_be_done(before: str, after: str) -> bool:
    """Whether a separable verb is a predicate of what was done."""
    if before in surrounding("not_done") or _is_thing(after):
        return False
    behind = entry(before)
    return behind is None or not behind.tag.startswith(_NO_PREDICATE)
