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
    """The model says the same, and as few words as can be are left.

    The score is the number of words that are gone plus how sure the model is of the label, so that of two texts of a
    length the one that it is surer of comes first; of a text with another label it is that model's belief less 1. There
    is no yes or no: the search goes as far as it can.

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
        return attempt.labels[int(output.argmax())] != attempt.row.gold
