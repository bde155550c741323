"""The rows that a recipe is built from: found, read, cut to the columns of the task, and drawn."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.errors import DataFileError, MismatchError, UsageError
from hf_robust.core.files import sha256
from hf_robust.core.randomness import row_ids
from hf_robust.prebuilt.recipe import Recipe
from hf_robust.prebuilt.recipe_folder import load_recipe, recipe_names
from hf_robust.prebuilt.recipe_source import Source
from hf_robust.suites.base import BaseSuite
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
        source: The source.
        task: The task over their columns.
        rows: The rows; nothing but the columns of the task.
    """

    source: Source
    task: Task
    rows: "Dataset"

    @property
    def hash(self) -> str:
        """A hash of the rows in their order, independent of how they are stored."""
        hasher = blake2b(digest_size=16)
        for column in sorted(self.rows.column_names):
            for part in column_content(column, values_of(self.rows, column)):
                hasher.update(part)
        return hasher.hexdigest()


def source_rows(recipe: Recipe, data: str | Path | None = None) -> SourceRows:
    """The rows of a recipe, from where it says they are or from a copy of yours.

    Args:
        recipe: The recipe.
        data: A file, a folder that holds the recipe's file, or a folder saved with ``save_to_disk``. None: the Hub at
            the recipe's commit, or what comes with the package.

    Raises:
        UsageError: The source is no data set that can be had without ``data``, or pins no commit.
        DataFileError: There is no such file.
        MismatchError: The file, or its rows, are not those of the recipe.
        HubError: The Hub cannot be reached or has no such data set.
    """
    source, loaded = _loaded(recipe, data)
    with quiet():
        found = prepared(recipe, source, loaded)
    if source.expect is not None and found.hash != source.expect.source_hash:
        raise MismatchError(
            f"{recipe.name}: the rows are not those that were measured: {len(found.rows)} rows with the hash "
            f"{found.hash}, expected {source.expect.rows} with {source.expect.source_hash}; is this {source.says}?"
        )
    return found


def prepared(recipe: Recipe, source: Source, loaded: "Dataset") -> SourceRows:
    """Rows as they were loaded, in the columns of the task, and as many as the source says.

    Args:
        recipe: The recipe.
        source: The source that they are of.
        loaded: The rows.
    """
    if not source.columns:
        loaded = with_layout(loaded, recipe.task, source.layout)
    task = recipe.bound(source).bind(loaded)
    if source.drop_unlabeled:
        column = task.column(task.label_role)
        loaded = loaded.filter(lambda value: value is not None and value != -1, input_columns=column)
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
        rows: The rows.
        task: The task over their columns.
    """
    if task.id_column is not None:
        return [str(value) for value in rows[task.id_column][:]]
    return row_ids([rows[task.column(role)][:] for role in task.kind.id_roles])


def has_file(recipe: Recipe, data: str | Path) -> bool:
    """Whether a folder holds a file that a recipe is built from.

    Args:
        recipe: The recipe.
        data: The folder.
    """
    known = [source for source in recipe.sources if source.sha256 is not None]
    return any(sha256(path) == source.sha256 for source, path in _candidates(known, Path(data)))


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
    path = Path(data)
    if recipe is not None and path.is_dir() and not (path / "dataset_info.json").exists():
        known = [source for source in recipe.sources if source.sha256 is not None]
        found = [path for source, path in _candidates(known, path) if sha256(path) == source.sha256]
        data = found[0] if found else data
    loaded = load_data(str(data), split=split)
    features = set(suite.task.columns.values())
    if recipe is None:
        return loaded
    for source in recipe.sources:
        with suppress(UsageError), quiet():
            rows = prepared(recipe, replace(source, rows=None), loaded).rows
            if features >= set(rows.column_names) - {suite.task.id_column}:
                return rows
    return loaded


def _loaded(recipe: Recipe, data: str | Path | None) -> "tuple[Source, Dataset]":
    if data is not None:
        return _of_user(recipe, Path(data))
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


def _of_user(recipe: Recipe, data: Path) -> "tuple[Source, Dataset]":
    """A copy of the user: a file that the recipe knows by its hash, or the whole data set in another form."""
    if not data.exists():
        raise DataFileError(f"there is no {data}; name a file or a folder")
    known = [source for source in recipe.sources if source.sha256 is not None]
    for source, path in _candidates(known, data):
        if sha256(path) == source.sha256:
            return source, load_data(str(path))
    if recipe.source.sha256 is not None or (data.is_dir() and not (data / "dataset_info.json").exists()):
        wanted = "; or ".join(f"{source.says} with SHA-256 {source.sha256}" for source in known)
        raise MismatchError(
            f"{recipe.name}: {data} is not, and does not hold, what it is built from: {wanted or recipe.source.says}"
        )
    return recipe.source, load_data(str(data))


def _candidates(known: Sequence[Source], data: Path) -> Iterator[tuple[Source, Path]]:
    for source in known:
        if data.is_file():
            yield source, data
            continue
        place = data / str(source.file)
        yield from ((source, path) for path in [place, *sorted(data.rglob(place.name))] if path.is_file())
