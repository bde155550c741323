"""One line a finished row, so that a run that was cut off goes on where it was."""

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TextIO

from hf_robust.attacks.results import AttackResult
from hf_robust.core.errors import DataFileError, RobustError, UsageError
from hf_robust.core.json_text import parse_json
from hf_robust.core.quoted import quoted

_FORMAT = 2
_SAYS = {
    "attack": "another attack",
    "model": "another model",
    "data": "other rows",
    "resources": "other resources",
    "hf_robust": "another version of hf_robust",
}
_SHOWN = 60  # characters of a value in a message


class Journal:
    """Appends results to a file, and reads those of an earlier run with the same attack, model and rows.

    Args:
        path: The file; made when it is not there.
        header: What the results depend on; ``attack`` has one value for each argument.
        rows: Number of rows of the dataset.

    Attributes:
        finished: Results by the place of their row, as the file has them.

    Raises:
        UsageError: When the file belongs to another attack, another model or other rows.
        DataFileError: When it cannot be read or written, or is no journal.

    Example:
        >>> import tempfile
        >>> header = {"attack": {"budget": 9}, "model": "m", "data": "d"}
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     with Journal(f"{folder}/run.jsonl", header) as journal:
        ...         journal.add(AttackResult(0, "a", "failed"))
        ...     Journal(f"{folder}/run.jsonl", header).finished[0].status
        'failed'
    """

    def __init__(self, path: str | Path, header: Mapping[str, Any], rows: int | None = None):
        self.path = Path(path).expanduser()
        self.rows = rows
        self.header = json.loads(json.dumps({"kind": "attack journal", "format": _FORMAT, **header}))
        self.finished: dict[int, AttackResult] = {}
        self._file: TextIO | None = None
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            lines = self.path.read_bytes() if self.path.exists() else b""
        except OSError as error:
            raise self._unusable(error) from error
        whole = lines[: lines.rfind(b"\n") + 1]  # a run that was killed leaves half a line
        if whole:
            self._read(whole)
        if len(whole) < len(lines):
            self._cut(len(whole))

    def _read(self, content: bytes) -> None:
        try:
            first, *rest = content.decode().splitlines()
            header = parse_json(first)
            if not isinstance(header, dict) or header.get("kind") != self.header["kind"]:
                raise ValueError("another kind of file")
            if header.get("format") != _FORMAT:
                raise ValueError(f"its format is {quoted(header.get('format'))}, expected {_FORMAT}")
            self._compare(header)
            results = [AttackResult.from_record(parse_json(line), self.rows) for line in rest]
        except (ValueError, KeyError, TypeError) as error:
            if isinstance(error, RobustError):
                raise
            raise DataFileError(
                f"{self.path} is no journal of an attack ({error!s:.200}); name another file, or run: rm '{self.path}'"
            ) from error
        self.finished = {result.index: result for result in results}

    def _compare(self, saved: Mapping[str, Any]) -> None:
        """Refuse a journal whose results depend on something else."""
        for key in dict.fromkeys([*_SAYS, *self.header, *saved]):
            there, here = saved.get(key), self.header.get(key)
            if there != here:
                raise UsageError(
                    f"the journal {self.path} is of {_SAYS.get(key, f'another {key}')}{_difference(there, here)}; name "
                    f"another one (or another --out), or begin anew: rm '{self.path}'"
                )

    def _cut(self, size: int) -> None:
        try:
            os.truncate(self.path, size)
        except OSError as error:
            raise self._unusable(error) from error

    def __enter__(self) -> "Journal":
        return self  # the file is made with the first row: a run that fails at once leaves none

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, result: AttackResult) -> None:
        """Write the result of a row; it is on disk when this returns."""
        if self._file is None:
            self._open()
        self._write(result.describe())

    def _open(self) -> None:
        try:
            new = not self.path.exists() or not self.path.stat().st_size
            self._file = self.path.open("a", encoding="utf-8")
        except OSError as error:
            raise self._unusable(error) from error
        if new:
            self._write(self.header)

    def _write(self, record: Mapping[str, Any]) -> None:
        assert self._file is not None
        try:
            self._file.write(json.dumps(record, default=_plain) + "\n")
            self._file.flush()
        except OSError as error:
            raise self._unusable(error) from error

    def _unusable(self, error: OSError) -> DataFileError:
        return DataFileError(
            f"the journal {self.path} cannot be used: {error}; what it holds is kept: make room or name another file, "
            "and run the same command again"
        )


def join_journals(parts: Iterable[Path], target: Path) -> None:
    """Write one journal with the finished rows of several journals of one attack; those without a row have no file.

    Args:
        parts: The journals; files that do not exist are passed over.
        target: The journal that is written.

    Raises:
        UsageError: They are of different attacks, models or rows.
        DataFileError: One cannot be read, or the target cannot be written.
    """
    there = [path for path in parts if path.is_file()]
    if not there:
        return
    try:
        header = parse_json(there[0].read_text(encoding="utf-8").splitlines()[0])
    except (OSError, ValueError, IndexError) as error:
        raise DataFileError(f"{there[0]} is no journal of an attack ({error!s:.200}); make it again") from error
    with Journal(target, header) as joined:
        for path in there:
            for result in Journal(path, header).finished.values():
                joined.add(result)


def _difference(there: Any, here: Any) -> str:
    """Which arguments differ, with both values."""
    if not isinstance(there, Mapping) or not isinstance(here, Mapping):
        return ""
    names = [name for name in dict.fromkeys([*here, *there]) if there.get(name) != here.get(name)]
    said = [f"{name} is {_shown(there.get(name))} there and {_shown(here.get(name))} here" for name in names]
    return f": {'; '.join(said)}"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else str(value)
