"""Prebuilt suites: recipes that say where the rows come from, what is made of them, and what must come out."""

from hf_robust.core.lazy import lazy_names

_HOMES = {
    "hf_robust.prebuilt.recipe": ("Recipe",),
    "hf_robust.prebuilt.recipe_folder": ("load_recipe", "recipe_names"),
}
__all__, __getattr__, __dir__ = lazy_names(__name__, _HOMES)
