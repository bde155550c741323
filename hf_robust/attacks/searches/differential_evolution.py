"""Differential evolution: vectors of edits that are bred from each other's differences."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from hf_robust.attacks.asking import Asking
from hf_robust.attacks.attempt import Outcome
from hf_robust.attacks.searches.base import SearchMethod, best_of
from hf_robust.attacks.states import ORIGIN, State, moved
from hf_robust.core.randomness import RowRandom

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


@dataclass(frozen=True, kw_only=True)
class DifferentialEvolution(SearchMethod):
    """Differential evolution: a population of vectors, in which each number is one edit of the original or no edit.

    The moves of all words form a list in text order, and a number selects one of them. A new vector combines the best
    vector and the difference of two others. It replaces its parent if it is better. All queries of a generation are one
    batch.

    Args:
        edits: Length of a vector: the maximum number of edits.
        population: Number of vectors.
        generations: Maximum number of generations after the first.
        weight: Bounds of the random weight of the difference, drawn for each generation.
        crossover: Probability that a number comes from the combination instead of the parent.

    Source: Boucher et al. (2022), Bad Characters: Imperceptible NLP Attacks, section V; Storn and Price (1997),
        Differential Evolution, section 2, for the scheme, best/1/bin.
    """

    edits: int = 5
    population: int = 32
    generations: int = 10
    weight: tuple[float, float] = (0.5, 1.0)
    crossover: float = 0.7

    name = "differential-evolution"

    def run(self, attempt: "Attempt", first: Outcome) -> Asking[Outcome]:
        groups = yield from attempt.candidates(first.state, attempt.free(first.state))
        moves = [state for group in groups for state in group]
        if not moves:
            return first
        rng = attempt.row.rng(0)
        vectors = np.array([self._random_vector(rng) for _ in range(self.population)])
        outcomes = yield from self._worth(attempt, moves, vectors, [first] * self.population)
        for generation in range(1, self.generations + 1):
            if best_of(outcomes, first).reached:
                break
            bred = self._bred(vectors, outcomes, attempt.row.rng(generation))
            found = yield from self._worth(attempt, moves, bred, outcomes)
            better = np.array([new.score >= old.score for new, old in zip(found, outcomes)])
            vectors = np.where(better[:, None], bred, vectors)
            outcomes = [new if wins else old for new, old, wins in zip(found, outcomes, better)]
        return best_of(outcomes, first)

    def _random_vector(self, rng: RowRandom) -> list[float]:
        return [rng.random() for _ in range(self.edits)]

    def _bred(self, vectors: np.ndarray, outcomes: Sequence[Outcome], rng: RowRandom) -> np.ndarray:
        """One trial vector for each vector."""
        low, high = self.weight
        weight = low + (high - low) * rng.random()
        best = vectors[max(range(len(outcomes)), key=lambda number: outcomes[number].score)]
        trials = vectors.copy()
        for number, trial in enumerate(trials):
            others = [other for other in range(len(vectors)) if other != number] or [number]
            one, two = rng.choice(others), rng.choice(others)
            sure = rng.randrange(self.edits)
            for place in range(self.edits):
                if rng.random() < self.crossover or place == sure:
                    value = best[place] + weight * (vectors[one, place] - vectors[two, place])
                    trial[place] = value if 0 <= value < 1 else rng.random()
        return trials

    def _worth(
        self, attempt: "Attempt", moves: Sequence[State], vectors: np.ndarray, else_: Sequence[Outcome]
    ) -> Asking[list[Outcome]]:
        """What vectors are worth; one whose text does not pass is worth what stands in its place."""
        states = [_state(moves, vector) for vector in vectors]
        several = [state for state in dict.fromkeys(states) if len(state) > 1]
        passed = {ORIGIN, *moves, *(yield from attempt.passing(ORIGIN, several))}
        once = [state for state in dict.fromkeys(states) if state in passed]
        said = dict(zip(once, (yield from attempt.ask(once)), strict=True))
        return [said.get(state, other) for state, other in zip(states, else_)]


def _state(moves: Sequence[State], vector: np.ndarray) -> State:
    """The state of a vector: the lowest part of the range of a number stands for no edit."""
    state = ORIGIN
    for value in vector:
        number = int(value * (len(moves) + 1)) - 1
        if number >= 0:
            state = moved(state, *moves[number])
    return state
