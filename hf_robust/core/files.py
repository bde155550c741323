"""Write files and folders aside first and move them then, so that nothing half written is left."""

import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.errors import DataFileError, UsageError

if TYPE_CHECKING:
    from datasets import Dataset

SUFFIXES = (".jsonl", ".csv", ".parquet")


def check_target(path: Path) -> None:
    """Refuse a file that could not be written, before any work starts.

    Raises:
        UsageError: For an unknown ending.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(f"cannot write {path}: expected a file ending in {', '.join(SUFFIXES)}")


def check_folder(folder: Path) -> None:
    """Refuse a folder that could not be written to, before any work starts.

    Raises:
        DataFileError: When it is a file, or may not be written to.
    """
    place = next(parent for parent in (folder.absolute(), *folder.absolute().parents) if parent.exists())
    if not place.is_dir() or not os.access(place, os.W_OK):
        raise DataFileError(f"cannot write to {folder}: {place} is {'read-only' if place.is_dir() else 'a file'}")


def write_rows(dataset: "Dataset", path: Path) -> None:
    """Write a data set as JSON Lines, CSV (provenance as JSON text) or Parquet, by the path's ending.

    Args:
        dataset: Rows that left a ``Perturb``.
        path: The file; one that is there is replaced only by a complete one.

    Raises:
        UsageError: For another ending.
        DataFileError: When the place cannot be written to.
    """
    check_target(path)
    suffix = path.suffix.lower()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # a folder, not mkstemp: its file could be read by this user only, also where it is moved to
        staging = tempfile.TemporaryDirectory(prefix=".rows-", dir=path.parent)
    except OSError as error:
        raise DataFileError(f"cannot write to {path.parent}: {error}") from error
    with staging as folder:
        fresh = Path(folder) / path.name
        if suffix == ".jsonl":
            dataset.to_json(fresh, force_ascii=False)
        elif suffix == ".csv":
            texts = [json.dumps(record, ensure_ascii=False) for record in dataset["robust"]]
            dataset.remove_columns("robust").add_column("robust", texts).to_csv(fresh)
        else:
            dataset.to_parquet(fresh)
        os.replace(fresh, path)


@contextmanager
def replaced_folder(target: Path) -> Iterator[Path]:
    """Give a temporary folder beside ``target`` and move it there when the block ends well.

    Args:
        target: The folder to write; an existing one is replaced only after the new one is complete, and
            comes back when the last move fails.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as place:
        ...     with replaced_folder(Path(place, "new")) as folder:
        ...         _ = (folder / "a.txt").write_text("one")
        ...     sorted(path.name for path in Path(place, "new").iterdir())
        ['a.txt']
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    try:
        yield fresh
        fresh.chmod(0o755)  # made for this user only; so are the files of some libraries
        for path in fresh.rglob("*"):
            path.chmod(0o755 if path.is_dir() else 0o644)
        _swap(fresh, target)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _swap(fresh: Path, place: Path) -> None:
    if not place.exists():
        os.replace(fresh, place)
        return
    old = fresh.with_name(f"{fresh.name}.old")
    os.replace(place, old)
    try:
        os.replace(fresh, place)
    except BaseException:
        os.replace(old, place)
        raise
    shutil.rmtree(old, ignore_errors=True)


def write_files(folder: str | Path, files: dict[str, bytes]) -> None:
    """Write files into a folder, replacing what is there only once everything is on disk.

    The bytes go to a hidden staging folder inside `folder`, so that each move stays on one file
    system. When a move fails, or the run is interrupted, those already made are undone.

    Args:
        folder: Created, with its parents, when it does not exist.
        files: Content by file name.

    Raises:
        OSError: The folder cannot be written.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     write_files(f"{folder}/report", {"a.txt": b"one", "b.txt": b"two"})
        ...     sorted(path.name for path in Path(folder, "report").iterdir())
        ['a.txt', 'b.txt']
    """
    folder = Path(folder)
    created = not folder.exists()
    folder.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix=".new-", dir=folder))
    try:
        _stage(staging, files)
        _move(staging, folder, list(files))
    finally:
        shutil.rmtree(staging, ignore_errors=True)
        if created and not any(folder.iterdir()):
            folder.rmdir()


def _stage(staging: Path, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        with (staging / name).open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())


def _move(staging: Path, folder: Path, names: list[str]) -> None:
    backups = staging / "before"
    backups.mkdir()
    for name in names:
        if (folder / name).is_file():
            shutil.copy2(folder / name, backups / name)
    moved: list[str] = []
    try:
        for name in names:
            os.replace(staging / name, folder / name)
            moved.append(name)
    except BaseException:
        for name in moved:
            if (backups / name).exists():
                shutil.move(backups / name, folder / name)
            else:
                (folder / name).unlink()
        raise
