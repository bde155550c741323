"""A Rasch model of scores: the score of a prompt on a row depends on how good the prompt is and how hard the row is."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hf_robust.scoring.measure_type import Floats

Indices = NDArray[np.intp]

# Variance of the normal prior of the intercept, in squared log-odds. It is wide: log-odds of 5 are 99%.
_INTERCEPT = 25.0
# Each group of effects has its own prior variance, which is estimated. It stays within these bounds, and one pseudo
# effect of variance 0.03 (about 4 points at a score of 0.5) keeps the estimate for a few effects from collapsing to 0.
_LEAST, _MOST = 1e-4, 25.0
_PSEUDO, _PSEUDO_VARIANCE = 1.0, 0.03
_ROUNDS, _STEPS = 60, 25
_STEPS_A_ROUND = 2  # the next round goes on from there
_CLOSE = 1e-2  # relative change of the variances at which the rounds stop
_LONGEST_STEP = 2.0  # in log-odds; longer Newton steps may overshoot


@dataclass(frozen=True)
class RaschFit:
    """A fitted model, see :func:`fit_rasch`.

    Args:
        effects: Effects of the columns of the covariates, and then of each prompt on its own.
        difficulties: Difficulty of each row.
        covariance: Posterior covariance of the effects.
        prompt_variance: Prior variance of the effect of a prompt on its own.
    """

    effects: Floats
    difficulties: Floats
    covariance: Floats
    prompt_variance: float


def logistic(values: Floats) -> Floats:
    """Return the probabilities of log-odds.

    Example:
        >>> logistic(np.array([0.0, 1000.0, -1000.0])).tolist()
        [0.5, 1.0, 0.0]
    """
    return 0.5 * (1 + np.tanh(values / 2))


def fit_rasch(prompts: Indices, rows: Indices, scores: Floats, covariates: Floats, n_rows: int) -> RaschFit:
    """Fit the model ``logit E[score] = covariates . weights + effect of the prompt - difficulty of the row``.

    All effects have normal priors (a ridge penalty). The variances of the priors are estimated from the data: the
    evidence approximation with a normal approximation of the posterior. Scores between 0 and 1 are fitted by
    quasi-likelihood. The fit is deterministic.

    Args:
        prompts: Prompt of each cell, from 0.
        rows: Row of each cell, from 0.
        scores: Score of each cell, from 0 to 1.
        covariates: Array (prompts, columns). The first column is 1 for all prompts, the intercept.
        n_rows: Number of rows.

    Source: Polo et al. 2024, "Efficient multi-prompt evaluation of LLMs" (the model with covariates); MacKay 1992,
        "Bayesian Interpolation" (variances of the priors).

    Example:
        >>> prompts, rows = (part.ravel() for part in np.meshgrid(np.arange(3), np.arange(40), indexing="ij"))
        >>> scores = ((rows * 7 + prompts * 5) % 40 < 20 + 6 * prompts).astype(float)
        >>> fit = fit_rasch(prompts, rows, scores, np.ones((3, 1)), 40)
        >>> bool(np.all(np.diff(fit.effects[1:]) > 0))
        True
    """
    design = np.hstack([covariates, np.eye(len(covariates))])
    group = np.repeat([0, 1, 2], [1, covariates.shape[1] - 1, len(covariates)])
    model = _Model(prompts, rows, scores, design, n_rows)
    variances, row_variance = np.array([_INTERCEPT, 0.1, 0.1]), 1.0
    for _ in range(_ROUNDS):
        model.solve(1 / variances[group], 1 / row_variance, _STEPS_A_ROUND)
        spread = np.diag(model.covariance)
        before = np.append(variances, row_variance)
        for place in (1, 2):
            of = group == place
            variances[place] = _variance(model.effects[of], spread[of], variances[place])
        row_variance = _variance(model.difficulties, model.row_spread, row_variance)
        if np.abs(np.log(np.append(variances, row_variance) / before)).max() < _CLOSE:
            break
    model.solve(1 / variances[group], 1 / row_variance)
    return RaschFit(model.effects, model.difficulties, model.covariance, float(variances[2]))


def _variance(effects: Floats, spread: Floats, now: float) -> float:
    """The next prior variance of a group of effects, from their posterior means and variances."""
    known = max(len(effects) - float(spread.sum()) / now, 0.0)  # how many effects the data determine
    total = float((effects**2).sum()) + _PSEUDO * _PSEUDO_VARIANCE
    return float(np.clip(total / (known + _PSEUDO), _LEAST, _MOST))


class _Model:
    """The posterior mode for given variances. Rows are eliminated first, because their block is diagonal."""

    def __init__(self, prompts: Indices, rows: Indices, scores: Floats, design: Floats, n_rows: int):
        self._prompts, self._rows, self._scores, self._design = prompts, rows, scores, design
        self._shape = len(design), n_rows
        share = float(np.clip(scores.mean(), 0.01, 0.99))
        self.effects = np.zeros(design.shape[1])
        self.effects[0] = np.log(share / (1 - share))
        self.difficulties = np.zeros(n_rows)
        self.covariance = np.eye(design.shape[1])
        self.row_spread = np.ones(n_rows)

    def solve(self, ridge: Floats, row_ridge: float, steps: int = _STEPS) -> None:
        """Go to the mode by Newton's method, and find the covariance of the effects at it."""
        for _ in range(steps):
            if self._step(ridge, row_ridge) < 1e-6:
                return

    def _step(self, ridge: Floats, row_ridge: float) -> float:
        design, (n_prompts, n_rows) = self._design, self._shape
        skill = design @ self.effects
        chance = logistic(skill[self._prompts] - self.difficulties[self._rows])
        weight = np.zeros(self._shape)
        weight[self._prompts, self._rows] = np.maximum(chance * (1 - chance), 1e-9)
        off = self._scores - chance
        slope = design.T @ np.bincount(self._prompts, off, n_prompts) - ridge * self.effects
        row_slope = -np.bincount(self._rows, off, n_rows) - row_ridge * self.difficulties
        diagonal = weight.sum(axis=0) + row_ridge
        cross = -design.T @ weight
        scaled = cross / diagonal
        curvature = design.T @ (weight.sum(axis=1)[:, None] * design) + np.diag(ridge) - scaled @ cross.T
        self.covariance = np.linalg.inv(curvature)
        move = self.covariance @ (slope - scaled @ row_slope)
        row_move = (row_slope - cross.T @ move) / diagonal
        self.row_spread = 1 / diagonal + np.einsum("ij,ij->j", scaled, self.covariance @ scaled)
        longest = float(max(np.abs(move).max(), np.abs(row_move).max()))
        shrink = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        self.effects = self.effects + shrink * move
        self.difficulties = self.difficulties + shrink * row_move
        return longest
