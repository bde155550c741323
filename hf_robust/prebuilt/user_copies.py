"""Copies of sources that users have: a file that a recipe knows by its hash, or the same data in another form."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.errors import DataFileError, MismatchError
from hf_robust.core.files import sha256
from hf_robust.prebuilt.recipe import SAMPLE, SOURCE, SuiteRecipe
from hf_robust.prebuilt.recipe_source import Source
from hf_robust.tasks.layouts.load_rows import load_data

if TYPE_CHECKING:
    from datasets import Dataset


def copy_of(recipe: SuiteRecipe, data: Path) -> "tuple[str, Source, Dataset]":
    """A copy of one of a recipe's sources.

    Args:
        data: A file, or a folder.

    Returns:
        Which source it is, ``source`` or ``sample``; the source, with the hash of the file; the rows.

    Raises:
        DataFileError: There is no such file or folder.
        MismatchError: It is no file that the recipe knows, and can be no copy of a source without one.
    """
    if not data.exists():
        raise DataFileError(f"there is no {data}; name a file or a folder")
    found = []
    files = [(sha256(path), kind, source, path) for kind, source, path in _files(recipe, data)]
    if data.is_file():  # its bytes say which source it is, before one without a hash takes whatever there is
        files.sort(key=lambda one: one[0] != one[2].sha256)
    for digest, kind, source, path in files:
        if source.sha256 in (digest, None):
            return kind, replace(source, sha256=digest), load_data(str(path))
        found.append(f"{path} has the SHA-256 {digest}, expected {source.sha256}")
    copied = data.is_file() or (data / "dataset_info.json").exists()
    if recipe.source.file is not None or not copied:
        wanted = "; or ".join(source.says for source in recipe.sources)
        raise MismatchError(f"{recipe.name}: {data} is not, or does not hold, {wanted}{_listing(found)}")
    return SOURCE, recipe.source, load_data(str(data))


def _listing(files: list[str]) -> str:
    return f" ({'; '.join(dict.fromkeys(files))})" if files else ""


def has_file(recipe: SuiteRecipe, data: str | Path) -> bool:
    """Whether a folder holds a file that a recipe knows by its hash.

    Args:
        data: The folder.
    """
    return any(sha256(path) == source.sha256 for _, source, path in _files(recipe, Path(data)))


def _files(recipe: SuiteRecipe, data: Path) -> Iterator[tuple[str, Source, Path]]:
    """Files that may be a source of a recipe: the one that was named, or those of their names in a folder."""
    for kind, source in zip((SOURCE, SAMPLE), recipe.sources):
        if source.file is None:
            continue
        if data.is_file():
            yield kind, source, data
            continue
        place = data / source.file
        paths = [place, *sorted(path for path in data.rglob("*") if path.name == place.name and path != place)]
        yield from ((kind, source, _inside(data, path)) for path in paths if path.is_file())


def _inside(folder: Path, path: Path) -> Path:
    """A file that really lies in a folder.

    Raises:
        DataFileError: It is a link to a file elsewhere.
    """
    if not path.resolve().is_relative_to(folder.resolve()):
        raise DataFileError(
            f"{path} is a link to a file outside of {folder}; a recipe reads only what is in the folder that --data "
            "names. If you trust the file, name it with --data"
        )
    return path
