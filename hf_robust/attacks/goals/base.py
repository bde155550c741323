"""What an attack is to reach."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from hf_robust.attacks.states import AttackOutcome, State
from hf_robust.core.deprecated_names import take_deprecated_members
from hf_robust.core.errors import UsageError
from hf_robust.reports.records.answer_records import NO_ANSWER

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt
    from hf_robust.tasks.base import Task

WRONG = "the model is wrong about the original"
DIGITS = 5  # of scores: more of them would hang on the machine


@dataclass(frozen=True, kw_only=True)
class GoalFunction(ABC):
    """The goal of an attack, as a score and a boolean.

    Class attributes:

        name: Its name.

        maximizes: Whether there is no boolean: the search maximizes the score.
    """

    name: ClassVar[str]
    maximizes: ClassVar[bool] = False

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        take_deprecated_members(cls, {"said": "prediction"}, removed_in="0.4.0")

    @abstractmethod
    def check(self, task: "Task") -> None:
        """Refuse a task that the goal is not for.

        Raises:
            UsageError: With what it is for.
        """

    def task_of(self, task: "Task") -> "Task":
        """The task as the goal reads its gold values; most goals read them as the task does."""
        return task

    @abstractmethod
    def score(self, attempt: "Attempt", state: State, output: Any) -> float:
        """How near an output is to the goal, the higher the nearer.

        Args:
            attempt: The attack of the row.
            state: The state that was asked about.
            output: What the model says: an array of one probability a label where the task has classes, else a
                prediction.
        """

    @abstractmethod
    def reached(self, attempt: "Attempt", state: State, output: Any) -> bool:
        """Whether the goal is reached."""

    def check_slope(self) -> None:
        """Refuse a goal that has no :meth:`slope`.

        Raises:
            UsageError: When the goal is none of labels.
        """
        if type(self).slope is GoalFunction.slope:
            raise UsageError(
                f"an attack that reads gradients needs a goal of labels, such as 'untargeted', not {self.name!r}"
            )

    def slope(self, attempt: "Attempt") -> tuple[str, int]:
        """What a model's gradient is asked for: a label, and whether its log-odds rise (1) or fall (-1) to the goal.

        Raises:
            UsageError: When the goal is none of labels.
        """
        self.check_slope()
        raise AssertionError(self.name)

    def skips(self, attempt: "Attempt", output: Any) -> str | None:
        """Why a row is not attacked, from what the model says of the original; None when it is."""
        return WRONG if self.reached(attempt, (), output) else None

    def outcome(self, attempt: "Attempt", state: State, output: Any) -> AttackOutcome:
        """What a model says of a state, with its worth."""
        score = round(float(self.score(attempt, state, output)), DIGITS)
        return AttackOutcome(state, output, score, self.reached(attempt, state, output))

    def prediction(self, attempt: "Attempt", output: Any) -> tuple[Any, float | None]:
        """An output as a prediction: its value, and how sure the model is of it."""
        if hasattr(output, "argmax"):
            label = attempt.label_of(output)
            return (NO_ANSWER, None) if label is None else (label, float(output.max()))
        return output.value, output.score

    def describe(self) -> Mapping[str, Any]:
        """The goal for a record: its name and parameters."""
        return {"name": self.name, **dict(self.__dict__.items())}
