"""How the files of tables are read: each function takes a path and returns the table, nothing in it a list."""

import gzip
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from hf_robust.core.json_text import parse_json

Tables = dict[str, tuple[str, Callable[[Path], Any]]]
"""The tables of a language: name -> its file below the folder of the lexicons, and what reads it."""


def text_of(path: Path) -> str:
    """The text of a UTF-8 file, unpacked if its name ends in ``.gz``.

    Raises:
        OSError: It is missing or not a gzip file.
        ValueError: It is cut off or not UTF-8.
    """
    data = path.read_bytes()
    if path.suffix == ".gz":
        try:
            data = gzip.decompress(data)
        except (EOFError, zlib.error) as error:
            raise ValueError(f"cannot be unpacked: {error}") from error
    return data.decode("utf-8")


def lines(path: Path) -> Iterator[tuple[str, ...]]:
    """The rows of a TSV file, each as a tuple of its cells.

    Args:
        path: A ``.tsv`` or ``.tsv.gz`` file.
    """
    for line in text_of(path).splitlines():
        yield tuple(line.split("\t"))


def word_table(path: Path) -> dict[str, tuple[str, ...]]:
    """A key and, after a tab, words with a space between them: ``{key: (word, ...)}``.

    Args:
        path: A ``.tsv`` or ``.tsv.gz`` file.
    """
    return {key: tuple(values.split(" ")) for key, values in lines(path)}


def row_table(path: Path) -> tuple[tuple[str, ...], ...]:
    """All rows, each as a tuple of its cells.

    Args:
        path: A ``.tsv`` or ``.tsv.gz`` file.
    """
    return tuple(lines(path))


def word_set(path: Path) -> frozenset[str]:
    """One word a line; what has an apostrophe comes with both kinds of it.

    Args:
        path: A file of words.
    """
    words = text_of(path).splitlines()
    return frozenset(words) | {word.replace("'", "’") for word in words}


def json_table(path: Path) -> Any:
    """What a JSON file holds, its lists as tuples, so that no caller changes the shared table by accident.

    Args:
        path: A ``.json`` file.
    """
    return _frozen(parse_json(text_of(path)))


def _frozen(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_frozen(item) for item in value)
    if isinstance(value, dict):
        return {key: _frozen(item) for key, item in value.items()}
    return value
