"""Prints a configured run: messages, tables and progress bars on the terminal, then the exit code."""

from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import click

from hf_robust.cli.advice import note, told_warnings
from hf_robust.cli.attack_command import shown_attack
from hf_robust.cli.checked_model import refuse_revision
from hf_robust.cli.options import command_line
from hf_robust.cli.outcome import exit_below, said_where
from hf_robust.cli.progress import bar, bars, current, quiet_maps
from hf_robust.cli.protected_files import is_forced
from hf_robust.cli.sharded_commands import check_hash, check_rows, merged
from hf_robust.cli.stopped_run import saying_how_to_go_on
from hf_robust.configured.configuration import Configuration
from hf_robust.configured.configured_run import run_configuration
from hf_robust.configured.dry_run import dry_run
from hf_robust.configured.listener import Listener


def carry_out(configuration: Configuration, out: Path, config_file: str | None = None) -> None:
    """Run a configuration, print what it reports, and exit with 1 where a score is below its threshold.

    Args:
        out: Folder of the reports.
        config_file: The file of the configuration, which is not replaced.

    Raises:
        RobustError: The configuration cannot be run; this is raised before any work starts. With several parts, a
            part that fails later is printed at the end, with exit code 2.
    """
    for one in configuration.models:
        if configuration.suite.source is None or one.model is not None:
            refuse_revision(one.model)
    with saying_how_to_go_on(configuration.models, configuration.cache_dir):
        result = run_configuration(configuration, out, config_file, Printer())
    errors = [f"{one.label}: {one.error}" for one in result.outcomes if one.error]
    errors += [one.push_error for one in result.outcomes if one.push_error]
    for message in errors:
        click.echo(f"Error: {message}", err=True)
    exit_below(result.failures, result.reports, errors)


def print_requests(configuration: Configuration) -> None:
    """Print what a run of a configuration would send to models behind an API.

    Raises:
        RobustError: The configuration cannot be run, or a model is of another kind.
    """
    for name, found in dry_run(configuration, Printer()):
        click.echo(f"{name}: {found}")


class Printer(Listener):
    """Prints the messages of a run and shows its progress. Where shards are merged, it hands on what these keep."""

    def __init__(self) -> None:
        found = merged()
        super().__init__(
            note,
            overwrite=is_forced(),
            command=command_line(),
            cache_dir=None if found is None else str(found.cache),
            suite=None if found is None else found.suite,
        )

    def read(self, data: Any) -> None:
        """Refuse rows that are not those of the shards which are merged."""
        if hasattr(data, "content_hash"):
            check_hash(lambda: data.content_hash)
        else:
            check_rows(data)

    def say(self, message: str) -> None:
        """Print a message on stdout."""
        click.echo(message)

    def finished(self, report: Any, folder: Path | None, formats: Collection[str]) -> None:
        """Print the table of a report, and where its files are."""
        report.print_table(told_warnings())
        if folder is not None:
            said_where(report, folder, formats)

    def bar(self, label: str) -> AbstractContextManager[Any]:
        """One progress bar."""
        return bar(label)

    def bars(self) -> AbstractContextManager[Any]:
        """A progress bar for each part."""
        return bars()

    @contextmanager
    def current(self, label: str) -> Iterator[Any]:
        """A line with the current name."""
        with quiet_maps(), current(label) as step:
            yield step

    def attack(self, journal: Path | None) -> AbstractContextManager[Any]:
        """The progress bar of an attack."""
        assert journal is not None
        return shown_attack(journal)
