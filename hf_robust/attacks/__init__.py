"""Adversarial attacks: for each row a search for the edits that bring a model to a goal."""

from hf_robust.core.lazy import lazy_names

_HOMES = {
    "hf_robust.attacks.attack_rows": ("Attack",),
    "hf_robust.attacks.attack_run": ("AttackRun", "attack"),
    "hf_robust.attacks.goals": (
        "CheckFails",
        "EntityLost",
        "GoalFunction",
        "Keywords",
        "LabelCrosses",
        "LowestScore",
        "NoWordInPlace",
        "ScoreBelow",
        "ScoreMoves",
        "Targeted",
        "Untargeted",
        "goal_for",
    ),
    "hf_robust.attacks.prompted_model": ("PromptedModel",),
    "hf_robust.attacks.recipes": ("RECIPES", "Parts", "Recipe", "recipe"),
    "hf_robust.attacks.results": ("AttackResult",),
    "hf_robust.attacks.textattack_results": ("from_textattack_csv",),
}

__all__, __getattr__, __dir__ = lazy_names(__name__, _HOMES)
