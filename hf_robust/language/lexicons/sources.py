"""The record of where each table comes from: reading it, checking it, bringing it up to date."""

import hashlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

from hf_robust.language.lexicons import FOLDER
from hf_robust.language.lexicons.readers import text_of

SOURCES = "SOURCES.toml"


def count_rows(value: Any) -> int:
    """Number of entries of a JSON table: items of its lists, keys whose values are plain.

    Example:
        >>> count_rows({"a": ["x", "y"], "b": {"c": 1, "d": "e"}})
        4
    """
    if isinstance(value, list):
        return len(value)
    if isinstance(value, dict):
        return sum(count_rows(item) for item in value.values())
    return 1


def measure(path: Path) -> dict[str, Any]:
    """SHA-256 and number of rows of one data file.

    Args:
        path: A ``.json`` file, or one with a row a line: ``.tsv``, ``.txt``, ``.tsv.gz``.

    Returns:
        ``{"sha256": hex digest of the file as it is, "rows": lines, or entries of a JSON file}``.

    Example:
        >>> measure(FOLDER / "quotes.json")["rows"] > 5
        True
    """
    text = text_of(path)
    rows = count_rows(json.loads(text)) if path.suffix == ".json" else len(text.splitlines())
    return {"sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "rows": rows}


def load_sources(folder: Path = FOLDER) -> dict[str, dict[str, Any]]:
    """The entries of ``SOURCES.toml`` by file name; those of another language have its folder before it, ``zh/``.

    Example:
        >>> load_sources()["keyboard.json"]["licence"]
        'Apache-2.0'
    """
    return tomllib.loads((folder / SOURCES).read_text(encoding="utf-8"))


def refresh(folder: Path = FOLDER) -> list[str]:
    """Writes the measured hash and row count of every file into ``SOURCES.toml``.

    Args:
        folder: Where the data files and ``SOURCES.toml`` lie.

    Returns:
        The files whose entry changed.
    """
    path = folder / SOURCES
    text = path.read_text(encoding="utf-8")
    changed = []
    for file, entry in load_sources(folder).items():
        found = measure(folder / file)
        if all(entry.get(key) == value for key, value in found.items()):
            continue
        changed.append(file)
        head, mark, rest = text.partition(f'["{file}"]\n')
        body, gap, tail = rest.partition("\n[")
        body = re.sub(r"(?m)^sha256 = .*$", f'sha256 = "{found["sha256"]}"', body)
        body = re.sub(r"(?m)^rows = .*$", f"rows = {found['rows']}", body)
        text = head + mark + body + gap + tail
    path.write_text(text, encoding="utf-8")
    return changed
