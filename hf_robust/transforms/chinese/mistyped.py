"""Words as a slip on the keyboard makes them: pinyin typed wrongly, and the word that is then offered first."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from math import sqrt
from typing import ClassVar

from hf_robust.language.chinese.dictionary import is_candidate, pinyin_of, rows, universal_tags
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import ONE_IN_TEN, preserves, register
from hf_robust.transforms.chinese.han_words import (
    CHINESE_TASKS,
    Choices,
    WeightedWords,
    is_function_word,
    is_unpleasant,
    polarity,
)

_WORDS = 20_000  # that are remembered
_LEAST_FREQUENCY = 1000  # of the word that is offered
# how much likelier a word with so much of the old one: a reader undoes such a slip the most easily
_SHARED_CHARACTER, _SAME_SYLLABLE = 4.0, 1.0
_TONES = str.maketrans("", "", "12345 ")
SLIPS = ("wrong", "missing", "doubled", "swapped")


@register
@dataclass(frozen=True, kw_only=True)
class Keyboard(WeightedWords):
    """Replace words with what a pinyin input method offers after a typing slip. At most 10% of the words change.

    The slip is a wrong, missing, doubled or swapped key. A wrong key is an adjacent key of the QWERTY keyboard. The new
    word is the most frequent word with this spelling and the same number of characters. It shares a character or the
    first syllable with the original word, so that a reader can recover the meaning. A word of one character keeps its
    first key.

    Args:
        slips: Which slips are made: ``wrong``, ``missing``, ``doubled``, ``swapped``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "CnSpellingError".

    Example:
        >>> Keyboard(slips=("missing",)).preview("苹果")
        '评估'
    """

    slips: tuple[str, ...] = SLIPS

    name = "keyboard"
    version = "zh.1"
    level = "word"
    linguistics = "morphology"
    seed_name = "CnSpellingError"
    effects = preserves(*CHINESE_TASKS)
    default_rate: ClassVar[float] = ONE_IN_TEN

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "slips", tuple(self.slips))
        self._require(bool(self.slips) and set(self.slips) <= set(SLIPS), "slips", "some of " + ", ".join(SLIPS))

    def choices(self, word: str) -> Choices:
        return _mistyped(word, self.slips)


@lru_cache(_WORDS)
def _mistyped(word: str, slips: tuple[str, ...]) -> Choices:
    keys = " ".join(pinyin_of(word)).translate(_TONES)
    if not keys:
        return ()
    offered, weights = _offered(), dict[str, float]()
    for typed in (typed for kind in slips for typed in _typed(keys, kind)):
        new, count = offered.get((typed, len(word)), (word, 0))
        likeness = _likeness(word, new, keys, typed)
        if new != word and likeness and polarity(new) == polarity(word):
            # the square root: else nearly all slips would end in the few most frequent words
            weights[new] = max(sqrt(count) * likeness, weights.get(new, 0))
    return tuple(sorted(weights.items(), key=lambda item: (-item[1], item[0])))


def _likeness(word: str, new: str, keys: str, typed: str) -> float:
    """How much of a word is left in what is offered; 0 where a reader would not see what was meant."""
    if len(word) == 1:
        return float(typed[:1] == keys[0])
    if any(one == two for one, two in zip(word, new)):
        return _SHARED_CHARACTER
    same = pinyin_of(word)[0][:-1] == pinyin_of(new)[0][:-1] and not is_function_word(word)
    return _SAME_SYLLABLE if same else 0


def _typed(keys: str, slip: str) -> Iterator[str]:
    """All that comes of keys with one slip."""
    near = lexicon("keyboard")["qwerty"]
    for place, key in enumerate(keys):
        before, after = keys[:place], keys[place + 1 :]
        if slip == "wrong":
            yield from (before + other + after for other in near.get(key, "") if other.isalpha())
        elif slip == "missing":
            yield before + after
        elif slip == "doubled":
            yield before + key + key + after
        elif after and after[0] != key:
            yield before + after[0] + key + after[1:]


@cache
def _offered() -> dict[tuple[str, int], tuple[str, int]]:
    """The most frequent word with its frequency, by keys and number of characters."""
    found: dict[tuple[str, int], tuple[str, int]] = {}
    for word, row in rows().items():
        count, tag, reading = row.split("\t")
        key = reading.translate(_TONES), len(word)
        if int(count) > found.get(key, ("", _LEAST_FREQUENCY - 1))[1] and _is_offered(word, tag):
            found[key] = word, int(count)
    return found


def _is_offered(word: str, tag: str) -> bool:
    return universal_tags(tag)[0] != "PROPN" and is_candidate(word) and not is_unpleasant(word)
