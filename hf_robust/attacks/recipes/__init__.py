"""Published attacks by name."""

from hf_robust.attacks.recipes import gradient_attacks as gradient_attacks
from hf_robust.attacks.recipes import greedy_swaps as greedy_swaps
from hf_robust.attacks.recipes import letter_attacks as letter_attacks
from hf_robust.attacks.recipes import masked_attacks as masked_attacks
from hf_robust.attacks.recipes import population_attacks as population_attacks
from hf_robust.attacks.recipes import synonym_swaps as synonym_swaps
from hf_robust.attacks.recipes import transformation_attacks as transformation_attacks
from hf_robust.attacks.recipes import word_attacks as word_attacks
from hf_robust.attacks.recipes import writing_attacks as writing_attacks
from hf_robust.attacks.recipes.base import PROFILES, RECIPES, AttackRecipe, Parts, recipe

__all__ = ["PROFILES", "RECIPES", "AttackRecipe", "Parts", "recipe"]
