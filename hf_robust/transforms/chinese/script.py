"""Chinese texts in the other script: simplified in traditional characters, traditional in simplified ones."""

from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.script import is_traditional, to_simplified, to_traditional
from hf_robust.transforms.base import Transformation, preserves, register
from hf_robust.transforms.chinese.words import CHINESE_TASKS

SCRIPTS = ("other", "traditional", "simplified")


@register
@dataclass(frozen=True, kw_only=True)
class Script(Transformation):
    """Convert simplified characters to traditional ones, or traditional characters to simplified ones.

    Words that cannot be converted character by character are looked up: 头发 becomes 頭髮, 公里 stays the same.

    Args:
        to: ``other`` (the script that the text does not use), ``traditional`` or ``simplified``.

    Source: Opencc, the word tables of which say what is written how.

    Example:
        >>> Script().preview("她的头发很干净，离这里三公里。")
        '她的頭髮很乾淨，離這裡三公里。'
    """

    to: str = "other"

    name = "script"
    version = "zh.1"
    level = "character"
    linguistics = "morphology"
    choice = "characters that differ between the scripts"
    languages = ("zh",)
    effects = preserves(*CHINESE_TASKS)

    def __post_init__(self) -> None:
        self._require_choice("to", SCRIPTS)

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text = doc.text
        simple = self.to == "simplified" or (self.to == "other" and is_traditional(text))
        new = to_simplified(text) if simple else to_traditional(text)
        changed = ((start, end) for start, end in doc.free_words if text[start:end] != new[start:end])
        return [Edit(start, end, new[start:end]) for start, end in changed]
