"""Calibration: whether probabilities match how often a model is right, and labels without the bias of a prompt."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.scoring.inputs import as_list, check_lengths
from hf_robust.scoring.measure_type import Floats

BINS = 15
_LEAST = 1e-12  # a content-free probability of 0 would make its label win everywhere


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


def contextual_calibration(log_probabilities: Any, content_free: Any) -> Floats:
    """Correct the probabilities of labels for the bias that a prompt has without any content.

    Each probability is divided by the mean probability of its label for content-free inputs, such as ``"N/A"``, the
    empty text and ``"[MASK]"`` (a diagonal weight matrix without an offset). The results are scaled to sum to 1.

    Args:
        log_probabilities: Array (rows, labels) of log-probabilities of the labels for the inputs. They need not be
            normalized over the labels.
        content_free: Array (content-free inputs, labels) of the same for at least one content-free input.

    Returns:
        Array (rows, labels) of probabilities.

    Raises:
        UsageError: The shapes do not fit, a value is NaN, or a row gives no label any probability.

    Source: Zhao et al. 2021, "Calibrate Before Use: Improving Few-shot Performance of Language Models".

    Example:
        >>> log_probabilities = np.log([[0.7, 0.3], [0.9, 0.1]])
        >>> contextual_calibration(log_probabilities, np.log([[0.8, 0.2]])).round(2).tolist()
        [[0.37, 0.63], [0.69, 0.31]]
    """
    table, free = _table(log_probabilities, "log_probabilities"), _table(content_free, "content_free")
    if not len(free) or free.shape[1] != table.shape[1]:
        raise UsageError(
            f"content_free must have at least 1 row of {table.shape[1]} labels, found an array of shape {free.shape}"
        )
    bias = np.maximum(_normalized(free, "content_free").mean(axis=0), _LEAST)
    return _normalized(table - np.log(bias), "log_probabilities")


def _normalized(table: Floats, name: str) -> Floats:
    """Probabilities that sum to 1 in each row."""
    highest = table.max(axis=1, keepdims=True, initial=-np.inf)
    wrong = ~np.isfinite(highest[:, 0]) | np.isnan(table).any(axis=1)
    if wrong.any():
        row = int(wrong.argmax())
        raise UsageError(f"{name} must be log-probabilities, one of them finite; row {row} is {table[row].tolist()}")
    chances = np.exp(table - highest)
    return chances / chances.sum(axis=1, keepdims=True)


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
