"""``run``: one model on one suite, scored and written down. The only orchestration there is."""

import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from statistics import fmean
from time import perf_counter
from typing import TYPE_CHECKING, Any

import hf_robust
from hf_robust.adapters import CachedPredictor, PredictionCache
from hf_robust.adapters.embedded import EMBEDDED_RESOURCE, predictor_or_embedded
from hf_robust.core.errors import UsageError
from hf_robust.core.text_diff import diff
from hf_robust.scoring import Measure, holm, measure_for, robustness_gap, worst_case
from hf_robust.suites.robustness import Suite, SuiteEntry
from hf_robust.tasks import Task
from hf_robust.transforms.human_ratings import human_score

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.adapters import Prediction, Predictor
    from hf_robust.capability.suite import CapabilitySuite
    from hf_robust.reports import CapabilityReport, Report

EXAMPLES = 5
PACKAGES = ("datasets", "transformers", "torch", "spacy", "evaluate", "numpy")


def run(
    model: Any,
    suite: "Suite | CapabilitySuite",
    *,
    cache_dir: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    command: str | None = None,
    **options: Any,
) -> "Report | CapabilityReport":
    """Evaluate a model on a suite.

    Originals are predicted once for all transformations. A drop is measured on the same rows: the
    originals of the rows that changed.

    Args:
        model: A Hub id, a folder, a ``transformers`` pipeline or model, a plain function, or a
            :class:`~hf_robust.adapters.Predictor`. None is the embedded sentiment classifier.
        suite: The suite, or a suite of capabilities.
        cache_dir: Folder where predictions are kept; the next run of the same model reads them.
        progress: Called with (inputs predicted, inputs in all).
        command: What was typed, for the record.
        **options: Passed on to :func:`hf_robust.adapters.as_predictor`: ``tokenizer``, ``batch_size``,
            ``device``, ``revision``, ``label_map``, ``cache_key``, ``max_length``, ``dtype``, ``precision``. For a
            suite of capabilities also those of :func:`hf_robust.evaluation.capability_run.run_capabilities`.

    Returns:
        The report; a :class:`hf_robust.reports.CapabilityReport` for a suite of capabilities.

    Raises:
        UsageError: When the model is of no known kind or does not fit the task.
        LabelError: When labels of model and data do not match.
        HubError: When the model cannot be loaded.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
        >>> suite = hr.Suite.build(data, hr.task("sentiment-classification"), [{"name": "word-case"}])
        >>> report = hr.run(lambda texts: ["pos" if "fine" in text else "neg" for text in texts], suite)
        >>> report.results[0]["original"], report.results[0]["perturbed"]
        (1.0, 0.5)
    """
    from hf_robust.reports import SCHEMA_VERSION, Report

    if getattr(suite, "kind", None) == "capabilities":
        from hf_robust.evaluation.capability_run import run_capabilities

        common = {"cache_dir": cache_dir, "progress": progress, "command": command}
        return run_capabilities(model, suite, **common, **options)
    began = perf_counter()
    if suite.task.kind.measure is None:
        raise UsageError(f"a suite for {suite.task.name} can be built and published, but there is no measure to run it")
    measure = measure_for(suite.task.name)
    task = with_labels(suite)
    cache = PredictionCache(cache_dir) if cache_dir is not None else None
    predictor = predictor_or_embedded(model, task, **options)
    runner = CachedPredictor(predictor, cache, progress, task=task)
    scored = evaluate_suite(runner, suite, measure)
    record = {
        "schema_version": SCHEMA_VERSION,
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "hf_robust_version": hf_robust.__version__,
        "command": command,
        "model": describe_model(predictor),
        "suite": _describe_suite(suite),
        "metric": {"name": measure.name, "label": measure.label, "secondary": [m.name for m in measure.secondary]},
        **scored,
        "resources": [
            *suite.info.get("resources", []),
            *([asdict(EMBEDDED_RESOURCE)] if predictor.kind == "embedded" else []),
        ],
        "environment": {"python": platform.python_version(), "platform": platform.platform(), "packages": packages()},
        "skipped": list(suite.info.get("skipped", [])),
        "seconds": round(perf_counter() - began, 3),
    }
    return Report(record)


def evaluate_suite(runner: CachedPredictor, suite: Suite, measure: Measure | None = None) -> dict[str, Any]:
    """Predict and score every entry of a suite: the part of the record that depends on the model.

    Args:
        runner: Predicts; inputs it has seen are not predicted again.
        suite: The suite.
        measure: What to score with; the task's own when None.

    Returns:
        The record's ``results``, ``worst_case``, ``groups`` and ``predictions``.
    """
    measure = measure or measure_for(suite.task.name)
    task = suite.task
    # all at once: one sorting by length over the whole suite, each original predicted once
    rows = [row for entry in suite.entries.values() for split in _splits(entry) for row in task.inputs(split)]
    predictions = iter(runner.predict(rows))
    results, groups = [], {}
    for name, entry in suite.entries.items():
        before = [next(predictions) for _ in range(len(entry))]
        after = [next(predictions) for _ in range(len(entry))]
        result, scores = _score(entry, task, measure, before, after)
        results.append(result)
        groups[name] = scores
    for result, adjusted in zip(results, holm([result["p_value"] for result in results])):
        result["p_adjusted"] = adjusted
    return {
        "predictions": runner.record(),
        "results": results,
        "worst_case": worst_case(groups) if any(len(ids) for ids, _, _ in groups.values()) else None,
        "groups": {kind: _group(results, kind) for kind in ("linguistics", "level")},
    }


def _splits(entry: SuiteEntry) -> tuple["Dataset", "Dataset"]:
    return entry.original, entry.perturbed


def with_labels(suite: Suite) -> Task:
    """The suite's task with the names of the labels that occur in its data set, also where that does not name them.

    Raises:
        UsageError: When the suite has no rows.
    """
    if not any(len(entry) for entry in suite.entries.values()):
        raise UsageError("no transformation changed any row, so there is nothing to evaluate")
    return suite.task.with_seen(suite.info.get("labels"))


def _score(
    entry: SuiteEntry, task: Task, measure: Measure, before: list["Prediction"], after: list["Prediction"]
) -> tuple[dict[str, Any], tuple]:
    gold, gold_after = task.references(entry.original), task.references(entry.perturbed)
    old, new = [p.value for p in before], [p.value for p in after]
    records = entry.perturbed["robust"][:]
    ids = [record["source_id"] for record in records]
    # several variants of a row are no independent rows
    groups = ids if any(record["variant"] for record in records) else None
    gap = robustness_gap(old, new, gold, gold_after, measure, groups=groups)
    rows_before, rows_after = (
        measure.row_score(measure.row_stats(values, refs)) for values, refs in ((old, gold), (new, gold_after))
    )
    changed = entry.total - entry.unchanged - entry.not_applicable - entry.faults
    described = entry.describe()
    del described["n"]
    examples = _examples(entry, task, before, after, gold_after, rows_before, rows_after, ids)
    result = {**described, **gap, "total": entry.total, "coverage": changed / entry.total if entry.total else None}
    result["human"] = human_score(entry.stages, task.name)
    return {**result, "examples": examples}, (ids, rows_before, rows_after)


def _examples(
    entry: SuiteEntry, task: Task, before: Sequence, after: Sequence, gold: Sequence, old: Any, new: Any, ids: Sequence
) -> list[dict[str, Any]]:
    """The rows that lost most, the surest predictions first."""
    places = sorted(range(len(ids)), key=lambda place: (new[place] - old[place], -(before[place].score or 0.0), place))
    worst = [place for place in places if new[place] < old[place]][:EXAMPLES]
    found = []
    for place in worst:
        rows = entry.original[place], entry.perturbed[place]
        fields = [_field(task.column(role), *rows) for role in task.fields]
        found.append(
            {
                "source_id": ids[place],
                "gold": task.show(gold[place]),
                "original_prediction": task.show(before[place].value),
                "perturbed_prediction": task.show(after[place].value),
                "original_score": before[place].score,
                "perturbed_score": after[place].score,
                "fields": [field for field in fields if field["before"] != field["after"]],
            }
        )
    return found


def _field(column: str, original: Mapping, perturbed: Mapping) -> dict[str, Any]:
    before, after = (_text(row[column]) for row in (original, perturbed))
    return {"field": column, "before": before, "after": after, "diff": [list(part) for part in diff(before, after)]}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else " ".join(value or ())


def _group(results: Iterable[Mapping], kind: str) -> dict[str, dict[str, Any]]:
    groups: dict[str, list[Mapping]] = {}
    for result in results:
        if result["n"]:
            groups.setdefault(result[kind], []).append(result)
    scores = ("original", "perturbed", "drop")
    return {
        name: {"n_results": len(members), **{key: fmean(result[key] for result in members) for key in scores}}
        for name, members in groups.items()
    }


def describe_model(predictor: "Predictor") -> dict[str, Any]:
    """What the record says of a model."""
    labels = predictor.labels
    return {
        "name": predictor.name,
        "kind": predictor.kind,
        "revision": predictor.revision,
        "labels": list(labels) if labels is not None else None,
    }


def _describe_suite(suite: Suite) -> dict[str, Any]:
    info = suite.info
    names = ("name", "version", "repo", "revision", "commit", "dataset", "split", "seed", "rows")
    return {**{name: info.get(name) for name in names}, "content_hash": suite.content_hash, "task": suite.task.name}


def packages() -> dict[str, str]:
    """Versions of the libraries that a result depends on."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
