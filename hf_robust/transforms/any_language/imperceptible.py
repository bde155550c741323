"""Changes of words of any script that a reader does not see: invisible characters and bidirectional controls."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import bidirectional

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Offsets
from hf_robust.transforms.any_language.letter_changes import LetterChange
from hf_robust.transforms.any_language.letter_units import adjacent_units, is_joined, letter_units
from hf_robust.transforms.base import register
from hf_robust.transforms.imperceptible import INVISIBLE, RIGHT_TO_LEFT, ReversedEnd
from hf_robust.transforms.word_changes import Spot, Spots


@register
@dataclass(frozen=True, kw_only=True)
class InvisibleCharacter(LetterChange):
    """Insert an invisible character (zero-width character or soft hyphen) inside a word.

    Words of scripts with joined letters do not change, because the character would be visible.

    Source: Boucher et al. 2022, "Bad Characters: Imperceptible NLP Attacks", "Invisible Characters".

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", language="sv")
        >>> ascii(hr.Perturb("invisible-character", task, seed=1, count=1)("En bra film"))
        "'E\\\\u200cn bra film'"
    """

    name = "invisible-character"
    version = "any.1"
    seed_name = "Invisible Characters"
    choice = "words in which a character can be hidden"

    def spots_in(self, word: str, code: str) -> Spots:
        pairs = adjacent_units(word)
        return [Spot(b.start, b.start, INVISIBLE) for a, b in pairs if not is_joined(a) and not is_joined(b)]


@register
@dataclass(frozen=True, kw_only=True)
class BidiControl(LetterChange):
    """Store letters of a word in reverse order, between bidirectional control characters that display them normally.

    Texts that already contain such control characters or right-to-left letters do not change. Neither do words with
    joined letters or combining marks.

    Source: Boucher et al. 2022, "Bad Characters: Imperceptible NLP Attacks", "Reorderings".

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", language="tr")
        >>> ascii(hr.Perturb("bidi-control", task, seed=1, count=1)("iyi bir film"))
        "'iyi bir \\\\u2066\\\\u202eif\\\\u202c\\\\u2069lm'"
    """

    name = "bidi-control"
    version = "any.1"
    seed_name = "Reorderings"
    choice = "words that can be stored in reverse order"

    def usable(self, doc: Doc, words: Sequence[Offsets]) -> Sequence[Offsets]:
        return [] if not doc.text.isascii() and RIGHT_TO_LEFT.search(doc.text) else words

    def spots_in(self, word: str, code: str) -> Spots:
        size = len(word) - 1
        return [Spot(first, size + 1, ReversedEnd(word, first)) for first in range(size)] if _may_turn(word) else ()


_MARK_INSIDE = re.compile("['-]")


def _may_turn(word: str) -> bool:
    """Whether the letters of a word may be stored backwards: single characters that are written one after the other."""
    units = letter_units(word)
    single = len(units) == len(_MARK_INSIDE.sub("", word)) >= 2
    return single and not any(is_joined(unit) or bidirectional(unit.text) != "L" for unit in units)
