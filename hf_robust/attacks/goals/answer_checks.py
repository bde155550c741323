"""The goal against a model that writes what the user judges: the user's own check fails."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hf_robust.attacks.goals.base import GoalFunction
from hf_robust.attacks.states import State
from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.tasks.gold_kinds import RecastTask, WrittenKind

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt
    from hf_robust.tasks.base import Task


@dataclass(frozen=True, kw_only=True)
class CheckFails(GoalFunction):
    """The generated text no longer passes a function of the user.

    Rows that do not pass it before the attack are skipped. A column with labels is not needed.

    Args:
        judge: Function of the generated text and the row (dict by column). It returns whether the text is correct, or a
            number from 0 to 1, which guides the search.
        least: Number below which a text is wrong.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> from hf_robust.attacks import CheckFails, PromptedModel
        >>> def chat(prompt):  # your language model
        ...     return "Positive." if "good" in prompt else "I cannot say."
        >>> model = PromptedModel(chat, "Is this review positive or negative?\\n{text}\\nAnswer:")
        >>> def is_right(answer, row):
        ...     return row["label"] in answer.lower()
        >>> rows = Dataset.from_dict({"text": ["A good film"], "label": ["positive"]})
        >>> task = hr.task("text-classification")
        >>> run = hr.attack(model, rows, "deepwordbug", task, goal=CheckFails(judge=is_right))
        >>> run.results[0].status, run.results[0].after
        ('successful', 'I cannot say.')
    """

    judge: Callable[[str, Mapping[str, Any]], Any]
    least: float = 0.5

    name = "check-fails"

    def __post_init__(self) -> None:
        if not callable(self.judge):
            raise UsageError(f"judge must be a function (text, row) -> whether it is right, found {quoted(self.judge)}")

    def __repr__(self) -> str:  # that of a function has an address, and draws hang on this
        name = getattr(self.judge, "__qualname__", type(self.judge).__qualname__)
        return f"CheckFails(judge={name}, least={self.least})"

    def task_of(self, task: "Task") -> "Task":
        """The task with a text as what its model says."""
        return RecastTask.over(task, WrittenKind)

    def check(self, task: "Task") -> None:
        """Refuse a task whose labels point into its texts."""
        if task.label_mover() is not None:
            raise UsageError(f"the goal {self.name!r} is for whole texts, and labels of {task.name} point into them")

    def _worth(self, attempt: "Attempt", state: State, output: Any) -> float:
        given = self.judge(output.value, attempt.row.changed(state))
        try:
            return float(given)
        except (TypeError, ValueError):
            raise UsageError(f"judge must return True, False or a number from 0 to 1, found {quoted(given)}") from None

    def score(self, attempt: "Attempt", state: State, output: Any) -> float:
        return 1.0 - self._worth(attempt, state, output)

    def reached(self, attempt: "Attempt", state: State, output: Any) -> bool:
        return self._worth(attempt, state, output) < self.least
