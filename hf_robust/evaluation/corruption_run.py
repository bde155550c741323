"""The corruption benchmark: how fast does accuracy fall when 1, 3, 5, 8 words of a text are corrupted?

Words are chosen at random, or targeted: the ones that matter most to the model. All numbers of one benchmark are taken
on the same rows, those that every number of words, family, strategy and model can use, so that severities compare.
"""

import warnings
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from hf_robust.adapters import CachedPredictor, PredictionCache
from hf_robust.adapters.baselines.baseline_table import advised_options
from hf_robust.adapters.request_failures import MAX_ERRORS, check_max_errors
from hf_robust.core.errors import EmptyDataError, UsageError
from hf_robust.core.protection import Protected, protection
from hf_robust.core.typed_json import as_json
from hf_robust.evaluation.answer_counts import few_answers
from hf_robust.evaluation.clean_texts import cleaned
from hf_robust.evaluation.corruption_grid import FAMILIES, Copies, Grid, GridCell, Progress
from hf_robust.evaluation.corruption_scores import Scored, score_models
from hf_robust.evaluation.counted_cases import UNANSWERED
from hf_robust.evaluation.guards import PACKAGED, class_warnings, skill_warnings
from hf_robust.evaluation.header import creation_facts, describe_measure, describe_model, with_embedded
from hf_robust.evaluation.kept_rankings import KeptRankings
from hf_robust.evaluation.repeated_inputs import input_keys, repeat_warnings, repeated
from hf_robust.evaluation.separated_labels import separation_warnings
from hf_robust.evaluation.several_models import named_predictors
from hf_robust.evaluation.truncated_pairs import truncation_warnings
from hf_robust.language import resources
from hf_robust.perturb.perturbation import Perturb
from hf_robust.perturb.unmatched import warn_unmatched
from hf_robust.reports import CorruptionReport
from hf_robust.reports.corruption_words import CONTROL
from hf_robust.reports.run_warnings import distinct_warnings, named_warnings
from hf_robust.scoring import measure_on
from hf_robust.suites.prepared_build import check_data
from hf_robust.tasks import Task
from hf_robust.tasks.task_ids import as_task
from hf_robust.transforms.base import CHOICES
from hf_robust.transforms.chains import annotated_for

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.adapters import Predictor

LONG = 150  # words of a row, on average, from which on a ranking by LIME takes long
GIVEN = "given"  # the method of rankings that were made before


def corruption_benchmark(
    dataset: "Dataset",
    task: Task | str,
    predictor: Any = None,
    families: Sequence[str] = tuple(FAMILIES),
    counts: Sequence[int] = (1, 3, 5, 8),
    choose: Sequence[str] = CHOICES,
    *,
    method: str = "lime",
    seeds: Sequence[int] = (0, 1, 2),
    clean: bool = False,
    num_samples: int = 750,
    num_features: int = 15,
    protect: Protected = (),
    protect_defaults: bool = True,
    nlp: str | None = None,
    rankings: Mapping[str, Mapping[str, Sequence]] | None = None,
    max_errors: float = MAX_ERRORS,
    cache_dir: str | Path | None = None,
    progress: Progress | None = None,
    source: str | None = None,
    split: str | None = None,
    command: str | None = None,
    **options: Any,
) -> CorruptionReport:
    """Measure how accuracy falls with the number of corrupted words, for random and for important words.

    Each family changes exactly n words of each text, and never stop words. A row is used only if all families, numbers,
    strategies and models can change it. The rows that are left out are counted by reason. Rows with equal inputs count
    as one source in intervals and p-values. The family ``delete`` deletes words and is the control of the ranking:
    deleting important words must cost more than deleting random words.

    Args:
        dataset: Labeled rows.
        task: A classification task with the columns, or its id.
        predictor: Any model that :func:`hf_robust.run` accepts; several as a list or as a mapping from names. None is
            the bundled sentiment classifier.
        families: Some of ``spelling``, ``noise``, ``synonyms`` and ``delete``, or names of transformations with the
            parameters ``count`` and ``choose``.
        counts: Numbers of words to corrupt.
        choose: ``random``, ``important`` or both.
        method: Method that measures the importance of words; see :class:`hf_robust.WordImportance`.
        seeds: Seeds of the random strategy, whose scores are averaged. The first seed is also used for the important
            words and the ranking.
        clean: Whether to first remove HTML tags, and punctuation other than sentence ends, from all texts.
        num_samples: Number of queries per row for LIME.
        num_features: Length of LIME's ranking.
        protect: Text that no transformation may change: words, phrases, patterns or kinds of text such as
            ``"numbers"``. See :class:`~hf_robust.Perturb`.
        protect_defaults: Whether to protect URLs, e-mail addresses, markup and placeholders.
        nlp: Name or folder of the spaCy pipeline, for families that need annotation.
        rankings: Existing rankings, by name of the model: the ``...__importance`` columns by their names.
        max_errors: Maximum share of the inputs of a model for which requests may fail. If a request of any model fails
            for a row, the row is scored for no model.
        cache_dir: Folder that stores predictions and rankings of words.
        progress: Function that is called with the current step, its progress and its size.
        source: Name of the dataset, for the record.
        split: Name of the split, for the record.
        command: The command line, for the record.
        **options: Passed to :func:`hf_robust.adapters.as_predictor` for each model.

    Raises:
        UsageError: If an argument is out of range, or if the task is not a classification task.
        EmptyDataError: If no row is left.
        MissingResource: If a family needs a resource that is not installed.
        UnansweredError: If requests to a model failed for more inputs than ``max_errors`` allows.

    Source: Desai et al. 2020, "Benchmarking Popular Classification Models' Robustness to Random and Targeted
    Corruptions", sections 3 and 4, Tables 4 to 7, Figure 2. In the paper, each n keeps the rows that it can change, so
    its severities are measured on different rows.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> texts = ["A truly wonderful film with wonderful actors.", "A rather tedious story about boring people."]
        >>> data = Dataset.from_dict({"text": texts, "label": ["good", "bad"]})
        >>> def model(texts):
        ...     return ["good" if "wonderful" in text else "bad" for text in texts]
        >>> report = corruption_benchmark(
        ...     data, hr.task("sentiment-classification"), model, ["delete"], (1, 3), ["random"], seeds=(0,))
        >>> report.cell("model", "delete", "random", 3)["n"]
        2
    """
    task = as_task(task, dataset)
    began = perf_counter()
    check_max_errors(max_errors)
    grid = Grid.of(families, counts, choose, seeds)
    dataset, task = _prepared(dataset, task, clean)
    models = named_predictors(predictor, task, {**options, "cache_dir": cache_dir})
    _check_rankings(rankings, models)
    rules = protection(protect, protect_defaults)
    common: dict[str, Any] = {"keep": "all", "protect": rules, "nlp": nlp}
    warn_unmatched(rules, dataset, task)
    perturbs = {
        cell: Perturb(grid.families[cell.family], task, seed=cell.seed, count=cell.count, choose=cell.choose, **common)
        for cell in grid.cells(list(models))
    }
    annotated = annotated_for(dataset, task, [perturb.stages for perturb in perturbs.values()], nlp)
    copies = Copies(task, _columns(annotated, task), perturbs, progress or _silent)
    how = {"method": method, "num_samples": num_samples, "num_features": num_features}
    copies.corrupt(None)
    if "important" in grid.choose and method == "lime" and not rankings:
        _hint_for_long_texts(copies, num_samples)
    for name, model in models.items() if "important" in grid.choose else ():
        copies.corrupt(name, (rankings or {}).get(name) or _ranked(copies, name, model, cache_dir, grid.seeds[0], how))
    cache = PredictionCache(cache_dir) if cache_dir is not None else None
    runners = {
        name: CachedPredictor(
            model, cache, partial(copies.tell, f"predict with {name}"), task=task, max_errors=max_errors
        )
        for name, model in models.items()
    }
    scored, measured = _scored(copies, dataset, runners)
    record = {
        "data": {"task": task.name, "dataset": source, "split": split, "rows": len(dataset), "clean": clean},
        "importance": {**how, "method": GIVEN if set(models) <= set(rankings or ()) else method}
        if "important" in grid.choose
        else None,
        **_described(grid, perturbs, nlp, models.values(), task.language),
        **measured,
        "models": [
            {**describe_model(model), "name": name, **as_json(scored.models[name])} for name, model in models.items()
        ],
        "cells": scored.cells,
        "contrasts": scored.contrasts,
        "examples": scored.examples,
        "warnings": distinct_warnings(
            [
                *measured["warnings"],
                *separation_warnings(task, dataset),
                *(
                    warning
                    for name, model in models.items()
                    for warning in named_warnings(
                        name, _guarded(scored.models[name], model, measured["metric"]["label"])
                    )
                ),
            ]
        ),
        **creation_facts(began, command),
    }
    return CorruptionReport(record)


def _ranked(
    copies: Copies, name: str, model: "Predictor", folder: str | Path | None, seed: int, how: Mapping[str, Any]
) -> dict[str, list]:
    """The rankings of a model; those of the folder are not made again."""
    settings = {**how, "seed": seed}
    kept = None if folder is None else KeptRankings(folder, model, copies.task.name, settings)
    return copies.rank(name, model, kept, **settings)


def _guarded(scored: Mapping[str, Any], model: "Predictor", metric: str) -> list[dict[str, str]]:
    """What limits the meaning of the scores of one model."""
    packaged, takes, answers = model.kind in PACKAGED, advised_options(model.name), scored.get("answers")
    return [
        *class_warnings(scored["label_shares"]),
        *skill_warnings(scored["label_shares"], scored["baseline"], metric, packaged, takes=takes),
        *truncation_warnings(scored["predictions"]),
        *(few_answers(answers.before, "original rows") if answers else ()),
        *(few_answers(answers.after, "corrupted rows") if answers else ()),
    ]


def _silent(step: str, done: int, total: int) -> None:
    """Tell nobody how far the work is."""


def _scored(
    copies: Copies, dataset: "Dataset", runners: Mapping[str, CachedPredictor]
) -> tuple[Scored, dict[str, Any]]:
    """The scores on the rows that count, and the part of the record on rows, metric and warnings of rows."""
    task, counts = copies.task, sorted({cell.count for cell in copies.perturbs})
    kept, left_out = copies.population()
    if not kept:
        why = next(iter(left_out), "the dataset is empty")
        raise EmptyDataError(
            f"no row has {counts[-1]} words that every family can change; leave out the greatest of counts, or a "
            f"family. Most often: {why}"
        )
    measure = measure_on(task, dataset)
    rows, gold = task.inputs(dataset), task.references(dataset)
    controls = {cell.family for cell, perturb in copies.perturbs.items() if perturb.stages[0].name == CONTROL}
    counted = dataset.select(kept)
    clusters = input_keys(task, counted)
    scored = score_models(runners, rows, gold, copies.rows, kept, measure, controls, repeated(clusters))
    alone = {str(count): copies.changeable(count) for count in counts}
    if scored.failed:
        left_out = {**left_out, UNANSWERED: scored.failed}
    return scored, {
        "warnings": repeat_warnings(task, counted, clusters),
        "metric": describe_measure(measure, task),
        "population": {"rows": len(kept) - scored.failed, "left_out": left_out, "alone": alone},
    }


def _prepared(dataset: "Dataset", task: Task, clean: bool) -> "tuple[Dataset, Task]":
    """The rows without a format and cleaned, and the task that knows the labels."""
    check_data(dataset)
    if not task.kind.classifies or "tokens" in task.text_roles:
        raise UsageError(f"the corruption benchmark is for tasks with one label a text, not for {task.name}")
    task = task.bind(dataset)
    task.check_labels(dataset)
    task = task.with_seen(task.labels_in(dataset))
    wanted = [*task.columns.values(), *([task.id_column] if task.id_column else [])]
    dataset = dataset.with_format(None).select_columns(list(dict.fromkeys(wanted)))
    if clean:
        names = [task.column(role) for role in task.text_roles]
        dataset = dataset.map(_cleaned, fn_kwargs={"columns": names}, batched=True, desc="clean")
    return dataset, task


def _cleaned(batch: Mapping[str, list], columns: Sequence[str]) -> dict[str, list]:
    if any(isinstance(text, list) for name in columns for text in batch[name]):
        raise UsageError("clean reads texts, and a column holds lists of tokens; leave clean out")
    return {name: [text and cleaned(text) for text in batch[name]] for name in columns}


def _hint_for_long_texts(copies: Copies, num_samples: int) -> None:
    """Say what LIME on long texts costs, before it begins."""
    texts = [copies.columns[copies.task.column(role)] for role in copies.task.text_roles]
    words = sum(len(text.split()) for column in texts for text in column if isinstance(text, str)) // copies.size
    if words > LONG:
        fewer = max(100, num_samples // 5)
        warnings.warn(
            f"lime asks the model {num_samples:,} times a row, and the rows have {words:,} words on average: this "
            f"takes long. num_samples={fewer} asks less often, method='gradient' once",
            stacklevel=3,
        )


def _check_rankings(rankings: Mapping[str, Any] | None, models: Mapping[str, Any]) -> None:
    unknown = set(rankings or ()) - set(models)
    if unknown:
        raise UsageError(f"rankings names {', '.join(sorted(unknown))}, the models are called {', '.join(models)}")


def _columns(dataset: "Dataset", task: Task) -> dict[str, list]:
    """All that a perturbation reads, as lists: what is read once for all copies."""
    labels = {task.column(role) for role in task.kind.labels}
    return {name: dataset[name][:] for name in dataset.column_names if name not in labels}


def _described(
    grid: Grid, perturbs: Mapping[GridCell, Perturb], nlp: str | None, models: "Iterable[Predictor]", language: str
) -> dict[str, Any]:
    """The part of the record on what was combined, and with which resources and libraries."""
    stages = {cell.family: perturb.stages[0] for cell, perturb in perturbs.items()}
    families = [
        {
            "name": name,
            "transformation": stages[name].name,
            "version": stages[name].version,
            "summary": (type(stages[name]).__doc__ or "").strip().split("\n")[0],
        }
        for name in grid.families
    ]
    read = {name for stage in stages.values() for name in stage.resources}
    annotated = any(stage.layers for stage in stages.values())
    served = resources.serving(annotated, read, nlp, language)
    return {
        "grid": {
            "families": families,
            "counts": list(grid.counts),
            "choose": list(grid.choose),
            "seeds": list(grid.seeds),
        },
        "resources": with_embedded(served, models),
    }
