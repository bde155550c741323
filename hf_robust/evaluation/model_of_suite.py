"""The model that a suite is run with: one that predicts, or predictions that were made elsewhere."""

from pathlib import Path
from typing import Any

from hf_robust.adapters import Predictor
from hf_robust.adapters.request_failures import begin_run
from hf_robust.adapters.resolve import as_predictor
from hf_robust.adapters.stored_predictions import are_predictions, predictor_of_rows
from hf_robust.suites.model_inputs import rows_of
from hf_robust.suites.robustness import NOT_ASKED, Suite
from hf_robust.tasks import Task


def predictor_for_suite(
    model: Any, suite: Suite, task: Task, *, cache_dir: str | Path | None = None, **options: Any
) -> Predictor:
    """The model as a predictor.

    Args:
        model: What :func:`hf_robust.run` takes.
        suite: The suite, with all entries that predictions may be for.
        task: Its task, with the names of the labels.
        cache_dir: Folder of stored answers, for a model behind an API.
        **options: Passed on to the adapter.

    Raises:
        UsageError: The model does not fit the task, or predictions do not fit the suite.
        LabelError: Labels of model and data do not match.
    """
    if not are_predictions(model):
        predictor = as_predictor(model, task, cache_dir=cache_dir, **options)
        begin_run(predictor)
        return predictor
    parts = [one["name"] for one in suite.info.get("skipped", ()) if one["reason"] == NOT_ASKED]
    return predictor_of_rows(model, task, rows_of(suite.entries, task), parts, **options)
