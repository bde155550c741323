"""``run``: a model on a suite of any kind."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hf_robust.capability.suite import CapabilitySuite
from hf_robust.core.errors import UsageError
from hf_robust.evaluation.analysis.wanted import Analysis
from hf_robust.evaluation.capability_run import run_capabilities
from hf_robust.evaluation.robustness_run import run_robustness
from hf_robust.reports import CapabilityReport, Report
from hf_robust.suites.edits_suite import EditsSuite
from hf_robust.suites.robustness import Suite

RUNS: dict[str, Callable[..., Any]] = {Suite.kind: run_robustness, CapabilitySuite.kind: run_capabilities}


def run(
    model: Any,
    suite: Suite | CapabilitySuite,
    *,
    min_confidence: float | None = None,
    unrated: str = "keep",
    analysis: bool = True,
    slices: Sequence[Any] | None = None,
    weakest: bool = False,
    cache_dir: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    command: str | None = None,
    **options: Any,
) -> Report | CapabilityReport:
    """Evaluate a model on a suite.

    Originals are predicted once for all transformations. A drop is measured on the same rows: the
    originals of the rows that changed.

    Args:
        model: A Hub id, a folder, a ``transformers`` pipeline or model, a plain function, or a
            :class:`~hf_robust.adapters.Predictor`; the name of a baseline or of a spaCy pipeline. None is what comes
            with the package for the task: the sentiment classifier, or a baseline (``hf-robust doctor`` lists them).
            Predictions of a model that runs elsewhere are a file (CSV, JSON Lines, Parquet), a data set, a list of
            rows or a mapping of columns; see :meth:`hf_robust.Suite.inputs`.
        suite: The suite, or a suite of capabilities.
        min_confidence: The least share of labels, from 0 to 1, that raters find right (``hf-robust audit``): what has
            less is left out, a transformation or the cases of a capability, and is listed with the reason.
        unrated: What becomes of tests that nobody rated in this version: ``"keep"`` (the report names them) or
            ``"skip"``.
        analysis: Whether the report says more of a suite than scores: which answers turn into which, and by what words.
        slices: Subpopulations to score one by one: names, objects, or mappings with parameters; None for those of the
            suite.
        weakest: Whether to search for the slices where the model is weakest.
        cache_dir: Folder where predictions are kept; the next run of the same model reads them.
        progress: Called with (inputs predicted, inputs in all).
        command: What was typed, for the record.
        **options: Passed on to :func:`hf_robust.adapters.as_predictor`: ``tokenizer``, ``batch_size``,
            ``device``, ``revision``, ``label_map``, ``cache_key``, ``max_length``, ``dtype``, ``precision``; for a
            baseline ``train`` (a data set to train it on) and ``nlp`` (a spaCy pipeline). For a
            suite of capabilities also those of :func:`hf_robust.evaluation.capability_run.run_capabilities`.

    Returns:
        The report; a :class:`hf_robust.reports.CapabilityReport` for a suite of capabilities.

    Raises:
        UsageError: When the model is of no known kind or does not fit the task, or the suite has no slices to search.
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
    kind = getattr(suite, "kind", None)
    if kind == EditsSuite.kind:
        raise UsageError(
            "an edits suite holds no texts to ask a model about; apply it to your copy of its source first: "
            "hr.run(model, suite.apply(rows))"
        )
    if kind not in RUNS:
        raise UsageError(f"run takes a suite, found {type(suite).__name__}; make one with hr.Suite.build")
    asked: dict[str, Any] = {"min_confidence": min_confidence, "unrated": unrated}
    if kind == Suite.kind:
        asked["analysis"] = analysis and Analysis(slices=slices, weakest=weakest)
    elif slices is not None or weakest:
        raise UsageError(f"slices and weakest go with a {Suite.label}, found a {suite.label}")
    return RUNS[kind](model, suite, cache_dir=cache_dir, progress=progress, command=command, **asked, **options)
