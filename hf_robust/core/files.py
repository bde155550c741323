"""Files and folders that are written whole: aside first, moved into their place then; a killed process is tidied up."""

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.staging import READY, abandoned, staging_folder
from hf_robust.core.text import as_cell

if TYPE_CHECKING:
    from datasets import Dataset

SUFFIXES = (".jsonl", ".csv", ".parquet")
_NEW, _OLD = "new", "old"  # in a hidden folder of work in progress


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
    try:
        with tempfile.TemporaryFile(dir=place):
            pass  # some file systems, /proc among them, hold no files of users whatever the permissions say
    except OSError as error:
        raise DataFileError(f"cannot write to {folder}: no file can be made in {place}; name another folder") from error


def write_rows(dataset: "Dataset", path: Path) -> None:
    """Write a dataset as JSON Lines, CSV (provenance as JSON text) or Parquet, by the path's ending.

    In CSV a text that a spreadsheet would take for a formula (it begins with ``=``, ``+``, ``-`` or ``@``) gets an
    apostrophe before it; JSON Lines and Parquet keep every text as it is.

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
        for _ in abandoned(path.parent, ".rows-"):
            pass  # nothing of it can be used
        with staging_folder(path.parent, ".rows-") as folder:
            fresh = folder / path.name
            if suffix == ".jsonl":
                dataset.to_json(fresh, force_ascii=False)
            elif suffix == ".csv":
                dataset.map(_cells, batched=True, load_from_cache_file=False, desc="write").to_csv(fresh)
            else:
                dataset.to_parquet(fresh)
            os.replace(fresh, path)
    except OSError as error:
        raise DataFileError(f"cannot write to {path.parent}: {error}") from error


def _cells(batch: Mapping[str, list]) -> dict[str, list]:
    """The columns that CSV cannot hold as they are."""
    texts = {name: values for name, values in batch.items() if any(isinstance(value, str) for value in values)}
    cells = {name: [as_cell(text) if isinstance(text, str) else text for text in texts[name]] for name in texts}
    return {**cells, "robust": [json.dumps(record, ensure_ascii=False) for record in batch["robust"]]}


def sha256(path: Path) -> str:
    """Hexadecimal digest of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


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
    recover_folder(target)
    with staging_folder(target.parent, f".{target.name}-") as staging:
        fresh = staging / _NEW
        fresh.mkdir()
        yield fresh
        fresh.chmod(0o755)
        for path in fresh.rglob("*"):  # some libraries write files that only this user may read
            path.chmod(0o755 if path.is_dir() else 0o644)
        (staging / READY).touch()
        _swap(fresh, target, staging / _OLD)


def recover_folder(target: Path) -> bool:
    """Finish what a killed :func:`replaced_folder` began, and remove what it left beside the folder.

    Killed between its two moves, it leaves no ``target``: the new one, which is complete then, takes the place.

    Args:
        target: The folder.

    Returns:
        Whether the folder was absent and is there now.
    """
    finished = False
    for staging in abandoned(target.parent, f".{target.name}-"):
        if (staging / _OLD).exists() and not target.exists():
            os.replace(staging / (_NEW if (staging / _NEW).exists() else _OLD), target)
            finished = True
    return finished


def _swap(fresh: Path, folder: Path, old: Path) -> None:
    if not folder.exists():
        os.replace(fresh, folder)
        return
    os.replace(folder, old)
    try:
        os.replace(fresh, folder)
    except BaseException:
        os.replace(old, folder)
        raise


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
    try:
        recover_files(folder)
        with staging_folder(folder, ".new-") as staging:
            _stage(staging, files)
            _move(staging, folder, list(files))
    finally:
        if created and not any(folder.iterdir()):
            folder.rmdir()


def recover_files(folder: Path) -> None:
    """Finish what a killed :func:`write_files` began: all files are new, or none is when it had not got to the moves.

    Args:
        folder: The folder it wrote to.
    """
    for staging in abandoned(folder, ".new-"):
        if (staging / READY).exists():
            for path in sorted((staging / _NEW).iterdir()):
                os.replace(path, folder / path.name)


def _stage(staging: Path, files: dict[str, bytes]) -> None:
    (staging / _NEW).mkdir()
    for name, content in files.items():
        with (staging / _NEW / name).open("wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())


def _move(staging: Path, folder: Path, names: list[str]) -> None:
    backups = staging / _OLD
    backups.mkdir()
    for name in names:
        if (folder / name).is_file():
            shutil.copy2(folder / name, backups / name)
    (staging / READY).touch()  # from here on a killed process has its moves finished by the next
    moved: list[str] = []
    try:
        for name in names:
            os.replace(staging / _NEW / name, folder / name)
            moved.append(name)
    except BaseException:
        for name in moved:
            if (backups / name).exists():
                shutil.move(backups / name, folder / name)
            else:
                (folder / name).unlink()
        raise
