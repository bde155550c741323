"""The answers behind a report as a file beside it, which a loaded report reads."""

import json
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

from hf_robust.core.errors import DataFileError
from hf_robust.core.files import check_folder, write_files
from hf_robust.core.own_files import check_own
from hf_robust.core.typed_json import as_json

FILE = "answers.jsonl"
_MADE_BY = "hf_robust answers of the report created at"
_RESULTS = "results"
_AGAIN = "run again with --save-answers"


def write_answers(
    rows: Sequence[dict[str, Any]], record: dict[str, Any], folder: str | Path, *, overwrite: bool = False
) -> Path:
    """Write the rows of :meth:`hf_robust.reports.Report.answers` as JSON Lines; the first line names the report.

    Args:
        record: The record of the report.
        folder: The folder of the report.
        overwrite: Also replace a file that this package did not write.

    Raises:
        UsageError: A file is there that this package did not write.
        OSError: The folder cannot be written.
    """
    place = Path(folder, FILE)
    check_folder(place.parent)
    check_own([place], overwrite)
    lines = [{_MADE_BY: record["created"], _RESULTS: _digest(record)}, *map(as_json, rows)]
    text = "".join(json.dumps(line, ensure_ascii=False, default=_plain) + "\n" for line in lines)
    write_files(place.parent, {FILE: text.encode()})
    return place


def read_answers(path: Path, record: dict[str, Any]) -> list[dict[str, Any]]:
    """Read what :func:`write_answers` wrote.

    Args:
        path: The file.
        record: The record of the report that it belongs to.

    Raises:
        DataFileError: The file cannot be read, or it belongs to another report.
    """
    try:
        first, *rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        created, digest = first[_MADE_BY], first.get(_RESULTS)
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise DataFileError(f"{path} holds no answers of a report ({error}); {_AGAIN}") from None
    # two reports may be of one second; files of earlier versions have no digest
    if created != record["created"] or digest not in (None, _digest(record)):
        raise DataFileError(
            f"{path} holds the answers of a report of {created}, and this report is of {record['created']}; {_AGAIN}"
        )
    return rows


def _digest(record: dict[str, Any]) -> str:
    """A short hash of the scores of a report."""
    scores = [[one.get("name"), one.get("n"), one.get("perturbed")] for one in record.get("results") or ()]
    text = json.dumps(scores, default=_plain)
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _plain(value: Any) -> Any:
    """A number of numpy as one of Python."""
    return value.item()
