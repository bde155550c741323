"""Tables of text: CSV and TSV files, read so that a text stays the text that it is."""

import csv
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import DataFileError, EmptyDataError

if TYPE_CHECKING:
    from datasets import Dataset

ENCLOSE, LITERAL = QUOTES = ("enclose", "literal")
"""Double quotes enclose a cell, or are characters like others."""
_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}
_ENCLOSED = f"read quotes as the borders of cells with quotes={ENCLOSE!r}"
_INTEGER = re.compile(r"-?(?:0|[1-9]\d{0,17})", re.ASCII)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|nan|NaN", re.ASCII)
_BOOLEANS = {"True": True, "False": False, "true": True, "false": False, "TRUE": True, "FALSE": False}


def read_table(path: Path, separator: str = ",", quotes: bool = True) -> "Dataset":
    """Read a table with a header.

    An empty cell is None. A column of numbers or booleans is one of such; all else is text, also ``None``, ``NA``,
    ``null``, ``nan`` and ``N/A``.

    Args:
        path: The file, in UTF-8.
        separator: What stands between two cells.
        quotes: Whether a cell in double quotes may hold separators and line breaks; otherwise a quote is a character.

    Raises:
        DataFileError: A row has more or fewer cells than the header, or quotes do not match; the message has the line.
        EmptyDataError: There are no rows.
    """
    with path.open(encoding="utf-8-sig", newline="") as file, _long_cells():
        lines = csv.reader(
            file, delimiter=separator, quoting=csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE, strict=True
        )
        cells = _cells(path, lines, separator, quotes)
        header = _names(next(cells, []))
        if bad := next((name for name in header if "\0" in name), None):
            raise DataFileError(f"{path} is broken: the column {bad!r} has a NUL character in its name; remove it")
        _check_separator(path, header, separator)
        columns: list[list[str]] = [[] for _ in header]
        for row in cells:
            for column, cell in zip(columns, row):
                column.append(cell)
    if not header or not columns[0]:
        raise EmptyDataError(f"{path} has no rows")
    return _dataset(header, columns)


@contextmanager
def _long_cells() -> Iterator[None]:
    """Cells of any length: the limit of the csv module is 128 kB."""
    before = csv.field_size_limit(sys.maxsize)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _cells(path: Path, lines: Any, separator: str, quotes: bool) -> Iterator[list[str]]:
    """The header and the rows, all of one length; empty lines are left out."""
    header: list[str] | None = None
    while True:
        begin = lines.line_num + 1
        try:
            row = next(lines, None)
        except csv.Error as error:
            raise DataFileError(
                f'{path}:{begin}: the quotes do not match ({error}); a cell with a quote is written "...""...", '
                f"or read quotes as characters with quotes={LITERAL!r}"
            ) from error
        if row is None:
            return
        if not row:
            continue
        if header is None:
            header = row
        elif len(row) != len(header):
            raise DataFileError(f"{path}:{begin}: {_other_length(len(header), len(row), separator, quotes)}")
        yield row


def _other_length(expected: int, actual: int, separator: str, quotes: bool) -> str:
    sign = _SEPARATORS.get(separator, repr(separator))
    said = f"expected {expected} cells between {sign}, as in the header, found {actual}"
    if actual > expected:
        hint = "put a cell that holds the separator in double quotes"
        hint = hint if quotes else f"here quotes are characters, and no cell holds {sign}; {_ENCLOSED}"
    else:
        hint = "an absent cell needs its separator"
        hint += "" if quotes else f"; here quotes are characters, and no cell holds a line break; {_ENCLOSED}"
    return f"{said}; {hint}"


def _names(header: Sequence[str]) -> list[str]:
    """Names of the columns: one without a name gets one, a second one of the same name gets a number."""
    names: list[str] = []
    for place, name in enumerate(header):
        name = name.strip() or f"Unnamed: {place}"
        twins = sum(other == name or other.rpartition(".")[0] == name for other in names)
        names.append(f"{name}.{twins}" if name in names else name)
    return names


def _check_separator(path: Path, columns: Sequence[str], read: str) -> None:
    """Refuse a table that is one column since its values are separated by something else."""
    others = [sign for sign in _SEPARATORS if sign != read and sign in columns[0]] if len(columns) == 1 else []
    if others:
        other, shown = others[0], repr(columns[0])
        raise DataFileError(
            f"{path} is one column when it is read with {_SEPARATORS[read]}, and its first line has "
            f"{_SEPARATORS[other]} ({shown if len(shown) < 200 else shown[:200] + '...'}); convert it: "
            f"pandas.read_csv({str(path)!r}, sep={other!r}).to_csv({path.stem + '-commas.csv'!r}, index=False)"
        )


def _dataset(header: Sequence[str], columns: Sequence[list[str]]) -> "Dataset":
    import pyarrow as pa
    from datasets import Dataset

    return Dataset(pa.table({name: _typed(cells) for name, cells in zip(header, columns)}))


def _typed(cells: list[str]) -> Any:
    """A column in the type that all its cells have."""
    import pyarrow as pa

    filled = {cell for cell in cells if cell}
    if filled and all(map(_INTEGER.fullmatch, filled)):
        return pa.array([int(cell) if cell else None for cell in cells], pa.int64())
    if filled and all(map(_NUMBER.fullmatch, filled)) and not _are_codes(filled):
        return pa.array([float(cell) if cell else None for cell in cells], pa.float64())
    if filled and filled <= _BOOLEANS.keys():
        return pa.array([_BOOLEANS[cell] if cell else None for cell in cells], pa.bool_())
    return pa.array([cell or None for cell in cells], pa.string())


def _are_codes(cells: Iterable[str]) -> bool:
    """Whether these are texts that look like numbers: with zeros before them, too long, or all ``nan``."""
    digits = (cell.lstrip("+-").partition(".")[0] for cell in cells)
    return {"nan"} >= {cell.lower() for cell in cells} or any(
        len(cell) > 18 or (len(cell) > 1 and cell.startswith("0")) for cell in digits if cell.isdigit()
    )
