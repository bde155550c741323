"""Scores of all prompts from a part of the calls: which rows to ask with which prompt, and the estimates."""

from collections.abc import Hashable, Sequence
from statistics import NormalDist
from typing import TypedDict

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import RowRandom
from hf_robust.scoring.inputs import check_lengths
from hf_robust.scoring.measure_type import Floats
from hf_robust.scoring.rasch import Indices, RaschFit, fit_rasch, logistic

QUANTILES = (5, 25, 50, 75, 95)
"""Percent of the prompts that score lower."""
_PARTS = 41  # equally probable values that stand for the distribution of the score of a prompt
_CELLS_AT_ONCE = 2_000_000  # numbers of a block: 16 MB


class PromptEstimates(TypedDict):
    """What :func:`estimate_prompts` returns."""

    scores: list[float]
    errors: list[float]
    quantiles: dict[str, float]
    best: float
    worst: float
    calls: int
    cells: int


def balanced_cells(prompts: int, rows: int, budget: int, seed: int = 0) -> list[tuple[int, int]]:
    """Draw the cells (prompt, row) to ask, so that prompts are asked equally often, and so are rows.

    Each round goes over all prompts in random order. Each prompt gets a row that it does not have yet, one of those
    that have been drawn least. The cells of a smaller budget are the first cells of a larger one.

    Args:
        prompts: Number of prompts.
        rows: Number of rows.
        budget: Number of cells. A budget above all cells gives all cells.
        seed: Seed of the draw.

    Returns:
        Different cells. The numbers of cells of two prompts differ by at most 1.

    Raises:
        UsageError: A number is below 1.

    Example:
        >>> cells = balanced_cells(3, 4, 6)
        >>> sorted(prompt for prompt, _ in cells), sorted({row for _, row in cells})
        ([0, 0, 1, 1, 2, 2], [0, 1, 2, 3])
    """
    for name, value in (("prompts", prompts), ("rows", rows), ("budget", budget)):
        if value < 1:
            raise UsageError(f"{name} must be at least 1, found {value}")
    budget = min(budget, prompts * rows)
    random = RowRandom(f"{seed}|cells of prompts".encode())
    drawn = np.zeros((prompts, rows), np.bool_)
    times = np.zeros(rows, np.int64)
    cells: list[tuple[int, int]] = []
    while len(cells) < budget:
        for prompt in random.order(prompts)[: budget - len(cells)]:
            ranks = np.array(random.order(rows))
            least = np.where(drawn[prompt], np.iinfo(np.int64).max, times * rows + ranks)
            row = int(least.argmin())
            drawn[prompt, row] = True
            times[row] += 1
            cells.append((prompt, row))
    return cells


def estimate_prompts(
    cells: Sequence[tuple[int, int]],
    scores: Sequence[float],
    *,
    prompts: int,
    rows: int,
    axes: Sequence[Sequence[Hashable]] | None = None,
) -> PromptEstimates:
    """Estimate the score of each prompt on all rows, and quantiles over all prompts, from some of the cells.

    A Rasch model with the values of the axes as covariates predicts the cells that were not asked. The scores of
    cells that were asked are kept. Quantiles, best and worst are expected values for the complete table: they
    include the uncertainty of the prediction, because predicted scores alone are too similar to each other. With all
    cells they are the exact quantiles.

    Args:
        cells: Prompt and row of each score, both from 0.
        scores: Scores from 0 to 1.
        prompts: Number of prompts, also those that were never asked.
        rows: Number of rows.
        axes: Values of the axes of each prompt, for example of its instruction and its format. Without axes, prompts
            that were never asked all get the same estimate.

    Returns:
        ``scores`` (by prompt), ``errors`` (standard errors of the scores), ``quantiles`` (by percent, see
        :data:`QUANTILES`), ``best``, ``worst``, ``calls`` (cells that were asked) and ``cells`` (of the table).

    Raises:
        UsageError: There are no cells, a cell is outside of the table or occurs twice, a score is not from 0 to 1, or
            the axes do not fit the prompts.

    Source: Polo et al. 2024, "Efficient multi-prompt evaluation of LLMs" (PromptEval).

    Example:
        >>> cells = balanced_cells(20, 50, 200)
        >>> right = [float((7 * row + prompt) % 10 < 6) for prompt, row in cells]
        >>> found = estimate_prompts(cells, right, prompts=20, rows=50)
        >>> found["calls"], found["cells"], 0.5 < found["quantiles"]["50"] < 0.7
        (200, 1000, True)
    """
    at, of, values = _checked(cells, scores, prompts, rows)
    covariates = _covariates(axes, prompts)
    if len(values) == prompts * rows:
        means, errors = np.bincount(at, values, prompts) / rows, np.zeros(prompts)
    else:
        means, errors = _predicted(at, of, values, covariates, rows)
    ordered = _expected_order(means, errors)
    return PromptEstimates(
        scores=means.tolist(),
        errors=errors.tolist(),
        quantiles={str(percent): float(np.quantile(ordered, percent / 100)) for percent in QUANTILES},
        best=float(ordered[-1]),
        worst=float(ordered[0]),
        calls=len(values),
        cells=prompts * rows,
    )


def _checked(
    cells: Sequence[tuple[int, int]], scores: Sequence[float], prompts: int, rows: int
) -> tuple[Indices, Indices, Floats]:
    if not check_lengths(cells=cells, scores=scores):
        raise UsageError("expected the score of at least one cell (prompt, row), found none")
    places = np.asarray(cells, np.intp).reshape(-1, 2)
    values = np.asarray(scores, np.float64)
    outside = (places < 0).any(axis=1) | (places >= (prompts, rows)).any(axis=1)
    if outside.any():
        cell = tuple(places[outside.argmax()].tolist())
        raise UsageError(f"expected cells of {prompts} prompts and {rows} rows, both from 0; found {cell}")
    wrong = ~((values >= 0) & (values <= 1))
    if wrong.any():
        raise UsageError(f"scores must be from 0 to 1, found {values[wrong.argmax()]} at position {wrong.argmax()}")
    known, times = np.unique(places[:, 0] * rows + places[:, 1], return_counts=True)
    if len(known) < len(values):
        twice = divmod(int(known[times.argmax()]), rows)
        raise UsageError(f"cell {twice} is there twice; give each cell (prompt, row) once")
    return places[:, 0], places[:, 1], values


def _covariates(axes: Sequence[Sequence[Hashable]] | None, prompts: int) -> Floats:
    """One column of 1, and a column of 0 and 1 for each value of an axis that varies."""
    columns = [np.ones(prompts)]
    if axes is None:
        return np.column_stack(columns)
    if len(axes) != prompts or len({len(values) for values in axes}) != 1:
        lengths = sorted({len(values) for values in axes})
        raise UsageError(
            f"axes must have the same number of values for each of {prompts} prompts; found {len(axes)} prompts with "
            f"numbers of values {lengths}"
        )
    for values in zip(*axes):
        different = list(dict.fromkeys(values))
        if len(different) > 1:
            columns += [np.array([value == one for value in values], np.float64) for one in different]
    return np.column_stack(columns)


def _predicted(at: Indices, of: Indices, values: Floats, covariates: Floats, rows: int) -> tuple[Floats, Floats]:
    """Mean score of each prompt, and the standard error of that mean around the mean of the complete table."""
    asked, place = np.unique(at, return_inverse=True)
    fit = fit_rasch(place.ravel(), of, values, covariates[asked], rows)
    skill, spread = _skills(fit, covariates, asked)
    means, noise = _sums(skill, fit.difficulties)
    chance = logistic(skill[at] - fit.difficulties[of])
    noisy = chance * (1 - chance)
    means += np.bincount(at, values - chance, len(skill))
    noise = np.maximum(noise - np.bincount(at, noisy, len(skill)), 0.0)
    scale = 1.0  # a score of 0 or 1 has the variance p (1 - p), a score between them less
    if not np.isin(values, (0.0, 1.0)).all():
        scale = min(1.0, float(((values - chance) ** 2).sum() / noisy.sum()))
    return means / rows, np.sqrt(noise**2 * spread + noise * scale) / rows


def _skills(fit: RaschFit, covariates: Floats, asked: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """Skill of each prompt, and the variance of its difference to the mean skill."""
    n = len(covariates)
    own = np.zeros((n, len(asked)))
    own[asked, np.arange(len(asked))] = 1.0
    design = np.hstack([covariates, own])
    centered = design - design.mean(axis=0)
    spread = np.einsum("ij,ij->i", centered @ fit.covariance, centered)
    never = np.ones(n)
    never[asked] = 0.0
    return design @ fit.effects, spread + never * fit.prompt_variance


def _sums(skill: Floats, difficulties: Floats) -> tuple[Floats, Floats]:
    """Sums over all rows of the predicted score of each prompt, and of its variance p (1 - p)."""
    means, noise = np.empty(len(skill)), np.empty(len(skill))
    size = max(1, _CELLS_AT_ONCE // len(difficulties))
    for start in range(0, len(skill), size):
        part = slice(start, start + size)
        chance = logistic(skill[part, None] - difficulties)
        means[part], noise[part] = chance.sum(axis=1), (chance * (1 - chance)).sum(axis=1)
    return means, noise


def _expected_order(means: Floats, errors: Floats) -> Floats:
    """The expected scores of the worst prompt, the second worst, ..., the best."""
    if not errors.any():
        return np.sort(means)
    normal = NormalDist()
    steps = np.array([normal.inv_cdf((part + 0.5) / _PARTS) for part in range(_PARTS)])
    values = np.sort((means[:, None] + errors[:, None] * steps).ravel())
    return np.clip(values.reshape(len(means), _PARTS).mean(axis=1), 0.0, 1.0)
