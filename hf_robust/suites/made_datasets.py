"""How a ``datasets.Dataset`` is made of what a user passed in its place, for error messages."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

_READERS = {
    ".csv": "from_csv",
    ".tsv": "from_csv",
    ".json": "from_json",
    ".jsonl": "from_json",
    ".parquet": "from_parquet",
    ".txt": "from_text",
}


def making_call(value: Any) -> str:
    """Return the call that makes a ``datasets.Dataset`` of a value: rows, columns, a data frame, or a path.

    Args:
        value: What was passed in place of a dataset.

    Example:
        >>> making_call([{"text": "A fine film."}]), making_call("rows.jsonl")
        ('datasets.Dataset.from_list(rows)', "datasets.Dataset.from_json('rows.jsonl')")
        >>> making_call("me/reviews")
        "datasets.load_dataset('me/reviews', split='test')"
    """
    if isinstance(value, (str, Path)):
        path = Path(value)
        if (path / "suite.json").is_file():
            return f"hf_robust.Suite.load({str(value)!r})"
        if (path / "state.json").is_file() or (path / "dataset_dict.json").is_file():
            return f"datasets.load_from_disk({str(value)!r})"
        separator = ", sep='\\t'" if path.suffix == ".tsv" else ""
        if path.suffix in _READERS:
            return f"datasets.Dataset.{_READERS[path.suffix]}({str(value)!r}{separator})"
        return f"datasets.load_dataset({str(value)!r}, split='test')"
    if type(value).__name__ == "DataFrame":
        is_polars = type(value).__module__.startswith("polars")
        return f"datasets.Dataset.{'from_polars(frame)' if is_polars else 'from_pandas(frame, preserve_index=False)'}"
    return f"datasets.Dataset.{'from_dict(columns)' if isinstance(value, Mapping) else 'from_list(rows)'}"
