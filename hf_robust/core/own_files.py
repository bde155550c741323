"""Files that this package wrote may be replaced; files of somebody else may not, unless that is asked for."""

from collections.abc import Collection, Iterable
from pathlib import Path

from hf_robust.core.errors import UsageError

_HEAD = 1 << 20  # bytes at the start and at the end of a file that are read


def holds(path: Path, *marks: str) -> bool:
    """Whether a file has all of these texts near its start or its end.

    Example:
        >>> import tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     path = Path(folder, "report.md")
        ...     _ = path.write_text("Made with hf_robust.")
        ...     holds(path, "hf_robust"), holds(path, "hf_robust", "JUnit")
        (True, False)
    """
    with path.open("rb") as stream:
        start = stream.read(_HEAD)
        stream.seek(max(0, path.stat().st_size - _HEAD))
        content = start + stream.read()
    return all(mark.encode() in content for mark in marks)


def names_package(path: Path) -> bool:
    """Whether a file names this package, as reports in all formats do."""
    return holds(path, "hf_robust") or holds(path, "hf-robust")


def foreign_files(paths: Iterable[Path], marks: Collection[str] = ()) -> list[Path]:
    """The files that are there, are not empty and were not written by this package.

    Args:
        paths: Files to write.
        marks: Texts that a file of this package has; without them its name.
    """
    there = [path for path in paths if path.is_file() and path.stat().st_size]
    return [path for path in there if not (holds(path, *marks) if marks else names_package(path))]


def check_own(paths: Iterable[Path], overwrite: bool = False, marks: Collection[str] = ()) -> None:
    """Refuse to replace a file that this package did not write.

    Args:
        paths: Files to write.
        overwrite: Replace it all the same.
        marks: Texts that a file of this package has; without them its name.

    Raises:
        UsageError: With the file and what to type.
    """
    if not overwrite and (found := foreign_files(paths, marks)):
        raise UsageError(
            f"{found[0]} is there, and hf_robust did not write it; name another place, or pass overwrite=True"
        )
