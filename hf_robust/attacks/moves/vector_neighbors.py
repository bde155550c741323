"""Moves to the nearest words in a space of word vectors."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hf_robust.attacks.asking import Asking
from hf_robust.attacks.moves.base import PlainMoves
from hf_robust.attacks.states import Move, State, Unit, moved
from hf_robust.language.vectors import word_vectors
from hf_robust.transforms.base import match_case

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


@dataclass(frozen=True, kw_only=True)
class VectorNeighbors(PlainMoves):
    """Replace a word with one of its nearest neighbors in a word vector space, nearest first.

    The vectors are those of :func:`hf_robust.language.vectors.word_vectors`: those in ``HF_ROBUST_VECTORS``, or the
    input embeddings of the bundled encoder.

    Args:
        most: Number of neighbors per word.
        min_cosine: Minimum cosine similarity, in [-1, 1].

    Source: Alzantot et al. (2018), Generating Natural Language Adversarial Examples, section 3.2; Jin et al. (2020),
        Is BERT Really Robust?, section 3.1, step 2.
    """

    most: int = 50
    min_cosine: float = -1.0

    name = "vector-neighbors"

    @property
    def resources(self) -> tuple[str, ...]:
        return ("word-vectors",)

    def moves(self, attempt: "Attempt", state: State, units: Sequence[Unit]) -> Asking[list[list[State]]]:
        # all words of the row at once: one product of matrices is much quicker than one a word, and most are asked for
        words = (attempt.row.word(unit).lower() for unit in attempt.row.words)
        word_vectors().neighbors(words, self.most, self.min_cosine)
        return (yield from super().moves(attempt, state, units))

    def of_word(self, attempt: "Attempt", state: State, unit: Unit) -> Iterable[State]:
        word = attempt.row.word(unit)
        near = word_vectors().neighbors([word.lower()], self.most, self.min_cosine)[word.lower()]
        return [moved(state, Move(*unit, match_case(word, one.word))) for one in near]
