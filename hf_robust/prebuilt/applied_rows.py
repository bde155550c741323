"""A user's copy of the source of a suite that holds edits alone, in the columns that the suite has."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.errors import RobustError, UsageError
from hf_robust.prebuilt.recipe_folder import load_recipe, recipe_names
from hf_robust.prebuilt.recipe_rows import prepared
from hf_robust.prebuilt.user_copies import copy_of
from hf_robust.suites.base import BaseSuite
from hf_robust.tasks.layouts.load_rows import load_data, quiet

if TYPE_CHECKING:
    from datasets import Dataset


def rows_of_user(suite: BaseSuite, data: str | Path, split: str | None = None) -> "Dataset":
    """A copy of a suite's source in the columns that the suite has.

    Args:
        suite: The suite; where a recipe made it, its columns and layouts are tried one after the other.
        data: A file, a folder, or the id of a data set on the Hub.
        split: Its split.

    Raises:
        ColumnError: The copy has other columns than the suite's task and the recipe name.
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
    return loaded
