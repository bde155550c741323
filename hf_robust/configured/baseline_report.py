"""The report of an earlier run that ``hf-robust run --baseline`` compares with: read and checked before any work."""

from collections.abc import Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hf_robust.configured.config_choices import ModelChoice
from hf_robust.configured.configuration import folder_name
from hf_robust.core.errors import DataFileError, RobustError, UsageError

if TYPE_CHECKING:
    from hf_robust.reports import Report
    from hf_robust.reports.since_baseline import SinceBaseline
    from hf_robust.tasks.base import Task


def read_baselines(path: Path, models: Sequence[ModelChoice]) -> "dict[str, Report]":
    """The earlier report of each model, by what the model is called.

    Args:
        path: A report of a suite, its file or its folder; of several models the folder of an earlier run of them,
            where each has a folder of its own.
        models: The models of this run.

    Raises:
        RobustError: There is no report, it cannot be read, or it is of another kind.
    """
    if path.is_file() and path.suffix.lower() != ".json":
        ending = f"a file ending in {path.suffix}" if path.suffix else "a file without an ending"
        raise UsageError(f"the baseline {path} is {ending}; expected a report.json, or the folder of a report")
    if len(models) == 1:
        return {models[0].called: _saved(path)}
    folders = {one.called: path / folder_name(one.called) for one in models}
    found = {name: _saved(folder) for name, folder in folders.items() if folder.is_dir()}
    if not found:
        raise DataFileError(
            f"the baseline of several models is the folder of an earlier run of them; found none of "
            f"{', '.join(map(str, folders.values()))}"
        )
    return found


def _saved(path: Path) -> "Report":
    from hf_robust.reports import Report, load_report

    try:
        report = Report.load(path) if (path / Report.schema.file_name).is_file() else load_report(path)
    except RobustError as error:
        raise type(error)(f"the baseline: {error}") from error
    if not isinstance(report, Report):
        raise UsageError(
            f"the baseline {path} is a {report.schema.noun}; name the {Report.schema.file_name} of a run on a suite"
        )
    return report


def check_baselines(
    baselines: "dict[str, Report]", task: "Task", names: Collection[str], metric: str | None = None
) -> None:
    """Refuse reports that share nothing with what is run, and a metric that there is not.

    Args:
        baselines: The reports.
        task: The task of the run.
        names: The transformations of the run.
        metric: The metric that is asked for; None for the measure of the task.

    Raises:
        RobustError: Another task or metric, no transformation in common, an unknown metric, or a damaged report.
    """
    from hf_robust.reports.since_baseline import check_record
    from hf_robust.scoring import measure_for
    from hf_robust.scoring.translation_scores import ANSWER_SIMILARITY
    from hf_robust.scoring.user_metrics import chosen_measure

    if task.kind.measure is None:
        return  # the run says so itself
    measure = chosen_measure(metric, measure_for(task.name, task.language), task.language)
    metrics = [measure.name]
    if metric is None:  # the rows decide which of them
        metrics += [one.name for one in (*measure.secondary, *([ANSWER_SIMILARITY] if task.kind.open_ended else []))]
    for report in baselines.values():
        check_record(report.typed_record, task.name, metrics, names)


def with_cases(document: bytes, since: "SinceBaseline") -> bytes:
    """A JUnit document with a test for each score that was compared with the baseline.

    Args:
        document: The document of the report.
        since: What changed since the baseline.
    """
    from hf_robust.reports.formats.junit import Case, extended

    cases = [Case(one.name, since.words(one) if one.fell else "") for one in since.changes]
    cases += [Case(name, skipped=reason) for name, reason in since.left_out]
    return extended(document, "since the baseline", "hf_robust.baseline", cases, "fell")
