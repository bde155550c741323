"""Typing errors in single words: a letter left out, doubled, swapped, misread or from a neighboring key."""

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import ClassVar

from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.base import GENERAL_TASKS, ONE_IN_TEN, preserves, register
from hf_robust.transforms.letters import is_marked, letter_places
from hf_robust.transforms.word_changes import Spot, Spots, WordChange


@cache
def _neighbors(layout: str) -> Mapping[str, str]:
    """Neighboring keys of the letters of a layout, upper case included; another digit would be another number."""
    keys = {key: near for key, near in lexicon("keyboard")[layout].items() if not key.isdigit()}
    upper = {key.upper(): near.upper() for key, near in keys.items() if len(key.upper()) == 1 and key.isalpha()}
    return {**keys, **{key: "".join(c for c in near if c.isalpha()) or near for key, near in upper.items()}}


@register
@dataclass(frozen=True, kw_only=True)
class Keyboard(WordChange):
    """Replace one letter of a word with that of an adjacent key. By default, at most 10% of the words change.

    The first letter does not change, because readers need it most. Short words do not change, because one other letter
    often makes another word. Digits do not change, because another number would change the meaning.

    Args:
        layout: Keyboard layout: ``qwerty``, ``qwertz`` or ``azerty``.
        min_length: Length of the shortest word that may change, in characters.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Keyboard".

    Example:
        >>> Keyboard(count=1).preview("a wonderful film", seed=88)
        'a wondetful film'
    """

    layout: str = "qwerty"
    min_length: int = 5

    name = "keyboard"
    version = "3"
    level = "character"
    linguistics = "morphology"
    seed_name = "Keyboard"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    default_rate: ClassVar[float] = ONE_IN_TEN

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_choice("layout", lexicon("keyboard"))
        self._require(isinstance(self.min_length, int) and self.min_length >= 1, "min_length", "at least 1")

    @property
    def shortest(self) -> int:
        return self.min_length

    def spots(self, word: str) -> Spots:
        near = _neighbors(self.layout)
        places = [place for place in range(1, len(word)) if word[place] in near]
        return [Spot(place, place + 1, near[word[place]]) for place in places if not is_marked(word, place)]


@register
@dataclass(frozen=True, kw_only=True)
class Ocr(WordChange):
    """Replace one or two letters of a word with letters that OCR confuses with them.

    Digits do not change, because another number would change the meaning.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Ocr".

    Example:
        >>> Ocr(count=1).preview("modern cloud", seed=8)
        'modern cloutl'
    """

    name = "ocr"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Ocr"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    default_rate: ClassVar[float] = 0.2

    def spots(self, word: str) -> Spots:
        """For each place in the word what is misread next: there, behind it, or else from the start."""
        confused = lexicon("ocr")
        read = [(place, key) for place in range(len(word)) if (key := _misread(word, place))]
        found = [Spot(place, place + len(key), confused[key]) for place, key in read]
        if not found:
            return []
        starts = [spot.start for spot in found]
        return [found[bisect_left(starts, place) % len(found)] for place in range(len(word))]


def _misread(word: str, place: int) -> str:
    """The pair or letter at a place that may be taken for something else; empty where nothing may."""
    confused, pair = lexicon("ocr"), word[place : place + 2]
    if not word.isascii() and (is_marked(word, place) or is_marked(word, place + 1)):
        return ""
    if pair in confused and len(pair) == 2 and pair.isalpha():
        return pair
    return word[place] if word[place] in confused and not word[place].isdigit() else ""


@register
@dataclass(frozen=True, kw_only=True)
class MissingCharacter(WordChange):
    """Delete one letter of a word.

    Source: Desai et al. 2020, "Benchmarking Popular Classification Models' Robustness to Random and Targeted
        Corruptions", section 3.1.1, Table 1, "Missing Characters".

    Example:
        >>> MissingCharacter(count=1).preview("a big problem", seed=2)
        'a big prblem'
    """

    name = "missing-character"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Missing Characters"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def spots(self, word: str) -> Spots:
        places = letter_places(word)
        # of two letters one would be left, of "90s" another number
        return [Spot(place, place + 1, ("",)) for place in places] if len(places) >= 3 else ()


@register
@dataclass(frozen=True, kw_only=True)
class AdjacentSwap(WordChange):
    """Swap two different adjacent letters of a word. Capitals keep their positions.

    Source: Desai et al. 2020, section 3.1.1, Table 1, "Adjacent Character Swap".

    Example:
        >>> AdjacentSwap(count=1).preview("most likely", seed=16)
        'most liekly'
    """

    name = "adjacent-swap"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Adjacent Character Swap"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def spots(self, word: str) -> Spots:
        places = letter_places(word)
        pairs = [p for p, q in pairwise(places) if q == p + 1 and word[p].lower() != word[q].lower()]
        return [Spot(place, place + 2, (_swapped(*word[place : place + 2]),)) for place in pairs]


def _swapped(left: str, right: str) -> str:
    if left.isupper() and right.islower() and right.isascii() and left.isascii():
        left, right = left.lower(), right.upper()
    return right + left


@register
@dataclass(frozen=True, kw_only=True)
class RepeatedCharacter(WordChange):
    """Double one letter of a word.

    Source: Desai et al. 2020, section 3.1.1, Table 1, "Character Repetition".

    Example:
        >>> RepeatedCharacter(count=1).preview("a big problem", seed=9)
        'a big pproblem'
    """

    name = "repeated-character"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Character Repetition"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def spots(self, word: str) -> Spots:
        shouted = word.isupper()
        letters = [(place + 1, word[place]) for place in letter_places(word)]
        return [
            Spot(after, after, (letter.lower() if letter.isascii() and not shouted else letter,))
            for after, letter in letters
        ]
