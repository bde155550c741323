"""Goals against classifiers: another label than the right one, or a given one."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hf_robust.attacks.goals.base import WRONG, GoalFunction
from hf_robust.attacks.states import State
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.core.quoted import named, quoted

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt
    from hf_robust.tasks.base import Task


@dataclass(frozen=True, kw_only=True)
class LabelGoal(GoalFunction):
    """Base of goals for models that output one probability per label."""

    def check(self, task: "Task") -> None:
        """Refuse a task without classes."""
        if not task.kind.classifies:
            has = "several labels a text" if task.kind.many_labels else "no classes"
            raise UsageError(f"the goal {self.name!r} is for classification, and {task.name} has {has}")

    def slope(self, attempt: "Attempt") -> tuple[str, int]:
        """Away from the right label."""
        return attempt.row.gold, -1


def is_wrong(attempt: "Attempt", output: Any) -> bool:
    """Whether a classifier gives another label than the right one."""
    return bool(attempt.label_of(output) != attempt.row.gold)


@dataclass(frozen=True, kw_only=True)
class Untargeted(LabelGoal):
    """Any label except the gold label. The score is 1 minus the probability of the gold label.

    Source: Szegedy et al. (2014), Intriguing properties of neural networks, section 4.1, for the idea.
    """

    name = "untargeted"

    def score(self, attempt: "Attempt", state: State, output: Any) -> float:
        return 1.0 - float(output[attempt.labels.index(attempt.row.gold)])

    def reached(self, attempt: "Attempt", state: State, output: Any) -> bool:
        return is_wrong(attempt, output)


@dataclass(frozen=True, kw_only=True)
class Targeted(LabelGoal):
    """A given label. The score is its probability.

    Args:
        label: Name of the label.

    Source: Carlini and Wagner (2017), Towards Evaluating the Robustness of Neural Networks, section 2.3, for the idea.
    """

    label: str

    name = "targeted"

    def check(self, task: "Task") -> None:
        """Refuse a task without classes, and a label that is none of its."""
        super().check(task)
        if task.label_names and self.label not in task.label_names:
            raise LabelError(
                f"the target {quoted(self.label)} is none of the labels ({named(task.label_names)}); name one of "
                f"them, or all labels: hr.task({task.name!r}, label_names=[...])"
            )

    def slope(self, attempt: "Attempt") -> tuple[str, int]:
        """Towards the target."""
        return self.label, 1

    def score(self, attempt: "Attempt", state: State, output: Any) -> float:
        return float(output[attempt.labels.index(self.label)])

    def reached(self, attempt: "Attempt", state: State, output: Any) -> bool:
        return attempt.label_of(output) == self.label

    def skips(self, attempt: "Attempt", output: Any) -> str | None:
        """Why a row is not attacked: it has the target label already, or the model is wrong."""
        if attempt.row.gold == self.label:
            return f"the gold label is the target, {self.label}"
        if is_wrong(attempt, output):
            return WRONG
        return None
