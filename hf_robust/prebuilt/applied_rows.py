"""A user's copy of the source of a suite that holds edits alone, in the columns that the suite has."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.errors import MismatchError, RobustError, UsageError
from hf_robust.prebuilt.recipe import SuiteRecipe
from hf_robust.prebuilt.recipe_folder import load_recipe, recipe_names
from hf_robust.prebuilt.recipe_rows import prepared
from hf_robust.prebuilt.user_copies import copy_of
from hf_robust.suites.base import BaseSuite
from hf_robust.tasks.layouts.layout import LAYOUTS
from hf_robust.tasks.layouts.load_rows import load_data, quiet

if TYPE_CHECKING:
    from datasets import Dataset


def rows_of_user(suite: BaseSuite, data: str | Path, split: str | None = None) -> "Dataset":
    """A copy of a suite's source in the columns that the suite has.

    Args:
        suite: The suite; where a recipe made it, its columns and layouts are tried one after the other.
        data: A file, a folder, or the id of a dataset on the Hub.

    Raises:
        MismatchError: The copy has other columns than the suite, and is in no layout that the recipe reads.
        DataFileError: There is no such file.
    """
    name = suite.info.get("recipe")
    recipe = load_recipe(name) if name in recipe_names() else None
    if recipe is None:
        return load_data(str(data), split=split)
    try:
        loaded = copy_of(recipe, Path(data))[2] if split is None else load_data(str(data), split=split)
    except RobustError:  # another copy than the recipe knows: its rows decide
        loaded = load_data(str(data), split=split)
    features = set(suite.task.columns.values())
    for source in recipe.sources:
        with suppress(UsageError), quiet():
            rows = prepared(recipe, replace(source, rows=None), loaded).rows
            if features >= set(rows.column_names) - {suite.task.id_column}:
                return rows
    missing = [name for name in suite.info["source_columns"] if name not in loaded.column_names]
    if missing:
        raise MismatchError(
            f"{data} has no {', '.join(map(repr, missing))} (it has {', '.join(loaded.column_names)}); accepted are "
            f"{_accepted(suite, recipe)}"
        )
    return loaded


def _accepted(suite: BaseSuite, recipe: SuiteRecipe) -> str:
    """Columns that a copy may have: those of the suite with their roles, and those of its source's layouts."""
    roles = {column: role for role, column in suite.task.columns.items()}
    own = [
        f"{name} (the {roles[name]})" if roles.get(name, name) != name else name
        for name in suite.info["source_columns"]
    ]
    layouts = [] if any(source.columns for source in recipe.sources) else LAYOUTS.values()
    others = [f"{one.columns} (the layout {one.name})" for one in layouts if one.task == recipe.task]
    return "; or ".join([f"the columns {', '.join(own)}", *others])
