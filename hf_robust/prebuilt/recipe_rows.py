"""The rows that a recipe is built from: found, read, cut to the columns of the task, and drawn."""

from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.errors import ColumnError, LabelError, MismatchError, UsageError
from hf_robust.core.randomness import row_ids
from hf_robust.prebuilt.recipe import SOURCE, SuiteRecipe
from hf_robust.prebuilt.recipe_source import Source
from hf_robust.prebuilt.user_copies import copy_of
from hf_robust.suites.rows import column_content, values_of
from hf_robust.tasks.base import Task
from hf_robust.tasks.layouts.choose_layout import with_layout
from hf_robust.tasks.layouts.load_rows import load_data, load_file_of, quiet

if TYPE_CHECKING:
    from datasets import Dataset


@dataclass(frozen=True)
class SourceRows:
    """Rows of a source, ready to be built from.

    Args:
        task: The task over their columns.
        rows: The rows; nothing but the columns of the task.
        kind: Which of the recipe's sources it is, ``source`` or ``sample``.
    """

    source: Source
    task: Task
    rows: "Dataset"
    kind: str = SOURCE

    @property
    def hash(self) -> str:
        """A hash of the rows in their order, independent of how they are stored."""
        hasher = blake2b(digest_size=16)
        for column in sorted(self.rows.column_names):
            for part in column_content(column, values_of(self.rows, column)):
                hasher.update(part)
        return hasher.hexdigest()


def source_rows(recipe: SuiteRecipe, data: str | Path | None = None, *, check: bool = True) -> SourceRows:
    """The rows of a recipe, from where it says they are or from a copy of yours.

    Args:
        data: A file, a folder that holds the recipe's file, or a folder saved with ``save_to_disk``. None: the Hub at
            the recipe's commit, or what comes with the package.
        check: Whether the rows must be those that were measured; without it a copy that nobody can check is taken.

    Raises:
        UsageError: The source is no dataset that can be had without ``data``, or pins no commit.
        DataFileError: There is no such file.
        MismatchError: The file, or its rows, are not those of the recipe.
        HubError: The Hub cannot be reached or has no such dataset.
    """
    kind, source, loaded = copy_of(recipe, Path(data)) if data is not None else (SOURCE, *_loaded(recipe))
    try:
        with quiet():
            found = replace(prepared(recipe, source, loaded), kind=kind)
    except (ColumnError, LabelError) as error:
        place = source.says if data is None else data
        raise MismatchError(f"{recipe.name}: {place} is not what the recipe reads: {error}") from error
    if not check:
        return found
    declared = recipe.source if kind == SOURCE else recipe.sample
    if data is not None and source.expect is None and declared is not None and declared.sha256 is None:
        raise MismatchError(
            f"{recipe.name}: nothing was measured of {source.says}, so nobody can say whether {data} is a copy of it; "
            f"if you know, --record builds from it and keeps what it measures{_measured_instead(recipe)}"
        )
    if source.expect is not None and found.hash != source.expect.source_hash:
        raise MismatchError(
            f"{recipe.name}: the rows are not those that were measured: {len(found.rows)} rows with the hash "
            f"{found.hash}, expected {source.expect.rows} with {source.expect.source_hash}; is this {source.says}?"
        )
    return found


def _measured_instead(recipe: SuiteRecipe) -> str:
    """The source that was measured, where there is one, and what to type for it."""
    known = [source for source in recipe.sources if source.expect is not None]
    return "".join(
        f"; what was measured is {source.says}: name that file, or its folder, with --data" for source in known
    )


def prepared(recipe: SuiteRecipe, source: Source, loaded: "Dataset") -> SourceRows:
    """Rows as they were loaded, in the columns of the task, and as many as the source says.

    Args:
        source: The source that they are of.
    """
    if not source.columns:
        loaded = with_layout(loaded, recipe.task, source.layout, offsets=source.offsets)
    task = recipe.bound(source).bind(loaded)
    if source.drop_unlabeled:
        loaded = task.labeled(loaded)
    kept = {task.column(role) for role in task.columns if task.has(role, loaded.column_names)} | {task.id_column}
    loaded = loaded.select_columns([name for name in loaded.column_names if name in kept])
    return SourceRows(source, task, _drawn(loaded, task, source.rows))


def _drawn(rows: "Dataset", task: Task, size: int | None) -> "Dataset":
    """So many rows, in their order; which ones hangs on their ids alone, not on the order."""
    if size is None or size >= len(rows):
        return rows
    ids = ids_of(rows, task)
    order = sorted(range(len(rows)), key=lambda place: (blake2b(ids[place].encode(), digest_size=8).digest(), place))
    return rows.select(sorted(order[:size]))


def ids_of(rows: "Dataset", task: Task) -> list[str]:
    """The ids of rows, as suites have them.

    Args:
        task: The task over their columns.
    """
    if task.id_column is not None:
        return [str(value) for value in rows[task.id_column][:]]
    return row_ids([rows[task.column(role)][:] for role in task.kind.id_roles])


def _loaded(recipe: SuiteRecipe) -> "tuple[Source, Dataset]":
    source = recipe.source
    if source.demo is not None:
        from hf_robust.language.embedded.demo import demo_reviews

        return source, demo_reviews(source.demo)
    if source.hub is None:
        raise UsageError(f"{recipe.name} is built from a file, {source.says}; name it, or its folder, with --data")
    if source.revision is None:
        raise UsageError(
            f"{recipe.name}: no commit of {source.hub} is pinned yet, so nobody knows which rows would come; "
            "name a copy of the data with --data"
        )
    if source.path is not None:
        return source, load_file_of(source.hub, source.revision, source.path)
    return source, load_data(source.hub, split=source.split, config=source.config, revision=source.revision)
