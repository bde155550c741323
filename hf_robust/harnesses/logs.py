"""Logs of other harnesses: the answers that they hold, and the rows of a suite that they say they are for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from hf_robust.core.errors import DataFileError, UsageError
from hf_robust.core.json_text import parse_json
from hf_robust.core.quoted import quoted
from hf_robust.harnesses.exports import ROBUST
from hf_robust.suites.questions import RowLocation
from hf_robust.tasks.labels import whole


class RowOrigin(NamedTuple):
    """What an exported row tells of itself, see :meth:`hf_robust.harnesses.exports.Export.robust`.

    Args:
        location: Where the row stands in the suite.
        suite: Hash of the content of the suite.
        source: Where the suite can be loaded from; empty when that is not known.
        words: The word of each name that occurs in answers.
    """

    location: RowLocation
    suite: str
    source: str
    words: Mapping[str, str]


@dataclass(frozen=True)
class LoggedAnswer:
    """An answer in a log.

    Args:
        where: File and sample, for messages.
        origin: What the exported row tells; None in logs that keep the prompt alone.
        prompt: The prompt, in logs without origins.
        sample_id: What the log calls the sample, in logs without origins.
        text: What the model wrote; None when it chose between labels.
        scores: Probability by label, of a model that chose between labels.
        finish_reason: Why generation ended, as the harness says it.
        error: What failed, for a sample without an answer.
    """

    where: str
    origin: RowOrigin | None = None
    prompt: str = ""
    sample_id: str = ""
    text: str | None = None
    scores: Mapping[str, float] | None = None
    finish_reason: str | None = None
    error: str = ""


@dataclass(frozen=True)
class Log:
    """The answers of a run of another harness.

    Args:
        name: Name of the model.
        answers: The answers, in the order of the files.
        files: The files, for messages.
    """

    name: str
    answers: Sequence[LoggedAnswer]
    files: str

    def source(self) -> tuple[str, str | None]:
        """Return the folder or repository of the exported suite, and its revision where it has one.

        Raises:
            UsageError: The log does not say where the suite is, or it is not there any more.
        """
        source = next((one.origin.source for one in self.answers if one.origin and one.origin.source), "")
        if not source:
            raise UsageError(f"{self.files} does not say where the suite is; name it with --suite")
        if Path(source).is_absolute():
            if not Path(source).exists():
                raise UsageError(
                    f"the suite of the log was at {source} and is not there any more; name it with --suite"
                )
            return source, None
        repo, _, revision = source.partition("@")
        return repo, revision or None


def read_origin(row: Any, where: str, harness: str) -> RowOrigin:
    """Return what an exported row tells of itself.

    Args:
        row: The column ``robust`` of a logged row.
        where: File and sample, for messages.
        harness: The harness, for messages.

    Raises:
        UsageError: The row is not one of an exported suite.
    """
    found = row if isinstance(row, Mapping) else {}
    texts = [found.get(name) for name in ("transformation", "split", "suite", "source")]
    lists = [found.get(name) for name in ("labels", "words")]
    number = whole(found.get("row"))
    if number is None or not all(isinstance(text, str) for text in texts) or not all(map(_are_texts, lists)):
        raise UsageError(
            f"{where}: the sample does not say which row of a suite it is for (column {ROBUST!r}), found "
            f"{quoted(row)}; run a task that was written with: hf-robust export {harness} SUITE --out PLACE"
        )
    transformation, split, suite, source = map(str, texts)
    return RowOrigin(RowLocation(transformation, split, number), suite, source, dict(zip(*lists)))


def _are_texts(values: Any) -> bool:
    return isinstance(values, (list, tuple)) and all(isinstance(value, str) for value in values)


def json_rows(path: Path, again: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the objects of a file of JSON Lines, each with its place for messages.

    Args:
        path: The file.
        again: What to do when the file is broken.

    Raises:
        DataFileError: The file cannot be read, a line is no JSON object, or there is none.
    """
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise DataFileError(f"{path} cannot be read: {error.strerror or error}; check the path") from error
    found = False
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = parse_json(line)
        except ValueError as error:
            raise DataFileError(
                f"{path}, line {number}: expected a JSON object, found {quoted(line[:40])} ({error}); {again}"
            ) from error
        if not isinstance(row, Mapping):
            raise DataFileError(f"{path}, line {number}: expected a JSON object, found {quoted(row)}; {again}")
        found = True
        yield f"{path}, line {number}", row
    if not found:
        raise DataFileError(f"{path} holds no samples; {again}")


def existing(paths: Iterable[str | Path]) -> list[Path]:
    """Return paths that are there, at least one.

    Raises:
        DataFileError: One is not there.
        UsageError: There is none.
    """
    found = [Path(path) for path in paths]
    if not found:
        raise UsageError("expected at least one log, found none; name its file or folder")
    for path in found:
        if not path.exists():
            raise DataFileError(f"there is no file {path}; check the path of the log")
    return found
