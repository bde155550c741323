"""The goal of an attack where none is named: what hurts a model of the task."""

from hf_robust.attacks.goals.base import GoalFunction
from hf_robust.attacks.goals.label_goals import Untargeted
from hf_robust.core.errors import UsageError
from hf_robust.tasks.base import Task


def goal_for(task: Task) -> GoalFunction:
    """The goal that fits a task: another label than the right one, for classification.

    Args:
        task: The task.

    Raises:
        UsageError: When there is none.

    Example:
        >>> import hf_robust as hr
        >>> goal_for(hr.task("sentiment-classification")).name
        'untargeted'
    """
    if task.kind.classifies:
        return Untargeted()
    raise UsageError(f"there is no goal for {task.name}; name one: goal=...")
