"""The end of a command that evaluates a model: its report, the last lines, the exit code."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import click

from hf_robust.cli.advice import told_warnings
from hf_robust.cli.option_values import listed, thresholds
from hf_robust.cli.options import FAILED
from hf_robust.cli.protected_files import check_outputs, is_forced

if TYPE_CHECKING:
    from hf_robust.core.yaml_nodes import Node

format_option = click.option(
    "--format",
    "formats",
    multiple=True,
    metavar="NAMES",
    callback=lambda context, option, value: named_formats(value),
    help="Also write the report as pdf, latex or markdown, separated by commas; can be repeated.",
)


def named_formats(given: Collection[str]) -> list[str]:
    """The formats that a report is written in: the page, the record, and those that were asked for.

    Args:
        given: Names of formats, or lists of them separated by commas.

    Raises:
        UnknownNameError: There is no such format.
        MissingExtra: One needs a library that is not installed.

    Example:
        >>> named_formats(["latex,markdown", "latex"])
        ['html', 'json', 'latex', 'markdown']
    """
    names = [name for text in given for name in listed(text) or ()]
    if names:
        from hf_robust.reports.formats import check_formats

        check_formats(names)
    return list(dict.fromkeys(["html", "json", *names]))


def read_formats(node: "Node") -> tuple[str, ...]:
    """The formats that a configuration names.

    Args:
        node: A name, or a list of them.
    """
    from hf_robust.reports.formats import suffixes

    return node.among(suffixes(), "format")


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

    def to_junit(self, path: str | Path, fail_under: Mapping[str, float], *, overwrite: bool = False) -> Any:
        """Write JUnit XML."""

    def failures(self, fail_under: Mapping[str, float]) -> list[str]:
        """What is below a threshold."""


def check_places(out: Path, given: Mapping[str, Any], name: str) -> None:
    """Refuse places that cannot be written to, and a threshold out of range, before any work starts.

    Args:
        out: Folder of the report.
        given: Values of the options.
        name: Name of the report's files, without their endings.
    """
    from hf_robust.core.errors import DataFileError
    from hf_robust.core.files import check_folder
    from hf_robust.core.own_files import check_own
    from hf_robust.reports.thresholds import Thresholds

    Thresholds.of(thresholds(given.get("fail_under", ())))
    check_folder(out)
    check_outputs({**given, "out": out})
    check_own([out / f"{name}{ending}" for ending in _endings(given.get("formats", ()))], is_forced())
    junit = given.get("junit")
    if junit is not None:
        check_folder(junit.parent)
        if junit.is_dir():
            raise DataFileError(f"cannot write to {junit}: it is a folder; name a file with --junit")
    if given.get("cache_dir") is not None:
        check_folder(given["cache_dir"])


def _endings(formats: Collection[str]) -> Iterator[str]:
    """Endings of the files of a report."""
    for one in named_formats(formats):
        if one in ("html", "json"):
            yield f".{one}"  # without the modules of all formats
        else:
            from hf_robust.reports.formats import suffixes

            yield suffixes()[one]


def check_names(known: Collection[str], given: Mapping[str, Any]) -> None:
    """Refuse a threshold for what the suite does not have.

    Args:
        known: Names of the transformations, or ids of the capabilities.
        given: Values of :func:`hf_robust.cli.options.gate_options`.
    """
    from hf_robust.reports.thresholds import Thresholds

    Thresholds.of(thresholds(given["fail_under"])).check_names(known)


def finish(report: Saved, out: Path, formats: Collection[str] = ("html", "json")) -> None:
    """Write the report and say where it is.

    Args:
        report: The report.
        out: Its folder.
        formats: The formats of its files, see :func:`named_formats`.
    """
    report.save(out, formats, overwrite=is_forced())
    report.print_table(told_warnings())
    click.echo(f"\nreport -> {', '.join(str(out / report.file_name(format)) for format in formats)}")


def gate(report: Gated, given: Mapping[str, Any]) -> None:
    """Write JUnit XML where it was asked for; exit with 1 when a score is below the threshold.

    Args:
        report: The report.
        given: Values of :func:`hf_robust.cli.options.gate_options`.
    """
    fail_under = thresholds(given["fail_under"])
    if given["junit"] is not None:
        report.to_junit(given["junit"], fail_under, overwrite=is_forced())
    exit_below(report.failures(fail_under))


def exit_below(failures: Sequence[str]) -> None:
    """Say what is below a threshold, and exit with 1 when anything is."""
    for failure in failures:
        click.echo(f"FAILED {failure}", err=True)
    if failures:
        raise click.exceptions.Exit(FAILED)
