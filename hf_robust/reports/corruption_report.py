"""CorruptionReport: what ``hf_robust.corruption_benchmark`` returns, its record and every form it is shown in."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import UnknownNameError
from hf_robust.reports.record import (
    EXAMPLE,
    INTERVAL,
    MAYBE_NUMBER,
    MAYBE_TEXT,
    NUMBER,
    Maybe,
    Migrations,
    check_shape,
    dumps,
    plain,
    read_record,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

KIND = "corruption-benchmark"
FILE_NAME = "corruptions.json"
PAGE_NAME = "corruptions.html"

# MIGRATIONS[i] turns a record of version i + 1 into one of version i + 2. Append only.
MIGRATIONS: Migrations = ()
SCHEMA_VERSION = len(MIGRATIONS) + 1

_OF = {"model": str, "family": str, "count": Maybe(int)}  # null: the mean over all numbers of words
_RECORD = {
    "schema_version": int,
    "kind": str,
    "created": str,
    "hf_robust_version": str,
    "seconds": MAYBE_NUMBER,
    "command": MAYBE_TEXT,
    "data": {"task": str, "dataset": MAYBE_TEXT, "split": MAYBE_TEXT, "rows": int, "clean": bool},
    "grid": {
        "families": [{"name": str, "transformation": str, "version": str, "summary": str}],
        "counts": [int],
        "choose": [str],
        "seeds": [int],
    },
    "importance": Maybe({"method": str, "num_samples": int, "num_features": int}),
    "population": {"rows": int, "left_out": {"*": int}, "alone": {"*": int}},
    "models": [
        {
            "name": str,
            "kind": str,
            "revision": MAYBE_TEXT,
            "labels": Maybe([str]),
            "baseline": NUMBER,
            "baseline_interval": INTERVAL,
            "baseline_all": NUMBER,
            "predictions": {"rows": int, "unique": int, "cached": int, "seconds": MAYBE_NUMBER},
        }
    ],
    "metric": {"name": str, "label": str},
    "cells": [
        {
            **_OF,
            "choose": str,
            "n": int,
            "score": NUMBER,
            "interval": INTERVAL,
            "drop": NUMBER,
            "drop_interval": INTERVAL,
            "by_seed": [NUMBER],
        }
    ],
    "contrasts": [
        {
            **_OF,
            "difference": NUMBER,
            "interval": INTERVAL,
            "p_value": MAYBE_NUMBER,
            "p_adjusted": MAYBE_NUMBER,
        }
    ],
    "examples": [{**{key: spec for key, spec in EXAMPLE.items() if key != "source_id"}, **_OF, "choose": str}],
    "resources": [{"purpose": str, "name": str, "version": MAYBE_TEXT, "origin": str}],
    "environment": {"python": str, "platform": str, "packages": {"*": str}},
}


def validate_corruptions(record: dict) -> None:
    """Check that a record has every key of the schema and that each value has its type.

    Raises:
        UsageError: A key is missing or a value has another type.

    Example:
        >>> from hf_robust.reports.corruption_sample import sample_corruptions
        >>> validate_corruptions(sample_corruptions())
        >>> validate_corruptions(sample_corruptions() | {"cells": None})
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.UsageError: not a record of a corruption benchmark: cells should be list, found None
    """
    check_shape(record, _RECORD, "record of a corruption benchmark")


@dataclass(frozen=True, repr=False)
class CorruptionReport:
    """The outcome of a corruption benchmark.

    Args:
        record: The record; a cleaned copy is kept. One without a version is of the present one.

    Raises:
        UsageError: The record lacks a key or holds a value of another type.

    Example:
        >>> from hf_robust.reports.corruption_sample import sample_corruptions
        >>> report = CorruptionReport(sample_corruptions())
        >>> report.cell("lstm", "delete", "important", 3)["score"]
        0.65
        >>> report.contrast("lstm", "delete", 3)["interval"]
        [-0.14, -0.06]
    """

    record: dict

    def __post_init__(self) -> None:
        record = plain({"schema_version": SCHEMA_VERSION, "kind": KIND, **self.record})
        validate_corruptions(record)
        object.__setattr__(self, "record", record)

    @classmethod
    def load(cls, path: str | Path) -> "CorruptionReport":
        """Read a saved benchmark: the folder given to ``save``, or a corruptions.json.

        Raises:
            DataFileError: There is none, it is unreadable, or a newer version wrote it.
        """
        return cls(read_record(path, FILE_NAME, MIGRATIONS, validate_corruptions))

    def cell(self, model: str, family: str, choose: str, count: int | None) -> dict:
        """The scores of one copy (the mean over the seeds for random words), or (None) their mean over all copies.

        Raises:
            UnknownNameError: There is no such cell.
        """
        return _found(self.record["cells"], "cell", model=model, family=family, choose=choose, count=count)

    def contrast(self, model: str, family: str, count: int | None) -> dict:
        """Targeted minus random: the difference of scores, its interval and p-values; None: of the means.

        Raises:
            UnknownNameError: There is none.
        """
        return _found(self.record["contrasts"], "contrast", model=model, family=family, count=count)

    @property
    def verdict(self) -> str:
        """What the benchmark says, in one sentence."""
        from hf_robust.reports.corruption_words import verdict

        return verdict(self.record)

    def __str__(self) -> str:
        from hf_robust.reports.corruption_table import to_text

        return to_text(self.record)

    def __repr__(self) -> str:
        models = ", ".join(repr(model["name"]) for model in self.record["models"])
        return f"CorruptionReport(models=[{models}], rows={self.record['population']['rows']})"

    def table(self) -> "RenderableType":
        """The tables as a rich renderable."""
        from hf_robust.reports.corruption_table import render

        return render(self.record)

    def print_table(self) -> None:
        """Print the tables, in colour when the output is a terminal."""
        from hf_robust.reports.corruption_table import print_table

        print_table(self.record)

    def save(self, folder: str | Path) -> Path:
        """Write corruptions.html and corruptions.json; both are new afterwards, or both are as they were.

        Args:
            folder: Created when it does not exist. Other files in it are left alone.

        Returns:
            The folder.

        Raises:
            OSError: The folder cannot be written.

        Example:
            >>> import tempfile
            >>> from hf_robust.reports.corruption_sample import sample_corruptions
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     _ = CorruptionReport(sample_corruptions()).save(folder)
            ...     CorruptionReport.load(folder)
            CorruptionReport(models=['lstm', 'bert'], rows=400)
        """
        from hf_robust.core.files import write_files
        from hf_robust.reports.corruption_page import render_page

        validate_corruptions(self.record)
        page = render_page(self.record).encode("utf-8")
        write_files(folder, {PAGE_NAME: page, FILE_NAME: dumps(self.record)})
        return Path(folder)


def _found(items: list[dict], kind: str, **keys: Any) -> dict:
    for item in items:
        if all(item[key] == value for key, value in keys.items()):
            return item
    known = sorted({" / ".join(str(item[key]) for key in keys) for item in items})
    raise UnknownNameError(kind, " / ".join(map(str, keys.values())), known)
