"""Changes that a reader does not see: invisible characters and bidirectional controls."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Offsets
from hf_robust.transforms.base import GENERAL_TASKS, preserves, register
from hf_robust.transforms.letters import gaps
from hf_robust.transforms.word_changes import Spot, Spots, WordChange

INVISIBLE = "\u200b\u200c\u200d\u2060\u00ad"  # zero-width space, non-joiner, joiner, word joiner, soft hyphen
# an override between isolates: without these a number that follows the word would change places with it
BACKWARDS, FORWARDS = "\u2066\u202e", "\u202c\u2069"
RIGHT_TO_LEFT = re.compile(  # scripts, and controls of direction
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff"
    "\U0001e800-\U0001efff]"
)
_IN_WORD = {ord(mark): None for mark in "'-"}
_FIRST_RIGHT_TO_LEFT = "\u0590"


@register
@dataclass(frozen=True, kw_only=True)
class InvisibleCharacter(WordChange):
    """Insert an invisible character (zero-width character or soft hyphen) inside a word.

    Words of scripts with joined letters do not change, because the character would be visible.

    Source: Boucher et al. 2022, "Bad Characters: Imperceptible NLP Attacks", "Invisible Characters".

    Example:
        >>> ascii(InvisibleCharacter(count=1).preview("the wedding", seed=18))
        "'the we\\\\xaddding'"
    """

    name = "invisible-character"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Invisible Characters"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def spots(self, word: str) -> Spots:
        return [Spot(place, place, INVISIBLE) for place in hidden_gaps(word)]


def hidden_gaps(word: str) -> Sequence[int]:
    """Places in a word where nobody would see that something has come in."""
    places = gaps(word)
    return places if word.isascii() else [p for p in places if max(word[p - 1], word[p]) < _FIRST_RIGHT_TO_LEFT]


@register
@dataclass(frozen=True, kw_only=True)
class BidiControl(WordChange):
    """Store letters of a word in reverse order, between bidirectional control characters that display them normally.

    Texts that already contain such control characters or right-to-left letters do not change.

    Source: Boucher et al. 2022, "Bad Characters: Imperceptible NLP Attacks", "Reorderings".

    Example:
        >>> ascii(BidiControl(count=1).preview("the wedding", seed=16))
        "'the we\\\\u2066\\\\u202eidd\\\\u202c\\\\u2069ng'"
    """

    name = "bidi-control"
    version = "2"
    level = "character"
    linguistics = "morphology"
    seed_name = "Reorderings"
    script_only = True
    effects = preserves(*GENERAL_TASKS)
    skips_stop_words: ClassVar[bool] = True

    def usable(self, doc: Doc, words: Sequence[Offsets]) -> Sequence[Offsets]:
        return [] if not doc.text.isascii() and RIGHT_TO_LEFT.search(doc.text) else words

    def spots(self, word: str) -> Spots:
        size = len(word) - 1
        return [Spot(first, size + 1, ReversedEnd(word, first)) for first in range(size)] if _may_turn(word) else ()


def _may_turn(word: str) -> bool:
    """Whether letters of a word may be stored backwards: brackets would turn."""
    return len(word) >= 2 and word.isascii() and word.translate(_IN_WORD).isalnum()


class ReversedEnd(Sequence[str]):
    """The end of a word with its first letters backwards: two of them, three and so on. Each is made when it is read.

    It keeps the word and not its end: copies of all ends of a long word would need memory of its squared length.

    Args:
        first: Where its end begins.
    """

    def __init__(self, word: str, first: int):
        self._word, self._first = word, first

    def __len__(self) -> int:
        return len(self._word) - self._first - 1

    def __getitem__(self, number: Any) -> Any:
        if not 0 <= number < len(self):
            raise IndexError(number)
        last = self._first + number + 2
        return BACKWARDS + self._word[self._first : last][::-1] + FORWARDS + self._word[last:]
