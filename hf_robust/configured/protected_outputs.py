"""No run writes onto what it reads, or replaces a file of somebody else."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hf_robust.core.errors import UsageError
from hf_robust.core.own_files import holds, names_package


def _is_rows(path: Path) -> bool:
    """Whether these are rows of `perturb`, or the inputs of a suite."""
    return holds(path, "robust") or holds(path, "transformation", "split", "perturbed")


def _is_junit(path: Path) -> bool:
    return holds(path, "<testsuite") and names_package(path)


def _is_text_of_markdown(path: Path) -> bool:
    return path.suffix.lower() in ("", ".md", ".markdown", ".txt") or path.name.startswith("step_summary")


_OURS: Mapping[str, tuple[Callable[[Path], bool], str]] = {
    "out": (_is_rows, "rows that hf_robust wrote"),
    "junit": (_is_junit, "a JUnit file that hf_robust wrote"),
    "summary": (_is_text_of_markdown, "a Markdown file"),
}


def check_outputs(
    written: Mapping[str, Any], read: Iterable[Any], *, overwrite: bool = False, earlier: Any = None
) -> None:
    """Refuse to write onto what is read, and to replace a file of somebody else.

    Args:
        written: The files and folders that are written, by purpose: ``out``, ``junit``, ``summary``, ``cache_dir``.
        read: The files and folders that are read; values that name none are ignored.
        overwrite: Whether files that hf_robust did not write may be replaced.
        earlier: The report that the new one is compared with. The new report may replace it.

    Raises:
        UsageError: With the file, and what to do.
    """
    places = [place for value in read for place in _paths(value)]
    before = list(_paths(earlier))
    for name, target in written.items():
        if not isinstance(target, (str, Path)) or not os.path.exists(target):
            continue
        for place in (*places, *before):
            if name == "out" and place in before:
                continue
            if _is_same(Path(target), place):
                raise UsageError(f"cannot write to {target}: that is {place}, which is read; name another place")
        is_ours, expected = _OURS.get(name, (None, ""))
        if is_ours is None or overwrite or not os.path.isfile(target) or not os.path.getsize(target):
            continue
        if not is_ours(Path(target)):
            raise UsageError(
                f"{target} is there and is not {expected}; name another file, or replace it with overwrite=True"
            )


def _paths(value: Any) -> Iterator[Path]:
    """The files and folders that a value names; of NAME=FILE the file."""
    for one in value if isinstance(value, (list, tuple)) else (value,):
        if isinstance(one, (str, Path)) and str(one):
            for text in (str(one), str(one).partition("=")[2], str(one).rpartition("@")[0]):
                if text and "\0" not in text and os.path.exists(text):
                    yield Path(text)


def _is_same(written: Path, read: Path) -> bool:
    """Whether both are one file or folder (by links and case, too), or the file is in a folder that is read."""
    if os.path.samefile(written, read):
        return True
    return written.is_file() and read.is_dir() and read.resolve() in written.resolve().parents
