"""Typing errors in words of any script: a letter left out, doubled, swapped, misread or from a neighboring key."""

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from hf_robust.core.scripts import script_name
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.any_language.letter_changes import LetterChange
from hf_robust.transforms.any_language.letter_units import (
    LetterUnit,
    adjacent_units,
    is_syllable,
    letter_units,
    letters_like,
    nearby,
    other_syllables,
)
from hf_robust.transforms.base import ONE_IN_TEN, register
from hf_robust.transforms.word_changes import Spot, Spots

_KEYS_OF_SYLLABLE = 3  # most Korean syllables are typed with two or three keys


@register
@dataclass(frozen=True, kw_only=True)
class Keyboard(LetterChange):
    """Replace one letter of a word with that of an adjacent key of the language's keyboard.

    By default, at most 10% of the words change. The layouts are those of xkeyboard-config: QWERTZ for German, AZERTY
    for French, Inscript for Hindi, and the two-set layout for Korean. The first letter and short words do not change.
    Japanese is typed in Latin letters, so its kana do not change.

    Args:
        min_length: Length of the shortest word that may change, in letters and marks. A Korean syllable
            counts as three.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Keyboard".

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", language="de")
        >>> hr.Perturb("keyboard", task, seed=1)("Der Film ist wunderbar.")
        'Der Film ist wunderbqr.'
    """

    min_length: int = 5

    name = "keyboard"
    version = "any.1"
    seed_name = "Keyboard"
    choice = "words with a letter that has a neighbor on the keyboard"
    default_rate: ClassVar[float] = ONE_IN_TEN

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require(isinstance(self.min_length, int) and self.min_length >= 1, "min_length", "at least 1")

    def spots_in(self, word: str, code: str) -> Spots:
        units = letter_units(word)
        if sum(_KEYS_OF_SYLLABLE if is_syllable(unit.text) else len(unit.text) for unit in units) < self.min_length:
            return []
        return [spot for spot in neighboring_keys(word, code) if spot.start > units[0].start]


def neighboring_keys(word: str, code: str) -> list[Spot]:
    """The letters of a word with what a neighboring key makes of each.

    Example:
        >>> [spot.choices for spot in neighboring_keys("да", "ru")][0]
        ('б', 'ж', 'з', 'л', 'щ', 'ю')
    """
    near = [(unit, nearby(unit.text, code)) for unit in letter_units(word)]
    return [Spot(unit.start, unit.end, choices) for unit, choices in near if choices]


@register
@dataclass(frozen=True, kw_only=True)
class Ocr(LetterChange):
    """Replace one letter of a word with a letter that looks alike and that OCR confuses with it.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Ocr".

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", language="ru")
        >>> hr.Perturb("ocr", task, seed=1)("Очень хороший фильм")
        'Очень хороший филъм'
    """

    name = "ocr"
    version = "any.1"
    seed_name = "Ocr"
    choice = "words with a letter that looks like another"
    default_rate: ClassVar[float] = 0.2

    def spots_in(self, word: str, code: str) -> Spots:
        alike = [(unit, _misread(unit.text, code)) for unit in letter_units(word)]
        return [Spot(unit.start, unit.end, choices) for unit, choices in alike if choices]


@cache
def _misread(unit: str, code: str) -> tuple[str, ...]:
    """What a letter may be taken for, among the letters of the language: its marks stay."""
    table = lexicon("ocr_scripts")
    if is_syllable(unit):
        return other_syllables(unit, table)
    found = table.get(unit[0]) or (lexicon("ocr").get(unit[0], ()) if unit[0].isascii() else ())
    if script_name(unit[0]) == "Latin":
        own = letters_like(unit, code)
        found = [other for other in found if other.isascii() or other in own]
    return tuple(other + unit[1:] for other in found if other.isalpha())


@register
@dataclass(frozen=True, kw_only=True)
class MissingCharacter(LetterChange):
    """Delete one letter of a word, with its marks.

    Source: Desai et al. 2020, "Benchmarking Popular Classification Models' Robustness to Random and Targeted
        Corruptions", section 3.1.1, Table 1, "Missing Characters".

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", language="es")
        >>> hr.Perturb("missing-character", task, seed=1, count=1)("Una película bonita")
        'Un película bonita'
    """

    name = "missing-character"
    version = "any.1"
    seed_name = "Missing Characters"
    choice = "words of three letters or more"

    def spots_in(self, word: str, code: str) -> Spots:
        units = letter_units(word)
        return [Spot(unit.start, unit.end, ("",)) for unit in units] if len(units) >= 3 else ()


@register
@dataclass(frozen=True, kw_only=True)
class AdjacentSwap(LetterChange):
    """Swap two different adjacent letters of a word. Capitals keep their positions.

    Source: Desai et al. 2020, section 3.1.1, Table 1, "Adjacent Character Swap".

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", language="el")
        >>> hr.Perturb("adjacent-swap", task, seed=1, count=1)("Πολύ καλή ταινία")
        'Πλού καλή ταινία'
    """

    name = "adjacent-swap"
    version = "any.1"
    seed_name = "Adjacent Character Swap"
    choice = "words with two different letters side by side"

    def spots_in(self, word: str, code: str) -> Spots:
        return [
            Spot(left.start, right.end, (swapped(left, right),))
            for left, right in adjacent_units(word)
            if left.text.lower() != right.text.lower()
        ]


def swapped(left: LetterUnit, right: LetterUnit) -> str:
    """Two letters in the other order; a capital stays in its place.

    Example:
        >>> swapped(LetterUnit(0, 1, "Ü"), LetterUnit(1, 2, "b"))
        'Bü'
    """
    if left.text.isupper() and right.text.islower() and len(right.text.upper()) == len(right.text):
        return right.text.upper() + left.text.lower()
    return right.text + left.text


@register
@dataclass(frozen=True, kw_only=True)
class RepeatedCharacter(LetterChange):
    """Double one letter of a word.

    Source: Desai et al. 2020, section 3.1.1, Table 1, "Character Repetition".

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", language="it")
        >>> hr.Perturb("repeated-character", task, seed=1, count=1)("Un bel film")
        'Un bbel film'
    """

    name = "repeated-character"
    version = "any.1"
    seed_name = "Character Repetition"
    choice = "words with letters"

    def spots_in(self, word: str, code: str) -> Spots:
        shouted = word.isupper()
        units = letter_units(word)
        return [Spot(unit.end, unit.end, (unit.text if shouted else unit.text.lower(),)) for unit in units]
