"""Calibration: whether the probabilities of a model match how often it is right."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.scoring.inputs import as_list, check_lengths
from hf_robust.scoring.measure_type import Floats

BINS = 15


def expected_calibration_error(
    confidences: Sequence[float],
    right: Sequence[bool],
    *,
    bins: int = BINS,
    strategy: Literal["uniform", "quantile"] = "uniform",
) -> float | None:
    """Mean difference between confidence and accuracy over bins of confidence, weighted by their rows.

    Args:
        confidences: Probability of the predicted label of each row.
        right: Whether each prediction is right.
        bins: Number of bins.
        strategy: ``"uniform"`` for bins of equal width between 0 and 1, ``"quantile"`` for bins of equal mass, as in
            scikit-learn. A confidence on a border is in the upper bin.

    Returns:
        From 0 (calibrated) to 1; None without rows.

    Raises:
        UsageError: Columns of different length, a confidence that is not from 0 to 1, or wrong options.

    Source: Guo et al. 2017, "On Calibration of Modern Neural Networks" (15 bins of equal width).

    Example:
        >>> round(expected_calibration_error([0.9, 0.9, 0.6, 0.6], [True, True, True, False]), 3)
        0.1
    """
    sure, hit = _columns(confidences, right)
    if bins < 1:
        raise UsageError(f"bins must be at least 1, found {bins}")
    if strategy not in ("uniform", "quantile"):
        raise UsageError(f"strategy must be 'uniform' or 'quantile', found {strategy!r}")
    if not len(sure):
        return None
    parts = np.linspace(0, 1, bins + 1)
    borders = parts if strategy == "uniform" else np.quantile(sure, parts)
    of = np.searchsorted(borders[1:-1], sure, side="right")
    gaps = np.bincount(of, sure - hit, bins)
    return float(np.abs(gaps).sum() / len(sure))


def confidence_brier(confidences: Sequence[float], right: Sequence[bool]) -> float | None:
    """Mean squared difference between the confidence of a prediction and whether it is right.

    This is the Brier score of the event "the prediction is right". It needs only the probability of the predicted
    label. :func:`brier_score` is the score over all labels.

    Args:
        confidences: Probability of the predicted label of each row.
        right: Whether each prediction is right.

    Returns:
        From 0 (best) to 1; None without rows.

    Raises:
        UsageError: Columns of different length, or a confidence that is not from 0 to 1.

    Example:
        >>> round(confidence_brier([0.9, 0.6], [True, False]), 3)
        0.185
    """
    sure, hit = _columns(confidences, right)
    return float(((sure - hit) ** 2).mean()) if len(sure) else None


def brier_score(probabilities: Any, gold: Sequence[int]) -> float | None:
    """Mean squared distance between the probabilities of all labels and the gold label.

    Args:
        probabilities: Array (rows, labels).
        gold: Column of the gold label of each row.

    Returns:
        From 0 (best) to 2; None without rows.

    Raises:
        UsageError: The shapes do not fit, a gold label has no column, or a value is not from 0 to 1.

    Source: Brier 1950, "Verification of Forecasts Expressed in Terms of Probability".

    Example:
        >>> round(brier_score([[0.9, 0.1], [0.6, 0.4]], [0, 1]), 3)
        0.37
    """
    table, columns = _table(probabilities, "probabilities"), np.asarray(as_list(gold))
    if not check_lengths(probabilities=table, gold=columns):
        return None
    _check_probabilities(table)
    if columns.dtype.kind not in "iu" or columns.min() < 0 or columns.max() >= table.shape[1]:
        raise UsageError(f"gold must be columns from 0 to {table.shape[1] - 1}, found {sorted(set(columns.tolist()))}")
    off = table.copy()
    off[np.arange(len(table)), columns] -= 1
    return float((off**2).sum(axis=1).mean())


def _table(values: Any, name: str) -> Floats:
    table = np.asarray(values, np.float64)
    if table.ndim != 2 or not table.shape[1]:
        raise UsageError(f"{name}: expected an array of shape (rows, labels), found shape {table.shape}")
    return table


def _columns(confidences: Sequence[float], right: Sequence[bool]) -> tuple[Floats, Floats]:
    sure, hit = np.asarray(as_list(confidences), np.float64), np.asarray(as_list(right), np.float64)
    check_lengths(confidences=sure, right=hit)
    _check_probabilities(sure)
    return sure, hit


def _check_probabilities(values: Floats) -> None:
    wrong = ~((values >= 0) & (values <= 1 + 1e-6))  # sums in float32 may be slightly above 1
    if wrong.any():
        raise UsageError(f"probabilities must be from 0 to 1, found {values[wrong].flat[0]}")
