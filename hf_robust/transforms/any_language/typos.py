"""Character level, any script: one letter inserted, left out, swapped with its neighbor or replaced."""

from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from hf_robust.transforms.any_language.characters import swapped
from hf_robust.transforms.any_language.letter_changes import LetterChange
from hf_robust.transforms.any_language.letter_units import letter_units, letters_like, replacements
from hf_robust.transforms.base import register
from hf_robust.transforms.typos import MODES, SLIPS
from hf_robust.transforms.word_changes import Spot, Spots


@register
@dataclass(frozen=True, kw_only=True)
class Typos(LetterChange):
    """Insert, delete, swap or replace one letter of a word. New letters are those of the language's keyboard.

    Args:
        mode: ``random`` or one of ``insert``, ``delete``, ``swap``, ``replace``.
        keep_first: Whether the first letter stays in its position.
        keep_last: Whether the last letter stays in its position.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Typos".

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", language="uk")
        >>> hr.Perturb("typos", task, seed=1, count=1)("Дуже гарний фільм")
        'Дуже гарий фільм'
    """

    mode: str = "random"
    keep_first: bool = True
    keep_last: bool = True

    name = "typos"
    version = "any.1"
    seed_name = "Typos"
    choice = "words with letters that may change"
    default_rate: ClassVar[float] = 0.3

    def __post_init__(self) -> None:
        super().__post_init__()
        self._require_choice("mode", MODES)
        for name in ("keep_first", "keep_last"):
            self._require(isinstance(getattr(self, name), bool), name, "True or False")

    def spots_in(self, word: str, code: str) -> Spots:
        units = letter_units(word)
        units = units[int(self.keep_first) : len(units) - self.keep_last]
        if not units:
            return []
        came = [Spot(unit.start, unit.start, letters_like(unit.text, code)) for unit in units]
        went = [Spot(unit.start, unit.end, ("",)) for unit in units] if len(word) > len(units[0].text) else []
        turned = [
            Spot(left.start, right.end, (swapped(left, right),))
            for left, right in pairwise(units)
            if left.end == right.start and left.text != right.text
        ]
        other = [Spot(unit.start, unit.end, replacements(unit.text, code)) for unit in units]
        made = dict(zip(SLIPS, (came, went, turned, other), strict=True))
        kinds = SLIPS if self.mode == "random" else (self.mode,)
        found = ([spot for spot in made[kind] if spot.choices] for kind in kinds)
        return [spots for spots in found if spots]


def inserted(word: str, code: str) -> list[Spot]:
    """The places of a word at which a letter may come in, with the letters of the language.

    Example:
        >>> [spot.start for spot in inserted("по", "ru")]
        [0, 1, 2]
    """
    units = letter_units(word)
    places = dict.fromkeys([unit.start for unit in units] + [unit.end for unit in units])
    near = {unit.start: unit for unit in units} | {unit.end: unit for unit in units}
    made = [Spot(place, place, letters_like(near[place].text, code)) for place in sorted(places)]
    return [spot for spot in made if spot.choices]
