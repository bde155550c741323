"""CapabilityReport: what ``hf_robust.run`` returns for a capability suite, its record and every form it is shown in."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.core.errors import UnknownNameError
from hf_robust.reports.record import (
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

KIND = "capabilities"
FILE_NAME = "capabilities.json"
PAGE_NAME = "capabilities.html"

# MIGRATIONS[i] turns a record of version i + 1 into one of version i + 2. Append only.
MIGRATIONS: Migrations = ()
SCHEMA_VERSION = len(MIGRATIONS) + 1

_RATE = {"failure_rate": MAYBE_NUMBER, "interval": Maybe(INTERVAL), "n_failed": int, "n": int}
_CASES = {**_RATE, "total": int, "left_out": {"*": int}, "oracle_confidence": MAYBE_NUMBER}
_OVERALL = {"failure_rate": MAYBE_NUMBER, "weighted": MAYBE_NUMBER, "capabilities": int, "n": int}
_EXAMPLE = {
    "case_id": str,
    "kind": str,
    "test": str,
    "template": MAYBE_TEXT,
    "accepted": [str],
    "expectation": MAYBE_TEXT,
    "expected_label": MAYBE_TEXT,
    "prediction": str,
    "score": MAYBE_NUMBER,
    "compared_prediction": MAYBE_TEXT,
    "compared_score": MAYBE_NUMBER,
    "fields": [{"field": str, "before": str, "after": str, "diff": [[str]]}],
    "root_cause": Maybe(dict),
}
_DIVERSITY = [{"size": int, "self_bleu": MAYBE_NUMBER, "productions": MAYBE_NUMBER}]
_RESULT = {
    "id": str,
    "name": str,
    "description": str,
    "oracle_confidence": MAYBE_NUMBER,
    "searched": {"*": int},
    "tests": [str],
    "seeds": _CASES,
    "expanded": _CASES,
    "pass_to_fail": Maybe(
        {
            "pass_to_fail": int,
            "pass_to_fail_rate": MAYBE_NUMBER,
            "interval": Maybe(INTERVAL),
            "n_passed": int,
            "n": int,
        }
    ),
    "templates": [{"template": str, **_RATE}],
    "diversity": {"seeds": _DIVERSITY, "expanded": _DIVERSITY},
    "examples": [_EXAMPLE],
}
_RECORD = {
    "schema_version": int,
    "kind": str,
    "created": str,
    "hf_robust_version": str,
    "seconds": MAYBE_NUMBER,
    "command": MAYBE_TEXT,
    "model": {"name": str, "kind": str, "revision": MAYBE_TEXT, "labels": Maybe([str])},
    "suite": {
        "name": MAYBE_TEXT,
        "version": MAYBE_TEXT,
        "repo": MAYBE_TEXT,
        "revision": MAYBE_TEXT,
        "commit": MAYBE_TEXT,
        "content_hash": str,
        "task": str,
        "dataset": MAYBE_TEXT,
        "split": MAYBE_TEXT,
        "seed": Maybe(int),
        "rows": Maybe(int),
        "k": Maybe(int),
        "selection": MAYBE_TEXT,
        "specification": Maybe({"name": str, "version": str, "source": str, "sha256": MAYBE_TEXT}),
        "audit": Maybe(dict),
    },
    "options": {"min_oracle_confidence": MAYBE_NUMBER, "diversity": [int], "explain": bool},
    "results": [_RESULT],
    "overall": {"seeds": _OVERALL, "expanded": _OVERALL, "pass_to_fail": int},
    "skipped": [{"name": str, "reason": str}],
    "predictions": {"rows": int, "unique": int, "cached": int, "seconds": NUMBER},
    "resources": [{"purpose": str, "name": str, "version": MAYBE_TEXT, "origin": str}],
    "environment": {"python": str, "platform": str, "packages": {"*": str}},
}


def validate_capabilities(record: dict) -> None:
    """Check that a record has every key of the schema and that each value has its type.

    Raises:
        UsageError: A key is missing or a value has another type.

    Example:
        >>> from hf_robust.reports.capability_sample import sample_capabilities
        >>> validate_capabilities(sample_capabilities())
        >>> validate_capabilities(sample_capabilities() | {"results": None})
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.UsageError: not a record of capabilities: results should be list, found None
    """
    check_shape(record, _RECORD, "record of capabilities")


@dataclass(frozen=True, repr=False)
class CapabilityReport:
    """The outcome of a model on a capability suite.

    Args:
        record: The record; a cleaned copy is kept. One without a version is of the present one.

    Raises:
        UsageError: The record lacks a key or holds a value of another type.

    Example:
        >>> from hf_robust.reports.capability_sample import sample_capabilities
        >>> report = CapabilityReport(sample_capabilities())
        >>> report.result("LC6")["seeds"]["failure_rate"], report.result("LC6")["pass_to_fail"]["pass_to_fail"]
        (0.6, 12)
        >>> report.skipped
        {'LC1': 'the data set has no label neutral'}
        >>> for failure in report.failures(fail_under=0.5): print(failure)
        LC6 (Negation of negative at the end): 40.0% of 500 cases pass, below 50.0%
    """

    record: dict

    def __post_init__(self) -> None:
        record = plain({"schema_version": SCHEMA_VERSION, "kind": KIND, **self.record})
        validate_capabilities(record)
        object.__setattr__(self, "record", record)

    @classmethod
    def load(cls, path: str | Path) -> "CapabilityReport":
        """Read a saved report: the folder given to ``save``, or a capabilities.json.

        Raises:
            DataFileError: There is none, it is unreadable, or a newer version wrote it.
        """
        return cls(read_record(path, FILE_NAME, MIGRATIONS, validate_capabilities))

    @property
    def results(self) -> list[dict]:
        """One entry a capability that was measured, in the order of the suite."""
        return self.record["results"]

    @property
    def skipped(self) -> dict[str, str]:
        """Why capabilities were not measured, by id."""
        return {one["name"]: one["reason"] for one in self.record["skipped"]}

    def result(self, id: str) -> dict:
        """The numbers of one capability.

        Raises:
            UnknownNameError: It was not measured.
        """
        for result in self.results:
            if result["id"] == id:
                return result
        raise UnknownNameError("capability", id, [result["id"] for result in self.results])

    @property
    def verdict(self) -> str:
        """What the report says, in one sentence."""
        from hf_robust.reports.capability_words import verdict

        return verdict(self.record)

    def __str__(self) -> str:
        from hf_robust.reports.capability_table import to_text

        return to_text(self.record)

    def __repr__(self) -> str:
        model, suite = self.record["model"]["name"], self.record["suite"]["name"]
        return f"CapabilityReport(model={model!r}, suite={suite!r}, results={len(self.results)})"

    def _repr_html_(self) -> str:
        from hf_robust.reports.capability_page import render_notebook

        return render_notebook(self.record)

    def table(self) -> "RenderableType":
        """The table as a rich renderable."""
        from hf_robust.reports.capability_table import render

        return render(self.record)

    def print_table(self) -> None:
        """Print the table, in colour when the output is a terminal."""
        from hf_robust.reports.capability_table import print_table

        print_table(self.record)

    def failures(self, fail_under: float) -> list[str]:
        """One message for each capability of which less than this share (0 to 1) of the cases passes."""
        from hf_robust.reports.capability_junit import failures

        return failures(self.record, fail_under)

    def to_junit(self, path: str | Path, fail_under: float | None = None) -> Path:
        """Write JUnit XML: one test case a capability.

        Args:
            path: The file.
            fail_under: The lowest share of cases that must pass (0 to 1); without it nothing fails.
        """
        from hf_robust.core.files import write_files
        from hf_robust.reports.capability_junit import to_junit

        path = Path(path)
        write_files(path.parent, {path.name: to_junit(self.record, fail_under)})
        return path

    def save(self, folder: str | Path) -> Path:
        """Write capabilities.html and capabilities.json; both are new afterwards, or both are as they were.

        Args:
            folder: Created when it does not exist. Other files in it are left alone.

        Returns:
            The folder.

        Raises:
            OSError: The folder cannot be written.

        Example:
            >>> import tempfile
            >>> from hf_robust.reports.capability_sample import sample_capabilities
            >>> with tempfile.TemporaryDirectory() as folder:
            ...     _ = CapabilityReport(sample_capabilities()).save(folder)
            ...     CapabilityReport.load(folder)
            CapabilityReport(model='me/bert', suite='reviews-capabilities', results=2)
        """
        from hf_robust.core.files import write_files
        from hf_robust.reports.capability_page import render_page

        validate_capabilities(self.record)
        page = render_page(self.record).encode("utf-8")
        write_files(folder, {PAGE_NAME: page, FILE_NAME: dumps(self.record)})
        return Path(folder)
