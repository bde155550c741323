"""The record behind a report: its schema, its versions, and reading it back from disk."""

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.text import join_surrogates

SCHEMA_VERSION = 2


def _without_ratings(record: dict) -> dict:
    """Version 1 did not say what people thought of the transformed texts."""
    results = record.get("results")
    if isinstance(results, list):
        record = record | {"results": [{"human": None, **r} if isinstance(r, dict) else r for r in results]}
    return record


# MIGRATIONS[i] turns a record of version i + 1 into one of version i + 2. Append only: a report that
# somebody saved years ago still opens, because the steps that bring it here never change.
Migrations = tuple[Callable[[dict], dict], ...]
MIGRATIONS: Migrations = (_without_ratings,)

FILE_NAME = "report.json"


@dataclass(frozen=True)
class Maybe:
    """A value that may be null."""

    spec: object


NUMBER = (int, float)
MAYBE_NUMBER = Maybe(NUMBER)
MAYBE_TEXT = Maybe(str)
INTERVAL = Maybe([MAYBE_NUMBER])

EXAMPLE = {
    "source_id": str,
    "gold": str,
    "original_prediction": str,
    "perturbed_prediction": str,
    "original_score": MAYBE_NUMBER,
    "perturbed_score": MAYBE_NUMBER,
    "fields": [{"field": str, "before": str, "after": str, "diff": [[str]]}],
}
_HUMAN = {
    "transformation": str,
    "seed_names": [str],
    "tasks": [str],
    "own": bool,
    "plausibility": [NUMBER],
    "grammaticality": [NUMBER],
    "confidence": NUMBER,
}
_RESULT = {
    "name": str,
    "stages": [{"name": str, "version": str, "params": dict}],
    "level": str,
    "linguistics": str,
    "effect": str,
    "summary": str,
    "n": int,
    "total": int,
    "coverage": MAYBE_NUMBER,
    "unchanged": int,
    "not_applicable": int,
    "reasons": {"*": int},
    "original": MAYBE_NUMBER,
    "perturbed": MAYBE_NUMBER,
    "drop": MAYBE_NUMBER,
    "relative_drop": MAYBE_NUMBER,
    "interval": INTERVAL,
    "p_value": MAYBE_NUMBER,
    "p_adjusted": MAYBE_NUMBER,
    "consistency": MAYBE_NUMBER,
    "broken": Maybe(int),
    "mended": Maybe(int),
    "secondary": {"*": Maybe([MAYBE_NUMBER])},
    "human": Maybe(_HUMAN),
    "examples": [EXAMPLE],
}
_GROUP = {
    "*": {
        "n_results": int,
        "original": MAYBE_NUMBER,
        "perturbed": MAYBE_NUMBER,
        "drop": MAYBE_NUMBER,
    }
}
_RECORD = {
    "schema_version": int,
    "created": str,
    "hf_robust_version": str,
    "seconds": MAYBE_NUMBER,
    "command": MAYBE_TEXT,
    "model": {"name": str, "kind": str, "revision": MAYBE_TEXT, "labels": Maybe([str])},
    "suite": {
        "name": str,
        "version": MAYBE_TEXT,
        "repo": MAYBE_TEXT,
        "revision": MAYBE_TEXT,
        "commit": MAYBE_TEXT,
        "content_hash": str,
        "task": str,
        "dataset": MAYBE_TEXT,
        "split": MAYBE_TEXT,
        "seed": int,
        "rows": int,
    },
    "metric": {"name": str, "label": str, "secondary": [str]},
    "predictions": {"rows": int, "unique": int, "cached": int, "seconds": MAYBE_NUMBER},
    "resources": [{"purpose": str, "name": str, "version": MAYBE_TEXT, "origin": str}],
    "environment": {"python": str, "platform": str, "packages": {"*": str}},
    "results": [_RESULT],
    "worst_case": Maybe(
        {
            "n": int,
            "original": MAYBE_NUMBER,
            "worst": MAYBE_NUMBER,
            "drop": MAYBE_NUMBER,
            "interval": INTERVAL,
        }
    ),
    "groups": {"linguistics": _GROUP, "level": _GROUP},
    "skipped": [{"name": str, "reason": str}],
}


def validate_record(record: dict) -> None:
    """Check that a record has every key of the schema and that each value has its type.

    Keys that the schema does not name are allowed.

    Args:
        record: The record, as `json.load` gives it.

    Raises:
        UsageError: A key is missing or a value has another type; the message names up to five places.

    Example:
        >>> from hf_robust.reports.sample import sample_record
        >>> record = sample_record()
        >>> validate_record(record)
        >>> record["suite"]["seed"] = "seven"
        >>> validate_record(record)
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.UsageError: not a report record: suite.seed should be int, found 'seven'
    """
    check_shape(record, _RECORD, "report record")


def check_shape(record: object, spec: object, what: str) -> None:
    """Check a record against what each key holds: a type, a list of one spec, a dict of specs, ``"*"`` for any key.

    Raises:
        UsageError: A key is missing or a value has another type; the message names up to five places.

    Example:
        >>> check_shape({"n": 1.5}, {"n": int, "name": Maybe(str)}, "result")
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.UsageError: not a result: n should be int, found 1.5; name is missing
    """
    problems = list(_problems(record, spec, ""))
    if problems:
        more = f" (and {len(problems) - 5} more)" if len(problems) > 5 else ""
        raise UsageError(f"not a {what}: {'; '.join(problems[:5])}{more}")


def _problems(value: object, spec: object, where: str) -> Iterator[str]:
    if isinstance(spec, Maybe):
        if value is not None:
            yield from _problems(value, spec.spec, where)
    elif isinstance(spec, dict):
        yield from _mapping_problems(value, spec, where)
    elif isinstance(spec, list):
        if not isinstance(value, list):
            yield _mismatch(where, "list", value)
        else:
            for index, item in enumerate(value):
                yield from _problems(item, spec[0], f"{where}[{index}]")
    elif not isinstance(value, spec) or (isinstance(value, bool) and spec is not bool):
        wanted = "number" if spec == NUMBER else spec.__name__
        yield _mismatch(where, wanted, value)


def _mapping_problems(value: object, spec: dict, where: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield _mismatch(where, "object", value)
        return
    prefix = f"{where}." if where else ""
    for key, inner in spec.items():
        if key == "*":
            for name, item in value.items():
                yield from _problems(item, inner, f"{prefix}{name}")
        elif key not in value:
            yield f"{prefix}{key} is missing"
        else:
            yield from _problems(value[key], inner, f"{prefix}{key}")


def _mismatch(where: str, wanted: str, value: object) -> str:
    shown = repr(value)
    shown = shown if len(shown) <= 60 else f"{shown[:57]}..."
    return f"{where or 'the record'} should be {wanted}, found {shown}"


# Control characters other than tab and newline: they steer terminals and are illegal in XML.
_CONTROLS = dict.fromkeys([*range(9), 11, 12, 13, *range(14, 32), *range(127, 160), 0xFFFE, 0xFFFF], "�")


def printable(text: str) -> str:
    """Clean a text and replace control characters, so that any terminal, page or XML file can show it.

    Example:
        >>> printable("red: \\x1b[31m") == "red: \\ufffd[31m"
        True
    """
    return join_surrogates(text).replace("\r\n", "\n").translate(_CONTROLS)


def plain(value: object, text: Callable[[str], str] = join_surrogates) -> object:
    """Copy a value into what JSON can hold.

    Texts are cleaned, numbers that are not finite become null, array scalars become numbers, tuples
    become lists; whatever JSON has no form for (a path among the parameters) becomes its text.

    Args:
        value: Any nested value.
        text: What to do with every text.

    Example:
        >>> plain({"drop": float("nan"), "interval": (0.1, 0.2)})
        {'drop': None, 'interval': [0.1, 0.2]}
    """
    if isinstance(value, str):
        return text(value)
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, dict):
        return {text(str(key)): plain(item, text) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item, text) for item in value]
    if hasattr(value, "tolist"):  # numpy scalars and arrays, without importing numpy
        return plain(value.tolist(), text)
    return text(str(value))


def dumps(record: dict) -> bytes:
    """The bytes of report.json: UTF-8, indented, one key order, ending in a newline."""
    return (json.dumps(plain(record), ensure_ascii=False, allow_nan=False, indent=1) + "\n").encode("utf-8")


def load_record(path: str | Path) -> dict:
    """Read a record, brought to the present schema version.

    Args:
        path: A report.json, or the folder that holds it.

    Raises:
        DataFileError: The file is missing, is no report, or was written by a newer version.

    Example:
        >>> load_record("nowhere")
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.DataFileError: no report at nowhere: expected report.json or a folder that holds one
    """
    return read_record(path, FILE_NAME, MIGRATIONS, validate_record)


def read_record(path: str | Path, name: str, migrations: Migrations, check: Callable[[dict], None]) -> dict:
    """Read a record of any kind, brought to its present schema version: one more than there are migrations.

    Args:
        path: The file, or the folder that holds it.
        name: Name of the file in a folder.
        migrations: ``migrations[i]`` turns a record of version i + 1 into one of version i + 2.
        check: Raises UsageError for what is no such record.

    Raises:
        DataFileError: The file is missing, is no such record, or was written by a newer version.
    """
    path = Path(path)
    file = path / name if path.is_dir() else path
    if not file.is_file():
        raise DataFileError(f"no report at {path}: expected {name} or a folder that holds one")
    try:
        record = json.loads(file.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise DataFileError(f"{file} cannot be read as JSON: {error}") from error
    record = _migrate(record, file, migrations)
    try:
        check(record)
    except UsageError as error:
        raise DataFileError(f"{file} is {error}") from error
    return record


def _migrate(record: object, file: Path, migrations: Migrations) -> dict:
    present = len(migrations) + 1
    version = record.get("schema_version") if isinstance(record, dict) else None
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise DataFileError(f"{file} is not a report: expected a schema_version of 1 or more, found {version!r}")
    if version > present:
        raise DataFileError(
            f"{file} has schema version {version}, this hf_robust reads up to {present}; "
            "type: pip install --upgrade hf-robust"
        )
    for number in range(version, present):
        record = migrations[number - 1](record) | {"schema_version": number + 1}
    return record
