"""``hf_robust.run_config``: run everything that a configuration asks for, and return the reports."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hf_robust.configured.config_repeated import repeating
from hf_robust.configured.config_run import ROBUSTNESS, Work
from hf_robust.configured.config_summary import RunSummary, summary
from hf_robust.configured.config_written import SUMMARY, check_written, said_by_run
from hf_robust.configured.configuration import COMPARISON, FILE, Configuration, written
from hf_robust.configured.listener import Listener, Notify, silent
from hf_robust.configured.pushed_results import pushed

if TYPE_CHECKING:
    from hf_robust.reports import ComparisonReport, Report


@dataclass(frozen=True)
class ConfigResult:
    """The reports of a run of a configuration, by the name of the part.

    Args:
        outcomes: The outcome of each part of the run, in order.
        folder: The folder of the files. None if the configuration has no folder.

    Example:
        >>> import hf_robust as hr
        >>> result = hr.run_config({"dataset": {"first": 20}, "transformations": "word-case"})
        >>> list(result.reports), result.failures
        (['robustness'], [])
    """

    outcomes: "tuple[RunSummary, ...]"
    folder: Path | None = None

    @property
    def reports(self) -> dict[str, Any]:
        """The reports by part, such as ``robustness`` or ``attack pwws``. With several models, such as ``mine:
        robustness``.
        """
        return {one.label: one.report for one in self.outcomes if one.report is not None}

    @property
    def robustness(self) -> "dict[str, Report]":
        """The report of each model on the suite, by the name of the model."""
        return {one.model.called: one.report for one in self.outcomes if one.on_suite}

    @property
    def comparison(self) -> "ComparisonReport | None":
        """The comparison of the models. None for one model."""
        return self.reports.get(COMPARISON)

    @property
    def errors(self) -> dict[str, str]:
        """The error messages by part: of parts that failed, and of results that could not be pushed."""
        found = {one.label: one.error or one.push_error for one in self.outcomes}
        return {label: message for label, message in found.items() if message}

    @property
    def failures(self) -> list[str]:
        """Messages for failed thresholds and gates, and for scores that are significantly lower than in the baseline.

        If ``fail_on_regression`` is set, messages for regressions between the models are included.
        """
        return [failure for one in self.outcomes for failure in (*one.below, *one.falls)]

    def __getitem__(self, part: str) -> Any:
        return self.reports[part]

    def __repr__(self) -> str:
        return f"ConfigResult({', '.join(self.reports)})"


def run_config(
    config: Configuration | Mapping[str, Any] | str | Path,
    *,
    overwrite: bool = False,
    notify: Notify = silent,
    **overrides: Any,
) -> ConfigResult:
    """Run a configuration: run each model on the suite, the capability tests and the attacks, and compare the models.

    The reports are written to the folder ``out``, with a configuration that repeats the run. The JUnit file and the
    summary are written if the configuration names them. Without ``out``, the reports are only returned.

    If the configuration has several parts, a part that fails does not stop the others. Its message is in ``errors`` of
    the result.

    Args:
        config: A YAML file, a dictionary with its keys, or a configuration.
        overwrite: Whether to replace files that hf_robust did not write.
        notify: Function that is called with each message, such as ``print``.
        overrides: Values that replace those of the configuration, by key: ``seed=3``, ``models="me/mine"``.

    Raises:
        SpecError: If the configuration is not valid. The message names the line and the key.
        RobustError: If the configuration cannot be run. It is raised before the run starts.

    Example:
        >>> import hf_robust as hr
        >>> result = hr.run_config({"dataset": {"first": 20}}, transformations=["word-case", "keyboard"])
        >>> [cell["name"] for cell in result["robustness"].record["results"]]
        ['word-case', 'keyboard']
    """
    file = config if isinstance(config, (str, Path)) else None
    if isinstance(config, Configuration):
        asked = config
    else:
        asked = Configuration.from_dict(config) if isinstance(config, Mapping) else Configuration.load(config)
    asked = asked.changed(**overrides)
    out = None if asked.out is None else Path(asked.out)
    return run_configuration(asked, out, file, Listener(notify, overwrite=overwrite))


def run_configuration(
    configuration: Configuration, out: Path | None, config_file: str | Path | None, listener: Listener
) -> ConfigResult:
    """Run a configuration and write the files of the run.

    Args:
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

    if work.configuration.thresholds.summary is not None:
        file = Path(work.configuration.thresholds.summary)
        if append_summary(file, work.outcomes):
            work.listener.say(f"summary -> {file}")
        else:
            work.listener.note(f"note: {file} is full, so the summary was left out")


def write_files_of(work: Work, config_file: str | Path | None) -> None:
    """Write JUnit XML; into the folder the configuration that repeats the run, and with several parts a summary."""
    from hf_robust.core.files import write_files

    if work.configuration.thresholds.junit is not None:
        junit = Path(work.configuration.thresholds.junit)
        write_files(junit.parent, {junit.name: _junit(work)})
    if work.out is None:
        return
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
        work.listener.say(f"to reproduce: hf-robust run --config {place}")
