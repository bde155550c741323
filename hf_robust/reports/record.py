"""The records behind reports: schemas, versions, and reading them back from disk."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Generic, TypeVar

from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.files import recover_files
from hf_robust.core.json_text import parse_json
from hf_robust.core.json_values import plain
from hf_robust.core.typed_json import read_json
from hf_robust.reports.records.shared_records import Header

R = TypeVar("R", bound=Header)

# migrations[i] turns a record of version i + 1 into one of version i + 2. Append only: a report that somebody saved
# years ago still opens, because the steps that bring it here never change.
Migrations = tuple[Callable[[dict], dict], ...]


@dataclass(frozen=True)
class Schema(Generic[R]):
    """What a kind of record holds, and where it lies.

    Args:
        noun: The kind, for messages.
        type: The type of the record, see :mod:`hf_robust.core.typed_json`.
        file_name: Name of its file in the folder of a report.
        stamp: Keys that records of the kind have in common.
        migrations: ``migrations[i]`` turns a record of version i + 1 into one of version i + 2.
    """

    noun: str
    type: type[R]
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
        self.typed(record)

    def typed(self, record: dict) -> R:
        """A record as its type.

        Raises:
            UsageError: A key is missing or a value has another type; the message names up to five places.
        """
        return read_json(self.type, record, self.noun)

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
            "run: pip install --upgrade hf-robust"
        )
    for number in range(version, present):
        record = migrations[number - 1](record) | {"schema_version": number + 1}
    return record
