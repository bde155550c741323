"""Particle swarm search: states that move towards the best ones, and change a word on the way."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from hf_robust.attacks.asking import Asking
from hf_robust.attacks.searches.base import SearchMethod, best_of
from hf_robust.attacks.searches.populations import Patience, PopulationWords, asked, drawn, kept, neighbors
from hf_robust.attacks.states import AttackOutcome
from hf_robust.core.randomness import Draws, RowRandom

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt

_VELOCITY, _TURN, _MUTATION, _INERTIA = range(4)  # purposes of draws


class Steps(NamedTuple):
    """The words as they change best, one by one.

    Args:
        outcomes: The best candidate of each word that has one.
        gains: How much nearer to the goal each is.
    """

    outcomes: list[AttackOutcome]
    gains: list[float]


@dataclass
class Swarm:
    """A swarm under way.

    Args:
        words: The words as dimensions.
        particles: Where each stands.
        velocities: How strongly each word of each holds on to what it is, of shape (particles, words).
        bests: Where each did best.
        scores: The scores that the swarm began with.
    """

    words: PopulationWords
    particles: list[AttackOutcome]
    velocities: np.ndarray
    bests: list[AttackOutcome]
    best: AttackOutcome
    scores: np.ndarray


@dataclass(frozen=True, kw_only=True)
class ParticleSwarm(SearchMethod):
    """Particle swarm search: each state moves towards its own best state and the best state of all, then may mutate.

    The queries of all particles form one batch: one after the moves, one for the mutations. Each particle starts as the
    original with one edited word. The search ends early if three iterations bring nothing new.

    Args:
        particles: Number of particles.
        iterations: Maximum number of iterations.
        inertia: Share of a velocity that is kept, at the start and at the end.
        pull: Probability of moving to the particle's own best state, at the start and at the end. The probability of
            moving to the best state of all changes in the opposite direction.
        speed: Maximum component of a velocity.
        slowing: How fast mutation decreases: its probability is 1 minus this number times the share of words that
            differ from the original.

    Source: Zang et al. (2020), Word-level Textual Adversarial Attacking as Combinatorial Optimization, section 3.2.
    """

    particles: int = 60
    iterations: int = 20
    inertia: tuple[float, float] = (0.8, 0.2)
    pull: tuple[float, float] = (0.8, 0.2)
    speed: float = 1.0
    slowing: float = 2.0

    name = "particle-swarm"

    def run(self, attempt: "Attempt", first: AttackOutcome) -> Asking[AttackOutcome]:
        (steps,) = yield from _steps(attempt, [first])
        if not steps.outcomes:
            return first
        swarm = self._gathered(attempt, first, steps)
        patience = Patience(attempt)
        for iteration in range(self.iterations):
            if swarm.best.reached or patience.ends():
                break
            self._steer(swarm, self._inertia(swarm, iteration, attempt.row.rng(_INERTIA, iteration)))
            yield from self._turn(attempt, swarm, iteration)
            if not swarm.best.reached:
                yield from self._mutate(attempt, swarm, attempt.row.rng(_MUTATION, iteration))
        return best_of([swarm.best], first)

    def _gathered(self, attempt: "Attempt", first: AttackOutcome, steps: Steps) -> Swarm:
        """The swarm at first: each particle is the original with one word changed for its best."""
        rng = attempt.row.rng(_MUTATION)
        particles = [steps.outcomes[drawn(rng, steps.gains)] for _ in range(self.particles)]
        words = PopulationWords(attempt.free(first.state))
        velocities = self._velocities(attempt.row.rng(_VELOCITY), len(words.units))
        scores = np.array([one.score for one in particles])
        return Swarm(words, particles, velocities, list(particles), best_of(particles, first), scores)

    def _velocities(self, rng: RowRandom, words: int) -> np.ndarray:
        """The first velocities: even draws."""
        draws = Draws(np.array([rng.fork(number).key for number in range(self.particles)], np.uint64))
        return np.stack([(2 * draws.random(word) - 1) * self.speed for word in range(words)], axis=1)

    def _inertia(self, swarm: Swarm, iteration: int, rng: RowRandom) -> np.ndarray:
        """What each particle keeps of its velocity: less and less."""
        high, low = self.inertia
        return np.full(len(swarm.particles), low + (high - low) * (self.iterations - iteration) / self.iterations)

    def _steer(self, swarm: Swarm, inertia: np.ndarray) -> None:
        """New velocities: a word that differs from a best state holds on to what it is, one that does not lets go."""
        pulls = np.full(swarm.velocities.shape, -2.0 * self.speed)
        for number, (particle, own) in enumerate(zip(swarm.particles, swarm.bests)):
            for best in (own, swarm.best):
                pulls[number, swarm.words.differ(particle.state, best.state)] += 2.0 * self.speed
        kept_part = inertia[:, None]
        swarm.velocities = kept_part * swarm.velocities + (1 - kept_part) * pulls

    def _staying(self, velocities: np.ndarray) -> np.ndarray:
        """The probability that a word stays when a particle turns."""
        return 1 / (1 + np.exp(-velocities))

    def _turn(self, attempt: "Attempt", swarm: Swarm, iteration: int) -> Asking[None]:
        """Turn all particles, and ask where that leads."""
        high, low = self.pull
        passed = iteration / self.iterations * (high - low)
        staying = self._staying(swarm.velocities)
        pairs = []
        for number, (particle, own) in enumerate(zip(swarm.particles, swarm.bests)):
            rng, state = attempt.row.rng(_TURN, iteration, number), particle.state
            for best, chance in ((own, high - passed), (swarm.best, low + passed)):
                if rng.random() < chance:
                    differ = swarm.words.differ(state, best.state)
                    turned = [word for word in differ if rng.random() >= staying[number, word]]
                    state = swarm.words.mixed(state, best.state, turned)
            pairs.append((state, particle.state))
        states = yield from kept(attempt, pairs)
        said = yield from asked(attempt, states)
        self._remember(swarm, [said[state] for state in states])

    def _mutate(self, attempt: "Attempt", swarm: Swarm, rng: RowRandom) -> Asking[None]:
        """Change one word of some particles."""
        chosen = [
            number
            for number, share in enumerate(self._changed_shares(attempt, swarm))
            if rng.random() < 1 - self.slowing * share
        ]
        places = {swarm.particles[number].state: swarm.particles[number] for number in chosen}
        found = dict(zip(places, (yield from _steps(attempt, list(places.values())))))
        particles = list(swarm.particles)
        for number in chosen:
            steps = found[particles[number].state]
            if steps.outcomes:
                particles[number] = self._mutant(steps, rng)
        self._remember(swarm, particles)

    def _changed_shares(self, attempt: "Attempt", swarm: Swarm) -> list[float]:
        """How far each particle has gone: the share of the row's words that differ from the original."""
        return [len(swarm.words.parts(one.state)) / max(1, attempt.row.size) for one in swarm.particles]

    def _mutant(self, steps: Steps, rng: RowRandom) -> AttackOutcome:
        """One of the words at its best, drawn in proportion to what that gains."""
        return steps.outcomes[drawn(rng, steps.gains)]

    def _remember(self, swarm: Swarm, particles: list[AttackOutcome]) -> None:
        swarm.particles = particles
        swarm.bests = [best_of([new], old) for old, new in zip(swarm.bests, particles)]
        swarm.best = best_of(particles, swarm.best)


def _steps(attempt: "Attempt", outcomes: Sequence[AttackOutcome]) -> Asking[list[Steps]]:
    """For some states what each of their words does best, all asked at once."""
    units = [attempt.free(outcome.state) for outcome in outcomes]
    reached = yield from neighbors(
        attempt, [(outcome.state, unit) for outcome, own in zip(outcomes, units) for unit in own]
    )
    said = yield from asked(attempt, [state for group in reached.values() for state in group])
    steps = []
    for outcome, own in zip(outcomes, units):
        groups = [[said[state] for state in reached[outcome.state, unit]] for unit in own]
        best = [best_of(group[1:], group[0]) for group in groups if group]
        steps.append(Steps(best, [best_of_word.score - outcome.score for best_of_word in best]))
    return steps
