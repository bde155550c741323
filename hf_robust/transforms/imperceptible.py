"""Changes that a reader does not see: invisible characters and bidirectional controls."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_letters, digits
from typing import ClassVar

import numpy as np

from hf_robust.core.column_edits import Chosen, WordEdits
from hf_robust.core.doc import Doc
from hf_robust.core.edits import Offsets
from hf_robust.core.randomness import RowRandom
from hf_robust.core.text_columns import Strings, TextColumn, byte_mask
from hf_robust.transforms.base import GENERAL_TASKS, WordTransformation, preserves, register
from hf_robust.transforms.letters import gaps

INVISIBLE = "\u200b\u200c\u200d\u2060\u00ad"  # zero-width space, non-joiner, joiner, word joiner, soft hyphen
# an override between isolates: without these a number that follows the word would change places with it
BACKWARDS, FORWARDS = "\u2066\u202e", "\u202c\u2069"
_RIGHT_TO_LEFT = re.compile(  # scripts, and controls of direction
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff"
    "\U0001e800-\U0001efff]"
)
_IN_WORD = {ord(mark): None for mark in "'-"}
_IS_IN_WORD = byte_mask(f"'-{ascii_letters}{digits}")
_FIRST_RIGHT_TO_LEFT = "\u0590"


@register
@dataclass(frozen=True, kw_only=True)
class InvisibleCharacter(WordTransformation):
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
    reads_word_alone: ClassVar[bool] = True
    skips_stop_words: ClassVar[bool] = True

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        places = hidden_gaps(word)
        if not places:
            return None
        place = places[rng.randrange(len(places))]
        return word[:place] + INVISIBLE[rng.randrange(len(INVISIBLE))] + word[place:]

    def forms(self, word: str) -> Sequence[str]:
        return [word[:place] + char + word[place:] for place in hidden_gaps(word) for char in INVISIBLE]

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        places = chosen.gaps
        at = places.pick(chosen.draws.randrange(places.sizes))
        new = Strings.of([char.encode() for char in INVISIBLE]).take(chosen.draws.randrange(len(INVISIBLE), 1))
        return chosen.edits(places.sizes > 0, at, at, new)


def hidden_gaps(word: str) -> Sequence[int]:
    """Places in a word where nobody would see that something has come in."""
    places = gaps(word)
    return places if word.isascii() else [p for p in places if max(word[p - 1], word[p]) < _FIRST_RIGHT_TO_LEFT]


@register
@dataclass(frozen=True, kw_only=True)
class BidiControl(WordTransformation):
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
    reads_word_alone: ClassVar[bool] = True
    skips_stop_words: ClassVar[bool] = True

    def eligible(self, doc: Doc) -> Sequence[Offsets]:
        if not doc.text.isascii() and _RIGHT_TO_LEFT.search(doc.text):
            return []
        return super().eligible(doc)

    def replace(self, doc: Doc, start: int, end: int, rng: RowRandom) -> str | None:
        word = doc.text[start:end]
        if not _may_turn(word):
            return None
        first = rng.randrange(len(word) - 1)
        last = first + 2 + rng.randrange(len(word) - first - 1)
        return _turned(word, first, last)

    def forms(self, word: str) -> Sequence[str]:
        size = len(word)
        if not _may_turn(word):
            return ()
        return [_turned(word, first, last) for first in range(size - 1) for last in range(first + 2, size + 1)]

    def eligible_columns(self, column: TextColumn) -> np.ndarray:
        wide, turns = np.flatnonzero(~column.in_ascii), np.zeros(column.size, bool)
        texts = column.texts.take(wide).tolist()
        turns[wide] = [_RIGHT_TO_LEFT.search(text.decode()) is not None for text in texts]
        return super().eligible_columns(column) & ~turns[column.words.row]

    def replace_columns(self, chosen: Chosen) -> WordEdits:
        sizes = chosen.lengths
        first = chosen.draws.randrange(np.maximum(sizes - 1, 0))
        more = chosen.draws.randrange(np.maximum(sizes - first - 1, 0), 1)
        until = chosen.start + np.minimum(first + 2 + more, sizes)
        at = np.minimum(chosen.start + first, until)
        turned = chosen.column.texts.slices(at, until, backwards=True)
        new = Strings.joined([BACKWARDS.encode(), turned, FORWARDS.encode()], chosen.size)
        odd = chosen.places(~_IS_IN_WORD[chosen.chars])  # a token may hold brackets, which would turn
        return chosen.edits((sizes >= 2) & (odd.sizes == 0), at, until, new)


def _may_turn(word: str) -> bool:
    """Whether letters of a word may be stored backwards: brackets would turn."""
    return len(word) >= 2 and word.isascii() and word.translate(_IN_WORD).isalnum()


def _turned(word: str, first: int, last: int) -> str:
    return word[:first] + BACKWARDS + word[first:last][::-1] + FORWARDS + word[last:]
