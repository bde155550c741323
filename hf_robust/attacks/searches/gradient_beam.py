"""Beam search among the edits that the model's gradient promises most of."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING

from hf_robust.attacks.asking import Ask, Asking, Refused, together
from hf_robust.attacks.constraints.base import new_moves
from hf_robust.attacks.searches.base import SearchMethod, best_of
from hf_robust.attacks.services.word_gradients import Flips
from hf_robust.attacks.states import AttackOutcome, State, Unit
from hf_robust.core.errors import NotApplicable, UsageError

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt

_SURE = 1e-5  # probabilities are rounded to it
_DIGITS = 5


@dataclass(frozen=True, kw_only=True)
class GradientBeam(SearchMethod):
    """Beam search that only queries the edits with the largest gain estimated by the gradient.

    One forward and backward pass per state estimates, to first order, the gain of each edit. The best states by this
    estimate are queried and kept, until the goal is reached or no edit is left. Backward passes are not counted as
    queries, because the model has already seen these texts.

    Args:
        width: Number of states that are kept and queried in each step.

    Source: Ebrahimi et al. (2018), HotFlip: White-Box Adversarial Examples for Text Classification, sections 3.1 and
        3.3; there the estimates of several flips are added up, here each step starts from what the model really says.
    """

    width: int = 10

    name = "gradient-beam"

    def __post_init__(self) -> None:
        if self.width < 1:
            raise UsageError(f"a beam holds 1 state or more; found {self.width}")

    @property
    def white_box(self) -> bool:
        """It reads the model's gradients."""
        return True

    def run(self, attempt: "Attempt", first: AttackOutcome) -> Asking[AttackOutcome]:
        best, beam, seen = first, [first], {first.state}
        while not best.reached:
            groups = yield from together([attempt.candidates(one.state, attempt.free(one.state)) for one in beam])
            flat = [[state for group in own for state in group if state not in seen] for own in groups]
            estimates: dict[State, float] = {}
            for states, hopes in zip(flat, (yield from self._hopes(attempt, beam, flat))):
                for state, hope in zip(states, hopes):
                    estimates[state] = max(hope, estimates.get(state, hope))
            if not estimates:
                break
            chosen = sorted(estimates, key=lambda state: -estimates[state])[: self.width]
            seen.update(chosen)
            outcomes = yield from attempt.ask(chosen)
            beam = sorted(outcomes, key=lambda one: (-one.reached, -one.score))
            best = best_of(beam, best)
        return best

    def _hopes(
        self, attempt: "Attempt", beam: Sequence[AttackOutcome], candidates: Sequence[Sequence[State]]
    ) -> Asking[list[list[float]]]:
        """How near the goal each candidate is thought to be: log-odds, to first order."""
        label, sign = attempt.goal.slope(attempt)
        at = attempt.labels.index(label)
        asked = [number for number, own in enumerate(candidates) if own]
        requests = [self._flips(attempt, beam[number].state, candidates[number], label) for number in asked]
        hopes: list[list[float]] = [[] for _ in beam]
        if not requests:
            return hopes
        for number, request, answer in zip(asked, requests, (yield Ask("gradient", requests))):
            if isinstance(answer, Refused):
                raise NotApplicable(answer.reason)
            probability = min(max(float(beam[number].output[at]), _SURE), 1 - _SURE)
            odds = log(probability / (1 - probability))
            changes = {
                (unit, word): float(change)
                for (unit, words), own in zip(request.words, answer)
                for word, change in zip(words, own)
            }
            ways = (self._ways(attempt, beam[number].state, state) for state in candidates[number])
            hopes[number] = [round(sign * (odds + sum(changes[way] for way in own)), _DIGITS) for own in ways]
        return hopes

    def _flips(self, attempt: "Attempt", state: State, candidates: Sequence[State], label: str) -> Flips:
        """The question about all candidates of a state."""
        words: dict[Unit, dict[str, None]] = {}
        for candidate in candidates:
            for unit, word in self._ways(attempt, state, candidate):
                words.setdefault(unit, {})[word] = None
        return Flips(attempt.row.as_input(state), label, tuple((unit, tuple(own)) for unit, own in words.items()))

    def _ways(self, attempt: "Attempt", state: State, candidate: State) -> list[tuple[Unit, str]]:
        """The places in the text of a state that a candidate edits, with what stands there then."""
        return [(Unit(move.role, *attempt.row.span_in(state, move)), move.text) for move in new_moves(state, candidate)]
