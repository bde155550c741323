"""Goal functions: what an attack is to reach."""

from hf_robust.attacks.goals.base import GoalFunction
from hf_robust.attacks.goals.default_goals import goal_for

__all__ = ["GoalFunction", "goal_for"]
