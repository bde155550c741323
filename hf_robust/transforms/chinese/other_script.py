"""Chinese texts in the other script: simplified in traditional characters, traditional in simplified ones."""

from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.script import is_traditional, to_simplified, to_traditional
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import Transformation, preserves, register
from hf_robust.transforms.chinese.han_words import CHINESE_TASKS

_LONGEST = 6  # characters of a word that is looked up
SCRIPTS = ("other", "traditional", "simplified")


@register
@dataclass(frozen=True, kw_only=True)
class Script(Transformation):
    """Simplified text is written in traditional characters, and traditional text in simplified ones.

    Words that are not written character by character are looked up: 头发 is 頭髮, 公里 stays as it is.

    Args:
        to: ``other`` than the text's, or always ``traditional`` or ``simplified``.

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
    languages = ("zh",)
    effects = preserves(*CHINESE_TASKS)

    def __post_init__(self) -> None:
        self._require_choice("to", SCRIPTS)

    def edits(self, doc: Doc, rng: RowRandom) -> list[Edit]:
        text = doc.text
        simple = self.to == "simplified" or (self.to == "other" and is_traditional(text))
        new = to_simplified(text) if simple else traditional_text(text)
        changed = ((start, end) for start, end in doc.free_words if text[start:end] != new[start:end])
        return [Edit(start, end, new[start:end]) for start, end in changed]


def traditional_text(text: str) -> str:
    """A text in traditional characters, word by word where its words are known; as long as before.

    Args:
        text: Any text; all but simplified characters stay.

    Example:
        >>> traditional_text("皇后以后吃面条")
        '皇后以後吃麵條'
    """
    words = lexicon("traditional_words", "zh")
    signs, at = list(to_traditional(text)), 0
    while at < len(text):
        sizes = range(min(_LONGEST, len(text) - at), 1, -1)
        word = next((text[at : at + size] for size in sizes if text[at : at + size] in words), None)
        if word is not None:
            signs[at : at + len(word)] = words[word]
        at += len(word or " ")
    return "".join(signs)
