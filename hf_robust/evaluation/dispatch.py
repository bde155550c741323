"""``run``: a model on a suite of any kind, or on rows."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from hf_robust.adapters.language_models.prompts import Prompt
from hf_robust.adapters.request_failures import MAX_ERRORS
from hf_robust.capability.suite import CapabilitySuite
from hf_robust.core.errors import UsageError
from hf_robust.core.protection import Protected
from hf_robust.evaluation.analysis.wanted import Analysis
from hf_robust.evaluation.capability_run import run_capabilities
from hf_robust.evaluation.prompt_plan import Perturbed, PromptPlan
from hf_robust.evaluation.robustness_run import run_robustness
from hf_robust.evaluation.suite_of_rows import holds_rows, refuse_with_suite, suite_of_rows
from hf_robust.reports import CapabilityReport, Report
from hf_robust.scoring.measure_type import Measure
from hf_robust.scoring.user_metrics import RowScore
from hf_robust.suites.edits_suite import EditsSuite
from hf_robust.suites.robustness import Suite
from hf_robust.tasks import Task
from hf_robust.transforms.chains import Entry

if TYPE_CHECKING:
    from datasets import Dataset

RUNS: dict[str, Callable[..., Any]] = {Suite.kind: run_robustness, CapabilitySuite.kind: run_capabilities}


@overload
def run(
    model: Any, suite: Suite, *, task: None = None, transformations: None = None, limit: None = None, **options: Any
) -> Report: ...


@overload
def run(
    model: Any,
    suite: CapabilitySuite,
    *,
    task: None = None,
    transformations: None = None,
    limit: None = None,
    **options: Any,
) -> CapabilityReport: ...


@overload
def run(
    model: Any,
    suite: "Dataset",
    *,
    task: Task | str | None = None,
    transformations: Sequence[Entry] | None = None,
    limit: int | None = None,
    **options: Any,
) -> Report: ...


def run(
    model: Any,
    suite: "Suite | CapabilitySuite | Dataset",
    *,
    task: Task | str | None = None,
    transformations: Sequence[Entry] | None = None,
    limit: int | None = None,
    seed: int | None = None,
    variants: int | None = None,
    protect: Protected | None = None,
    protect_defaults: bool | None = None,
    source: str | None = None,
    split: str | None = None,
    num_proc: int | None = None,
    min_confidence: float | None = None,
    unrated: str = "keep",
    analysis: bool = True,
    metric: str | Measure | RowScore | None = None,
    slices: Sequence[Any] | None = None,
    weakest: bool = False,
    prompts: Literal["all"] | int | Sequence[Prompt] | None = None,
    prompt_axes: Sequence[str] | None = None,
    perturb: Perturbed | None = None,
    repeats: int = 1,
    max_errors: float = MAX_ERRORS,
    cache_dir: str | Path | None = None,
    progress: Callable[[int, int], None] | None = None,
    command: str | None = None,
    **options: Any,
) -> Report | CapabilityReport:
    """Evaluate a model on a suite, or on labeled rows, of which a suite is built first.

    Originals are predicted once for all transformations. A drop is measured on the same rows: the
    originals of the rows that changed.

    Args:
        model: A Hub id, a folder, a ``transformers`` pipeline or model, a plain function, or a
            :class:`~hf_robust.adapters.Predictor`; the name of a baseline or of a spaCy pipeline. None is what comes
            with the package for the task: the sentiment classifier, or a baseline (``hf-robust doctor`` lists them).
            Predictions of a model that runs elsewhere are a file (CSV, JSON Lines, Parquet), a data set, a list of
            rows or a mapping of columns; see :meth:`hf_robust.Suite.inputs`.
        suite: A suite, a suite of capabilities, or a ``datasets.Dataset`` with labels. Build the suite yourself with
            :meth:`hf_robust.Suite.build` to save it, or to run several models on it.
        task: For a data set: the task with the columns, or its id. None: the task that the names of the columns and
            labels tell.
        transformations: For a data set, as for :meth:`hf_robust.Suite.build`; None: all that apply to the task.
        limit: For a data set: how many rows to draw, with each class in its share (:func:`hf_robust.sample_rows`).
        seed: For a data set, as all that follow to ``num_proc``: seed of all draws, 0 by default.
        variants: Up to so many different outputs a row, 1 by default.
        protect: What never changes.
        protect_defaults: Whether URLs, e-mail addresses, markup and placeholders never change; True by default.
        source: Name of the data set, for the record.
        split: Its split, for the record.
        num_proc: Processes for ``datasets.map``.
        min_confidence: The least share of labels, from 0 to 1, that raters find right (``hf-robust audit``): what has
            less is left out, a transformation or the cases of a capability, and is listed with the reason.
        unrated: What becomes of tests that nobody rated in this version: ``"keep"`` (the report names them) or
            ``"skip"``.
        analysis: Whether the report says more of a suite than scores: which answers turn into which, and by what words.
        metric: What a suite is scored with in place of the measure of its task. The name of a measure
            (``hf_robust.scoring.MEASURES``); the name or folder of an `evaluate` metric, with the key of its result
            where it has several (``"rouge:rougeL"``); or a function of a prediction and a reference that returns a
            number from 0 to 1, where 1 means that nothing is wrong. The measure of the task is then reported beside it.
        slices: Subpopulations to score one by one: names, objects, or mappings with parameters; None for those of the
            suite.
        weakest: Whether to search for the slices where the model is weakest.
        prompts: For a language model: ``"all"`` to ask with each prompt of its prompt file; a number for as many calls
            as so many prompts need, spread over the whole grid of prompts; or a list of prompts.
        prompt_axes: Names of the axes of the prompt file that vary, such as ``["instruction"]``; all when None.
        perturb: For a language model: ``"instruction"`` or ``"shots"`` to ask the original rows with a prompt that each
            transformation has changed in this part.
        repeats: For a language model: how often each original row is asked.
        max_errors: Largest share of the inputs, from 0 to 1, that may have no answer because requests to a remote model
            failed. They are not scored. Above the share there is no score.
        cache_dir: Folder where predictions are kept; the next run of the same model reads them.
        progress: Called with (inputs predicted, inputs in all).
        command: What was typed, for the record.
        **options: Passed on to :func:`hf_robust.adapters.as_predictor`: ``tokenizer``, ``batch_size``,
            ``device``, ``revision``, ``label_map``, ``cache_key``, ``max_length``, ``dtype``, ``precision``; for a
            baseline ``train`` (a data set to train it on) and ``nlp`` (a spaCy pipeline, which also annotates a data
            set). For a suite of capabilities also those of
            :func:`hf_robust.evaluation.capability_run.run_capabilities`.

    Returns:
        The report; a :class:`hf_robust.reports.CapabilityReport` for a suite of capabilities.

    Raises:
        UsageError: When the model is of no known kind or does not fit the task, the suite has no slices to search, a
            suite is given together with what builds one, or a data set does not tell its task.
        LabelError: When labels of model and data do not match.
        HubError: When the model cannot be loaded.
        UnansweredError: When requests failed for more inputs than ``max_errors`` allows. All answers are stored before.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A fine film.", "A dull film."], "label": ["pos", "neg"]})
        >>> def model(texts):
        ...     return ["pos" if "fine" in text else "neg" for text in texts]
        >>> report = hr.run(model, data, task="sentiment-classification", transformations=["word-case"])
        >>> report["word-case"]["original"], report["word-case"]["perturbed"]
        (1.0, 0.5)
        >>> suite = hr.Suite.build(data, "sentiment-classification", ["word-case"])
        >>> hr.run(model, suite)["word-case"]["perturbed"]
        0.5
    """
    build = {
        "transformations": transformations,
        "seed": seed,
        "variants": variants,
        "protect": protect,
        "protect_defaults": protect_defaults,
        "source": source,
        "split": split,
        "num_proc": num_proc,
    }
    plan = PromptPlan(prompts=prompts, axes=prompt_axes, perturb=perturb, repeats=repeats, seed=seed or 0)
    built = holds_rows(suite)
    if built:
        suite = suite_of_rows(suite, task, limit, build, options.get("nlp"))
    kind = getattr(suite, "kind", None)
    if kind == EditsSuite.kind:
        raise UsageError(
            "an edits suite holds no texts to ask a model about; apply it to your copy of its source first: "
            "hr.run(model, suite.apply(rows))"
        )
    if kind not in RUNS:
        raise UsageError(
            f"run takes a suite or a datasets.Dataset, found {type(suite).__name__}; datasets.Dataset.from_list(rows) "
            "makes one of rows"
        )
    refuse_with_suite(suite.label, {} if built else {"task": task, "limit": limit, **build})
    asked: dict[str, Any] = {"min_confidence": min_confidence, "unrated": unrated, "max_errors": max_errors}
    if kind == Suite.kind:
        asked["analysis"] = analysis and Analysis(slices=slices, weakest=weakest)
        asked["metric"] = metric
        asked["plan"] = plan
    elif plan.asks_more:
        raise UsageError(f"prompts, perturb and repeats go with a {Suite.label}, found a {suite.label}")
    elif slices is not None or weakest or metric is not None:
        raise UsageError(f"slices, weakest and metric go with a {Suite.label}, found a {suite.label}")
    return RUNS[kind](model, suite, cache_dir=cache_dir, progress=progress, command=command, **asked, **options)
