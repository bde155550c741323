"""Goals against models that give any number of labels a text, each on its own."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hf_robust.attacks.goals.base import GoalFunction
from hf_robust.attacks.states import State
from hf_robust.core.errors import UsageError
from hf_robust.tasks.gold_kinds import RecastTask
from hf_robust.tasks.label_sets import LabelSets

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt
    from hf_robust.tasks.base import Task

CROSSINGS = ("any", "lost", "won")


@dataclass(frozen=True, kw_only=True)
class LabelCrosses(GoalFunction):
    """A gold label is lost, or a wrong label is predicted. The score is that of the label nearest to the threshold.

    The model outputs an independent probability per label. The gold value is a list of labels, or one number per label.

    Args:
        threshold: Probability from which a label is predicted. None: that of the task (0.5).
        which: ``lost``: only gold labels count; ``won``: only wrong labels; ``any``: both.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> task = hr.task("text-classification", label_names=["sport", "money"])
        >>> rows = Dataset.from_dict({"text": ["The club sold a player"], "label": [["sport", "money"]]})
        >>> def model(texts):
        ...     return [[0.9 * ("player" in text), 0.8 * ("sold" in text)] for text in texts]
        >>> run = hr.attack(model, rows, "deepwordbug", task, goal=LabelCrosses())
        >>> run.results[0].status, len(run.results[0].after)
        ('successful', 1)
    """

    threshold: float | None = None
    which: str = "any"

    name = "label-crosses"

    def __post_init__(self) -> None:
        if self.which not in CROSSINGS:
            raise UsageError(f"which must be one of {', '.join(CROSSINGS)}; found {self.which!r}")
        if self.threshold is not None and not 0 < self.threshold < 1:
            raise UsageError(f"threshold must lie between 0 and 1; found {self.threshold!r}")

    def task_of(self, task: "Task") -> "Task":
        """The task with sets of labels as its gold values."""
        task = task if task.kind.many_labels else RecastTask.over(task, LabelSets)
        return task.with_threshold(self.threshold)

    def check(self, task: "Task") -> None:
        """Refuse a task without labels of texts."""
        if not task.kind.scores_labels:
            raise UsageError(f"the goal {self.name!r} is for labels of texts, and {task.name} has none")

    def score(self, attempt: "Attempt", state: State, output: Any) -> float:
        gold = set(attempt.row.gold)
        beliefs = self._beliefs(attempt, output)
        lost = [1 - belief for label, belief in beliefs.items() if label in gold and self.which != "won"]
        won = [belief for label, belief in beliefs.items() if label not in gold and self.which != "lost"]
        return max([*lost, *won], default=0.0)

    def reached(self, attempt: "Attempt", state: State, output: Any) -> bool:
        gold, said = set(attempt.row.gold), set(self.prediction(attempt, output)[0])
        return bool((gold - said if self.which != "won" else set()) | (said - gold if self.which != "lost" else set()))

    def skips(self, attempt: "Attempt", output: Any) -> str | None:
        """Why a row is not attacked: a label is wrong already, or there is none to lose."""
        if self.which == "lost" and not attempt.row.gold:
            return "the row has no label to lose"
        return super().skips(attempt, output)

    def prediction(self, attempt: "Attempt", output: Any) -> tuple[Any, float | None]:
        """The labels that hold."""
        beliefs = self._beliefs(attempt, output)
        return sorted(label for label, one in beliefs.items() if one >= attempt.row.task.threshold), None

    def _beliefs(self, attempt: "Attempt", output: Any) -> dict[str, float]:
        return dict(zip(attempt.labels, output.tolist()))
