"""Goal functions: what an attack is to reach."""

from hf_robust.attacks.goals.answer_checks import CheckFails
from hf_robust.attacks.goals.base import GoalFunction
from hf_robust.attacks.goals.confidence_goals import LessSure
from hf_robust.attacks.goals.default_goals import goal_for
from hf_robust.attacks.goals.entity_goals import EntityLost
from hf_robust.attacks.goals.label_goals import Targeted, Untargeted
from hf_robust.attacks.goals.label_set_goals import LabelCrosses
from hf_robust.attacks.goals.measure_goals import LowestScore, ScoreBelow
from hf_robust.attacks.goals.output_goals import Keywords, NoWordInPlace
from hf_robust.attacks.goals.score_change import ScoreMoves

__all__ = [
    "CheckFails",
    "EntityLost",
    "GoalFunction",
    "Keywords",
    "LabelCrosses",
    "LessSure",
    "LowestScore",
    "NoWordInPlace",
    "ScoreBelow",
    "ScoreMoves",
    "Targeted",
    "Untargeted",
    "goal_for",
]
