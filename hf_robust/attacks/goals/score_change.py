"""The goal against models that give a score: another score."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hf_robust.attacks.goals.base import GoalFunction
from hf_robust.attacks.states import State
from hf_robust.core.errors import UsageError
from hf_robust.tasks.gold_kinds import RecastTask
from hf_robust.tasks.scores import Scores

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt
    from hf_robust.tasks.base import Task

DIRECTIONS = ("any", "up", "down")


@dataclass(frozen=True, kw_only=True)
class ScoreMoves(GoalFunction):
    """The score of the model changes by a given amount. The score of the goal is the change.

    Args:
        by: The amount, in the units of the score. None: a fifth of the range of the scores of the task, so 1 of a score
            from 0 to 5.
        direction: ``up``, ``down``, or ``any``.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", label="stars")
        >>> rows = Dataset.from_dict({"text": ["A fine film"], "stars": [4.5]})
        >>> def model(texts):
        ...     return [1.5 + 3 * ("fine" in text) for text in texts]
        >>> run = hr.attack(model, rows, "deepwordbug", task, goal=ScoreMoves(by=1, direction="down"))
        >>> run.results[0].before, run.results[0].after
        (4.5, 1.5)
    """

    by: float | None = None
    direction: str = "any"

    name = "score-moves"

    def __post_init__(self) -> None:
        if self.direction not in DIRECTIONS:
            raise UsageError(f"direction must be one of {', '.join(DIRECTIONS)}; found {self.direction!r}")
        if self.by is not None and not self.by > 0:
            raise UsageError(f"by must be above 0; found {self.by!r}")

    def task_of(self, task: "Task") -> "Task":
        """The task with numbers as its gold values."""
        return task if task.kind.scores else RecastTask.over(task, Scores)

    def check(self, task: "Task") -> None:
        """Refuse a task without one value a text."""
        if not (task.kind.classifies or task.kind.scores):
            raise UsageError(f"the goal {self.name!r} is for one score a text, and {task.name} has none")

    def score(self, attempt: "Attempt", state: State, output: Any) -> float:
        if attempt.first is None:
            return 0.0
        change = output.value - attempt.first.output.value
        return {"any": abs(change), "up": change, "down": -change}[self.direction]

    def reached(self, attempt: "Attempt", state: State, output: Any) -> bool:
        by = _SHARE * _width(attempt.row.task) if self.by is None else self.by
        return self.score(attempt, state, output) >= by


_SHARE = 0.2  # of the range of scores


def _width(task: "Task") -> float:
    """The width of the range of scores of a task.

    Raises:
        UsageError: It is not known, or all scores are equal.
    """
    low, high = task.score_range or (0.0, 0.0)
    if low == high:
        raise UsageError("the range of the scores is not known: say by how much the score moves, ScoreMoves(by=...)")
    return high - low
