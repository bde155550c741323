"""Particle swarm search whose steps are those of a Levy flight."""

from dataclasses import dataclass
from math import cos, gamma, log, pi, sin, sqrt
from typing import TYPE_CHECKING

import numpy as np

from hf_robust.attacks.attempt import Outcome
from hf_robust.attacks.searches.swarm import ParticleSwarm, Steps, Swarm
from hf_robust.core.randomness import RowRandom

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt

_TRIES = 1000


@dataclass(frozen=True, kw_only=True)
class LevySwarm(ParticleSwarm):
    """Particle swarm search with heavy-tailed velocities and inertia, so that few particles move far.

    In addition: a particle below the average of the first swarm keeps less of its velocity the worse it is. When a
    particle moves, its words share one probability to stay, so that it becomes the best state except for about one
    word. It mutates depending on the distance from its own best state, and to the best candidate of all.

    Args:
        stability: Exponent of the Levy distribution, above 0 and up to 2. The tail is heavier for smaller values.
        flight: Bounds of the random inertia of particles above the average.

    Source: Xiao et al. (2023), LEAP: Efficient and Automated Test Method for NLP Software, section 3; Mantegna (1994),
        Fast, accurate algorithm for numerical simulation of Levy stable stochastic processes, section 2, for the draws.
    """

    speed: float = 3.0
    stability: float = 1.5
    flight: tuple[float, float] = (0.5, 0.8)

    name = "levy-swarm"

    def _velocities(self, rng: RowRandom, words: int) -> np.ndarray:
        """The first velocities, one a particle: even draws, or steps of a Levy flight."""
        drawn = []
        for number in range(self.particles):
            own = rng.fork(number)
            even, threshold = ((2 * own.random() - 1) * self.speed for _ in range(2))
            far = threshold < levy_step(own, self.stability)
            drawn.append(even if far else bounded_step(own, self.stability, -self.speed, self.speed))
        return np.repeat(np.array(drawn)[:, None], words, axis=1)

    def _inertia(self, swarm: Swarm, iteration: int, rng: RowRandom) -> np.ndarray:
        high, low = self.inertia
        least, average = float(swarm.scores.min()), float(swarm.scores.mean())
        found = []
        for particle in swarm.particles:
            if least <= particle.score < average:
                found.append(low + (high - low) * (particle.score - least) / (average - least))
            elif particle.score < least:
                found.append(low)
            else:
                found.append(bounded_step(rng, self.stability, *self.flight))
        return np.array(found)

    def _staying(self, velocities: np.ndarray) -> np.ndarray:
        powers = np.exp(velocities - velocities.max(axis=1, keepdims=True))
        return powers / powers.sum(axis=1, keepdims=True)

    def _changed_shares(self, attempt: "Attempt", swarm: Swarm) -> list[float]:
        """How far each particle is from its own best."""
        differ = [swarm.words.differ(one.state, best.state) for one, best in zip(swarm.particles, swarm.bests)]
        return [len(numbers) / max(1, attempt.row.size) for numbers in differ]

    def _mutant(self, steps: Steps, rng: RowRandom) -> Outcome:
        return steps.outcomes[max(range(len(steps.gains)), key=steps.gains.__getitem__)]


def levy_step(rng: RowRandom, stability: float) -> float:
    """One step of a Levy flight: a normal draw over a power of another.

    Args:
        rng: The stream.
        stability: Exponent of the distribution, above 0 and up to 2.
    """
    spread = gamma(1 + stability) * sin(pi * stability / 2)
    spread /= gamma((1 + stability) / 2) * stability * 2 ** ((stability - 1) / 2)
    step, over = _normal(rng) * spread ** (1 / stability), abs(_normal(rng))
    return float(step / max(over, 1e-12) ** (1 / stability))


def bounded_step(rng: RowRandom, stability: float, low: float, high: float) -> float:
    """A step of a Levy flight that ends between two bounds."""
    for _ in range(_TRIES):
        step = levy_step(rng, stability)
        if low <= step <= high:
            return step
    return low + (high - low) * rng.random()


def _normal(rng: RowRandom) -> float:
    return sqrt(-2 * log(1 - rng.random())) * cos(2 * pi * rng.random())
