"""How far, in a space of word vectors, new words may be from the old ones."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hf_robust.attacks.asking import Asking
from hf_robust.attacks.constraints.base import Condition, Constraint, PlainCondition, new_moves
from hf_robust.attacks.states import AttackRow, Move, State
from hf_robust.core.word_bounds import find_words
from hf_robust.language.vectors import word_vectors

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


@dataclass(frozen=True, kw_only=True)
class _InVectors(Constraint):
    @property
    def resources(self) -> tuple[str, ...]:
        return ("word-vectors",)


@dataclass(frozen=True, kw_only=True)
class WordCosine(_InVectors, PlainCondition):
    """The vector of each new word has at least this cosine similarity with that of the original word at its position.

    Words without a vector pass, and so do their replacements, as in TextFooler and TextAttack.

    Args:
        least: Minimum cosine similarity, in [-1, 1].

    Source: Jin et al. (2020), Is BERT Really Robust?, section 3.1, step 2.
    """

    least: float = 0.5

    name = "word-cosine"

    def passes(self, attempt: "Attempt", state: State, candidate: State) -> bool:
        return all(cosine >= self.least for cosine in _cosines(attempt.row, state, candidate))


@dataclass(frozen=True, kw_only=True)
class WordDistance(_InVectors, PlainCondition):
    """The vector of each new word has at most this distance from that of the original word at its position.

    Words without a vector pass, and so do their replacements.

    Args:
        most: Maximum squared Euclidean distance of the normalized vectors, which is 2 - 2 times their cosine.

    Source: Alzantot et al. (2018), Generating Natural Language Adversarial Examples, section 3.2, "Perturb subroutine".
    """

    most: float = 0.5

    name = "word-distance"

    def passes(self, attempt: "Attempt", state: State, candidate: State) -> bool:
        return all(2 - 2 * cosine <= self.most for cosine in _cosines(attempt.row, state, candidate))


def _cosines(row: AttackRow, state: State, candidate: State) -> Iterator[float]:
    """Of each word that a candidate brings with the one that it replaces, where both have a vector."""
    space = word_vectors()
    for move in new_moves(state, candidate):
        old = space.place.get(row.docs[move.role].text[move.start : move.end].lower())
        new = space.place.get(move.text.lower())
        if old is not None and new is not None:
            yield round(float(space.vectors[old] @ space.vectors[new]), 5)


@dataclass(frozen=True, kw_only=True)
class MeanVectorDistance(_InVectors, Condition):
    """The mean word vector has at most this distance from that of the original texts.

    Args:
        most: Maximum Euclidean distance. Word vectors are normalized; words without a vector do not count.

    Source: Kuleshov et al. (2018), Adversarial Examples for Natural Language Classification Problems, section 3.2,
        "thought vectors".
    """

    most: float = 0.2

    name = "mean-vector"

    def passes_all(self, attempt: "Attempt", state: State, candidates: Sequence[State]) -> Asking[list[bool]]:
        row = attempt.row
        originals = (row.docs[role].text for role in row.task.fields)
        total, count = _sum(" \n ".join(originals))
        mean = total / max(count, 1)
        far = []
        for candidate in candidates:
            changed, size = total, count
            for move in candidate:
                (gone, fewer), (came, more) = _sum(_old(row, move)), _sum(move.text)
                changed, size = changed - gone + came, size - fewer + more
            far.append(float(np.linalg.norm(changed / max(size, 1) - mean)))
        return [round(one, 5) <= self.most for one in far]
        yield


def _old(row: AttackRow, move: Move) -> str:
    return row.docs[move.role].text[move.start : move.end]


def _sum(text: str) -> tuple[np.ndarray, int]:
    """The sum of the vectors of the words of a text, and how many words have one."""
    space = word_vectors()
    words = (text[start:end].lower() for start, end in find_words(text))
    places = [space.place[word] for word in words if word in space.place]
    return space.vectors[places].sum(0, dtype=np.float64), len(places)
