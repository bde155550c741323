"""Goals against how sure a classifier is."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hf_robust.attacks.goals.base import DIGITS, WRONG
from hf_robust.attacks.goals.label_goals import LabelGoal, is_wrong
from hf_robust.attacks.states import State

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


@dataclass(frozen=True, kw_only=True)
class LessSure(LabelGoal):
    """The probability of the gold label falls below a value. The prediction may stay the same.

    Args:
        below: The value.

    Source: Kuleshov et al. (2018), Adversarial Examples for Natural Language Classification Problems, section 4.1.
    """

    below: float = 0.7

    name = "less-sure"

    def score(self, attempt: "Attempt", state: State, output: Any) -> float:
        return 1.0 - float(output[attempt.labels.index(attempt.row.gold)])

    def reached(self, attempt: "Attempt", state: State, output: Any) -> bool:
        return float(output[attempt.labels.index(attempt.row.gold)]) < self.below

    def skips(self, attempt: "Attempt", output: Any) -> str | None:
        """Why a row is not attacked: the model is wrong, or not sure enough to begin with."""
        if is_wrong(attempt, output):
            return WRONG
        return (
            f"the model is less than {self.below} sure of the original" if self.reached(attempt, (), output) else None
        )


@dataclass(frozen=True, kw_only=True)
class SureOfOther(LabelGoal):
    """A wrong label gets at least a given probability. The score is the highest probability of a wrong label.

    Args:
        least: The probability.

    Source: Kuleshov et al. (2018), Adversarial Examples for Natural Language Classification Problems, section 3.1.
    """

    least: float = 0.7

    name = "sure-of-other"

    def score(self, attempt: "Attempt", state: State, output: Any) -> float:
        right = attempt.labels.index(attempt.row.gold)
        return max(float(value) for place, value in enumerate(output) if place != right)

    def reached(self, attempt: "Attempt", state: State, output: Any) -> bool:
        return round(self.score(attempt, state, output), DIGITS) >= self.least

    def skips(self, attempt: "Attempt", output: Any) -> str | None:
        """Why a row is not attacked: the model is wrong about it."""
        return WRONG if is_wrong(attempt, output) else None
