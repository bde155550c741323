"""Write rows to a file: aside first, then moved, so that nothing half written is left."""

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.errors import DataFileError, UsageError

if TYPE_CHECKING:
    from datasets import Dataset

SUFFIXES = (".jsonl", ".csv", ".parquet")


def check_target(path: Path) -> None:
    """Refuse a file that could not be written, before any work starts.

    Raises:
        UsageError: For an unknown ending.
    """
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(f"cannot write {path}: expected a file ending in {', '.join(SUFFIXES)}")


def write_rows(dataset: "Dataset", path: Path) -> None:
    """Write a data set as JSON Lines, CSV (provenance as JSON text) or Parquet, by the path's ending.

    Raises:
        UsageError: For another ending.
        DataFileError: When the place cannot be written to.
    """
    check_target(path)
    suffix = path.suffix.lower()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=suffix)
        os.close(handle)
    except OSError as error:
        raise DataFileError(f"cannot write to {path.parent}: {error}") from error
    try:
        if suffix == ".jsonl":
            dataset.to_json(name, force_ascii=False)
        elif suffix == ".csv":
            texts = [json.dumps(record, ensure_ascii=False) for record in dataset["robust"]]
            dataset.remove_columns("robust").add_column("robust", texts).to_csv(name)
        else:
            dataset.to_parquet(name)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
