"""The predictions of some inputs of a run, kept in a folder: a later run with the same folder does not ask for them."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from hf_robust.adapters import CachedPredictor, PredictionCache, Predictor
from hf_robust.adapters.base import Row, input_of
from hf_robust.adapters.request_failures import MAX_ERRORS
from hf_robust.core.randomness import row_key
from hf_robust.evaluation.planned_requests import distinct_inputs
from hf_robust.evaluation.prepared_run import prepared_run
from hf_robust.evaluation.trust import Trust
from hf_robust.evaluation.unanswerable import for_questions
from hf_robust.suites.robustness import Suite
from hf_robust.tasks import Task

Progress = Callable[[int, int], None]


def predict_part(
    predictor: Predictor,
    rows: Iterable[Row],
    task: Task,
    part: int = 0,
    of: int = 1,
    *,
    folder: str | Path,
    max_errors: float = MAX_ERRORS,
    progress: Progress | None = None,
) -> None:
    """Predict the inputs that fall into a part by their hash, so that equal inputs are in one part.

    Args:
        predictor: The model.
        rows: Rows keyed by role.
        part: Number of the part, from 0.
        of: Number of parts.
        folder: Folder where predictions are kept.
        max_errors: Largest share of the inputs whose requests may fail.
        progress: Called with (inputs predicted, inputs in all).

    Raises:
        UsageError: Nothing tells when the model has changed.
        UnansweredError: Requests failed for more inputs than ``max_errors`` allows.

    Example:
        >>> import tempfile
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> model = hr.as_predictor(lambda texts: [0] * len(texts), task, cache_key="zero")
        >>> rows = [{"text": "a"}, {"text": "b"}, {"text": "c"}]
        >>> asked = []
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     for part in (0, 1):
        ...         predict_part(model, rows, task, part, 2, folder=folder, progress=lambda n, _: asked.append(n))
        >>> sum(asked)
        3
    """
    roles = task.input_roles
    own = [row for row in rows if row_key(repr(input_of(row, roles))) % of == part]
    runner = CachedPredictor(predictor, PredictionCache(folder), progress, task=task, max_errors=max_errors)
    runner.predict(own)
    runner.check_errors()


def predict_part_of_suite(
    model: Any,
    suite: Suite,
    part: int = 0,
    of: int = 1,
    *,
    folder: str | Path,
    min_confidence: float | None = None,
    unrated: str = "keep",
    metric: str | None = None,
    max_errors: float = MAX_ERRORS,
    progress: Progress | None = None,
    **options: Any,
) -> None:
    """Predict the inputs of a suite that fall into a part; :func:`hf_robust.run` with the folder then asks for no more.

    Args:
        model: As for :func:`hf_robust.run`.
        part: Number of the part, from 0.
        of: Number of parts.
        folder: Folder where predictions are kept.
        min_confidence: As for :func:`hf_robust.run`.
        unrated: As for :func:`hf_robust.run`.
        metric: As for :func:`hf_robust.run`.
        max_errors: Largest share of the inputs whose requests may fail.
        progress: Called with (inputs predicted, inputs in all).
        **options: Passed on to :func:`hf_robust.adapters.as_predictor`.

    Raises:
        RobustError: As for :func:`hf_robust.run`.
    """
    begun = prepared_run(model, suite, Trust(min_confidence, unrated), metric, folder, **options)
    predictor = for_questions(begun.predictor, begun.measure)
    rows = distinct_inputs(begun.suite)
    predict_part(predictor, rows, begun.task, part, of, folder=folder, max_errors=max_errors, progress=progress)
