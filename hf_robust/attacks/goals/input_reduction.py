"""The goal of input reduction: the same label from as few words as can be."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hf_robust.attacks.goals.base import WRONG
from hf_robust.attacks.goals.label_goals import LabelGoal
from hf_robust.attacks.states import State
from hf_robust.core.word_bounds import find_words

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


@dataclass(frozen=True, kw_only=True)
class FewestWords(LabelGoal):
    """The prediction stays the same with as few words as possible.

    The score is the number of deleted words plus the probability of the label, so that the more confident of two texts
    of equal length is better. If the label changes, the score is the probability of the old label minus 1. There is no
    boolean: the search maximizes the score.

    Source: Feng et al. (2018), Pathologies of Neural Models Make Interpretations Difficult, section 3.
    """

    name = "fewest-words"
    maximizes = True

    def score(self, attempt: "Attempt", state: State, output: Any) -> float:
        belief = float(output[attempt.labels.index(attempt.row.gold)])
        if self._says_another(attempt, output):
            return belief - 1.0
        row = attempt.row
        left = sum(len(find_words(row.text(state, role))) for role in row.task.fields)
        return row.size - left + belief

    def reached(self, attempt: "Attempt", state: State, output: Any) -> bool:
        return False

    def skips(self, attempt: "Attempt", output: Any) -> str | None:
        return WRONG if self._says_another(attempt, output) else None

    def _says_another(self, attempt: "Attempt", output: Any) -> bool:
        return bool(attempt.label_of(output) != attempt.row.gold)
