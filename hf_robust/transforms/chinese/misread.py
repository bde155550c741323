"""Chinese characters taken for others that look like them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import is_offensive
from hf_robust.language.chinese.numerals import NUMERALS
from hf_robust.language.chinese.script import to_simplified
from hf_robust.language.chinese.similar_characters import look_alikes
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.chinese.han_words import CHINESE_TASKS, ContentWords, is_opposed, is_unpleasant, written_as

_MOST = 4  # look-alikes of a character, the likest ones
_WORDS = 20_000  # that are remembered


@register
@dataclass(frozen=True, kw_only=True)
class Ocr(ContentWords):
    """Replace one character of a word with a common character of similar shape.

    OCR confuses such characters, and so do people who type by shape.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Ocr".

    Example:
        >>> Ocr(count=1).preview("请你检查")
        '清你检查'
    """

    name = "ocr"
    version = "zh.1"
    level = "character"
    linguistics = "morphology"
    seed_name = "Ocr"
    effects = preserves(*CHINESE_TASKS)
    spares_judgment: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        return next((edit.text for edit in self.options(doc, start, end, rng)), None)

    def options(self, doc: Doc, start: int, end: int, rng: RowRandom) -> Iterator[Edit]:
        found = _misread(to_simplified(doc.text[start:end]))
        for number in rng.order(len(found)):
            place, new, fits = found[number]
            if fits:
                at = start + place
                text = doc.text[start:at] + written_as(new, doc.text) + doc.text[at + 1 : end]
                yield Edit(start, end, text)


@lru_cache(_WORDS)
def _misread(word: str) -> Sequence[tuple[int, str, bool]]:
    """The characters that a word may get, each with its place, and whether the word that it makes may come in."""
    found = [(place, new) for place, old in enumerate(word) for new in _alike(old)]
    return [(place, new, not is_offensive(word[:place] + new + word[place + 1 :])) for place, new in found]


def _alike(character: str) -> list[str]:
    alike = look_alikes(character)[:_MOST]
    if character in NUMERALS:
        return []
    return [new for new in alike if new not in NUMERALS and not is_unpleasant(new) and not is_opposed(character, new)]
