"""Genetic search: states that cross and change, the best of which live on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING, NamedTuple

from hf_robust.attacks.asking import Asking
from hf_robust.attacks.searches.base import SearchMethod, best_of
from hf_robust.attacks.searches.populations import Patience, PopulationWords, asked, drawn, kept, neighbors
from hf_robust.attacks.states import AttackOutcome, State, Unit
from hf_robust.core.randomness import RowRandom

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


class PopulationMember(NamedTuple):
    """One of a population.

    Args:
        outcome: Its state, and what that is worth.
        changes: How often each word was changed on the way there.
    """

    outcome: AttackOutcome
    changes: Mapping[Unit, int]


class Child(NamedTuple):
    """What a crossover makes, before it is changed further."""

    state: State
    changes: Mapping[Unit, int]


class Field(NamedTuple):
    """What a search moves in.

    Args:
        words: The words as dimensions.
        weights: The candidates that each word has in the original.
    """

    words: PopulationWords
    weights: Mapping[Unit, int]


@dataclass(frozen=True, kw_only=True)
class Genetic(SearchMethod):
    """Genetic search: each generation keeps the best states and replaces the others with changed children.

    A child takes each word from one parent or the other. Then one word, sampled in proportion to the number of its
    candidates, becomes its best candidate if that is better. Better parents are more likely. All queries of a
    generation are one batch. The search ends early if three generations bring nothing new.

    Args:
        population: Number of members.
        generations: Maximum number of generations.
        temperature: Parents are sampled by a softmax of their scores divided by this number. None: in proportion to the
            scores.

    Source: Alzantot et al. (2018), Generating Natural Language Adversarial Examples, section 3.2.
    """

    population: int = 60
    generations: int = 20
    temperature: float | None = None

    name = "genetic"

    def run(self, attempt: "Attempt", first: AttackOutcome) -> Asking[AttackOutcome]:
        units = attempt.free(first.state)
        groups = yield from attempt.candidates(first.state, units)
        weights = {unit: len(group) for unit, group in zip(units, groups) if group}
        if not weights:
            return first
        field = Field(PopulationWords(weights), weights)
        members = yield from self._start(attempt, first, field)
        patience = Patience(attempt)
        for generation in range(1, self.generations + 1):
            if best_of([one.outcome for one in members], first).reached or patience.ends():
                break
            members = yield from self._next(attempt, members, field, attempt.row.rng(generation))
        return best_of([one.outcome for one in members], first)

    def _start(self, attempt: "Attempt", first: AttackOutcome, field: Field) -> Asking[list[PopulationMember]]:
        """The first generation: the original with one word changed, drawn once a member."""
        rng = attempt.row.rng(0)
        return (yield from self._changed(attempt, [Child(first.state, {})] * self.population, field, rng))

    def _next(
        self, attempt: "Attempt", members: Sequence[PopulationMember], field: Field, rng: RowRandom
    ) -> Asking[list[PopulationMember]]:
        """The next generation."""
        best = max(members, key=lambda one: (one.outcome.reached, one.outcome.score))
        chances = self._chances([one.outcome.score for one in members])
        crossed, stand_ins = [], []
        for _ in range(self.population - 1):
            one, other = (members[drawn(rng, chances)] for _ in range(2))
            crossed.append(self._cross(one, other, field.words, rng))
            stand_ins.append(Child(one.outcome.state, one.changes))
        states = yield from kept(attempt, [(one.state, other.state) for one, other in zip(crossed, stand_ins)])
        children = [one if one.state == state else other for one, other, state in zip(crossed, stand_ins, states)]
        return [best, *(yield from self._changed(attempt, children, field, rng))]

    def _chances(self, scores: Sequence[float]) -> list[float]:
        """What members are drawn in proportion to."""
        if self.temperature is None:
            least = min(0.0, *scores)
            return [score - least for score in scores]
        most = max(scores)
        return [exp((score - most) / self.temperature) for score in scores]

    def _cross(
        self, first: PopulationMember, second: PopulationMember, words: PopulationWords, rng: RowRandom
    ) -> Child:
        """A child that has each word of one parent or the other."""
        differ = words.differ(first.outcome.state, second.outcome.state)
        taken = [index for index in differ if rng.random() < 0.5]
        changes = dict(first.changes)
        for index in taken:
            changes[words.units[index]] = second.changes.get(words.units[index], 0)
        return Child(words.mixed(first.outcome.state, second.outcome.state, taken), changes)

    def _chosen(self, attempt: "Attempt", child: Child, field: Field, rng: RowRandom) -> Unit | None:
        """The word of a child that is changed."""
        units = [unit for unit in attempt.free(child.state) if unit in field.weights]
        return units[drawn(rng, [field.weights[unit] for unit in units])] if units else None

    def _changed(
        self, attempt: "Attempt", children: Sequence[Child], field: Field, rng: RowRandom
    ) -> Asking[list[PopulationMember]]:
        """Children of which a drawn word has become its best candidate, where that is better."""
        units = [self._chosen(attempt, child, field, rng) for child in children]
        pairs = [(child.state, unit) for child, unit in zip(children, units)]
        found = yield from neighbors(attempt, [(state, unit) for state, unit in pairs if unit is not None])
        groups = [[] if unit is None else found[state, unit] for state, unit in pairs]
        said = yield from asked(
            attempt, [one for child, group in zip(children, groups) for one in (child.state, *group)]
        )
        members = []
        for child, unit, group in zip(children, units, groups):
            own = said[child.state]
            best = best_of([said[state] for state in group], own)
            grown = {unit: child.changes.get(unit, 0) + 1} if unit is not None and best is not own else {}
            members.append(PopulationMember(best, {**child.changes, **grown}))
        return members


@dataclass(frozen=True, kw_only=True)
class ImprovedGenetic(Genetic):
    """Genetic search that starts from the best edit of each word, uses one-point crossover and may edit a word again.

    Args:
        changes: Maximum number of edits of a word on the way to a state.

    Source: Wang et al. (2019), Natural Language Adversarial Attacks and Defenses in Word Level, section 3.
    """

    changes: int = 5

    name = "improved-genetic"

    def _start(self, attempt: "Attempt", first: AttackOutcome, field: Field) -> Asking[list[PopulationMember]]:
        """The best change of each word; of many words those that gain most."""
        found = yield from neighbors(attempt, [(first.state, unit) for unit in field.weights])
        said = yield from asked(attempt, [first.state, *(state for group in found.values() for state in group)])
        members = [
            PopulationMember(best_of([said[state] for state in group], said[first.state]), {unit: 1})
            for (_, unit), group in found.items()
        ]
        members.sort(key=lambda one: (one.outcome.reached, one.outcome.score), reverse=True)
        return members[: self.population]

    def _cross(
        self, first: PopulationMember, second: PopulationMember, words: PopulationWords, rng: RowRandom
    ) -> Child:
        """A child that begins as one parent and ends as the other."""
        cut = rng.randrange(len(words.units))
        taken = [index for index in words.differ(first.outcome.state, second.outcome.state) if index >= cut]
        after = words.units[cut:]
        changes = {unit: count for unit, count in first.changes.items() if unit not in after}
        changes.update({unit: count for unit, count in second.changes.items() if unit in after})
        return Child(words.mixed(first.outcome.state, second.outcome.state, taken), changes)

    def _chosen(self, attempt: "Attempt", child: Child, field: Field, rng: RowRandom) -> Unit | None:
        """Any word that may be changed once more."""
        units = [unit for unit in attempt.free(child.state) if unit in field.weights]
        units = [unit for unit in units if child.changes.get(unit, 0) < self.changes]
        return rng.choice(units) if units else None
