"""Several models side by side on one suite: their scores, their order, and what changes from one to another."""

import warnings
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from hf_robust.adapters import CachedPredictor, PredictionCache, Predictor
from hf_robust.adapters.request_failures import MAX_ERRORS, begin_run, check_max_errors
from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.core.typed_json import as_json
from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.generated_tests import pairs_and_tests
from hf_robust.evaluation.header import creation_facts, describe_measure, describe_model, describe_suite, with_embedded
from hf_robust.evaluation.held_out import train_on_originals
from hf_robust.evaluation.model_changes import changes
from hf_robust.evaluation.model_ranks import ranks
from hf_robust.evaluation.outcomes import PairOutcomes
from hf_robust.evaluation.predicted_pairs import PredictedPairs, predicted_pairs, without_errors
from hf_robust.evaluation.prepared_run import measure_of, with_labels
from hf_robust.evaluation.robustness_run import RECORDED, evaluate_suite, warnings_of_run
from hf_robust.evaluation.scored_suite import ScoredSuite
from hf_robust.evaluation.scored_types import scored_suite
from hf_robust.evaluation.several_models import named_predictors
from hf_robust.evaluation.shared_originals import Outcomes, SharedOriginals, mean_of_transformations
from hf_robust.evaluation.sliced_outcomes import check_slices, slices_of
from hf_robust.evaluation.unanswerable import for_questions
from hf_robust.reports.compared_records import record_part, with_means
from hf_robust.reports.comparison_report import MOST, ComparisonReport
from hf_robust.reports.generated_view import GENERATED_SCORE
from hf_robust.reports.run_warnings import distinct_warnings, named_warnings
from hf_robust.scoring import Measure, holm
from hf_robust.scoring.measure_type import Floats
from hf_robust.scoring.user_metrics import RowScore
from hf_robust.slices.slice_table import SliceTable
from hf_robust.suites.robustness import Suite

LEAST = 10  # rows of a slice that is scored
_RESULT = ("name", "n", "original", "perturbed", "drop", "interval", "p_adjusted", "consistency")

Progress = Callable[[str, int, int], None]


def compare(
    models: Sequence[Any] | Mapping[str, Any],
    suite: Suite,
    *,
    baseline: str | int | None = None,
    slices: Sequence[Any] | None = None,
    metric: str | Measure | RowScore | None = None,
    max_errors: float = MAX_ERRORS,
    cache_dir: str | Path | None = None,
    seed: int = 0,
    progress: Progress | None = None,
    command: str | None = None,
    **options: Any,
) -> ComparisonReport:
    """Compare models on the same suite: their scores, their ranking, and the predictions that became wrong or correct.

    Args:
        models: Two to ten models, each any model that :func:`hf_robust.run` accepts; a list, or a mapping from names.
        suite: A robustness suite.
        baseline: Name or index of the model with which all others are compared row by row. With two models, the default
            is the first one. With more models, no rows are compared by default.
        slices: Subpopulations to score, as for :func:`hf_robust.run`. None uses those of the suite.
        metric: Metric, as for :func:`hf_robust.run`.
        max_errors: Maximum share of the inputs of a model for which requests may fail. If a request of any model fails
            for a pair, the pair is scored for no model.
        cache_dir: Folder that stores predictions. The next run of the same model reads them.
        seed: Random seed.
        progress: Function that is called with the current step, its progress and its size.
        command: The command line, for the record.
        **options: Passed to :func:`hf_robust.adapters.as_predictor` for each model. ``label_map`` is one map for all
            models, or a mapping from the name of each model to its map.

    Returns:
        The report. :meth:`hf_robust.ComparisonReport.regressions` lists where a model is significantly worse than the
        baseline.

    Raises:
        UsageError: If there are fewer than two models or more than ten, if one does not fit the task, or if the suite
            is not a robustness suite. This is checked before any prediction.
        LabelError: If the labels of a model and of the data do not match. The error names the model.
        UnknownNameError: If no model has the name of the baseline.
        UnansweredError: If requests to a model failed for more inputs than ``max_errors`` allows.

    Source: regression of predictions between versions ("negative flips"): Yan et al. 2021, Positive-Congruent Training;
        McNemar's test as in Dietterich 1998.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
        >>> suite = hr.Suite.build(data, "sentiment-classification", ["word-case"])
        >>> old = lambda texts: ["pos" if "fine" in text.lower() else "neg" for text in texts]
        >>> new = lambda texts: ["pos" if "fine" in text else "neg" for text in texts]
        >>> report = hr.compare({"old": old, "new": new}, suite)
        >>> [(one["name"], one["broken"], one["mended"]) for one in report.record["changes"][0]["results"]]
        [('originals', 0, 0), ('word-case', 1, 0)]
    """
    began = perf_counter()
    _check(models, suite)
    check_max_errors(max_errors)
    task, measure = with_labels(suite), measure_of(suite, metric)
    pairs, _ = pairs_and_tests(suite)
    check_slices(suite, AnalysisOptions(slices=slices))
    predictors = named_predictors(models, task, {**options, "cache_dir": cache_dir}, MOST)
    for predictor in predictors.values():
        begin_run(predictor)
    suite = scored_suite(suite, predictors.values())
    task, pairs = with_labels(suite), pairs_and_tests(suite)[0]
    first = _baseline(baseline, list(predictors))
    cache = PredictionCache(cache_dir) if cache_dir is not None else None
    runners: dict[str, CachedPredictor] = {}
    predicted: dict[str, list[PredictedPairs]] = {}
    for name, predictor in predictors.items():
        train_on_originals(predictor, suite)
        fitting = for_questions(predictor, measure)
        runners[name] = CachedPredictor(fitting, cache, _told(progress, name), task=task, max_errors=max_errors)
        predicted[name] = list(predicted_pairs(runners[name], pairs))
    shared_pairs = without_errors(predicted)
    scored: dict[str, ScoredSuite] = {}
    outcomes: dict[str, list[PairOutcomes]] = {}
    for name, runner in runners.items():
        outcomes[name] = []
        known = shared_pairs[name]
        scored[name] = evaluate_suite(runner, suite, measure, outcomes[name], leave_out=False, predicted=known)
    every = list(outcomes.values())
    shared = SharedOriginals.of(every[0])
    table = slices_of(shared.rows(every[0]), task, suite, slices)
    return ComparisonReport(
        {
            "suite": describe_suite(suite, RECORDED),
            "metric": describe_measure(measure, task),
            "rows_known": True,
            "n": len(shared),
            "transformations": _transformations(pairs, every[0]),
            "models": [_model(name, predictors[name], scored[name]) for name in predictors],
            "ranks": ranks(every, shared, measure, seed),
            "slices": [] if table is None else _slices(every, shared, table, measure),
            "changes": [] if first is None else _changes(every, first, shared, task, measure),
            "resources": with_embedded(suite.info.get("resources", []), predictors.values()),
            "skipped": list(suite.info.get("skipped", [])),
            "warnings": distinct_warnings(
                one
                for name, predictor in predictors.items()
                for one in named_warnings(name, warnings_of_run(scored[name], predictor, pairs, measure))
            ),
            **creation_facts(began, command),
        }
    )


def _check(models: Any, suite: Any) -> None:
    """Refuse what cannot be compared."""
    if not isinstance(suite, Suite):
        found = getattr(suite, "label", type(suite).__name__)
        raise UsageError(f"compare takes a robustness suite, found a {found}; make one with hr.Suite.build")
    if len(suite.entries) and all(entry.generated for entry in suite.entries.values()):
        raise UsageError(
            "compare takes a suite of changed rows, and this one holds generated tests alone, which no row is paired "
            "with; run each model on it with hr.run"
        )
    if suite.task.kind.measure is None:
        raise UsageError(f"a suite for {suite.task.name} can be built and published, but there is no measure to run it")
    if not isinstance(models, (list, tuple, Mapping)) or not 2 <= len(models) <= MOST:
        found = len(models) if isinstance(models, (list, tuple, Mapping)) else 1
        raise UsageError(f"compare takes from 2 to {MOST} models, as a list or by name; found {found}")


def _baseline(baseline: str | int | None, names: list[str]) -> int | None:
    """The number of the model that others are compared with."""
    if baseline is None:
        return 0 if len(names) == 2 else None
    if isinstance(baseline, int) and not isinstance(baseline, bool) and -len(names) <= baseline < len(names):
        return baseline % len(names)
    if baseline not in names:
        raise UnknownNameError("baseline", str(baseline), names)
    return names.index(str(baseline))


def _told(progress: Progress | None, name: str) -> Callable[[int, int], None] | None:
    return None if progress is None else lambda done, total: progress(f"predict with {name}", done, total)


def _transformations(suite: Suite, scored: Outcomes) -> list[dict[str, Any]]:
    return with_means(
        {"name": entry.name, "n": len(one), "linguistics": entry.linguistics, "level": entry.level}
        for entry, one in zip(suite.entries.values(), scored, strict=True)
    )


def _model(name: str, predictor: Predictor, scored: ScoredSuite) -> dict[str, Any]:
    return {
        **describe_model(predictor),
        "name": name,
        "predictions": scored.predictions,
        **({"answers": as_json(scored.answers)} if scored.answers else {}),
        "results": [record_part(result, _RESULT) for result in scored.results],
        "linguistics": {kind: group.perturbed for kind, group in scored.groups.linguistics.items()},
        "generated": [record_part(one, GENERATED_SCORE) for one in scored.generated],
    }


def _slices(
    models: Sequence[Outcomes], shared: SharedOriginals, table: SliceTable, measure: Measure
) -> list[dict[str, Any]]:
    """Scores of each model in each slice that is large enough: on the originals, and the mean over transformations."""
    originals, after = [shared.stats(one) for one in models], [shared.after(one) for one in models]
    mean = mean_of_transformations(measure, originals[0].shape[1])
    found = []
    for info in table.slices:
        rows = table.rows_in(info.name)
        if len(rows) < LEAST:
            continue
        found.append(
            {
                "name": info.name,
                "n": len(rows),
                "original": [_score(measure.aggregate, stats[rows]) for stats in originals],
                "perturbed": [_score(mean, stats[rows]) for stats in after],
            }
        )
    return found


def _score(aggregate: Any, stats: Floats) -> float | None:
    with warnings.catch_warnings(), np.errstate(invalid="ignore", divide="ignore"):
        warnings.simplefilter("ignore", RuntimeWarning)  # no transformation changed a row of the slice
        value = float(aggregate(stats.sum(axis=0)))
    return value if np.isfinite(value) else None


def _changes(
    models: Sequence[Outcomes], baseline: int, shared: SharedOriginals, task: Any, measure: Measure
) -> list[dict[str, Any]]:
    """What each other model changes; p-values are corrected over all comparisons of the report."""
    found: list[dict[str, Any]] = [
        {"before": baseline, "after": place, "results": changes(models[baseline], one, shared, task, measure)}
        for place, one in enumerate(models)
        if place != baseline
    ]
    every = [result for one in found for result in one["results"]]
    for result, adjusted in zip(every, holm([result["p_value"] for result in every]), strict=True):
        result["p_adjusted"] = adjusted
    return found
