"""Calibration of a model before and after a change, where it gives probabilities."""

from typing import Any

import numpy as np

from hf_robust.core.typed_json import as_json
from hf_robust.evaluation.outcomes import PairOutcomes
from hf_robust.reports.records.robustness_records import Calibration
from hf_robust.scoring import Measure
from hf_robust.scoring.calibration import confidence_brier, expected_calibration_error

LEAST_ROWS = 30  # with fewer rows in 15 bins the error is mostly chance


def calibration_of_pairs(outcomes: PairOutcomes, measure: Measure) -> dict[str, Any]:
    """Return what a record says of the calibration on the pairs of a transformation.

    Args:
        outcomes: The pairs.
        measure: What rows are scored with.

    Returns:
        ``calibration``; nothing where a row is not simply right or wrong, or where fewer than 30 pairs have
        probabilities on both sides.
    """
    if not measure.binary:
        return {}
    sides = (outcomes.old.scores, outcomes.before), (outcomes.new.scores, outcomes.after)
    known = np.isfinite(sides[0][0]) & np.isfinite(sides[1][0])
    if known.sum() < LEAST_ROWS or any(not _are_probabilities(scores[known]) for scores, _ in sides):
        return {}
    columns = [(scores[known], right[known] >= 1.0) for scores, right in sides]
    (error, later), (brier, later_brier) = (
        [score(sure, right) for sure, right in columns] for score in (expected_calibration_error, confidence_brier)
    )
    found = Calibration(n=int(known.sum()), ece=(error, later), brier=(brier, later_brier))
    return {"calibration": as_json(found)}


def _are_probabilities(scores: np.ndarray) -> bool:
    """Whether all scores can be probabilities; a function may return other scores."""
    return bool(((scores >= 0) & (scores <= 1 + 1e-6)).all())
