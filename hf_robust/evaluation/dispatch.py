"""``run``: a model on a suite of any kind, or on rows."""

from collections.abc import Callable, Sequence
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from hf_robust.adapters.language_models.prompts import Prompt
from hf_robust.adapters.request_failures import MAX_ERRORS
from hf_robust.capability.suite import CapabilitySuite
from hf_robust.core.errors import UsageError
from hf_robust.core.protection import Protected
from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.capability_run import run_capabilities
from hf_robust.evaluation.prompt_plan import Perturbed, PromptPlan
from hf_robust.evaluation.robustness_run import run_robustness
from hf_robust.evaluation.run_options import check_run_options, no_suite
from hf_robust.evaluation.suite_of_rows import holds_rows, refuse_with_suite, suite_of_rows, task_of_rows
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
    """Evaluate a model on a suite, or on labeled rows from which a suite is built first.

    The originals are predicted once for all transformations. The drop of a transformation compares the scores before
    and after the change on the same rows: the rows that the transformation changed.

    Args:
        model: A Hub id, a folder, a ``transformers`` pipeline or model, a function, a
            :class:`~hf_robust.adapters.Predictor`, or the name of a baseline or of a spaCy pipeline. None selects the
            bundled model of the task: the sentiment classifier or a baseline (``hf-robust doctor`` lists them). For
            stored predictions, pass a file (CSV, JSON Lines, Parquet), a dataset, a list of rows or a mapping of
            columns; see :meth:`hf_robust.Suite.inputs`.
        suite: A suite, a capability suite, or a ``datasets.Dataset`` with labels. To save the suite, or to run several
            models on it, build it first with :meth:`hf_robust.Suite.build`.
        task: For a dataset: the task with the columns, or its id. None infers the task from the names of the columns
            and labels.
        transformations: For a dataset, as for :meth:`hf_robust.Suite.build`. None selects all that apply to the task.
        limit: For a dataset: number of sampled rows. The share of each class is kept (:func:`hf_robust.sample_rows`).
        seed: For a dataset, like the following arguments up to ``num_proc``: random seed, 0 by default.
        variants: Maximum number of different outputs per row, 1 by default.
        protect: Text that no transformation may change. See :class:`~hf_robust.Perturb`.
        protect_defaults: Whether to protect URLs, e-mail addresses, markup and placeholders. True by default.
        source: Name of the dataset in the report.
        split: Name of the split in the report.
        num_proc: Number of processes for ``datasets.map``.
        min_confidence: Minimum share of labels, from 0 to 1, that raters confirmed (``hf-robust audit``).
            Transformations and capability cases with a lower share are left out, and the report lists them with the
            reason.
        unrated: What to do with transformations and cases without ratings for this version: ``"keep"`` (the report
            names them) or ``"skip"``.
        analysis: Whether the report also analyzes the errors: which predictions change, and which words cause it.
        metric: Metric that replaces the metric of the task: the name of a measure (``hf_robust.scoring.MEASURES``), the
            name or folder of an `evaluate` metric, with the key of its result if it has several (``"rouge:rougeL"``),
            or a function of a prediction and a reference that returns a number from 0 to 1 (1 is correct). The report
            also shows the metric of the task.
        slices: Subpopulations to score: names, objects, or mappings with parameters. None uses those of the suite.
        weakest: Whether to search for the slices on which the model is weakest.
        prompts: For a language model: ``"all"`` uses each prompt of its prompt file, a number uses as many calls as
            this number of prompts needs, spread over the whole grid of prompts. A list gives the prompts.
        prompt_axes: Names of the axes of the prompt file that vary, such as ``["instruction"]``. None varies all axes.
        perturb: For a language model: ``"instruction"`` or ``"shots"`` sends the original rows with a prompt in which
            each transformation has changed this part.
        repeats: For a language model: how often each original row is sent.
        max_errors: Maximum share of the inputs, from 0 to 1, without a prediction because requests to a remote model
            failed. These inputs are not scored. If the share is larger, the run fails.
        cache_dir: Folder that stores predictions. The next run of the same model reads them.
        progress: Function that is called with the number of predicted inputs and the number of all inputs.
        command: The command line, for the report.
        **options: Passed to :func:`hf_robust.adapters.as_predictor`: ``tokenizer``, ``batch_size``, ``device``,
            ``revision``, ``label_map``, ``cache_key``, ``max_length``, ``dtype``, ``precision``; for a baseline
            ``train`` (a dataset to train it on) and ``nlp`` (a spaCy pipeline, which also annotates a dataset). For a
            capability suite also the arguments of :func:`hf_robust.evaluation.capability_run.run_capabilities`.

    Returns:
        The report. For a capability suite, a :class:`hf_robust.reports.CapabilityReport`.

    Raises:
        UsageError: If the kind of model is unknown or does not fit the task, if there are no slices to search, if a
            suite is given together with arguments that build one, if the task of a dataset cannot be inferred, or if
            an option is unknown or has no meaning for the model.
        LabelError: If the labels of the model and of the data do not match.
        HubError: If the model cannot be loaded.
        UnansweredError: If requests failed for more inputs than ``max_errors`` allows. All predictions are stored
            first.

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
    kind = Suite.kind if built else getattr(suite, "kind", None)
    if kind == EditsSuite.kind:
        raise UsageError(
            "an edits suite holds no texts to ask a model about; apply it to your copy of its source first: "
            "hr.run(model, suite.apply(rows))"
        )
    if kind not in RUNS:
        raise no_suite(model, suite)
    if not built:
        refuse_with_suite(suite.label, {"task": task, "limit": limit, **build})
    chosen = task_of_rows(suite, task) if built else suite.task
    check_run_options(model, chosen, options, kind, signature(run).parameters)
    if built:
        suite = suite_of_rows(suite, chosen, limit, build, options.get("nlp"))
    asked: dict[str, Any] = {"min_confidence": min_confidence, "unrated": unrated, "max_errors": max_errors}
    if kind == Suite.kind:
        asked["analysis"] = analysis and AnalysisOptions(slices=slices, weakest=weakest)
        asked["metric"] = metric
        asked["plan"] = plan
    elif plan.asks_more:
        raise UsageError(f"prompts, perturb and repeats go with a {Suite.label}, found a {suite.label}")
    elif slices is not None or weakest or metric is not None:
        raise UsageError(f"slices, weakest and metric go with a {Suite.label}, found a {suite.label}")
    return RUNS[kind](model, suite, cache_dir=cache_dir, progress=progress, command=command, **asked, **options)
