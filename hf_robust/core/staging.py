"""Folders of work in progress. Each has a lock, which tells a process at work from a killed one."""

import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from filelock import FileLock

LOCK = "hf_robust.lock"
"""The lock in a folder of work in progress; the last file that is removed from it."""
READY = "ready"
"""A file that says that the moves have begun. Only the next call for the same place removes such a folder."""
_SCRATCH = "hf_robust-"
_RANDOM = "[a-z0-9_]{8}"  # what tempfile.mkdtemp adds to a prefix
_DAY = 24 * 60 * 60  # seconds


@contextmanager
def staging_folder(parent: Path, prefix: str) -> Iterator[Path]:
    """Give a new folder for work in progress, which is removed when the block ends.

    Before that, it removes the folders in ``parent`` that killed processes left there more than a day ago.

    Args:
        parent: The folder in which it is made.
        prefix: The start of its name; a dot first hides it.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as place:
        ...     with staging_folder(Path(place), ".new-") as folder:
        ...         _ = (folder / "a.txt").write_text("one")
        ...     list(Path(place).iterdir())
        []
    """
    _remove_old(parent, prefix)
    folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
    lock = _locked(folder)
    try:
        yield folder
    finally:
        _remove(folder, lock)


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """Give a new folder in the temporary folder of the system, which is removed when the block ends.

    Example:
        >>> with scratch_folder() as folder:
        ...     folder.name.startswith("hf_robust-")
        True
    """
    with staging_folder(Path(tempfile.gettempdir()), _SCRATCH) as folder:
        yield folder


def abandoned(parent: Path, prefix: str) -> Iterator[Path]:
    """Give the folders with this prefix whose process was killed; each is locked while it is looked at, then removed.

    Args:
        parent: The folder in which they are.
        prefix: The prefix that :func:`staging_folder` got.
    """
    for path in _folders(parent, re.escape(prefix)):
        if (path / LOCK).is_file() and (lock := _locked(path)) is not None:
            try:
                yield path
            finally:
                _remove(path, lock)


def _remove_old(parent: Path, prefix: str) -> None:
    """Remove what killed processes left in a folder more than a day ago, for any prefix."""
    for path in _folders(parent, rf"(?:{_SCRATCH.removesuffix('-')}|\..+)-"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime < _DAY or (path / READY).exists():
                continue
            if (path / LOCK).is_file():
                if (lock := _locked(path)) is not None:
                    _remove(path, lock)
            elif re.fullmatch(re.escape(prefix) + _RANDOM, path.name):
                path.rmdir()  # killed before it was locked or after all else was removed: it is empty


def _folders(parent: Path, pattern: str) -> list[Path]:
    """Folders of this user, by name."""
    if not os.access(parent, os.R_OK | os.W_OK):
        return []
    name = re.compile(pattern + _RANDOM)
    try:
        with os.scandir(parent) as entries:
            found = [one for one in entries if name.fullmatch(one.name) and one.is_dir(follow_symlinks=False)]
        return sorted(Path(one.path) for one in found if _is_mine(one))
    except OSError:
        return []


def _is_mine(entry: "os.DirEntry[str]") -> bool:
    """Whether it belongs to this user: in a temporary folder for all, others could make folders of any name."""
    return not hasattr(os, "getuid") or entry.stat(follow_symlinks=False).st_uid == os.getuid()


def _locked(folder: Path) -> "FileLock | None":
    """The lock of a folder; None when another process holds it or the file system has no locks."""
    from filelock import FileLock

    lock = FileLock(folder / LOCK)
    try:
        lock.acquire(blocking=False)
    except (OSError, NotImplementedError):
        return None
    return lock


def _remove(folder: Path, lock: "FileLock | None") -> None:
    """Remove a folder, its lock last: what has no lock is empty."""
    with suppress(OSError):
        (folder / READY).unlink(missing_ok=True)
        for path in folder.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            elif path.name != LOCK:
                path.unlink()
    if lock is not None:
        lock.release()
    shutil.rmtree(folder, ignore_errors=True)
