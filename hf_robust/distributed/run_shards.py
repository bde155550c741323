"""A model that is run on a suite in shards: each source of rows is in one shard, and the counts of all add up."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from hf_robust.adapters import CachedPredictor, PredictionCache
from hf_robust.adapters.base import gives_status
from hf_robust.adapters.baselines.baseline_table import advised_options
from hf_robust.adapters.label_notes import label_notes
from hf_robust.adapters.request_failures import MAX_ERRORS
from hf_robust.core.deprecated_names import deprecated_arguments
from hf_robust.core.errors import SuiteError, UsageError
from hf_robust.core.quoted import quoted
from hf_robust.distributed.remote_folder import shard_folder
from hf_robust.distributed.shard_folder import ShardFolder
from hf_robust.distributed.shard_plan import Shard, ShardPlan, current_versions
from hf_robust.evaluation.broken_rows import broken_row_warnings
from hf_robust.evaluation.guards import (
    PACKAGED,
    class_warnings,
    collapse_warnings,
    skill_warnings,
    still_warnings,
)
from hf_robust.evaluation.header import creation_facts, describe_measure, describe_model, describe_suite, with_embedded
from hf_robust.evaluation.joined_shards import joined_scores
from hf_robust.evaluation.outcomes import PairOutcomes, SuiteOutcomes
from hf_robust.evaluation.prepared_run import prepared_run
from hf_robust.evaluation.repeated_inputs import input_keys
from hf_robust.evaluation.robustness_run import RECORDED, evaluate_suite
from hf_robust.evaluation.shard_sums import sums_of_shard
from hf_robust.evaluation.stale_warnings import stale_warnings
from hf_robust.evaluation.trust import Trust
from hf_robust.reports import Report
from hf_robust.scoring import Measure
from hf_robust.scoring.measures import measure_named
from hf_robust.suites.robustness import Suite

KIND = "run"
RESAMPLES = "resamples.npz"
SCORES = "scores.npz"
_GENERATED = "generated tests are not scored in shards; run the model on them without --shard"


@deprecated_arguments("0.4.0", asked="model_facts")
def run_shard(
    model: Any,
    suite: Suite,
    *,
    shard: str | Shard,
    out: str | Path,
    metric: str | Measure | None = None,
    min_confidence: float | None = None,
    unrated: str = "keep",
    max_errors: float = MAX_ERRORS,
    cache_dir: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    model_facts: Mapping[str, Any] | None = None,
    **options: Any,
) -> bool:
    """Run a model on one shard of a suite, and keep counts and sums of its rows.

    :func:`merge_shards` makes the report of the whole suite from the counts of all shards. A row, its perturbed
    versions and the rows with the same input are in one shard. For measures of right and wrong, scores, intervals and
    p-values are those of :func:`hf_robust.run`; for others the intervals are those of a Poisson bootstrap. The report
    has no analysis, no calibration and no generated tests.

    Args:
        model: As for :func:`hf_robust.run`; no language model.
        suite: A robustness suite, the same for all shards.
        shard: Which of how many: ``"3/100"``, numbered from 1.
        out: Folder of the shards.
        metric: Name of a measure; None for that of the task.
        min_confidence: As for :func:`hf_robust.run`.
        unrated: As for :func:`hf_robust.run`.
        max_errors: As for :func:`hf_robust.run`.
        cache_dir: Folder where predictions are kept; a shard that was cut off goes on from there.
        progress: Called with (inputs predicted, inputs in all).
        model_facts: What else the predictions depend on, where the model is an object; part of the plan.
        **options: Passed on to :func:`hf_robust.adapters.as_predictor`.

    Returns:
        Whether the shard was made now; False where it was there.

    Raises:
        UsageError: There is no such shard, the folder has another plan, or the model is one that writes its answers.
        SuiteError: The folder cannot be written to.

    Example:
        >>> import tempfile
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> from hf_robust.distributed import merge_shards, run_shard
        >>> rows = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
        >>> suite = hr.Suite.build(rows, "sentiment-classification", ["word-case"])
        >>> def model(texts):
        ...     return ["pos" if "fine" in text else "neg" for text in texts]
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     made = [run_shard(model, suite, shard=shard, out=folder) for shard in ("1/2", "2/2")]
        ...     report = merge_shards(folder)
        >>> report["word-case"]["original"], report["word-case"]["perturbed"]
        (1.0, 0.5)
    """
    which = Shard.read(shard) if isinstance(shard, str) else shard
    if not isinstance(suite, Suite) or suite.info.get("attacked"):
        raise UsageError("a run in shards takes a robustness suite that no attack made")
    if metric is not None and not isinstance(metric, str):
        raise UsageError("name the metric of a run in shards, so that the merge finds it again")
    trust = Trust(min_confidence, unrated)
    generated = {name: _GENERATED for name, entry in suite.entries.items() if entry.generated}
    begun = prepared_run(model, suite, trust, metric, cache_dir, skipped=generated, **options)
    chosen, task, measure, predictor = begun.suite, begun.task, begun.measure, begun.predictor
    if measure.against_original or measure.ranks_rows or _registered(measure, task.language) is None:
        raise UsageError(f"{measure.name} cannot be added up over shards; run without --shard")
    if gives_status(predictor):
        raise UsageError(
            f"{predictor.name} writes its answers, and the answers of shards are not joined; ask it by batch files "
            "(hf-robust docs llm) or without --shard"
        )
    plan = ShardPlan(
        kind=KIND,
        shards=which.of,
        rows=int(suite.info.get("rows") or 0),
        data=suite.content_hash,
        asked={
            "model": describe_model(predictor),
            "options": {name: quoted(value) for name, value in sorted({**(model_facts or {}), **options}.items())},
            "metric": measure.name,
            "language": task.language,
            "positions": task.kind.positions,
            **({"score_range": task.score_range} if task.score_range else {}),
            **trust.describe(),
        },
        facts={
            "suite": describe_suite(suite, RECORDED),
            "metric": {**describe_measure(measure, task), "secondary": [other.name for other in measure.secondary]},
            "baseline": predictor.kind in PACKAGED,
            "warnings": [*label_notes(predictor), *stale_warnings(suite)],
            "resources": [dict(one) for one in with_embedded(suite.info.get("resources", []), [predictor])],
            "skipped": [
                *suite.info.get("skipped", []),
                *({"name": name, "reason": reason} for name, reason in begun.skipped.items()),
            ],
        },
        versions=current_versions(),
    )
    folder = shard_folder(out)
    folder.start(plan)
    if folder.is_done(which, plan):
        return False
    own = _of_shard(chosen, which)
    cache = PredictionCache(cache_dir) if cache_dir is not None else None
    runner = CachedPredictor(predictor, cache, progress, task=task, max_errors=max_errors)

    def fill(place: Path) -> Mapping[str, Any]:
        seen: list[PairOutcomes] = []
        scored = evaluate_suite(runner, own, measure, seen)
        sums = sums_of_shard(SuiteOutcomes(task, measure, tuple(seen)), scored.results)
        if sums.resamples:
            arrays: dict[str, Any] = dict(sums.resamples)
            np.savez_compressed(place / RESAMPLES, **arrays)
        if sums.scores:
            numbers: dict[str, Any] = dict(sums.scores)
            np.savez_compressed(place / SCORES, **numbers)
        return {**sums.record, "predictions": dict(scored.predictions)}

    folder.write(which, plan, fill)
    return True


def joined_report(folder: ShardFolder, plan: ShardPlan) -> Report:
    """The report of a folder of shards, from their counts and sums alone.

    Raises:
        SuiteError: Shards are missing or damaged.
    """
    began = perf_counter()
    shards = folder.records(plan)
    measure = _registered_named(plan)
    records = [record for _, record in shards]
    resamples = [{} if measure.binary else _arrays(place / RESAMPLES) for place, _ in shards]
    scores = [_arrays(place / SCORES) for place, _ in shards if (place / SCORES).exists()]
    asked, facts = plan.asked, plan.facts
    predictions, score_range = _predictions(records), asked.get("score_range")
    scored = joined_scores(records, resamples, measure, asked["positions"], predictions, scores, score_range)
    labels, score, label = scored.labels, scored.originals.score, measure.label
    if labels and not measure.binary:
        score, label = labels.accuracy, "Accuracy"
    return Report(
        {
            "model": asked["model"],
            "suite": facts["suite"],
            "metric": facts["metric"],
            "options": {name: asked[name] for name in ("min_confidence", "unrated") if name in asked},
            **scored.describe(),
            "warnings": [
                *broken_row_warnings(scored.results),
                *class_warnings(labels),
                *skill_warnings(
                    labels,
                    score,
                    label,
                    facts["baseline"],
                    scored.originals.n,
                    facts["suite"].get("rows"),
                    takes=advised_options(asked["model"]["name"]),
                ),
                *still_warnings(scored.results),
                *collapse_warnings(scored.results),
                *facts["warnings"],
            ],
            "resources": facts["resources"],
            "skipped": facts["skipped"],
            **creation_facts(began, None),
        }
    )


def _of_shard(suite: Suite, shard: Shard) -> Suite:
    """The pairs whose original inputs are in a shard."""
    entries = {}
    for name, entry in suite.entries.items():
        keys = input_keys(suite.task, entry.original)
        own = np.flatnonzero(keys % np.uint64(shard.of) == np.uint64(shard.number - 1))
        entries[name] = replace(entry, **{split: rows.select(own) for split, rows in entry.rows.items()})
    return replace(suite, entries=entries)


def _registered(measure: Measure, language: str) -> Measure | None:
    """The measure as its name gives it; None where the name stands for no measure, or for another one."""
    try:
        found = measure_named(measure.name, language)
    except UsageError:
        return None
    return found if found.name == measure.name and found.binary == measure.binary else None


def _registered_named(plan: ShardPlan) -> Measure:
    return measure_named(plan.asked["metric"], plan.asked["language"])


def _arrays(path: Path) -> dict[str, Any]:
    try:
        with np.load(path, allow_pickle=False) as found:
            return {name: found[name] for name in found.files}
    except (OSError, ValueError) as error:
        raise SuiteError(f"{path} cannot be read: {error}; make the shard again") from error


def _predictions(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """How much the model was asked in all shards."""
    first, parts = records[0]["predictions"], [record["predictions"] for record in records]
    added = ("rows", "unique", "cached", "seconds", "truncated", "errors")
    sums = {name: sum(part.get(name) or 0 for part in parts) for name in added if any(name in one for one in parts)}
    return {**first, **sums}
