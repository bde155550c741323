"""A model and a suite before the first prediction: what is left out, the measure, the model that predicts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hf_robust.adapters import Predictor
from hf_robust.core.errors import UsageError
from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.held_out import train_on_originals
from hf_robust.evaluation.model_of_suite import predictor_for_suite
from hf_robust.evaluation.scored_types import scored_suite, scored_task
from hf_robust.evaluation.sliced_outcomes import check_slices
from hf_robust.evaluation.trust import Trust, left_out
from hf_robust.scoring import Measure, measure_for, measure_on
from hf_robust.scoring.measures import measure_of_task
from hf_robust.scoring.user_metrics import RowScore, check_metric, chosen_measure
from hf_robust.suites.robustness import Suite
from hf_robust.tasks import Task


@dataclass(frozen=True)
class PreparedRun:
    """A run that is about to predict.

    Args:
        suite: The suite with the entries that are run.
        task: Its task with the names of its labels.
        measure: What the rows are scored with.
        predictor: The model.
        skipped: Entries that are left out, with the reasons.
    """

    suite: Suite
    task: Task
    measure: Measure
    predictor: Predictor
    skipped: Mapping[str, str]


def prepared_run(
    model: Any,
    suite: Suite,
    trust: Trust,
    metric: str | Measure | RowScore | None = None,
    cache_dir: str | Path | None = None,
    wanted: AnalysisOptions | None = None,
    skipped: Mapping[str, str] | None = None,
    **options: Any,
) -> PreparedRun:
    """Check what is run, and load the model; the errors are those of :func:`hf_robust.run`.

    Args:
        model: As for :func:`hf_robust.run`.
        trust: What is asked of the audits of entries; the others are left out.
        metric: What to score with; None for the measure of the task.
        cache_dir: Folder where predictions are kept.
        wanted: What is found out beyond the scores.
        skipped: Further entries that are left out, with the reasons.
        **options: Passed on to :func:`hf_robust.adapters.as_predictor`.
    """
    skipped = {**left_out(suite.entries, trust), **(skipped or {})}
    chosen = replace(suite, entries={name: entry for name, entry in suite.entries.items() if name not in skipped})
    task = with_labels(chosen)
    measure = measure_of(chosen, metric)
    check_slices(chosen, wanted)
    predictor = predictor_for_suite(model, suite, task, cache_dir=cache_dir, **options)
    chosen, task = scored_suite(chosen, [predictor]), scored_task(task, [predictor])
    train_on_originals(predictor, chosen)
    return PreparedRun(chosen, task, measure, predictor, skipped)


def measure_of(suite: Suite, metric: str | Measure | RowScore | None = None) -> Measure:
    """The measure that a suite is scored with; its task has one.

    Args:
        metric: The metric that the user asks for; None for the measure of the task.

    Raises:
        LabelError: Gold labels cannot be read.
        UsageError: The metric is unknown, or it fails on a gold value.
    """
    task = suite.task.with_seen(suite.info.get("labels"))
    usual = measure_of_task(measure_for(task.name, task.language), task)
    asked = (measure_on(task, entry.original) for entry in suite.entries.values() if len(entry))
    usual = next((measure for measure in asked if measure.name != usual.name), usual)
    if metric is None:
        return usual
    measure = measure_of_task(chosen_measure(metric, usual, task.language), task)
    first = next((entry.original for entry in suite.entries.values() if len(entry)), None)
    if first is not None and not task.kind.many_labels:  # there, a list is one value
        check_metric(measure, task.references(first.select([0])))
    return measure


def with_labels(suite: Suite) -> Task:
    """The suite's task with the names of the labels that occur in its dataset, also where that does not name them.

    Raises:
        UsageError: When the suite has no rows.
    """
    if not any(len(entry) for entry in suite.entries.values()):
        raise UsageError("no transformation changed any row, so there is nothing to evaluate")
    return suite.task.with_seen(suite.info.get("labels"))
