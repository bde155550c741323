"""Words of the same sound, or of one that many speakers do not tell apart."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hf_robust.language.chinese.dictionary import (
    entry,
    frequency,
    pinyin_of,
    universal_tags_of,
    words_of_pinyin,
)
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.chinese.words import (
    CHINESE_TASKS,
    Choices,
    WeightedWords,
    is_function_word,
    is_numeral,
    likely_words,
    polarity,
)

_CONTENT = frozenset({"NOUN", "VERB", "ADJ"})
TONES = ("any", "same")
_WORDS = 20_000  # that are remembered


@register
@dataclass(frozen=True, kw_only=True)
class Homophone(WeightedWords):
    """Replace a noun, verb or adjective with another word of the same pinyin. Frequent words are more likely.

    This is the error of typing pinyin and selecting the wrong word. Words with and without a judgment are never
    exchanged.

    Args:
        tone: ``any`` (tones are ignored, as in typing) or ``same``.

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


# how often the other word is met, measured by the one that is meant
_OFFERED, _OFFERED_ONE = 0.1, 0.3
# the same for words that are confused, for words with the same tones, and for words with a common character
_AS_USUAL, _SAME_TONES, _SHARED = 0.3, 0.02, 0.01


@lru_cache(_WORDS)
def _says_something(word: str) -> bool:
    return not _CONTENT.isdisjoint(universal_tags_of(word))


@lru_cache(_WORDS)
def _homophones(word: str, tone: bool) -> Choices:
    found = entry(word)
    if found is None:
        return ()
    likely = likely_words(word, words_of_pinyin(found.pinyin, tone=tone))
    least = _OFFERED_ONE if len(word) == 1 else _OFFERED
    return tuple((other, weight) for other, weight in likely if _is_near(word, other, least))


_NASAL = (("ang", "an"), ("eng", "en"), ("ing", "in"))
_INITIALS = {"zh-z": ("zh", "z"), "ch-c": ("ch", "c"), "sh-s": ("sh", "s"), "n-l": ("n", "l"), "f-h": ("f", "h")}
KINDS = ("nasal", *_INITIALS)
_COMMON = {"应该": "因该"}  # written so by many, and no word
# single characters that writers do confuse
_PAIRS = [
    set(pair)
    for pair in (
        "船床 新星 心星 亲轻 清亲 金京 近静 进静 信性 平贫 分风 深生 身生 身声 神绳 因应 音英 赢银 民明 晴琴 琴情 "
        "针蒸 陈成 陈程 沉城 班帮 胆挡 烂浪 蓝狼 弯汪 饭放 山商 山伤 闪赏 三桑 弹糖 谈糖 刚干 缸干 赶港 关光 官光 "
        "窗穿 装砖 装专 进竟 门们 品评 拼评 频评 林零 邻零 临零 宾冰 斤经 今经 兵宾 蹦笨 风芬"
    ).split()
]


@register
@dataclass(frozen=True, kw_only=True)
class FuzzyPinyin(WeightedWords):
    """Replace a word with one that many speakers pronounce the same: another nasal (an, ang) or initial (zh, z).

    Input methods call such pairs fuzzy pinyin: an and ang, en and eng, in and ing, z and zh, c and ch, s and sh, n and
    l. The new word is in the dictionary. It is about as frequent as the original word, or has the same tones or a
    common character: 应该 becomes 因该, as many write it. Single characters are replaced only by characters that
    writers confuse.

    Args:
        kinds: The pairs that are confused: ``nasal``, ``zh-z``, ``ch-c``, ``sh-s``, ``n-l``, ``f-h``. Default: all
            except the last.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "CnNasal".

    Example:
        >>> FuzzyPinyin(count=1).preview("你应该早点睡")
        '你因该早点睡'
    """

    kinds: tuple[str, ...] = KINDS[:-1]

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
        return _typed_for(word, self.kinds)


@lru_cache(_WORDS)
def _typed_for(word: str, kinds: Sequence[str]) -> Choices:
    """Of the words that sound alike those that a writer would take and a reader understand; else a misspelling."""
    found = tuple((other, weight) for other, weight in sounding_alike(word, kinds) if _confused(word, other))
    common = _COMMON.get(word) if "nasal" in kinds else None
    return found or (((common, 1.0),) if common else ())


def _confused(word: str, other: str) -> bool:
    """Whether an input method offers the other word early, or it shares the tones or a character."""
    if len(word) == 1:
        if {word, other} in _PAIRS:
            return True
        said = is_function_word(word) or is_function_word(other) or is_numeral(other)
        return not said and (_tones(word) == _tones(other) and not _nasal(word, other))
    return _is_near(word, other, float("inf") if is_function_word(word) else _AS_USUAL)


def _is_near(word: str, other: str, offered: float) -> bool:
    """Whether it judges alike and is frequent enough; one of the same tones or with a common character may be rarer."""
    if polarity(word) != polarity(other):
        return False
    share = frequency(other) / max(1, frequency(word))
    if _tones(word) == _tones(other):
        return share >= _SAME_TONES
    shared = any(one == two for one, two in zip(word, other))
    return share >= (_SHARED if shared else offered)


def _tones(word: str) -> list[str]:
    return [syllable[-1] for syllable in pinyin_of(word)]


def _nasal(word: str, other: str) -> bool:
    return {syllable[:-1].removesuffix("g") for syllable in pinyin_of(word)} == {
        syllable[:-1].removesuffix("g") for syllable in pinyin_of(other)
    }


@lru_cache(_WORDS)
def sounding_alike(word: str, kinds: Sequence[str]) -> Choices:
    """The words of another nasal or another initial, with the weights of their draw.

    Args:
        word: A word in simplified characters.
        kinds: Some of ``KINDS``.

    Example:
        >>> [new for new, _ in sounding_alike("产生", ("nasal",))]
        ['长生']
    """
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
