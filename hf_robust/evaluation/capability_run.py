"""A model on a capability suite: which cases it fails, capability by capability."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from hf_robust.adapters import CachedPredictor, PredictionCache
from hf_robust.adapters.function import FunctionPredictor
from hf_robust.adapters.request_failures import MAX_ERRORS, check_max_errors
from hf_robust.adapters.resolve import as_predictor
from hf_robust.capability.cases import CASE, column_of
from hf_robust.capability.suite import PURPOSES, CapabilitySuite
from hf_robust.core.errors import LabelError, UsageError
from hf_robust.core.quoted import named
from hf_robust.evaluation.capability_scores import counted_cases, evaluate_capabilities
from hf_robust.evaluation.counted_cases import MAY_LACK
from hf_robust.evaluation.header import creation_facts, describe_model, describe_suite, with_embedded
from hf_robust.evaluation.predicted_part import predict_part
from hf_robust.evaluation.trust import Trust
from hf_robust.explain.causes import root_causes
from hf_robust.language import resources
from hf_robust.reports import CapabilityReport
from hf_robust.tasks import Task
from hf_robust.tasks.labels import Seen

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.adapters import Predictor

SIZES = (50, 100, 200)
"""Sizes of the samples on which diversity is measured in the literature."""
_RECORDED = (
    *("name", "version", "repo", "revision", "commit", "dataset", "split", "seed", "rows"),
    *("k", "selection", "specification"),
)


def run_capabilities(
    model: Any,
    suite: CapabilitySuite,
    *,
    min_confidence: float | None = None,
    unrated: str = "keep",
    labels: Sequence[str] | None = None,
    diversity: Sequence[int] = (),
    explain: bool = False,
    max_errors: float = MAX_ERRORS,
    cache_dir: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    command: str | None = None,
    **options: Any,
) -> CapabilityReport:
    """Evaluate a model on a capability suite; ``hf_robust.run(model, suite)`` calls this.

    Each distinct text is predicted once. Labels are matched by name between model and specification. A model without
    a label ``neutral`` skips the cases for which nothing else is right.

    Args:
        model: As for :func:`hf_robust.run`.
        min_confidence: Cases whose labels are less sure, by their oracle confidence, are left out.
        unrated: ``"keep"`` or ``"skip"`` cases whose labels nobody checked.
        labels: Labels that the model can say, by the names of the specification, in the order of their numbers.
            Without it they are the model's own; of a function all, but ``neutral`` only if it ever says it.
        diversity: Sizes of samples for Self-BLEU and production coverage, for example ``(50, 100, 200)``; each is the
            median of three draws.
        explain: Also find the root cause of the worst example of each capability (``hf_robust.root_cause``), its seed's
            beside it; the report draws it.
        max_errors: Largest share of the inputs whose requests may fail.
        cache_dir: Folder where predictions are kept.
        progress: Called with (inputs predicted, inputs in all).
        command: What was typed, for the record.
        **options: Passed on to :func:`hf_robust.adapters.as_predictor`.

    Raises:
        EmptyDataError: The suite has no case.
        UsageError: An argument is wrong, or the model does not fit the task.
        LabelError: Labels of model and specification do not match.
        UnansweredError: Requests failed for more inputs than ``max_errors`` allows.

    Source: S2LCT (2023), section 4: failure rate, PassToFail, Self-BLEU, production rule coverage.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> from hf_robust.capability.suite import CapabilitySuite
        >>> data = Dataset.from_dict({"text": ["The plot is terrible."], "label": ["negative"]})
        >>> suite = CapabilitySuite.build("sentiment-classification", data, only=["LC6"], expand=False)
        >>> report = run_capabilities(lambda texts: ["negative"] * len(texts), suite)
        >>> report.result("LC6")["seeds"]["n_failed"], report.result("LC6")["seeds"]["n"]
        (9, 9)
    """
    began = perf_counter()
    check_max_errors(max_errors)
    suite.check_cases()
    trust = Trust(min_confidence, unrated)
    _check(labels, diversity, suite.task)
    predictor, known = adapted(model, suite.task, labels, {**options, "cache_dir": cache_dir})
    cache = PredictionCache(cache_dir) if cache_dir is not None else None
    runner = CachedPredictor(predictor, cache, progress, task=suite.task, max_errors=max_errors)
    scored = evaluate_capabilities(runner, suite, labels=known, trust=trust, diversity=diversity)
    if explain:
        _explain(predictor, suite, scored["results"])
    measured = [one for one in resources.used() if one["purpose"] in PURPOSES] if diversity else []
    recorded = {one["purpose"]: one for one in (*measured, *suite.info.get("resources", []))}
    return CapabilityReport(
        {
            "model": {**describe_model(predictor), "labels": scored.pop("labels")},
            "suite": describe_suite(suite, _RECORDED),
            "options": {
                **trust.describe(),
                "diversity": list(diversity),
                "explain": explain,
            },
            **scored,
            "resources": with_embedded(recorded.values(), [predictor]),
            **creation_facts(began, command),
        }
    )


def predict_part_of_capabilities(
    model: Any,
    suite: CapabilitySuite,
    part: int = 0,
    of: int = 1,
    *,
    folder: str | Path,
    min_confidence: float | None = None,
    unrated: str = "keep",
    max_errors: float = MAX_ERRORS,
    progress: Callable[[int, int], None] | None = None,
    **options: Any,
) -> None:
    """Predict the cases that fall into a part; :func:`run_capabilities` with the folder then asks for no more.

    Args:
        model: As for :func:`hf_robust.run`.
        part: Number of the part, from 0.
        of: Number of parts.
        folder: Folder where predictions are kept.
        min_confidence: As for :func:`run_capabilities`.
        unrated: As for :func:`run_capabilities`.
        max_errors: Largest share of the inputs whose requests may fail.
        progress: Called with (inputs predicted, inputs in all).
        **options: Passed on to :func:`hf_robust.adapters.as_predictor`.

    Raises:
        RobustError: As for :func:`run_capabilities`.
    """
    suite.check_cases()
    predictor, known = adapted(model, suite.task, None, {**options, "cache_dir": folder})
    counted = counted_cases(suite, known, Trust(min_confidence, unrated))
    rows = [row for splits in counted.values() for cases in splits.values() for row in suite.task.inputs(cases.table)]
    predict_part(predictor, rows, suite.task, part, of, folder=folder, max_errors=max_errors, progress=progress)


def _explain(predictor: "Predictor", suite: CapabilitySuite, results: Sequence[dict[str, Any]]) -> None:
    """The root cause of each capability's worst example that has right labels; all share the model's batches."""
    examples = [(result["id"], one) for result in results for one in result["examples"][:1] if one["accepted"]]
    rows, seeds = [], []
    for id, example in examples:
        expanded = example["kind"] == "expanded"
        row = _case(suite[id].expanded if expanded else suite[id].seeds, example["case_id"])
        rows.append(row)
        seeds.append(_case(suite[id].seeds, row[CASE]["seed_id"]) if expanded else None)
    accepted = [example["accepted"] for _, example in examples]
    causes = root_causes(predictor, rows, suite.task, accepted=accepted, others=seeds) if rows else []
    for (_, example), cause in zip(examples, causes):
        example["root_cause"] = None if cause is None else cause.to_dict()


def _case(table: "Dataset", case_id: str) -> dict[str, Any]:
    return table[column_of(table, "case_id").index(case_id)]


def _check(labels: Any, diversity: Any, task: Task) -> None:
    unknown = [label for label in labels or () if label not in (task.label_names or ())]
    if isinstance(labels, str) or unknown:
        raise UsageError(f"labels must be of {named(task.label_names)}, found {labels!r}")
    if isinstance(diversity, (str, int)) or not all(type(size) is int and size > 1 for size in diversity):
        raise UsageError(f"diversity must be sizes of samples such as (50, 100, 200), found {diversity!r}")


def adapted(
    model: Any, task: Task, labels: Sequence[str] | None = None, options: Mapping[str, Any] | None = None
) -> "tuple[Predictor, tuple[str, ...] | None]":
    """The predictor for a model, and the labels that it can say: None when only its predictions will tell.

    Args:
        model: As for :func:`hf_robust.run`.
        task: The suite's task, with the names of the specification's labels.
        labels: Labels that the model can say.
        options: For :func:`hf_robust.adapters.as_predictor`.

    Raises:
        LabelError: Labels of model and specification do not match, with and without ``neutral``.

    Example:
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["negative", "neutral", "positive"])
        >>> adapted(lambda texts: [1] * len(texts), task, labels=["negative", "positive"])[1]
        ('negative', 'positive')
    """

    def make(task: Task) -> "Predictor":
        return as_predictor(model, task, **(options or {}))

    if labels is not None:
        return make(replace(task, label_names=tuple(labels))), tuple(labels)
    names = task.label_names
    if names is None or not task.kind.classifies:
        return make(task), None
    try:
        predictor = make(task)
    except LabelError as error:
        fewer = tuple(name for name in names if name != MAY_LACK)
        if len(fewer) in (len(names), 1):
            raise
        try:
            return make(replace(task, label_names=fewer)), fewer
        except LabelError:
            raise error from None
    if isinstance(predictor, FunctionPredictor):  # its numbers say nothing of which labels they are
        return make(replace(task, label_names=Seen(names))), None
    return predictor, predictor.labels
