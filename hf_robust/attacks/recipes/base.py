"""What a recipe is: a goal, moves, constraints and a search that were published together."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from hf_robust.attacks.constraints.base import Constraint
from hf_robust.attacks.goals.base import GoalFunction
from hf_robust.attacks.moves.base import Moves
from hf_robust.attacks.searches.base import SearchMethod
from hf_robust.core.registry import Registry

PROFILES = ("paper", "textattack")


@dataclass(frozen=True)
class Parts:
    """What an attack is made of.

    Args:
        goal: What is to be reached; None: what the task suggests.
        moves: What may be done to a word.
        constraints: What an edited text must keep.
        search: How it goes from state to state.
    """

    moves: Moves
    search: SearchMethod
    constraints: tuple[Constraint, ...] = ()
    goal: GoalFunction | None = None

    @property
    def white_box(self) -> bool:
        """Whether a part reads the model's gradients."""
        return self.search.white_box or self.moves.white_box

    def __post_init__(self) -> None:
        object.__setattr__(self, "constraints", tuple(sorted(self.constraints, key=lambda one: one.cost)))


@dataclass(frozen=True, kw_only=True)
class AttackRecipe:
    """A published attack.

    Args:
        name: What it is called.
        version: Raised when its result changes.
        summary: What it does, in one line.
        source: The paper, with its section.
        tasks: Tasks it is for, by name; empty: all for which its goal and moves have a meaning.
        build: Makes its parts for a profile: ``paper``, or ``textattack`` for the parameters of TextAttack 0.3.11.
        budget: Queries a row where the user names none; None: any number.
    """

    name: str
    version: str = "1"
    summary: str
    source: str
    tasks: tuple[str, ...] = ()
    build: Callable[[str], Parts]
    budget: int | None = None

    def parts(self, like: str = "paper") -> Parts:
        """Its parts for a profile."""
        return self.build(like)


RECIPES: Registry[AttackRecipe] = Registry("attack recipe", "hf_robust.attacks.recipes", "hf_robust.attacks")


def recipe(name: str, **facts: Any) -> Callable[[Callable[[str], Parts]], Callable[[str], Parts]]:
    """File a function from a profile to :class:`Parts` as a recipe; its docstring's first line is the summary.

    Args:
        name: Name of the recipe.
        **facts: The other fields of :class:`AttackRecipe`.
    """

    def register(build: Callable[[str], Parts]) -> Callable[[str], Parts]:
        summary = (build.__doc__ or "").strip().split("\n")[0]
        RECIPES.register(AttackRecipe(name=name, summary=summary, build=build, **facts))
        return build

    return register
