"""One row's attack under way: its queries, its budget, and the best that was found."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.adapters.base import Input
from hf_robust.attacks.asking import Ask, Asking, Refused
from hf_robust.attacks.missing_answers import status_of
from hf_robust.attacks.states import ORIGIN, AttackOutcome, AttackRow, Move, State, Unit
from hf_robust.core.errors import NotApplicable

if TYPE_CHECKING:
    from hf_robust.attacks.constraints.base import Constraint
    from hf_robust.attacks.goals.base import GoalFunction
    from hf_robust.attacks.moves.base import Moves


class BudgetSpent(Exception):
    """No further query is allowed; the best outcome stands."""


class Attempt:
    """The attack of one row: searches ask through it, and it counts.

    Args:
        goal: What is to be reached.
        moves: What may be done to a word.
        constraints: What an edited text must keep, the cheapest first.
        budget: Queries that are allowed; None: any number.

    Attributes:
        queries: Distinct inputs that were asked, the original among them, whether or not a cache knew them.
        best: The best outcome so far; a reached goal first, then the score, then the fewest moves.
        rejected: Candidates that each constraint refused; ``labels``: those with which a label cannot move.
        transformation_of: Which transformation made a move, where moves tell.
    """

    def __init__(
        self,
        row: AttackRow,
        goal: "GoalFunction",
        moves: "Moves",
        constraints: "Sequence[Constraint]" = (),
        budget: int | None = None,
    ):
        self.row = row
        self.goal = goal
        self.moves = moves
        self.constraints = constraints
        self.budget = budget
        self.best: AttackOutcome | None = None
        self.first: AttackOutcome | None = None
        self.rejected: Counter[str] = Counter()
        self.transformation_of: dict[Move, str] = {}
        self._answers: dict[Input, Any] = {}
        self._inputs: dict[State, Input | None] = {}

    @property
    def queries(self) -> int:
        """Distinct inputs that were asked."""
        return len(self._answers)

    @property
    def labels(self) -> tuple[str, ...]:
        """The names of the labels, in the order of an output's probabilities."""
        return tuple(self.row.task.label_names or ())

    def label_of(self, output: Any) -> str | None:
        """The label that a classifier gives; None when it has no answer.

        Args:
            output: An array of one probability a label.
        """
        return None if status_of(output) else self.labels[int(output.argmax())]

    def ask(self, states: Sequence[State], *, probes: bool = False) -> Asking[list[AttackOutcome]]:
        """What the model says of states; an input that was asked before costs nothing.

        A state with which a label cannot move is not asked about, and is worth what the original is.

        Args:
            probes: Whether they only show what a word counts for, and are no results.

        Raises:
            BudgetSpent: When the budget does not reach for all; those it reaches for count for the best, save probes.
            NotApplicable: When the model has no answer that can be used.
        """
        inputs = [self._model_input(state) for state in states]
        new = list(dict.fromkeys(one for one in inputs if one is not None and one not in self._answers))
        allowed = len(new) if self.budget is None else max(0, self.budget - self.queries)
        short = len(new) > allowed
        if new[:allowed]:
            answers = yield Ask("victim", new[:allowed])
            for answer in answers:
                if isinstance(answer, Refused):
                    raise NotApplicable(answer.reason)
            self._answers.update(zip(new, answers))
        outcomes = [
            self._outcome(state, one) for state, one in zip(states, inputs) if one is None or one in self._answers
        ]
        for outcome in () if probes else outcomes:
            if outcome.output is not None:
                self._remember(outcome)
        if short:
            raise BudgetSpent
        return outcomes

    def _outcome(self, state: State, value: Input | None) -> AttackOutcome:
        """What a state is worth, from the answer that is there."""
        if value is None:
            return AttackOutcome(state, None, self.first.score if self.first is not None else 0.0, False)
        return self.goal.outcome(self, state, self._answers[value])

    def _model_input(self, state: State) -> Input | None:
        """What the model is given of a state, made once; None where a label cannot move with the edits."""
        if state not in self._inputs:
            try:
                self._inputs[state] = self.row.as_input(state)
            except NotApplicable:
                self._inputs[state] = None
        return self._inputs[state]

    def _is_legal(self, state: State) -> bool:
        """Whether all labels can move with the edits."""
        if self._model_input(state) is None:
            self.rejected["labels"] += 1
            return False
        return True

    def _remember(self, outcome: AttackOutcome) -> None:
        if self.first is None:
            self.first = outcome
        if outcome.state == ORIGIN and self.best is not None:
            return
        if self.best is None or self.best.state == ORIGIN or rank(outcome) > rank(self.best):
            self.best = outcome

    def candidates(self, state: State, units: Sequence[Unit]) -> Asking[list[list[State]]]:
        """The states one move away, for each of some words, that pass all constraints.

        Args:
            state: Where the search stands.

        Returns:
            For each word its states, in the order of the moves; none twice.
        """
        moves = yield from self.moves.moves(self, state, units)
        seen: set[State] = {state}
        groups: list[list[State]] = []
        for own in moves:
            group = []
            for new in own:
                if new not in seen:
                    seen.add(new)
                    if self.row.spares(new):
                        group.append(new)
            groups.append(group)
        for constraint in self.constraints:
            if not any(groups):
                break
            before = sum(map(len, groups))
            groups = yield from constraint.filter(self, state, groups)
            if refused := before - sum(map(len, groups)):
                self.rejected[constraint.name] += refused
        return [[one for one in group if self._is_legal(one)] for group in groups]

    def free(self, state: State, units: Sequence[Unit] | None = None) -> list[Unit]:
        """The words that may still be edited, in the order of the texts.

        Args:
            state: Where the search stands.
            units: The words that are in question; None: all.
        """
        left = list(self.row.words if units is None else units)
        for constraint in self.constraints:
            left = constraint.free(self, state, left)
        return left

    def passing(self, state: State, candidates: Sequence[State]) -> Asking[list[State]]:
        """Those of some states that pass all constraints, whatever they were made by; none competes with another."""
        groups = [[candidate] for candidate in candidates]
        for constraint in self.constraints:
            if not any(groups):
                break
            groups = yield from constraint.filter(self, state, groups)
        return [candidate for group in groups for candidate in group if self._is_legal(candidate)]


def rank(outcome: AttackOutcome) -> tuple[bool, float, int, State]:
    """What outcomes are sorted by, the best last; ties go to fewer moves, then to the text."""
    return outcome.reached, outcome.score, -len(outcome.state), outcome.state
