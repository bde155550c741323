"""Moves that leave words out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hf_robust.attacks.asking import Asking
from hf_robust.attacks.moves.base import PlainMoves
from hf_robust.attacks.states import Move, State, Unit, moved, overlap
from hf_robust.core.word_bounds import find_words

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


@dataclass(frozen=True, kw_only=True)
class DeleteWord(PlainMoves):
    """Delete a word and one of the adjacent spaces. In a token list, delete the token and its label.

    Each of several adjacent words deletes a space that no other deletes, so that all words except one can be deleted:
    the last word of a row stays.

    Source: Feng et al. (2018), Pathologies of Neural Models Make Interpretations Difficult, section 3.1.
    """

    name = "delete-word"

    def moves(self, attempt: "Attempt", state: State, units: Sequence[Unit]) -> Asking[list[list[State]]]:
        row = attempt.row
        if sum(len(find_words(row.text(state, role))) for role in row.task.fields) < 2:
            return [[] for _ in units]
        return (yield from super().moves(attempt, state, units))

    def of_word(self, attempt: "Attempt", state: State, unit: Unit) -> Iterable[State]:
        if any(overlap(move, unit) for move in state):
            return []
        return [moved(state, deletion(attempt.row.docs[unit.role].text, state, unit))]


def deletion(text: str, state: State, unit: Unit) -> Move:
    """The move that leaves out a word, with a space beside it that is still there.

    Args:
        text: The original text.
        state: Where the search stands.

    Example:
        >>> first = deletion("A fine film", (), Unit("text", 7, 11))
        >>> first, deletion("A fine film", (first,), Unit("text", 2, 6))
        (Move(role='text', start=6, end=11, text=''), Move(role='text', start=1, end=6, text=''))
    """
    taken = [move for move in state if move.role == unit.role]

    def is_free(index: int) -> bool:
        return text[index : index + 1] == " " and not any(move.start <= index < move.end for move in taken)

    if is_free(unit.end):
        return Move(unit.role, unit.start, unit.end + 1, "")
    if unit.start and is_free(unit.start - 1):
        return Move(unit.role, unit.start - 1, unit.end, "")
    return Move(*unit, "")
