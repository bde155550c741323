"""Folders of suites: whole or absent when they are written, checked file by file when they are read."""

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import SuiteError, UsageError
from hf_robust.core.files import replaced_folder
from hf_robust.suites.manifest import FILE, file_of, label_of, read_outline
from hf_robust.suites.manifest_records import EntryRecord
from hf_robust.suites.rows import read_parquet, write_parquet

if TYPE_CHECKING:
    from datasets import Dataset, Features

_ROWS_FILE = re.compile(r"[^/\\.][^/\\]*/[a-z_]+\.parquet")


def replace_suite(folder: Path, kind: str, fill: Callable[[Path], None]) -> Path:
    """Write a suite to a folder: beside it first, then moved into its place.

    Args:
        folder: Where; an older suite of the same kind there is replaced.
        kind: The kind, as ``suite.json`` calls it.
        fill: Writes all files into a new folder.

    Returns:
        The folder.

    Raises:
        SuiteError: When the folder holds something else, or cannot be written. What was there stays.
    """
    place = Path(folder).expanduser().resolve()
    try:
        check_replaceable(place, kind)
        with replaced_folder(place) as fresh:
            fill(fresh)
    except OSError as error:
        raise SuiteError(f"the suite cannot be written to {folder}: {error}; what was there is unchanged") from error
    return place


def check_replaceable(folder: Path, kind: str) -> None:
    """Refuse a folder that holds something else than an older suite of this kind, before any work starts.

    Raises:
        SuiteError: It does; the message says what.
    """
    if not folder.exists() or (folder.is_dir() and not any(folder.iterdir())):
        return
    if not folder.is_dir() or not (folder / FILE).is_file():
        raise SuiteError(f"{folder} exists and is not a suite; name another folder, or remove it first")
    try:
        outline = read_outline(folder)
    except UsageError as error:
        raise SuiteError(f"{folder} holds a suite.json that is not a suite's; name another folder") from error
    known = {FILE, "README.md", *row_files(outline.entries, folder)}
    if outline.kind != kind:
        raise SuiteError(
            f"{folder} holds a {outline.label}, which a {label_of(kind)} does not replace; name another folder"
        )
    found = (path.relative_to(folder).as_posix() for path in folder.rglob("*") if not path.is_dir())
    foreign = sorted(name for name in found if name not in known)
    if foreign:
        raise SuiteError(
            f"{folder} holds files that are not the suite's: {', '.join(foreign[:3])}; move them away first"
        )


def write_splits(folder: Path, name: str, splits: "Mapping[str, Dataset]") -> dict[str, Any]:
    """Write the rows of an entry, one file a split; a split without rows has none.

    Args:
        folder: The suite's folder.
        name: Name of the entry.
        splits: Rows by name of the split.

    Returns:
        What the manifest says of them: name of the config, and the SHA-256 by file.
    """
    config, files = config_folder(name), {}
    with no_progress():
        for split, rows in splits.items():
            if len(rows):
                file = f"{config}/{split}.parquet"
                (folder / config).mkdir(exist_ok=True)
                files[file] = write_parquet(rows, folder / file)
    return {"config": config, "files": files}


def read_splits(
    folder: Path, stated: EntryRecord, features: "Features", names: tuple[str, ...]
) -> "dict[str, Dataset]":
    """The rows of an entry, split by split; a split without a file has none.

    Args:
        folder: The suite's folder.
        stated: What the manifest says of the entry.
        features: Features of a split without rows.
        names: Names of the splits.

    Raises:
        SuiteError: When a file is missing, altered or not safe to read.
    """
    from datasets import Dataset

    rows = dict.fromkeys(names, Dataset.from_dict({name: [] for name in features}, features=features))
    for file, digest in stated.files.items():
        split = file.rsplit("/", 1)[1].removesuffix(".parquet")
        if split not in rows:
            raise SuiteError(f"{folder}/{FILE} names the file {file!r}, which is not a suite's; get the suite again")
        rows[split] = read_parquet(file_of(folder, file), digest)
    return rows


def row_files(entries: Iterable[EntryRecord], folder: object) -> list[str]:
    """Files of the rows.

    Args:
        entries: The entries of a manifest.
        folder: Where it lies, for the message.

    Raises:
        SuiteError: When it names files that could lie anywhere else.
    """
    files = [file for entry in entries for file in entry.files]
    for file in files:
        if not _ROWS_FILE.fullmatch(file):
            raise SuiteError(
                f"{folder}/suite.json names the file {file!r}, which is not a suite's; get the suite again"
            )
    return files


def config_folder(name: str) -> str:
    """Name of an entry as a folder and config: unchanged unless it holds characters that neither may have.

    Example:
        >>> config_folder("keyboard-rate-0.5+ocr"), config_folder("swap-my/words.txt")
        ('keyboard-rate-0.5+ocr', 'swap-my-words.txt-f7bf89')
    """
    safe = re.sub(r"[^A-Za-z0-9_.+-]", "-", name).lstrip("._")[:80]
    if safe and safe == name:
        return name
    return f"{safe}-{hashlib.sha256(name.encode('utf-8', 'backslashreplace')).hexdigest()[:6]}"


@contextmanager
def no_progress() -> Iterator[None]:
    """One bar a file would be two a transformation."""
    from datasets.utils import are_progress_bars_disabled, disable_progress_bars, enable_progress_bars

    shown = not are_progress_bars_disabled()
    disable_progress_bars()
    try:
        yield
    finally:
        if shown:
            enable_progress_bars()
