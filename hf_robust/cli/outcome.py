"""The end of a command that evaluates a model: its report, the last lines, the exit code."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

import click

from hf_robust.cli.advice import told_warnings
from hf_robust.cli.option_values import listed, thresholds
from hf_robust.cli.options import FAILED, WRONG
from hf_robust.cli.protected_files import check_outputs, is_forced
from hf_robust.configured import report_paths
from hf_robust.configured.report_gates import gated
from hf_robust.configured.report_paths import check_thresholds, named_formats

format_option = click.option(
    "--format",
    "formats",
    multiple=True,
    metavar="NAMES",
    callback=lambda context, option, value: named_formats([name for text in value for name in listed(text) or ()]),
    help="Also write the report as pdf, latex or markdown, separated by commas; can be repeated.",
)


class Saved(Protocol):
    """What all reports can do."""

    def save(self, folder: str | Path, formats: Collection[str], *, overwrite: bool = False) -> Any:
        """Write its files."""

    def file_name(self, format: str) -> str:
        """What the file of a format is called."""

    def print_table(self, told: Collection[str] = ()) -> None:
        """Print its table."""


class Gated(Protocol):
    """What reports can do whose scores pass or fail."""

    def to_junit(
        self, path: str | Path, fail_under: Mapping[str, float], *, strict: bool = False, overwrite: bool = False
    ) -> Any:
        """Write JUnit XML."""

    def failures(self, fail_under: Mapping[str, float]) -> list[str]:
        """What is below a threshold."""


def check_paths(out: Path, options: Mapping[str, Any], name: str) -> None:
    """Refuse places that cannot be written to, and a threshold out of range, before any work starts.

    Args:
        out: Folder of the report.
        options: Values of the options.
        name: Name of the report's files, without their endings.
    """
    check_thresholds(thresholds(options.get("fail_under", ())))
    check_outputs({**options, "out": out})
    report_paths.check_report(out, name, options.get("formats", ()), is_forced())
    report_paths.check_paths(options.get("junit"), options.get("cache_dir"))


def finish(report: Saved, out: Path, formats: Collection[str] = ("html", "json")) -> None:
    """Write the report and say where it is.

    Args:
        out: Its folder.
        formats: The formats of its files, see :func:`named_formats`.
    """
    report.save(out, formats, overwrite=is_forced())
    report.print_table(told_warnings())
    said_where(report, out, formats)


def said_where(report: Saved, out: Path, formats: Collection[str]) -> None:
    """Print where the files of a report are.

    Args:
        out: Its folder.
        formats: The formats of its files.
    """
    click.echo(f"\nreport -> {', '.join(str(out / report.file_name(format)) for format in formats)}")


def finish_judged(report: Any, out: Path, options: Mapping[str, Any]) -> None:
    """Judge a report by a gate, write it, and exit with 1 when a value is blocked or a score is below its threshold.

    Args:
        out: Folder of the report.
        options: Values of :func:`hf_robust.cli.options.gate_options` and ``verdict_options``, and the formats.
    """
    report, blocked = gated(report, options["gate"], options["strict"])
    finish(report, out, options["formats"])
    gate(report, options, blocked)


def gate(report: Gated, options: Mapping[str, Any], blocked: Sequence[str] = ()) -> None:
    """Write JUnit XML where it was asked for; exit with 1 when a score is below the threshold.

    Args:
        options: Values of :func:`hf_robust.cli.options.gate_options`.
        blocked: What failed a gate.
    """
    fail_under = thresholds(options["fail_under"])
    if options["junit"] is not None:
        report.to_junit(options["junit"], fail_under, strict=bool(options.get("strict")), overwrite=is_forced())
    exit_below([*report.failures(fail_under), *blocked], {"": report})


def exit_below(failures: Sequence[str], reports: Mapping[str, Any], errors: Sequence[str] = ()) -> None:
    """Say what is below a threshold, and exit with 1 when anything is, or with 2 after an error.

    Args:
        failures: What is below a threshold.
        reports: The reports by name, for a last line with the verdict of the gate.
        errors: What could not be measured.
    """
    from hf_robust.reports.gates import gate_line

    for failure in failures:
        click.echo(f"FAILED {failure}", err=True)
    code = WRONG if errors else FAILED if failures else 0
    if line := gate_line({name: report.typed_record.gate for name, report in reports.items()}, code):
        click.echo(line)
    if code:
        raise click.exceptions.Exit(code)
