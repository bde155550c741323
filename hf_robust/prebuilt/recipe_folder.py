"""The recipes that come with the package, by name."""

from functools import cache
from pathlib import Path

from hf_robust.core.errors import MissingResource, UnknownNameError
from hf_robust.prebuilt.recipe import SuiteRecipe


def recipe_names() -> list[str]:
    """Names of the recipes, sorted.

    Raises:
        MissingResource: The installation carries none.

    Example:
        >>> "demo-reviews" in recipe_names()
        True
    """
    return sorted(path.stem for path in _folder().glob("*.yaml"))


def load_recipe(name: str | Path) -> SuiteRecipe:
    """A recipe by its name, or one of your own by its file.

    Args:
        name: One of :func:`recipe_names`, or a YAML file.

    Raises:
        UnknownNameError: There is no such recipe; the nearest names are suggested.
        SpecError: The file has a mistake.
        MissingResource: The installation carries no recipes.

    Example:
        >>> load_recipe("demo-reviews").task
        'sentiment-classification'
    """
    if isinstance(name, Path) or name.endswith((".yaml", ".yml")):
        return SuiteRecipe.read(name)
    known = recipe_names()
    if name not in known:
        raise UnknownNameError("recipe", name, known)
    return _packaged(_folder() / f"{name}.yaml")


@cache
def _packaged(path: Path) -> SuiteRecipe:
    """Read a recipe of the package once a process: parsing takes long."""
    return SuiteRecipe.read(path)


def _folder() -> Path:
    """The recipes inside an installed wheel, else those of the checkout."""
    package = Path(__file__).resolve().parents[1]
    for place in (package / "_recipes", package.parent / "dataset_scripts"):
        if any(place.glob("*.yaml")):
            return place
    raise MissingResource("the folder of recipes", "pip install --force-reinstall hf-robust")
