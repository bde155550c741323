"""The end of a command that evaluates a model: its report, the last lines, the exit code."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import click

from hf_robust.cli.options import FAILED, thresholds


class Saved(Protocol):
    """What all reports can do."""

    def save(self, folder: str | Path) -> Any:
        """Write its files."""

    def print_table(self) -> None:
        """Print its table."""


class Gated(Protocol):
    """What reports can do whose scores pass or fail."""

    def to_junit(self, path: str | Path, fail_under: Mapping[str, float]) -> Any:
        """Write JUnit XML."""

    def failures(self, fail_under: Mapping[str, float]) -> list[str]:
        """What is below a threshold."""


def check_places(out: Path, given: Mapping[str, Any]) -> None:
    """Refuse places that cannot be written to, and a threshold out of range, before any work starts."""
    from hf_robust.core.errors import DataFileError
    from hf_robust.core.files import check_folder
    from hf_robust.reports.thresholds import Thresholds

    Thresholds.of(thresholds(given.get("fail_under", ())))
    check_folder(out)
    junit = given.get("junit")
    if junit is not None:
        check_folder(junit.parent)
        if junit.is_dir():
            raise DataFileError(f"cannot write to {junit}: it is a folder; name a file with --junit")
    if given.get("cache_dir") is not None:
        check_folder(given["cache_dir"])


def check_names(known: Collection[str], given: Mapping[str, Any]) -> None:
    """Refuse a threshold for what the suite does not have.

    Args:
        known: Names of the transformations, or ids of the capabilities.
        given: Values of :func:`hf_robust.cli.options.gate_options`.
    """
    from hf_robust.reports.thresholds import Thresholds

    Thresholds.of(thresholds(given["fail_under"])).check_names(known)


def finish(report: Saved, out: Path, files: tuple[str, ...]) -> None:
    """Write the report and say where it is.

    Args:
        report: The report.
        out: Its folder.
        files: Names of the files in it that are worth a look.
    """
    report.save(out)
    report.print_table()
    click.echo(f"\nreport -> {', '.join(str(out / name) for name in files)}")


def gate(report: Gated, given: Mapping[str, Any]) -> None:
    """Write JUnit XML where it was asked for; exit with 1 when a score is below the threshold.

    Args:
        report: The report.
        given: Values of :func:`hf_robust.cli.options.gate_options`.
    """
    fail_under = thresholds(given["fail_under"])
    if given["junit"] is not None:
        report.to_junit(given["junit"], fail_under)
    exit_below(report.failures(fail_under))


def exit_below(failures: Sequence[str]) -> None:
    """Say what is below a threshold, and exit with 1 when anything is."""
    for failure in failures:
        click.echo(f"FAILED {failure}", err=True)
    if failures:
        raise click.exceptions.Exit(FAILED)
