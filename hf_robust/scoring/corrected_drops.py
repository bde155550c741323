"""The drop of a score, corrected for perturbed rows whose gold label is wrong.

If raters confirm the labels of a share r of the perturbed rows, a perfect model falls by 1 - r. The correction removes
this part, and the interval has the uncertainty of both: of the drop, and of the share that raters found.
"""

import math
from dataclasses import dataclass

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.scoring.measure_type import Floats
from hf_robust.scoring.statistics import Aggregate, Interval, bootstrap, wilson

RESAMPLES = 2000


@dataclass(frozen=True)
class CorrectedDrop:
    """A corrected drop.

    Args:
        drop: The drop, a share.
        interval: Its confidence interval.
    """

    drop: float
    interval: Interval


def corrected_drop(
    before: Floats,
    after: Floats,
    aggregate: Aggregate,
    confirmed: int,
    rated: int,
    labels: int | None = None,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
    seed: int = 0,
) -> CorrectedDrop | None:
    """Correct the drop of an accuracy for wrong labels of perturbed rows.

    A row with a wrong label counts a right answer as wrong. It counts a wrong answer as right in one of ``labels - 1``
    cases. So the observed score is ``r * true + (1 - r) * (1 - true) / (labels - 1)``, which is solved for the true
    score. The share r is drawn from its posterior (Jeffreys prior) with each resample of the rows.

    Args:
        before: (n, k) statistics of the original rows or clusters.
        after: (n, k) statistics of the perturbed ones, in the same order.
        aggregate: ``(..., k) -> (...)`` on sums of rows; a share of right rows.
        confirmed: Perturbed rows of the audit whose label raters confirmed.
        rated: All perturbed rows of the audit.
        labels: Number of labels; None if an answer is no label of a fixed set (spans, sequences of tags).
        resamples: Number of resamples.
        confidence: Coverage of the interval.
        seed: Seed of the draws.

    Returns:
        The corrected drop; None without rows, or if raters confirmed no more labels than chance would.

    Raises:
        UsageError: The counts of the audit are impossible.

    Sources: Rogan and Gladen 1978, "Estimating prevalence from the results of a screening test"; Lang and Reiczigel
        2014, "Confidence limits for prevalence of disease adjusted for estimated sensitivity and specificity".

    Example:
        >>> from hf_robust.scoring.measure_type import share
        >>> before = np.ones((200, 2))
        >>> after = np.column_stack([np.arange(200) >= 20, np.ones(200)]).astype(float)  # a drop of 10 points
        >>> found = corrected_drop(before, after, share, confirmed=45, rated=50, labels=2)
        >>> round(found.drop, 3), found.interval.low <= 0 < found.interval.high
        (0.0, True)
    """
    if not 0 <= confirmed <= rated or rated == 0:
        raise UsageError(f"expected 0 to {rated} confirmed labels of at least one, found {confirmed}")
    if not len(before):
        return None

    def chance_right(right: Floats) -> Floats:
        """Chance that a wrong answer counts as right."""
        return (1 - right) / (labels - 1) if labels and labels > 1 else 0 * right

    share_right = np.asarray(confirmed / rated)
    if share_right - chance_right(share_right) <= 0.0:
        return None

    def drops(sums: Floats, right: Floats) -> Floats:
        width = before.shape[1]
        by_chance = chance_right(right)
        true = (aggregate(sums[..., width:]) - by_chance) / (right - by_chance)
        return np.asarray(aggregate(sums[..., :width]) - np.clip(true, 0, 1))

    rng = np.random.default_rng(seed)

    def drawn(sums: Floats) -> Floats:
        right = rng.beta(confirmed + 0.5, rated - confirmed + 0.5, size=sums.shape[:-1])
        return drops(sums, right)

    joined = np.hstack([before, after])
    low, high = bootstrap(joined, drawn, resamples, confidence, seed)
    if np.array_equal(before, after):  # the bootstrap repeats what it has seen: add what n rows could hide
        hidden = wilson(0, len(before), confidence).high
        low, high = low - hidden, high + hidden
    value = float(drops(joined.sum(axis=0), share_right))
    if not math.isfinite(value):
        return None
    return CorrectedDrop(value, Interval(max(-1.0, low), min(1.0, high)))
