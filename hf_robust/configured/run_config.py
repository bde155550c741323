"""``hf_robust.run_config``: run everything that a configuration asks for, and return the reports."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.configured.config_repeated import repeating
from hf_robust.configured.config_run import ROBUSTNESS, Work
from hf_robust.configured.config_summary import Outcome, summary
from hf_robust.configured.config_written import SUMMARY, check_written, said_by_run
from hf_robust.configured.configuration import COMPARISON, FILE, Configuration, written
from hf_robust.configured.listener import Listener
from hf_robust.configured.pushed_results import pushed

if TYPE_CHECKING:
    from hf_robust.attacks.attack_run import AttackRun
    from hf_robust.reports import CapabilityReport, ComparisonReport, Report


@dataclass(frozen=True)
class ConfigResult:
    """The reports of a configured run.

    Args:
        outcomes: The outcome of each part of the run, in order.
        folder: The folder of the files; None where none were written.
    """

    outcomes: "tuple[Outcome, ...]"
    folder: Path | None = None

    @property
    def reports(self) -> dict[str, Any]:
        """All reports by the name of the part, such as ``robustness``; with several models ``mine: robustness``."""
        return {one.label: one.report for one in self.outcomes if one.report is not None}

    @property
    def suites(self) -> "dict[str, Report]":
        """The report of each model on the suite, by the name of the model."""
        return {one.model.called: one.report for one in self.outcomes if one.on_suite}

    @property
    def capabilities(self) -> "dict[str, CapabilityReport]":
        """The reports of the capability tests, by the name of the part."""
        from hf_robust.reports import CapabilityReport

        return {name: report for name, report in self.reports.items() if isinstance(report, CapabilityReport)}

    @property
    def attacks(self) -> "dict[str, AttackRun]":
        """The attacks, by the name of the part."""
        return {name: report for name, report in self.reports.items() if "attack" in report.record}

    @property
    def comparison(self) -> "ComparisonReport | None":
        """The comparison of the models; None with one model."""
        return next((one.report for one in self.outcomes if one.label == COMPARISON), None)

    @property
    def errors(self) -> dict[str, str]:
        """The messages of the parts that failed, and of results that could not be pushed, by the name of the part."""
        failed = {one.label: one.error for one in self.outcomes if one.error}
        return failed | {one.label: one.push_error for one in self.outcomes if one.push_error}

    @property
    def failures(self) -> list[str]:
        """The scores that are below a threshold, or fell since the baseline."""
        return [failure for one in self.outcomes for failure in (*one.below, *one.falls)]

    def __getitem__(self, name: str) -> Any:
        return self.reports[name]


def run_config(
    config: Configuration | str | Path,
    *,
    out: str | Path | None = None,
    overwrite: bool = False,
    notify: Callable[[str], None] | None = None,
) -> ConfigResult:
    """Run a configuration: each model on the suite, the capability tests and the attacks, and compare the models.

    With several parts, a part that fails does not stop the others: its message is in ``errors`` of the result.

    Args:
        config: A configuration, or its YAML file.
        out: Folder for the reports, the JUnit file, the summaries and the configuration that repeats the run. Without
            it nothing is written but the cache of predictions that the configuration names.
        overwrite: Whether files that hf_robust did not write may be replaced.
        notify: Called with each message, for example ``print``.

    Raises:
        SpecError: The file has a mistake; the message names the line.
        RobustError: The configuration cannot be run; this is raised before any work starts.

    Example:
        >>> import hf_robust as hr
        >>> from hf_robust.configured import DataChoice
        >>> demo = hr.Configuration(dataset=DataChoice(first=20), transformations=("word-case",))
        >>> list(hr.run_config(demo).reports)
        ['robustness']
    """
    folder = None if out is None else Path(out)
    if isinstance(config, Configuration):
        return run_configuration(config, folder, None, _Quiet(notify, overwrite))
    return run_configuration(Configuration.load(config), folder, config, _Quiet(notify, overwrite))


class _Quiet(Listener):
    """Passes on messages and shows no progress."""

    def __init__(self, notify: Callable[[str], None] | None, overwrite: bool) -> None:
        super().__init__(notify)
        self.overwrite = overwrite


def run_configuration(
    configuration: Configuration, out: Path | None, config_file: str | Path | None, listener: Listener
) -> ConfigResult:
    """Run a configuration and write the files of the run.

    Args:
        configuration: The configuration.
        out: Folder of the reports; None to write none.
        config_file: The file of the configuration, which is not replaced.
        listener: Receives messages, finished reports and progress.

    Raises:
        RobustError: The configuration cannot be run; this is raised before any work starts.
    """
    if out is not None:
        check_written(configuration, out, config_file, listener.overwrite)
    work = Work.prepared(configuration, out, listener)
    try:
        work.run_all()
    except Exception as error:
        work.told(configuration.models[0], ROBUSTNESS, error)
        summarize(work)
        raise
    if out is not None:
        write_files_of(work, config_file)
    if configuration.push_results is not None:
        work.outcomes = list(pushed(work.outcomes, configuration.push_results, listener.say))
    summarize(work)
    return ConfigResult(tuple(work.outcomes), out)


def _junit(work: Work) -> bytes:
    """The checks of all parts."""
    from hf_robust.reports.formats.junit import merged

    if work.alone:
        return work.outcomes[0].junit
    parts = {outcome.label: outcome.junit for outcome in work.outcomes if outcome.junit}
    return merged(parts, {outcome.label: outcome.error for outcome in work.failed})


def summarize(work: Work) -> None:
    """Append to the summary of the job, where one is named."""
    from hf_robust.configured.job_summary import append_summary

    if work.configuration.thresholds.summary is not None and work.out is not None:
        file = Path(work.configuration.thresholds.summary)
        if append_summary(file, work.outcomes):
            work.listener.say(f"summary -> {file}")
        else:
            work.listener.note(f"note: {file} is full, so the summary was left out")


def write_files_of(work: Work, config_file: str | Path | None) -> None:
    """Write the configuration that repeats this run, JUnit XML, and with several parts a summary."""
    from hf_robust.core.files import write_files

    if work.configuration.thresholds.junit is not None:
        junit = Path(work.configuration.thresholds.junit)
        write_files(junit.parent, {junit.name: _junit(work)})
    assert work.out is not None
    place = work.out / FILE
    files: dict[str, bytes] = {}
    if config_file is None or not place.exists() or not place.samefile(config_file):
        files[FILE] = written(
            repeating(work.configuration, work.suite, work.data, work.outcomes), said_by_run(place)
        ).encode()
    if not work.alone:
        files[SUMMARY] = summary(work.outcomes, work.out).encode()
        work.listener.say(f"\nsummary -> {work.out / SUMMARY}")
    if files:
        write_files(work.out, files)
    if FILE in files:
        work.listener.say(f"repeat it: hf-robust run --config {place}")
