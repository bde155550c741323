"""Calibration errors beside scikit-learn and cases computed by hand."""

import numpy as np
import pytest

from hf_robust.core.errors import UsageError
from hf_robust.scoring.calibration import (
    brier_score,
    confidence_brier,
    expected_calibration_error,
)


def predictions(rows=2000, shift=0.0):
    random = np.random.default_rng(0)
    sure = random.uniform(0.5, 1, rows)
    return sure, random.random(rows) < sure - shift


@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
def test_a_calibrated_model_has_a_small_error_and_an_overconfident_one_a_large_one(strategy):
    assert expected_calibration_error(*predictions(), strategy=strategy) < 0.04
    assert expected_calibration_error(*predictions(shift=0.2), strategy=strategy) == pytest.approx(0.2, abs=0.03)


@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
def test_bins_are_those_of_scikit_learn(strategy):
    curve = pytest.importorskip("sklearn.calibration").calibration_curve
    sure, right = predictions(300, 0.1)
    shares, means = curve(right, sure, n_bins=15, strategy=strategy)
    borders = np.linspace(0, 1, 16) if strategy == "uniform" else np.quantile(sure, np.linspace(0, 1, 16))
    rows = np.bincount(np.searchsorted(borders[1:-1], sure, side="right"), minlength=15)
    expected = (np.abs(shares - means) * rows[rows > 0]).sum() / 300
    assert expected_calibration_error(sure, right, strategy=strategy) == pytest.approx(expected)


def test_errors_computed_by_hand():
    """Two bins: two rows at .4 are wrong (gap .4), two at .8 are right (gap .2): (2 * .4 + 2 * .2) / 4 = .3."""
    sure, right = [0.4, 0.4, 0.8, 0.8], [False, False, True, True]
    assert expected_calibration_error(sure, right, bins=2) == pytest.approx(0.3)
    assert expected_calibration_error(sure, right, bins=1) == pytest.approx(0.1)
    assert confidence_brier(sure, right) == pytest.approx((2 * 0.16 + 2 * 0.04) / 4)
    assert brier_score([[0.5, 0.3, 0.2]], [2]) == pytest.approx(0.25 + 0.09 + 0.64)


def test_for_two_labels_both_brier_scores_agree_but_for_a_factor():
    sure, right = predictions(50)
    gold = np.where(right, 0, 1)
    table = np.column_stack([sure, 1 - sure])
    assert brier_score(table, gold) == pytest.approx(2 * confidence_brier(sure, right))


def test_a_perfect_and_a_certainly_wrong_model():
    assert expected_calibration_error([1.0, 1.0], [True, True]) == 0 == confidence_brier([1.0], [True])
    assert expected_calibration_error([1.0, 1.0], [False, False]) == 1 == confidence_brier([1.0], [False])
    assert brier_score([[0.0, 1.0]], [0]) == 2


def test_without_rows_there_is_no_error():
    assert expected_calibration_error([], []) is confidence_brier([], []) is None
    assert brier_score(np.empty((0, 2)), []) is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: expected_calibration_error([0.5], [True, False]), "differ in length"),
        (lambda: expected_calibration_error([1.5], [True]), "from 0 to 1, found 1.5"),
        (lambda: expected_calibration_error([float("nan")], [True]), "found nan"),
        (lambda: expected_calibration_error([0.5], [True], bins=0), "bins must be at least 1, found 0"),
        (lambda: expected_calibration_error([0.5], [True], strategy="equal"), "found 'equal'"),
        (lambda: brier_score([0.5], [0]), r"found shape \(1,\)"),
        (lambda: brier_score([[0.5, 0.5]], [2]), r"columns from 0 to 1, found \[2\]"),
        (lambda: brier_score([[0.5, 0.5]], ["pos"]), r"columns from 0 to 1, found \['pos'\]"),
    ],
)
def test_what_is_no_probability_is_refused(call, message):
    with pytest.raises(UsageError, match=message):
        call()
