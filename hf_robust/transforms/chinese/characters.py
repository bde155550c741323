"""Characters of a Chinese word left out, doubled, swapped, or parted by a space or by what nobody sees."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import is_word
from hf_robust.language.chinese.script import to_simplified
from hf_robust.tasks import NER, NESTED_NER, POS
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.chinese.words import CHINESE_TASKS, ContentWords
from hf_robust.transforms.imperceptible import INVISIBLE


@dataclass(frozen=True, kw_only=True)
class _ChangedForms(ContentWords):
    """Base of those that draw one of the forms of a word."""

    reads_word_alone: ClassVar[bool] = True

    def forms(self, word: str) -> Sequence[str]:
        raise AssertionError("every subclass has its own")

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        forms = self.forms(doc.text[start:end])
        return rng.choice(forms) if forms else None


@register
@dataclass(frozen=True, kw_only=True)
class MissingCharacter(_ChangedForms):
    """Delete one character of a word.

    Source: Desai et al. 2020, "Benchmarking Popular Classification Models' Robustness to Random and Targeted
        Corruptions", section 3.1.1, Table 1, "Missing Characters".

    Example:
        >>> sorted(MissingCharacter().forms("图书馆"))
        ['书馆', '图书', '图馆']
    """

    name = "missing-character"
    version = "zh.1"
    level = "character"
    linguistics = "morphology"
    seed_name = "Missing Characters"
    effects = preserves(*CHINESE_TASKS)
    spares_judgment: ClassVar[bool] = True
    least: ClassVar[int] = 2

    def forms(self, word: str) -> Sequence[str]:
        return [word[:place] + word[place + 1 :] for place in range(len(word))]


@register
@dataclass(frozen=True, kw_only=True)
class RepeatedCharacter(_ChangedForms):
    """Double one character of a word.

    Source: Desai et al. 2020, section 3.1.1, Table 1, "Character Repetition".

    Example:
        >>> RepeatedCharacter().forms("老师")
        ['老老师', '老师师']
    """

    name = "repeated-character"
    version = "zh.1"
    level = "character"
    linguistics = "morphology"
    seed_name = "Character Repetition"
    effects = preserves(*CHINESE_TASKS)

    def forms(self, word: str) -> Sequence[str]:
        return [word[: place + 1] + word[place:] for place in range(len(word))]


@register
@dataclass(frozen=True, kw_only=True)
class AdjacentSwap(_ChangedForms):
    """Swap two different adjacent characters of a word, if the result is not another word.

    Source: Desai et al. 2020, section 3.1.1, Table 1, "Adjacent Character Swap".

    Example:
        >>> AdjacentSwap().forms("图书馆"), AdjacentSwap().forms("故事")
        (['书图馆', '图馆书'], [])
    """

    name = "adjacent-swap"
    version = "zh.1"
    level = "character"
    linguistics = "morphology"
    seed_name = "Adjacent Character Swap"
    effects = preserves(*CHINESE_TASKS)
    least: ClassVar[int] = 2

    def forms(self, word: str) -> Sequence[str]:
        plain = to_simplified(word)
        # 海上市 for 上海市 would speak of something else, too
        pairs = (
            place
            for place, (one, other) in enumerate(pairwise(plain))
            if one != other and not (is_word(one + other) and is_word(other + one))
        )
        swapped = (word[:place] + word[place + 1] + word[place] + word[place + 2 :] for place in pairs)
        return [form for form in swapped if not is_word(to_simplified(form))]


@register
@dataclass(frozen=True, kw_only=True)
class Whitespace(_ChangedForms):
    """Insert a space inside a word.

    A space is not a token, so the transformation does not apply to tasks with token lists.

    Source: Desai et al. 2020, section 3.1.2, Table 2, "Whitespaces".

    Example:
        >>> Whitespace().forms("图书馆")
        ['图 书馆', '图书 馆']
    """

    name = "whitespace"
    version = "zh.1"
    level = "character"
    linguistics = "morphology"
    seed_name = "Whitespaces"
    effects = preserves(*CHINESE_TASKS, without={NER, NESTED_NER, POS})
    least: ClassVar[int] = 2
    keeps_tokens: ClassVar[bool] = False

    def forms(self, word: str) -> Sequence[str]:
        return [f"{word[:place]} {word[place:]}" for place in range(1, len(word))]


@register
@dataclass(frozen=True, kw_only=True)
class InvisibleCharacter(_ChangedForms):
    """Insert an invisible character (zero-width character or soft hyphen) inside a word.

    Source: Boucher et al. 2022, "Bad Characters: Imperceptible NLP Attacks", "Invisible Characters".

    Example:
        >>> ascii(InvisibleCharacter().forms("老师")[0])
        "'\\\\u8001\\\\u200b\\\\u5e08'"
    """

    name = "invisible-character"
    version = "zh.1"
    level = "character"
    linguistics = "morphology"
    seed_name = "Invisible Characters"
    effects = preserves(*CHINESE_TASKS)
    least: ClassVar[int] = 2

    def forms(self, word: str) -> Sequence[str]:
        return [word[:place] + sign + word[place:] for place in range(1, len(word)) for sign in INVISIBLE]
