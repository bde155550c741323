"""Small recipes for tests, each with the file that it is built from."""

import json
from pathlib import Path
from typing import Any

import yaml

from hf_robust.core.files import sha256

ROWS = [
    {"key": f"r{number}", "review": f"{start} with a {kind} story about people, number {number}.", "mood": mood}
    for number, (start, kind, mood) in enumerate(
        [("A wonderful film", "lovely", "pos"), ("A dull film", "long", "neg"), ("Two great books", "fine", "pos")] * 4
    )
]


def write_source(folder: Path, rows: list[dict[str, Any]] | None = None, name: str = "mine.jsonl") -> Path:
    """A file of rows."""
    path = folder / name
    path.write_text("".join(json.dumps(row) + "\n" for row in (ROWS if rows is None else rows)), encoding="utf-8")
    return path


def write_recipe(folder: Path, data: Path | None = None, **changes: Any) -> Path:
    """A recipe of sentiment in columns of other names, from a file that is hashed here.

    Args:
        folder: Where it is written, as ``tiny.yaml``.
        data: The file that it is built from.
        **changes: Keys that are other than here; None takes one out.
    """
    source = {
        "file": "mine.jsonl",
        "sha256": sha256(data) if data is not None else "0" * 64,
        "columns": {"text": "review", "label": "mood"},
        "id": "key",
    }
    said = {
        "version": 1,
        "name": "tiny",
        "title": "Tiny reviews",
        "task": "sentiment-classification",
        "licence": {"source": "cc-by-4.0", "publish": "full"},
        "source": source,
        "transformations": ["keyboard", ["ocr", "twitter"]],
        **changes,
    }
    path = folder / f"{said['name']}.yaml"
    path.write_text(yaml.safe_dump({key: value for key, value in said.items() if value is not None}, sort_keys=False))
    return path
