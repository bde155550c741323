"""Moves that a reader does not see: look-alike and invisible characters, deletions and turned letters."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hf_robust.attacks.moves.base import PlainMoves
from hf_robust.attacks.states import Move, State, Unit, moved
from hf_robust.core.errors import UsageError
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.imperceptible import BACKWARDS, FORWARDS, INVISIBLE, BidiControl, hidden_gaps
from hf_robust.transforms.letters import ALPHABET, gaps, is_marked

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt

KINDS = ("homoglyphs", "invisible", "deletions", "reorderings")
BACKSPACE = "\b"


@dataclass(frozen=True, kw_only=True)
class BadCharacters(PlainMoves):
    """Edit one character of a word imperceptibly. A word may get several such edits.

    Args:
        kinds: Of ``homoglyphs`` (a character of the same shape), ``invisible`` (a zero-width character is inserted),
            ``deletions`` (a letter and a control character that deletes it are inserted) and ``reorderings`` (two
            letters are stored in reverse order between control characters that display them in the original order).

    Source: Boucher et al. (2022), Bad Characters: Imperceptible NLP Attacks, section IV.
    """

    kinds: tuple[str, ...] = KINDS

    name = "bad-characters"
    keeps_meaning = True

    def __post_init__(self) -> None:
        if not self.kinds or not set(self.kinds) <= set(KINDS):
            raise UsageError(f"kinds must be some of {', '.join(KINDS)}; found {self.kinds!r}")

    def of_word(self, attempt: "Attempt", state: State, unit: Unit) -> Iterable[State]:
        word, doc = attempt.row.word(unit), attempt.row.docs[unit.role]
        for kind in self.kinds:
            if kind == "reorderings" and not BidiControl().eligible(doc):  # something runs from right to left
                continue
            for start, end, new in _EDITS[kind](word):
                yield moved(state, Move(unit.role, unit.start + start, unit.start + end, new))


_Edits = Iterator[tuple[int, int, str]]


def homoglyph_edits(word: str) -> _Edits:
    """Each character by each one of its shape.

    Example:
        >>> [(start, end, hex(ord(new))) for start, end, new in homoglyph_edits("x")]
        [(0, 1, '0x445')]
    """
    alike = lexicon("homoglyphs")
    for place, char in enumerate(word):
        if char in alike and not is_marked(word, place):
            yield from ((place, place + 1, new) for new in alike[char])


def invisible_edits(word: str) -> _Edits:
    """A character of no width between two letters; not where letters join, where it would show.

    Example:
        >>> len(list(invisible_edits("bad")))
        10
    """
    yield from ((place, place, new) for place in hidden_gaps(word) for new in INVISIBLE)


def deletion_edits(word: str) -> _Edits:
    """A letter and a backspace between two letters.

    Example:
        >>> next(deletion_edits("bad"))
        (1, 1, 'a\\x08')
    """
    yield from ((place, place, letter + BACKSPACE) for place in hidden_gaps(word) for letter in ALPHABET)


def reordering_edits(word: str) -> _Edits:
    """Two letters side by side, stored the other way round.

    Example:
        >>> [(start, end) for start, end, _ in reordering_edits("bad")]
        [(0, 2), (1, 3)]
    """
    for place in gaps(word):
        yield place - 1, place + 1, BACKWARDS + word[place] + word[place - 1] + FORWARDS


_EDITS = dict(zip(KINDS, (homoglyph_edits, invisible_edits, deletion_edits, reordering_edits)))
