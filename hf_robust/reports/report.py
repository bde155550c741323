"""Report: what `hf_robust.run` returns, and every form it can be shown or saved in."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.reports.record import FILE_NAME, dumps, load_record, plain, validate_record

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, repr=False)
class Report:
    """The outcome of running a model on a suite.

    Args:
        record: The record (see `hf_robust.reports.record`); a cleaned copy is kept.

    Raises:
        UsageError: The record lacks a key or holds a value of another type.

    Example:
        >>> from hf_robust.reports.sample import sample_record
        >>> report = Report(sample_record())
        >>> report.results[0]["name"], report.results[0]["perturbed"]
        ('keyboard', 0.75)
        >>> report.failures(fail_under=0.8)
        ['keyboard: accuracy is 75.0 after the change, below 80.0 (90.0 before, 180 rows)']
    """

    record: dict

    def __post_init__(self) -> None:
        record = plain(self.record)
        validate_record(record)
        object.__setattr__(self, "record", record)

    @classmethod
    def load(cls, path: str | Path) -> "Report":
        """Read a saved report.

        Args:
            path: The folder given to `save`, or a report.json.

        Raises:
            DataFileError: There is no report, it is unreadable, or a newer version wrote it.
        """
        return cls(load_record(path))

    @property
    def results(self) -> list[dict]:
        """One entry a transformation, in the order of the suite."""
        return self.record["results"]

    @property
    def verdict(self) -> str:
        """What the report says, in one sentence."""
        from hf_robust.reports.wording import verdict

        return verdict(self.record)

    def __str__(self) -> str:
        from hf_robust.reports.table import to_text

        return to_text(self.record)

    def __repr__(self) -> str:
        model, suite = self.record["model"]["name"], self.record["suite"]["name"]
        return f"Report(model={model!r}, suite={suite!r}, results={len(self.results)})"

    def _repr_html_(self) -> str:
        from hf_robust.reports.html import render_notebook

        return render_notebook(self.record)

    def table(self, console_width: int | None = None) -> "RenderableType":
        """The terminal table as a rich renderable.

        Args:
            console_width: Characters a line; below 80 interval, coverage and human confidence are left out.
        """
        from hf_robust.reports.table import render

        return render(self.record, console_width)

    def print_table(self) -> None:
        """Print the table, in colour when the output is a terminal."""
        from hf_robust.reports.table import print_table

        print_table(self.record)

    def failures(self, fail_under: float) -> list[str]:
        """One message for each transformation that leaves the metric below `fail_under` (0 to 1)."""
        from hf_robust.reports.junit import failures

        return failures(self.record, fail_under)

    def save(self, folder: str | Path) -> Path:
        """Write report.html and report.json; both are new afterwards, or both are as they were.

        Args:
            folder: Created when it does not exist. Other files in it are left alone.

        Returns:
            The folder.

        Raises:
            UsageError: The record was changed into something that is no record.
            OSError: The folder cannot be written.

        Example:
            >>> import tempfile
            >>> from hf_robust.reports.sample import sample_record
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     _ = Report(sample_record()).save(folder)
            ...     Report.load(folder)
            Report(model='me/reviews', suite='reviews-robust', results=3)
        """
        from hf_robust.core.files import write_files

        write_files(folder, {"report.html": self._html(), FILE_NAME: self._json()})
        return Path(folder)

    def to_json(self, path: str | Path) -> None:
        """Write the record alone."""
        _write(path, self._json())

    def to_html(self, path: str | Path) -> None:
        """Write the page alone: one file, no network needed to read it."""
        _write(path, self._html())

    def to_junit(self, path: str | Path, fail_under: float | None = None) -> None:
        """Write JUnit XML: one test case a transformation.

        Args:
            path: The file.
            fail_under: A transformation that leaves the metric below this (0 to 1) fails.
        """
        from hf_robust.reports.junit import to_junit

        _write(path, to_junit(self.record, fail_under))

    def _json(self) -> bytes:
        validate_record(self.record)
        return dumps(self.record)

    def _html(self) -> bytes:
        from hf_robust.reports.html import render_page

        validate_record(self.record)
        return render_page(self.record).encode("utf-8")


def _write(path: str | Path, content: bytes) -> None:
    from hf_robust.core.files import write_files

    path = Path(path)
    write_files(path.parent, {path.name: content})
