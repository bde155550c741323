"""How a search goes from state to state."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from hf_robust.attacks.asking import Asking
from hf_robust.attacks.attempt import Outcome

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


@dataclass(frozen=True, kw_only=True)
class SearchMethod(ABC):
    """A search for a state that reaches the goal with few queries.

    Class attributes:

        name: Its name.

        white_box: Whether it reads the gradients of the model.
    """

    name: ClassVar[str]

    @property
    def white_box(self) -> bool:
        """Whether it reads the model's gradients."""
        return False

    @abstractmethod
    def run(self, attempt: "Attempt", first: Outcome) -> Asking[Outcome]:
        """The outcome at which the search ends.

        Args:
            attempt: The attack of a row; it raises ``BudgetSpent`` when the queries are used up.
            first: What the model says of the original.
        """


def best_of(outcomes: list[Outcome], least: Outcome) -> Outcome:
    """The outcome with the highest score; ``least`` where none is above its score.

    A reached goal comes first; of equal ones the one that stands first, so that the order of the moves decides.
    """
    best = least
    for outcome in outcomes:
        if (outcome.reached, outcome.score) > (best.reached, best.score):
            best = outcome
    return best
