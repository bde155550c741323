"""Greedy search over all words at once, and its wider form, a beam."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hf_robust.attacks.asking import Asking
from hf_robust.attacks.attempt import Outcome
from hf_robust.attacks.searches.base import SearchMethod, best_of
from hf_robust.attacks.states import State
from hf_robust.core.errors import UsageError

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


@dataclass(frozen=True, kw_only=True)
class Greedy(SearchMethod):
    """Apply the best candidate of all words in each step, until the goal is reached or no candidate is left.

    Args:
        beam: Number of best states that are kept in each step. 1 is plain greedy search.
        only_better: Whether to stop if no candidate is better than the state that it edits. Otherwise, the best
            candidate is used even if it is worse, because two words together may reach what neither does alone.
        steps: Maximum number of steps. None: unlimited.

    Source: Ebrahimi et al. (2018), HotFlip: White-Box Adversarial Examples for Text Classification, section 3.3, for
        the beam; Li et al. (2021), Contextualized Perturbation for Textual Adversarial Attack, section 2.2, for the
        greedy choice over all positions.
    """

    beam: int = 1
    only_better: bool = False
    steps: int | None = None

    name = "greedy"

    def __post_init__(self) -> None:
        if self.beam < 1:
            raise UsageError(f"a beam holds 1 state or more; found {self.beam}")

    def run(self, attempt: "Attempt", first: Outcome) -> Asking[Outcome]:
        best, beam, seen = first, [first], {first.state}
        step = 0
        while not best.reached and (self.steps is None or step < self.steps):
            step += 1
            states: list[State] = []
            for current in beam:
                groups = yield from attempt.candidates(current.state, attempt.free(current.state))
                states += [state for group in groups for state in group]
            states = [state for state in dict.fromkeys(states) if state not in seen]
            if not states:
                break
            outcomes = yield from attempt.ask(states)
            ahead = sorted(outcomes, key=lambda one: (-one.reached, -one.score))[: self.beam]
            if self.only_better and ahead[0].score <= beam[0].score and not ahead[0].reached:
                break
            beam = ahead
            seen.update(one.state for one in beam)
            best = best_of(beam, best)
        return best
