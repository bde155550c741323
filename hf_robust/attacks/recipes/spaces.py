"""Thresholds of the recipes: those of the papers, and others for the spaces that stand in for theirs."""

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from hf_robust.core.errors import UsageError
from hf_robust.language.resource_rows import EMBEDDED
from hf_robust.language.resources import resource

MEASURES = {
    "word-cosine": "word-vectors",
    "word-distance": "word-vectors",
    "mean-vector": "word-vectors",
    "sentence-cosine": "sentence-encoder",
    "sentence-angular": "sentence-encoder",
}
"""What is measured, with the resource in whose space."""


class Threshold(NamedTuple):
    """How near a recipe wants words or texts to be.

    Args:
        recipe: Name of the recipe.
        measure: What is measured, one of ``MEASURES``.
        published: The value for the space of the paper.
        embedded: The value for the space that comes with this package.
        how: What that one rests on.
    """

    recipe: str
    measure: str
    published: float
    embedded: float
    how: str


@cache
def thresholds() -> tuple[Threshold, ...]:
    """All rows of ``thresholds.toml``."""
    with Path(__file__).with_name("thresholds.toml").open("rb") as file:
        return tuple(Threshold(**row) for row in tomllib.load(file)["threshold"])


def threshold(recipe: str, measure: str, like: str = "paper") -> float:
    """The threshold of a recipe in the space that serves.

    That of the paper where the user names vectors or an encoder (``HF_ROBUST_VECTORS``, ``HF_ROBUST_ENCODER``), and
    always where it is to be like TextAttack; else that for the embedded space.

    Args:
        recipe: Name of the recipe.
        measure: What is measured, one of ``MEASURES``.
        like: The profile.

    Raises:
        UsageError: There is no such threshold.

    Example:
        >>> threshold("textfooler", "word-cosine", "textattack")
        0.5
    """
    for row in thresholds():
        if (row.recipe, row.measure) == (recipe, measure):
            named = resource(MEASURES[measure]).choice() not in ("", EMBEDDED)
            return row.published if named or like == "textattack" else row.embedded
    known = ", ".join(f"{row.recipe} {row.measure}" for row in thresholds())
    raise UsageError(f"no threshold {recipe} {measure}; known: {known}")
