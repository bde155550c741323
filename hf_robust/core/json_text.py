"""JSON of strangers: what is nested too deeply is an error, no crash."""

import json
import re
from pathlib import Path
from typing import Any

from hf_robust.core.errors import DataFileError

MOST_LEVELS = 100
"""Levels of nesting that a file of rows may have; the reader of such files crashes on a few thousand."""
_CHUNK = 2**24  # bytes
_OPENING, _CLOSING = b"[{", b"]}"
_NULL = re.compile(rb"(?:\xef\xbb\xbf)?[\s\[]*null[\s,\]]*(?:$|\Z|[,{])")
_TOKENS = re.compile(rb'"(?>(?:[^"\\]|\\.)*)"|[\[\]{}]')


def parse_json(text: str | bytes) -> Any:
    """Parse JSON.

    Raises:
        ValueError: It is not JSON, or it is nested too deeply.

    Example:
        >>> parse_json("[1, 2]")
        [1, 2]
        >>> parse_json("[" * 10_000)
        Traceback (most recent call last):
        ...
        ValueError: it is nested too deeply
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def check_values(path: Path) -> None:
    """Refuse a file of JSON or JSON Lines on which the reader of rows crashes: nested too deeply, or a row is null.

    Raises:
        DataFileError: It has more than :data:`MOST_LEVELS` levels, a line is ``null``, or its list begins with it.
    """
    with path.open("rb") as file:
        null = next((number for number, line in enumerate(file, 1) if _NULL.match(line)), None)
    if null:
        raise DataFileError(f"{path} is broken: in its line {null} a row is null; expected objects with columns")
    # brackets in texts count as well in the fast check, so it may find too many levels and never too few
    if _most_levels_fast(path) > MOST_LEVELS and (line := _deep_line(path)):
        raise DataFileError(
            f"{path} is broken: its line {line} has more than {MOST_LEVELS} levels of nesting; expected rows of "
            "texts, numbers and lists of them"
        )


def _most_levels_fast(path: Path) -> int:
    import numpy as np

    steps = np.zeros(256, np.int8)
    steps[list(_OPENING)], steps[list(_CLOSING)] = 1, -1
    least = most = level = 0
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            levels = level + np.cumsum(steps[np.frombuffer(chunk, np.uint8)], dtype=np.int64)
            least, most, level = min(least, int(levels.min())), max(most, int(levels.max())), int(levels[-1])
    return most - least


def _deep_line(path: Path) -> int:
    """The first line with too many levels, from 1; 0 where there is none."""
    level = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            for token in _TOKENS.finditer(line):
                level += (token[0] in (b"[", b"{")) - (token[0] in (b"]", b"}"))
                if level > MOST_LEVELS:
                    return number
    return 0
