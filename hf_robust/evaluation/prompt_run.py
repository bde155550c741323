"""A language model on a suite with many prompts, and several times on the same rows."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from hf_robust.adapters import CachedPredictor, PredictionCache
from hf_robust.adapters.base import Prediction, input_of
from hf_robust.adapters.language_models.language_model import LanguageModel
from hf_robust.core.typed_json import as_json
from hf_robust.evaluation.outcomes import PairOutcomes, SuiteOutcomes, outcomes_of, pair_sources
from hf_robust.evaluation.predicted_pairs import scorable_pairs
from hf_robust.evaluation.prompt_guards import PromptAnswers, answers_of, prompt_warnings
from hf_robust.evaluation.prompt_plan import AskedPrompt, PromptPlan
from hf_robust.evaluation.prompt_summary import UNCHANGED, PromptCell, prompt_summary
from hf_robust.evaluation.repeat_summary import repeat_summary
from hf_robust.evaluation.separated_labels import names_classes
from hf_robust.reports.records.prompt_records import PromptsRecord, RepeatsRecord
from hf_robust.reports.records.robustness_records import TransformationResult
from hf_robust.scoring.prompt_estimates import balanced_cells
from hf_robust.suites.pairs import RECORD, SuiteEntry
from hf_robust.suites.robustness import Suite

Progress = Callable[[int, int], None]


def ask_repeatedly(model: Any, plan: PromptPlan, suite: Suite) -> None:
    """Let a language model answer each original row of a suite as often as a plan says.

    Args:
        model: The model; any, where the plan repeats nothing.
    """
    if plan.repeats > 1:
        rows = (row for entry in suite.entries.values() for row in suite.task.inputs(entry.original))
        model.repeat((input_of(row, model.roles) for row in rows), plan.repeats)


def more_asked(
    model: Any,
    plan: PromptPlan,
    outcomes: SuiteOutcomes | None,
    suite: Suite,
    results: Sequence[TransformationResult],
    cache: PredictionCache | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Return what a record says of many prompts and of repeats: the keys ``prompts`` and ``repeats``, where asked for.

    ``warnings`` has the warnings about the prompts.

    Args:
        model: The model, after it has predicted the suite with its own prompt.
        plan: What is asked.
        outcomes: What it did with its own prompt; None where no row was changed.
        results: The results with its own prompt.
        cache: Keeps predictions on disk.
        progress: Called with (inputs predicted, inputs in all) for each prompt.
    """
    if outcomes is None or not plan.asks_more:
        return {}
    found: dict[str, Any] = {}
    if plan.prompts is not None or plan.perturb is not None:
        answers: list[PromptAnswers] = []
        found["prompts"] = as_json(prompts_record(model, plan, outcomes, suite, cache, progress, answers))
        if outcomes.measure.binary and names_classes(outcomes.task):
            found["warnings"] = prompt_warnings(answers)
    if plan.repeats > 1:
        found["repeats"] = as_json(repeats_record(model, outcomes, results))
    return found


def prompts_record(
    model: LanguageModel,
    plan: PromptPlan,
    outcomes: SuiteOutcomes,
    suite: Suite,
    cache: PredictionCache | None = None,
    progress: Progress | None = None,
    answers: list[PromptAnswers] | None = None,
) -> PromptsRecord:
    """Score a model with each prompt of a plan, and estimate the prompts that were not asked on all rows.

    Args:
        plan: The prompts.
        outcomes: What the model did with its own prompt.
        cache: Keeps predictions on disk.
        progress: Called with (inputs predicted, inputs in all) for each prompt.
        answers: A list that is given the answers with each prompt.

    Source: Polo et al. 2024, "Efficient multi-prompt evaluation of LLMs" (PromptEval).
    """
    measure = outcomes.measure
    cells: list[PromptCell] = []
    for number, asked, part in asked_parts(model, plan, suite):
        prompted = model.with_prompt(asked.prompt, asked.shots)
        if (prompted.prompt, prompted.shots) == (model.prompt, model.shots):  # its answers are known
            cells += _known_cells(number, outcomes, part, with_change=plan.perturb is None)
            if answers is not None:
                answers.append(answers_of(asked.name, outcomes.pairs))
            continue
        # the run with the model's own prompt has checked the share of failed requests; parts are small
        runner = CachedPredictor(prompted, cache, progress, task=suite.task, max_errors=1.0)
        found = list(outcomes_of(scorable_pairs(runner, part), part.task, measure))
        if answers is not None:
            answers.append(answers_of(asked.name, found))
        for one in found:
            cells += _cells_of_pairs(number, one, with_change=plan.perturb is None)
    grid = grid_of(model, plan, suite)
    summary = prompt_summary(grid, list(dict.fromkeys(cells)))
    if plan.perturb != "instruction":
        return summary
    instructions = {one.name: one.prompt.instruction for one in grid}
    return replace(summary, prompts=tuple(replace(one, instruction=instructions[one.name]) for one in summary.prompts))


def grid_of(model: LanguageModel, plan: PromptPlan, suite: Suite) -> tuple[AskedPrompt, ...]:
    """Return the prompts that a plan means, also those that are not asked.

    Args:
        plan: The prompts.
        suite: The suite, whose transformations perturb the prompt where the plan says so.
    """
    return plan.grid(model, {name: _transformation(entry) for name, entry in suite.entries.items()})


def asked_parts(model: LanguageModel, plan: PromptPlan, suite: Suite) -> Iterator[tuple[int, AskedPrompt, Suite]]:
    """Yield each prompt that is asked: its number in the grid, the prompt, and the rows of the suite that it is asked.

    Args:
        plan: The prompts.
    """
    grid = grid_of(model, plan, suite)
    if plan.perturb is not None:
        rows = originals_of(suite)
        yield from ((number, asked, rows) for number, asked in enumerate(grid))
        return
    for number, part in _parts(suite, len(grid), plan.calls_of(grid), plan.seed):
        yield number, grid[number], part


def originals_of(suite: Suite) -> Suite:
    """Return a suite in which each changed row is its original: both have the same inputs."""
    entries = {name: _unchanged(entry) for name, entry in suite.entries.items()}
    return replace(suite, entries=entries)


def repeats_record(
    model: LanguageModel, outcomes: SuiteOutcomes, results: Sequence[TransformationResult]
) -> RepeatsRecord:
    """Compare the answers to repeats of the original rows.

    Args:
        model: The model, after it was asked repeatedly.
        outcomes: What it did with its own prompt.
        results: Results of the transformations.
    """
    originals, measure = outcomes.originals, outcomes.measure
    answers, right, groups = [], [], []
    rows = outcomes.task.inputs(originals.rows)
    parts = zip(rows, originals.predicted, originals.gold, originals.sources.tolist(), strict=True)
    for row, first, gold, group in parts:
        again: list[Prediction] = [
            one for one in model.repeated.get(input_of(row, model.roles), ()) if one.status != "error"
        ]
        values = [first, *(one.value for one in again)]
        if again:
            answers.append([measure.normalize(value) for value in values])
            right.append((measure.row_score(measure.row_stats(values, [gold] * len(values))) >= 1.0).tolist())
            groups.append(group)
    described = model.describe()
    requests = described.get("requests") or {}
    return repeat_summary(
        answers,
        right,
        results,
        groups=groups,
        seed=described.get("seed"),
        fingerprints=[one["fingerprint"] for one in requests.get("served", ()) if one["fingerprint"]],
        servers=[requests["server_version"]] if requests.get("server_version") else (),
    )


def _unchanged(entry: SuiteEntry) -> SuiteEntry:
    from datasets import concatenate_datasets

    rows = entry.original.remove_columns([name for name in entry.original.column_names if name == RECORD])
    return replace(entry, perturbed=concatenate_datasets([rows, entry.perturbed.select_columns([RECORD])], axis=1))


def _transformation(entry: SuiteEntry) -> list[dict[str, Any]]:
    """What made an entry, as ``Perturb`` takes it."""
    return [{"name": stage["name"], **stage["params"]} for stage in entry.stages]


def _cells_of_pairs(
    prompt: int, outcomes: PairOutcomes, with_change: bool, kept: np.ndarray | slice = slice(None)
) -> Iterator[PromptCell]:
    columns = (outcomes.ids, outcomes.before, outcomes.after)
    parts = zip(*(column[kept].tolist() for column in columns), strict=True)
    for row, before, after in parts:
        yield PromptCell(prompt, row, UNCHANGED, before)
        if with_change:
            yield PromptCell(prompt, row, outcomes.name, after)


def _known_cells(prompt: int, outcomes: SuiteOutcomes, part: Suite, with_change: bool) -> Iterator[PromptCell]:
    """The cells of the model's own prompt on the rows of a part of the suite."""
    for pairs in outcomes.pairs:
        if pairs.name in part.entries:
            asked = np.isin(pairs.ids, pair_sources(part.entries[pairs.name])[0])
            yield from _cells_of_pairs(prompt, pairs, with_change, asked)


def _parts(suite: Suite, prompts: int, calls_of: int, seed: int) -> Iterator[tuple[int, Suite]]:
    """The rows of a suite that each prompt is asked: all, or a part of them with all their perturbed versions.

    Args:
        prompts: Number of prompts.
        calls_of: How many prompts the calls are enough for.
        seed: Seed of the draw.
    """
    if calls_of >= prompts:
        for number in range(prompts):
            yield number, suite
        return
    ids = {name: pair_sources(entry)[0] for name, entry in suite.entries.items()}
    sources = np.unique(np.concatenate(list(ids.values())))
    chosen: list[list[int]] = [[] for _ in range(prompts)]
    for number, row in balanced_cells(prompts, len(sources), calls_of * len(sources), seed):
        chosen[number].append(row)
    for number, rows in enumerate(chosen):
        if rows:
            yield number, _restricted(suite, ids, sources[rows])


def _restricted(suite: Suite, ids: dict[str, np.ndarray], sources: np.ndarray) -> Suite:
    entries = {}
    for name, entry in suite.entries.items():
        kept = np.flatnonzero(np.isin(ids[name], sources))
        if len(kept):
            entries[name] = replace(entry, **{split: rows.select(kept) for split, rows in entry.rows.items()})
    return replace(suite, entries=entries)
