"""The records behind reports: schemas, versions, and reading them back from disk."""

import json
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.files import recover_files
from hf_robust.core.json_text import parse_json
from hf_robust.core.text import join_surrogates
from hf_robust.reports.run_warnings import WARNINGS

# migrations[i] turns a record of version i + 1 into one of version i + 2. Append only: a report that somebody saved
# years ago still opens, because the steps that bring it here never change.
Migrations = tuple[Callable[[dict], dict], ...]


@dataclass(frozen=True)
class Maybe:
    """A value that may be null."""

    spec: object


@dataclass(frozen=True)
class Added:
    """A value whose key may be absent: it was added to the schema without a new version."""

    spec: object


NUMBER = (int, float)
MAYBE_NUMBER = Maybe(NUMBER)
MAYBE_TEXT = Maybe(str)
INTERVAL = Maybe([MAYBE_NUMBER, MAYBE_NUMBER])

EXAMPLE = {
    "source_id": str,
    "gold": str,
    "original_prediction": str,
    "perturbed_prediction": str,
    "original_score": MAYBE_NUMBER,
    "perturbed_score": MAYBE_NUMBER,
    "fields": [{"field": str, "before": str, "after": str, "diff": [[str, str]]}],
}
MODEL = {"name": str, "kind": str, "revision": MAYBE_TEXT, "labels": Maybe([str])}
PRECISION = {"type": str, "compared": int, "largest_difference": MAYBE_NUMBER, "changed": int}
PREDICTIONS = {
    "rows": int,
    "unique": int,
    "cached": int,
    "seconds": MAYBE_NUMBER,
    "truncated": Added(int),  # distinct inputs that were cut at the model's limit
    "limit": Added(Maybe(int)),  # tokens of one input
    "precision": Added(PRECISION),
}
# what all records say of how they were made
HEADER = {
    "schema_version": int,
    "created": str,
    "hf_robust_version": str,
    "seconds": MAYBE_NUMBER,
    "command": MAYBE_TEXT,
    "resources": [{"purpose": str, "name": str, "version": MAYBE_TEXT, "origin": str}],
    "environment": {"python": str, "platform": str, "packages": {"*": str}},
    "warnings": Added(WARNINGS),
}


@dataclass(frozen=True)
class Schema:
    """What a kind of record holds, and where it lies.

    Args:
        what: The kind, for messages.
        keys: What each key holds, see :func:`check_shape`.
        file_name: Name of its file in the folder of a report.
        stamp: Keys that records of the kind have in common.
        migrations: ``migrations[i]`` turns a record of version i + 1 into one of version i + 2.
    """

    what: str
    keys: dict
    file_name: str
    stamp: dict = field(default_factory=dict)
    migrations: Migrations = ()

    @property
    def version(self) -> int:
        """The present version of the schema: one more than there are migrations."""
        return len(self.migrations) + 1

    def complete(self, record: dict) -> dict:
        """A copy of a record in what JSON can hold; one without a version is of the present one.

        Raises:
            UsageError: A key is missing or a value has another type.
        """
        record = plain({"schema_version": self.version, **self.stamp, **record})
        self.check(record)
        return record

    def check(self, record: dict) -> None:
        """Check that a record has every key and that each value has its type; other keys are allowed.

        Raises:
            UsageError: A key is missing or a value has another type; the message names up to five places.
        """
        check_shape(record, self.keys, self.what)

    def read(self, path: str | Path) -> dict:
        """Read a record, brought to the present version.

        Args:
            path: The file, or the folder that holds it.

        Raises:
            DataFileError: The file is missing, is no such record, or was written by a newer version.
        """
        path = Path(path)
        if path.is_dir():
            recover_files(path)
        file = path / self.file_name if path.is_dir() else path
        if not file.is_file():
            raise DataFileError(f"no report at {path}: expected {self.file_name} or a folder that holds one")
        try:
            record = parse_json(file.read_bytes())
        except (OSError, ValueError) as error:
            raise DataFileError(f"{file} cannot be read as JSON: {error}") from error
        record = _migrate(record, file, self.migrations)
        try:
            self.check(record)
        except UsageError as error:
            raise DataFileError(f"{file} is {error}") from error
        return record


def check_shape(record: object, spec: object, what: str) -> None:
    """Check a record against what each key holds: a type, a list, a dict of specs, ``"*"`` for any key.

    A list of one spec stands for any number of values, a list of more for just as many.

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


def _problems(value: Any, spec: Any, where: str) -> Iterator[str]:
    if isinstance(spec, Added):
        yield from _problems(value, spec.spec, where)
    elif isinstance(spec, Maybe):
        if value is not None:
            yield from _problems(value, spec.spec, where)
    elif isinstance(spec, dict):
        yield from _mapping_problems(value, spec, where)
    elif isinstance(spec, list):
        if not isinstance(value, list):
            yield _mismatch(where, "list", value)
        elif len(spec) > 1 and len(value) != len(spec):
            yield _mismatch(where, f"a list of {len(spec)}", value)
        else:
            for index, item in enumerate(value):
                yield from _problems(item, spec[index % len(spec)], f"{where}[{index}]")
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
            if isinstance(inner, Added):
                continue
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


def plain(value: Any, text: Callable[[str], str] = join_surrogates) -> Any:
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


def _migrate(record: Any, file: Path, migrations: Migrations) -> dict:
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
