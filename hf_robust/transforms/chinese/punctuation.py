"""Brackets or quotation marks put round a Chinese text, with another mark at its end; or its final mark taken away."""

import re
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.script import to_simplified
from hf_robust.transforms.base import Transformation, preserves, register
from hf_robust.transforms.chinese.distractors import ASKS
from hf_robust.transforms.chinese.words import CHINESE_TASKS, whole_tokens

_PAIRS = ("【】", "“”", "（）")
_FINAL = ("。", "！", "……", "")
_OF_QUESTIONS = ("？", "")  # of those without a question mark
_ASKING = re.compile(
    r"[吗呢吧么][。.！!…~～\s]*\Z|几(?!乎|近|率)|多(?:少|久|大|远|长|高)|咋|啥|会不会|能不能|有没有|是不是"
)
_MARKS = frozenset("。！；…，、：.!;,⋯")
_ASKS = "？?"
_KEPT = _MARKS.union(_ASKS, "~～”’」』）)】》\"'")  # behind these no mark comes in


@register
@dataclass(frozen=True, kw_only=True)
class Punctuation(Transformation):
    """Enclose the text in 【】, “” or （）, and change or remove its final punctuation mark. Question marks are kept.

    The enclosing marks do not occur in the text. A question without a mark gets ？ or no mark. No mark is added after a
    link, a topic, ~ or an emoji.

    Args:
        mode: ``add``, or ``remove`` to only remove the final mark.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "CnPunctuation".

    Example:
        >>> Punctuation().preview("面很香。", seed=0)
        '（面很香！）'
        >>> Punctuation(mode="remove").preview("面很香。")
        '面很香'
    """

    mode: str = "add"

    name = "punctuation"
    version = "zh.1"
    level = "sentence"
    linguistics = "morphology"
    seed_name = "CnPunctuation"
    choice = "punctuation marks that can be added or removed"
    languages = ("zh",)
    effects = preserves(*CHINESE_TASKS)

    def __post_init__(self) -> None:
        self._require_choice("mode", ("add", "remove"))

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text = doc.text
        start, end = len(text) - len(text.lstrip()), len(text.rstrip())
        tail = _tail(doc, end)
        if self.mode == "remove":
            return [Edit(tail, end, "")] if tail < end else []
        pairs = [pair for pair in _PAIRS if pair[0] not in text and pair[1] not in text]
        if not pairs or start == end:
            return []
        opening, closing = tuple(rng.choice(pairs))
        old = text[tail:end]
        usual = _OF_QUESTIONS if _is_question(to_simplified(text)) else _FINAL
        final = rng.choice([mark for mark in usual if mark != old])
        around = [Edit(start, start, opening, _tags(opening)), Edit(end, end, closing, _tags(closing))]
        if old:
            return [around[0], Edit(tail, end, final), around[1]]
        if text[end - 1] in _KEPT or not doc.is_free(end - 1, end) or not text[end - 1].isalnum():
            return around
        return [around[0], Edit(end, end, final + closing, _tags(final + closing))]


def _is_question(plain: str) -> bool:
    """Whether a text in simplified characters asks, so that another mark than ？ would be wrong."""
    return ASKS.search(plain) is not None or _ASKING.search(plain) is not None


def _tags(marks: str) -> dict[str, list[str]]:
    return {"upos": ["PUNCT"] * len(marks), "xpos": ["PU"] * len(marks)}


def _tail(doc: Doc, end: int) -> int:
    """Where the final marks begin; at the end where there are none that may go."""
    text, tail = doc.text, end
    while tail and (text[tail - 1] in _MARKS or text[tail - 1].isspace()):
        tail -= 1
    if tail == 0 or text[tail - 1] in _ASKS or not doc.is_free(tail, end) or not whole_tokens(doc, tail, end):
        return end
    while tail < end and text[tail].isspace():
        tail += 1
    return tail
