"""Write several files as one: all of them are new, or all of them are as they were."""

import os
import shutil
import tempfile
from pathlib import Path


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
    staging = Path(tempfile.mkdtemp(prefix=".report-", dir=folder))
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
