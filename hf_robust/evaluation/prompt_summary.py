"""The record of a run with many prompts, from the score of each answer."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any, NamedTuple, Protocol

from hf_robust.core.errors import UsageError
from hf_robust.reports.records.prompt_records import (
    OverPrompts,
    PromptScore,
    PromptsRecord,
    ShareOfVariance,
    TransformationOverPrompts,
)
from hf_robust.scoring.prompt_estimates import PromptEstimates, estimate_prompts
from hf_robust.scoring.variance_parts import variance_shares

UNCHANGED = ""
"""The transformation of an answer to an original row."""
_LEAST_ROWS = 10  # with fewer rows that all cells share, variance shares are computed from mean scores
_Scores = dict[tuple[int, Hashable], float]  # by prompt and row


class NamedPrompt(Protocol):
    """What is read of a prompt; :class:`hf_robust.adapters.language_models.prompts.Prompt` has it."""

    @property
    def name(self) -> str:
        """Its name, different from that of all others."""

    @property
    def choices(self) -> Mapping[str, int]:
        """Number of the value of each axis."""


class PromptCell(NamedTuple):
    """The score of one answer.

    Args:
        prompt: Place of the prompt in the grid, from 0.
        row: Id of the original row, the same for its perturbed versions.
        transformation: Name of the transformation; :data:`UNCHANGED` (the empty text) for the original row.
        score: Score of the row alone, from 0 to 1.
    """

    prompt: int
    row: Hashable
    transformation: str
    score: float


def prompt_summary(prompts: Sequence[NamedPrompt], cells: Iterable[PromptCell]) -> PromptsRecord:
    """Summarize the scores of many prompts; cells of the grid that were not asked are estimated.

    Scores before and after are over the rows that at least one transformation changed. The score of a row after the
    change is the mean over its perturbed versions. Answers to the same cell, such as repeats, are averaged.

    Args:
        prompts: All prompts of the grid, also those that were not asked, for example
            ``load_prompts(task).variants("all")``.
        cells: One score for each answer.

    Raises:
        UsageError: There are no answers to originals, a prompt is not in the grid, or a score is not from 0 to 1.

    Example:
        >>> from hf_robust.adapters.language_models.prompt_files import load_prompts
        >>> grid = load_prompts("sentiment").variants("all", axes=["instruction"])[:2]
        >>> scores = {(0, ""): 0.9, (0, "typos"): 0.8, (1, ""): 0.5, (1, "typos"): 0.5}
        >>> cells = [PromptCell(prompt, row, name, score) for (prompt, name), score in scores.items() for row in "ab"]
        >>> found = prompt_summary(grid, cells)
        >>> found.estimated, found.original.spread, found.prompts[0].drop
        (False, 0.4, 0.1)
    """
    table = _Table(prompts, cells)
    original = table.estimate(table.before)
    perturbed = table.estimate(table.after) if table.after else None
    drop = table.drops()
    asked = sorted(table.calls)
    variance, variance_rows = _variance(table)
    return PromptsRecord(
        grid=len(prompts),
        rows=len(table.rows),
        calls=sum(table.calls.values()),
        all_calls=len(prompts) * len(table.versions),
        estimated=original["calls"] < original["cells"] or (drop is not None and drop["calls"] < drop["cells"]),
        prompts=tuple(_prompt_score(table, place, original, perturbed, drop) for place in asked),
        original=_over_prompts(original),
        perturbed=None if perturbed is None else _over_prompts(perturbed),
        drop=None if drop is None else _drop_over_prompts(drop),
        variance=variance,
        variance_rows=variance_rows,
        transformations=tuple(_over_transformation(table, name) for name in table.transformations),
    )


class _Table:
    """Scores by prompt, row and transformation."""

    def __init__(self, prompts: Sequence[NamedPrompt], cells: Iterable[PromptCell]):
        self.prompts = prompts
        self.calls: defaultdict[int, int] = defaultdict(int)
        scores: defaultdict[str, defaultdict[tuple[int, Hashable], list[float]]]
        scores = defaultdict(lambda: defaultdict(list))
        for cell in cells:
            _check(cell, len(prompts))
            scores[cell.transformation][cell.prompt, cell.row].append(cell.score)
            self.calls[cell.prompt] += 1
        self.scores: dict[str, _Scores] = {
            name: {place: fmean(several) for place, several in found.items()} for name, found in scores.items()
        }
        if UNCHANGED not in self.scores:
            raise UsageError("expected answers to original rows (transformation ''), found none")
        self.transformations = [name for name in self.scores if name != UNCHANGED]
        self.versions = {(name, row) for name, found in self.scores.items() for _, row in found}
        self.after = self._after()
        changed = {row for _, row in self.after}
        self.before = {
            place: score for place, score in self.scores[UNCHANGED].items() if not changed or place[1] in changed
        }
        if not self.before:
            raise UsageError("expected answers to the originals of the perturbed rows, found none")
        self.rows = {row: number for number, row in enumerate(dict.fromkeys(row for _, row in self.before))}
        self.mean_drops = {name: self._mean_drops(name) for name in self.transformations}

    def _after(self) -> _Scores:
        several: defaultdict[tuple[int, Hashable], list[float]] = defaultdict(list)
        for name in self.transformations:
            for place, score in self.scores[name].items():
                several[place].append(score)
        return {place: fmean(scores) for place, scores in several.items()}

    def estimate(self, scores: _Scores) -> PromptEstimates:
        """Estimates of all prompts from the scores of some cells."""
        known = {(prompt, self.rows[row]): score for (prompt, row), score in scores.items() if row in self.rows}
        names = list(dict.fromkeys(axis for prompt in self.prompts for axis in prompt.choices))
        axes = [[prompt.choices.get(name) for name in names] for prompt in self.prompts]
        cells, values = list(known), list(known.values())
        return estimate_prompts(cells, values, prompts=len(self.prompts), rows=len(self.rows), axes=axes)

    def drops(self) -> PromptEstimates | None:
        """Estimates of the drop of all prompts, from cells that were asked before and after; as (1 + drop) / 2."""
        both = {
            place: (1 + self.before[place] - score) / 2 for place, score in self.after.items() if place in self.before
        }
        return self.estimate(both) if both else None

    def _mean_drops(self, name: str) -> dict[int, float]:
        """The mean drop of a transformation by prompt."""
        drops: defaultdict[int, list[float]] = defaultdict(list)
        for place, score in self.scores[name].items():
            if place in self.before:
                drops[place[0]].append(self.before[place] - score)
        return {prompt: fmean(several) for prompt, several in drops.items()}

    def mean_originals(self) -> dict[int, float]:
        """The mean score of the originals by prompt."""
        scores: defaultdict[int, list[float]] = defaultdict(list)
        for (prompt, _), score in self.before.items():
            scores[prompt].append(score)
        return {prompt: fmean(several) for prompt, several in scores.items()}


def _check(cell: PromptCell, prompts: int) -> None:
    if not 0 <= cell.prompt < prompts:
        raise UsageError(f"expected prompts from 0 to {prompts - 1}, found {cell.prompt} for row {cell.row!r}")
    if not 0 <= cell.score <= 1:
        raise UsageError(f"expected scores from 0 to 1, found {cell.score} for prompt {cell.prompt}, row {cell.row!r}")


def _prompt_score(
    table: _Table,
    index: int,
    original: PromptEstimates,
    perturbed: PromptEstimates | None,
    drop: PromptEstimates | None,
) -> PromptScore:
    error = original["errors"][index]
    return PromptScore(
        name=table.prompts[index].name,
        choices=dict(table.prompts[index].choices),
        calls=table.calls[index],
        original=original["scores"][index],
        perturbed=None if perturbed is None else perturbed["scores"][index],
        drop=None if drop is None else _as_drop(drop["scores"][index]),
        standard_error=error or None,
    )


def _as_drop(value: float) -> float:
    return round(2 * value - 1, 12) + 0.0  # what float arithmetic leaves of a drop of zero


def _over_prompts(estimates: PromptEstimates) -> OverPrompts:
    return OverPrompts(best=estimates["best"], worst=estimates["worst"], quantiles=estimates["quantiles"])


def _drop_over_prompts(estimates: PromptEstimates) -> OverPrompts:
    quantiles = {percent: _as_drop(value) for percent, value in estimates["quantiles"].items()}
    return OverPrompts(best=_as_drop(estimates["worst"]), worst=_as_drop(estimates["best"]), quantiles=quantiles)


def _over_transformation(table: _Table, name: str) -> TransformationOverPrompts:
    found = table.mean_drops[name].values()
    if not found:
        raise UsageError(f"expected answers to the originals of rows that {name!r} changed, found none")
    return TransformationOverPrompts(
        name=name, prompts=len(found), drop=fmean(found), least=min(found), most=max(found)
    )


def _variance(table: _Table) -> tuple[ShareOfVariance | None, int | None]:
    """Variance shares over the prompts that were asked; the unchanged rows are one level of the transformations."""
    asked = sorted(table.calls)
    levels = [UNCHANGED, *table.transformations]
    if len(asked) < 2 or len(levels) < 2:
        return None, None
    by_level = [table.scores[name] for name in levels]
    common = [row for row in table.rows if all((place, row) in found for found in by_level for place in asked)]
    if len(common) >= _LEAST_ROWS:
        rows = [[[found[place, row] for row in common] for found in by_level] for place in asked]
        return _shares(rows), len(common)
    means = _mean_scores(table, asked)
    return (None, None) if means is None else (_shares(means), None)


def _mean_scores(table: _Table, asked: Sequence[int]) -> list[list[float]] | None:
    """The original score of each prompt, and what each drop leaves of it; None where prompts were asked different rows.

    Transformations change different rows. Drops can be compared between them, scores cannot.
    """
    for found in table.scores.values():
        rows: defaultdict[int, set[Hashable]] = defaultdict(set)
        for place, row in found:
            rows[place].add(row)
        if any(rows[one] != rows[asked[0]] for one in asked):
            return None
    originals = table.mean_originals()
    return [[originals[one], *(originals[one] - drops[one] for drops in table.mean_drops.values())] for one in asked]


def _shares(scores: Any) -> ShareOfVariance:
    return ShareOfVariance(**variance_shares(scores))
