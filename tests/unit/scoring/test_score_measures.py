"""Correlations, errors and shifts of scores against scipy."""

import numpy as np
import pytest
from scipy.stats import pearsonr, spearmanr

from hf_robust.core.errors import UsageError
from hf_robust.scoring import measure_named, robustness_gap
from hf_robust.scoring.score_measures import pearson_measure, score_shift


def drawn(seed, rows=80, ties=False):
    rng = np.random.default_rng(seed)
    gold = rng.uniform(0, 5, rows)
    said = gold + rng.normal(0, 1, rows)
    return (said.round().tolist(), gold.round().tolist()) if ties else (said.tolist(), gold.tolist())


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_correlations_are_those_of_scipy(ties, offset):
    said, gold = (np.add(one, offset).tolist() for one in drawn(1, ties=ties))
    measure = pearson_measure((offset, offset + 5))
    assert measure.score(said, gold) == pytest.approx(pearsonr(said, gold).statistic, abs=1e-9)
    assert measure_named("spearman").score(said, gold) == pytest.approx(spearmanr(said, gold).statistic, abs=1e-9)


def test_a_constant_prediction_has_no_correlation():
    assert pearson_measure((0, 5)).score([2.0, 2.0, 2.0], [1.0, 2.0, 3.0]) == 0.0


def test_the_score_of_a_row_is_its_closeness():
    measure = pearson_measure((0, 5))
    assert measure.row_score(measure.row_stats([2.0, 9.0, 3.0], [2.0, 0.0, 2.0])).tolist() == [1.0, 0.0, 0.8]


def test_a_shift_of_all_scores_is_seen_by_the_error_and_not_by_the_correlation():
    said, gold = drawn(2)
    moved = [one - 1 for one in said]
    found = score_shift(said, moved, gold)
    gap = robustness_gap(said, moved, gold, measure="pearson", permutations=200, resamples=200)
    assert gap["drop"] == pytest.approx(0.0, abs=1e-9)
    assert (found["shift"], found["mean_change"], found["shift_interval"]) == (
        pytest.approx(-1),
        pytest.approx(1),
        None,
    )
    before, after = (float(np.abs(np.subtract(side, gold)).mean()) for side in (said, moved))
    assert found["mae_rise"] == pytest.approx(after - before) and found["mae_original"] == pytest.approx(before)
    assert found["mae_interval"][0] < found["mae_rise"] < found["mae_interval"][1] and found["mae_p_value"] < 0.05


def test_rows_of_one_source_are_no_independent_evidence():
    said, gold = drawn(3, rows=10)
    moved = [one + (number % 3) for number, one in enumerate(said)]
    once = score_shift(said, moved, gold)["shift_interval"]
    copies = [column * 8 for column in (said, moved, gold)]
    assert score_shift(*copies, groups=list(range(10)) * 8)["shift_interval"] == pytest.approx(once)


def test_what_is_no_number_is_refused_with_its_row():
    with pytest.raises(UsageError, match="predictions row 1: expected a finite number, found nan"):
        pearson_measure().score([1.0, float("nan")], [1.0, 2.0])
    with pytest.raises(UsageError, match="predictions row 0: expected a number, found 'a'"):
        score_shift(["a"], [1.0])
    assert score_shift([], [])["shift"] is None
