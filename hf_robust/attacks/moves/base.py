"""What may be done to a word: moves, from which a search chooses."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from hf_robust.attacks.asking import Asking
from hf_robust.attacks.part import Part
from hf_robust.attacks.states import State, Unit

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt
    from hf_robust.tasks.base import Task


@dataclass(frozen=True, kw_only=True)
class Moves(Part):
    """The states that are one edit away from a state.

    Class attributes:

        version: Raise it when the moves change.
    """

    version: ClassVar[str] = "1"

    @property
    def keeps_meaning(self) -> bool:
        """Whether a text means the same after them by what they are: slips of letters do, other words may not."""
        return False

    @property
    def white_box(self) -> bool:
        """Whether it reads the model's gradients."""
        return False

    @property
    def any_language(self) -> bool:
        """Whether they go through texts of every language, and not only through those with spaces between words."""
        return False

    @property
    def left_out(self) -> tuple[str, ...]:
        """What would be among them if something that is absent were there."""
        return ()

    def for_language(self, language: str) -> "Moves":
        """The same moves for texts in a language."""
        return self

    def check(self, task: "Task") -> None:
        """Refuse a task that the moves are not for.

        Raises:
            UsageError: With what does not fit.
        """

    @abstractmethod
    def moves(self, attempt: "Attempt", state: State, units: Sequence[Unit]) -> Asking[list[list[State]]]:
        """For each word the states that one move makes of a state.

        Args:
            attempt: The attack of the row.
            state: Where the search stands.
            units: The words; each was free when it was asked for.
        """


@dataclass(frozen=True, kw_only=True)
class PlainMoves(Moves):
    """Base of moves that need no model. A subclass defines :meth:`of_word`."""

    @abstractmethod
    def of_word(self, attempt: "Attempt", state: State, unit: Unit) -> Iterable[State]:
        """The states that one move of a word makes."""

    def moves(self, attempt: "Attempt", state: State, units: Sequence[Unit]) -> Asking[list[list[State]]]:
        return [list(self.of_word(attempt, state, unit)) for unit in units]
        yield  # it asks nothing, and is a generator all the same
