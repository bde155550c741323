"""The corrected drop has no bias, and its interval covers the true drop."""

import numpy as np
import pytest

from hf_robust.core.errors import UsageError
from hf_robust.scoring.corrected_drops import corrected_drop
from hf_robust.scoring.measure_type import share


def _statistics(right):
    return np.column_stack([right, np.ones(len(right))]).astype(float)


def _covered(rng, share_right, rated, rows, labels=2, resamples=500, seed=0):
    """Draw a run and an audit; return whether the interval has the true drop, and the corrected drop."""
    before = rng.random(rows) < 0.9
    true = np.where(before, rng.random(rows) >= 0.08 / 0.9, rng.random(rows) < 0.02 / 0.1)
    wrong = rng.random(rows) > share_right
    after = np.where(wrong, ~true if labels == 2 else np.where(true, False, rng.random(rows) < 1 / (labels - 1)), true)
    confirmed = int(rng.binomial(rated, share_right))
    found = corrected_drop(
        _statistics(before), _statistics(after), share, confirmed, rated, labels, resamples=resamples, seed=seed
    )
    return found.interval.low <= 0.06 <= found.interval.high, found.drop


@pytest.mark.slow
@pytest.mark.parametrize("share_right", [0.85, 0.95, 0.99])
def test_the_interval_covers_the_true_drop(share_right):
    rng = np.random.default_rng(0)
    covered, drops = zip(*(_covered(rng, share_right, 50, 300, seed=i) for i in range(400)), strict=True)
    assert 0.92 <= np.mean(covered) <= 0.98
    assert np.mean(drops) == pytest.approx(0.06, abs=0.015)


@pytest.mark.parametrize("labels", [2, 4])
def test_the_correction_has_no_bias(labels):
    rng = np.random.default_rng(1)
    drops = [_covered(rng, 0.9, 2000, 4000, labels, resamples=10)[1] for _ in range(20)]
    assert np.mean(drops) == pytest.approx(0.06, abs=0.015)


def test_a_perfect_model_has_no_corrected_drop():
    after = np.arange(200) >= 10  # 5% of the labels are wrong
    found = corrected_drop(_statistics(np.ones(200)), _statistics(after), share, 95, 100, labels=2)
    assert found.drop == pytest.approx(0.0, abs=1e-9)
    assert found.interval.low <= 0 < found.interval.high


def test_an_unchanged_score_has_an_interval_with_width():
    right = _statistics(np.ones(100))
    found = corrected_drop(right, right, share, 50, 50)
    assert found.drop == 0 and found.interval.low < -0.01 and found.interval.high > 0.01


def test_ratings_no_better_than_chance_correct_nothing():
    right = _statistics(np.ones(10))
    assert corrected_drop(right, right, share, 25, 50, labels=2) is None
    assert corrected_drop(np.zeros((0, 2)), np.zeros((0, 2)), share, 25, 50) is None
    with pytest.raises(UsageError, match="confirmed labels"):
        corrected_drop(right, right, share, 6, 5)
