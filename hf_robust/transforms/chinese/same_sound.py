"""Words of the same sound, or of one that many speakers do not tell apart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hf_robust.language.chinese.dictionary import entry, pinyin_of, universal_tags_of, words_of_pinyin
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.chinese.han_words import CHINESE_TASKS, Choices, WeightedWords, likely_words

_CONTENT = frozenset({"NOUN", "VERB", "ADJ"})
TONES = ("any", "same")
_WORDS = 20_000  # that are remembered


@register
@dataclass(frozen=True, kw_only=True)
class Homophone(WeightedWords):
    """A noun, verb or adjective becomes another word of the same pinyin, the likelier the more frequent it is.

    This is the error of whoever types pinyin and takes the wrong word of the list.

    Args:
        tone: ``any``, as pinyin is typed, or ``same``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "CnHomophones".

    Example:
        >>> Homophone(count=1).preview("医生检查了我的身体")
        '医生检察了我的身体'
    """

    tone: str = "any"

    name = "homophone"
    version = "zh.1"
    level = "word"
    linguistics = "morphology"
    seed_name = "CnHomophones"
    effects = preserves(*CHINESE_TASKS)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_choice("tone", TONES)

    def may_change(self, word: str) -> bool:
        return super().may_change(word) and _says_something(word)

    def choices(self, word: str) -> Choices:
        return _homophones(word, self.tone == "same")


@lru_cache(_WORDS)
def _says_something(word: str) -> bool:
    return not _CONTENT.isdisjoint(universal_tags_of(word))


@lru_cache(_WORDS)
def _homophones(word: str, tone: bool) -> Choices:
    found = entry(word)
    return likely_words(word, words_of_pinyin(found.pinyin, tone=tone)) if found else ()


_NASAL = (("ang", "an"), ("eng", "en"), ("ing", "in"))
_INITIALS = {"zh-z": ("zh", "z"), "ch-c": ("ch", "c"), "sh-s": ("sh", "s"), "n-l": ("n", "l"), "f-h": ("f", "h")}
KINDS = ("nasal", *_INITIALS)


@register
@dataclass(frozen=True, kw_only=True)
class FuzzyPinyin(WeightedWords):
    """A word becomes one that sounds alike to many speakers: a syllable with the other nasal (an and ang).

    So do en and eng, in and ing. Input methods call such pairs fuzzy pinyin.

    Args:
        kinds: The pairs that are not told apart: ``nasal``, ``zh-z``, ``ch-c``, ``sh-s``, ``n-l``, ``f-h``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "CnNasal".

    Example:
        >>> FuzzyPinyin(count=1).preview("他建议我们换酒店")
        '他讲义我们换酒店'
    """

    kinds: tuple[str, ...] = ("nasal",)

    name = "fuzzy-pinyin"
    version = "zh.1"
    level = "word"
    linguistics = "morphology"
    seed_name = "CnNasal"
    effects = preserves(*CHINESE_TASKS)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "kinds", tuple(self.kinds))
        known = bool(self.kinds) and set(self.kinds) <= set(KINDS)
        self._require(known, "kinds", "some of " + ", ".join(KINDS))

    def choices(self, word: str) -> Choices:
        return _alike(word, self.kinds)


@lru_cache(_WORDS)
def _alike(word: str, kinds: Sequence[str]) -> Choices:
    syllables = [syllable[:-1] for syllable in pinyin_of(word)]
    found: dict[str, None] = {}
    for place, syllable in enumerate(syllables):
        for other in _other_syllables(syllable, kinds):
            found.update(dict.fromkeys(words_of_pinyin((*syllables[:place], other, *syllables[place + 1 :]))))
    return likely_words(word, found)


def _other_syllables(syllable: str, kinds: Sequence[str]) -> Iterator[str]:
    """What a syllable may be taken for."""
    if "nasal" in kinds:
        for back, front in _NASAL:
            if syllable.endswith(back):
                yield syllable[:-1]
            elif syllable.endswith(front):
                yield syllable + "g"
    for kind, (one, other) in _INITIALS.items():
        if kind in kinds:
            if syllable.startswith(one):
                yield other + syllable[len(one) :]
            elif syllable.startswith(other):
                yield one + syllable[len(other) :]
