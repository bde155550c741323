"""The files of an audit: a CSV for each rater, which a spreadsheet opens, and the key that raters do not see."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

from hf_robust.audit.pools import ShownCase
from hf_robust.audit.questions import NOT_ASKED, QUESTIONS, answer, guide
from hf_robust.audit.sample import AnswerKey, Item, check_raters
from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.files import write_files
from hf_robust.core.json_text import parse_json
from hf_robust.core.text import as_cell, from_cell
from hf_robust.core.typed_json import read_json

KEY_FILE, GUIDE_FILE = "key.json", "guide.md"
FIRST = ("id", "task", "about", "original", "text", "gold", "choices")
COLUMNS = (*FIRST, *QUESTIONS)
BETWEEN = "|"
_DELIMITERS = ",;\t"
_LIMIT = 10_000_000  # characters of a cell
_LOCK_SECONDS = 10
_WRITES = "hf-robust audit draw writes such files"


def write_sample(folder: str | Path, key: AnswerKey, items: Sequence[Item], raters: Sequence[str]) -> Path:
    """Write a sample: ``key.json``, ``guide.md`` and for each rater a CSV, in an order of their own.

    Args:
        folder: Where.
        raters: Names of the raters, which are the names of their files.

    Raises:
        UsageError: A name is empty, there twice or no name of a file.
        DataFileError: The folder cannot be written to.
    """
    folder = Path(folder)
    if not raters or len(set(raters)) < len(raters) or any(not name.replace("-", "").isalnum() for name in raters):
        raise UsageError(f"raters are different names of letters, digits and '-', found {', '.join(raters) or 'none'}")
    files: dict[str, bytes] = {
        KEY_FILE: (json.dumps(key.to_dict(), indent=1) + "\n").encode("utf-8", "replace"),
        GUIDE_FILE: guide().encode(),
    }
    for rater in raters:
        mixed = list(items)
        Random(f"{key.seed}|{rater}").shuffle(mixed)
        files[f"{rater}.csv"] = _content(mixed)
    _write(folder, files)
    return folder


def write_ratings(items: Sequence[Item], path: str | Path) -> Path:
    """Write one rater's CSV; an older file is replaced only by a complete one.

    Args:
        items: The items with their answers.

    Raises:
        DataFileError: It cannot be written.
    """
    path = Path(path)
    _write(path.parent, {path.name: _content(items)})
    return path


def merge_rating(item: Item, path: str | Path) -> list[Item]:
    """Write the answers of one item into a rater's CSV; what others wrote there meanwhile stays.

    A lock beside the file holds off other processes from reading to writing.

    Args:
        item: The item with its answers.

    Returns:
        All items, in the order of the file.

    Raises:
        DataFileError: The file is missing or wrong, does not have the item, or cannot be written.
    """
    from filelock import FileLock, Timeout

    path = Path(path)
    try:
        with FileLock(path.with_name(f".{path.name}.lock"), timeout=_LOCK_SECONDS):
            items = read_ratings(path)
            place = next((number for number, one in enumerate(items) if one.id == item.id), None)
            if place is None:
                raise DataFileError(
                    f"{path} no longer has the item {item.id}; begin anew: hf-robust audit serve {path}"
                )
            items[place] = items[place].answered(**item.answers)
            write_ratings(items, path)
    except Timeout as error:
        raise DataFileError(f"another process holds {path} for more than {_LOCK_SECONDS} s; try again") from error
    except OSError as error:
        raise DataFileError(f"the answer cannot be written to {path}: {error}") from error
    return items


def _write(folder: Path, files: dict[str, bytes]) -> None:
    try:
        write_files(folder, files)
    except OSError as error:
        raise DataFileError(f"the audit cannot be written to {folder}: {error}") from error


def _content(items: Sequence[Item]) -> bytes:
    stream = io.StringIO()
    rows = csv.writer(stream, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for item in items:
        shown = item.shown
        about = (item.id, *(getattr(shown, name) for name in FIRST[1:-1]), BETWEEN.join(shown.choices))
        said = (item.answers.get(name, "") if name in shown.questions else NOT_ASKED for name in QUESTIONS)
        rows.writerow([*map(as_cell, about), *(cell if cell == NOT_ASKED else as_cell(cell) for cell in said)])
    return stream.getvalue().encode("utf-8-sig", "replace")  # the mark tells a spreadsheet that it is UTF-8


def read_ratings(path: str | Path) -> list[Item]:
    """Read a rater's CSV; what a spreadsheet makes of it (semicolons, a byte mark) is understood.

    Raises:
        DataFileError: It is missing, no such file, or a value is wrong: the message says in which row.
    """
    path = Path(path)
    rows = _rows(path)
    head = next(rows, None)
    if head is None:
        raise DataFileError(f"{path} is empty; {_WRITES}")
    if sorted(head) != sorted(COLUMNS):
        found = ", ".join(head)[:300]
        raise DataFileError(f"{path} is no audit: it has the columns {found}; expected {', '.join(COLUMNS)}")
    items: list[Item] = []
    seen: dict[str, int] = {}
    for number, values in enumerate(rows, start=2):
        if not any(value.strip() for value in values):
            continue
        if len(values) != len(head):
            raise DataFileError(f"{path} row {number}: expected {len(head)} cells, found {len(values)}")
        item = _item(dict(zip(head, values)), f"{path} row {number}")
        if item.id in seen:
            raise DataFileError(f"{path} row {number}: the item {item.id} is in row {seen[item.id]} already")
        seen[item.id] = number
        items.append(item)
    if not items:
        raise DataFileError(f"{path} has no item; {_WRITES}")
    return items


def _item(row: Mapping[str, str], where: str) -> Item:
    about = {name: from_cell(row[name]) for name in FIRST}
    choices = tuple(part for part in about.pop("choices").split(BETWEEN) if part)
    asked = tuple(name for name in QUESTIONS if row[name].strip() != NOT_ASKED)
    id, task, text = (about.pop(name) for name in ("id", "task", "text"))
    if not id or ("label" in asked and not choices):
        raise DataFileError(f"{where}: id and, where a label is asked for, choices must not be empty")
    answers = {name: answer(name, from_cell(row[name]), choices, where) for name in asked}
    return Item(id, ShownCase(task, text, asked, about["original"], about["gold"], about["about"], choices), answers)


def _rows(path: Path) -> Iterator[list[str]]:
    text = _text(path)
    head = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=head.count)
    before = csv.field_size_limit(_LIMIT)
    try:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    except csv.Error as error:
        raise DataFileError(f"{path} is not sound CSV: {error}") from error
    finally:
        csv.field_size_limit(before)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError as error:
        raise DataFileError(f"there is no file {path}; {_WRITES}") from error
    except UnicodeDecodeError as error:
        raise DataFileError(f"{path} is not in UTF-8 ({error.reason}); save it as CSV UTF-8") from error
    except OSError as error:
        raise DataFileError(f"{path} cannot be read: {error}") from error


def read_key(folder: str | Path) -> AnswerKey:
    """Read the key of a sample.

    Args:
        folder: Where the sample lies.

    Raises:
        DataFileError: There is none, or it is not sound.
    """
    path = Path(folder) / KEY_FILE
    try:
        key = read_json(AnswerKey, parse_json(_text(path)), "key of an audit")
        check_raters(key.by)
        if not all(0 <= one.rated < len(key.rated) and 0 <= one.suite < len(key.suites) for one in key.origins):
            raise ValueError("a place is out of range")
    except ValueError as error:
        raise DataFileError(f"{path} is no key of an audit ({error!r}); {_WRITES}") from error
    return key


def read_sample(folder: str | Path) -> tuple[AnswerKey, dict[str, list[Item]]]:
    """Read a sample with what all raters said: every CSV of the folder is one rater's.

    Args:
        folder: Where it lies.

    Raises:
        DataFileError: A file is missing or wrong, or a rater's items are not those of the key.
    """
    folder = Path(folder)
    key = read_key(folder)
    ratings = {path.stem: read_ratings(path) for path in sorted(folder.glob("*.csv"))}
    if not ratings:
        raise DataFileError(f"{folder} holds no rater's CSV; {_WRITES}")
    known = {origin.id for origin in key.origins}
    for rater, items in ratings.items():
        found = {item.id for item in items}
        if found != known:
            off = sorted(found ^ known)[0]
            what = "is not in the key" if off in found else "is missing"
            raise DataFileError(f"{folder / rater}.csv is not of this sample: the item {off} {what}")
    return key, ratings
