"""The parts of an attack, from a recipe and what a user gives in place of some of its parts."""

from collections.abc import Mapping, Sequence
from typing import Any

from hf_robust.attacks.constraints.base import Constraint
from hf_robust.attacks.goals import GoalFunction
from hf_robust.attacks.moves.base import Moves
from hf_robust.attacks.recipes import RECIPES, AttackRecipe, Parts
from hf_robust.attacks.searches.base import SearchMethod
from hf_robust.attacks.searches.word_importance import GreedyWordImportance
from hf_robust.core.errors import UsageError
from hf_robust.core.lazy import load_object
from hf_robust.transforms.base import Transformation


def parts_of_attack(
    recipe: AttackRecipe | None,
    like: str,
    goal: GoalFunction | None,
    transformation: Any,
    constraints: Sequence[Constraint] | None,
    search: SearchMethod | None,
) -> Parts:
    """The recipe's parts, with those in their place that the user gave."""
    if recipe is None and transformation is None:
        raise UsageError(f"name a recipe ({', '.join(RECIPES)}), or give transformation=... and search=...")
    own = None if recipe is None else recipe.parts(like)
    moves = own.moves if transformation is None and own is not None else _moves(transformation)
    kept = own.constraints if own is not None else ()
    return Parts(
        moves=moves,
        search=search or (own.search if own is not None else GreedyWordImportance()),
        constraints=kept if constraints is None else tuple(constraints),
        goal=goal or (own.goal if own is not None else None),
    )


def _moves(transformation: Any) -> Moves:
    """Moves from what a user gives: moves, or one or several registered transformations."""
    if isinstance(transformation, Moves):
        return transformation
    several = [transformation] if isinstance(transformation, (str, Transformation, Mapping)) else list(transformation)
    return load_object("hf_robust.attacks.moves.registered:Registered")(transformations=tuple(several))
