"""What an edited text must keep."""

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from hf_robust.attacks.asking import Asking
from hf_robust.attacks.part import DatasetPart
from hf_robust.attacks.states import Move, State, Unit

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt

Groups = list[list[State]]
"""Candidate states, by word."""


@dataclass(frozen=True, kw_only=True)
class Constraint(DatasetPart):
    """A condition on the words that may be edited, on edited texts, or on both.

    Class attributes:
        cost: Constraints are asked in this order: 0 positions, 1 tables, 2 tags, 3 log-ratio, 4 encoder, 5 grammar.
        keeps_meaning: Whether it stands for the label: what passes means about the same.
    """

    cost: ClassVar[int] = 1
    keeps_meaning: ClassVar[bool] = False

    def free(self, attempt: "Attempt", state: State, units: list[Unit]) -> list[Unit]:
        """Those of some words that may be edited in a state."""
        return units

    def filter(self, attempt: "Attempt", state: State, groups: Groups) -> Asking[Groups]:
        """The candidates that pass, in their order.

        Args:
            attempt: The attack of the row.
            state: The state that they were made from.
            groups: Candidates, by word.
        """
        return groups
        yield


@dataclass(frozen=True, kw_only=True)
class Condition(Constraint):
    """Base of constraints on each edited text alone."""

    @abstractmethod
    def passes_all(self, attempt: "Attempt", state: State, candidates: Sequence[State]) -> Asking[list[bool]]:
        """Whether each candidate passes."""

    def filter(self, attempt: "Attempt", state: State, groups: Groups) -> Asking[Groups]:
        flat = [candidate for group in groups for candidate in group]
        passed = iter((yield from self.passes_all(attempt, state, flat)))
        return [[candidate for candidate in group if next(passed)] for group in groups]


@dataclass(frozen=True, kw_only=True)
class PlainCondition(Condition):
    """Base of those among them that ask no model."""

    @abstractmethod
    def passes(self, attempt: "Attempt", state: State, candidate: State) -> bool:
        """Whether one candidate passes."""

    def passes_all(self, attempt: "Attempt", state: State, candidates: Sequence[State]) -> Asking[list[bool]]:
        return [self.passes(attempt, state, candidate) for candidate in candidates]
        yield  # it asks nothing, and is a generator all the same


def new_moves(state: State, candidate: State) -> list[Move]:
    """The moves of a candidate that the state it was made from does not have."""
    before = set(state)
    return [move for move in candidate if move not in before]
