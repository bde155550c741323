"""Many groups at once say what one group alone says."""

import math

import numpy as np
import pytest
from scipy import stats as reference

from hf_robust.core.errors import UsageError
from hf_robust.scoring import mcnemar, paired_bootstrap
from hf_robust.scoring.many_groups import (
    benjamini_hochberg,
    gaps_to_rest,
    membership_p,
    paired_share_intervals,
    resampled_sums,
    sign_flip_p,
    spread,
)


def mean(sums):
    return sums[..., 0] / sums[..., 1]


@pytest.fixture
def rng():
    return np.random.default_rng(5)


def test_drawn_sums_give_the_interval_of_the_paired_bootstrap(rng):
    before = np.column_stack([rng.random(600) < 0.9, np.ones(600)]).astype(float)
    after = np.column_stack([rng.random(600) < 0.7, np.ones(600)]).astype(float)
    joined = np.hstack([before, after])
    sums = resampled_sums(600, lambda rows: joined[rows], draws=2000, width=4000)  # in pieces of 1,000 rows
    found = spread((mean(sums[:, :2]) - mean(sums[:, 2:]))[:, None])[0]
    assert found == pytest.approx(paired_bootstrap(before, after, mean), abs=0.012)


def test_pieces_do_not_change_what_is_drawn_of_which_rows():
    ones = np.ones((50, 1))
    sums = resampled_sums(50, lambda rows: ones[rows], draws=4000, width=400_000)  # ten rows at a time
    assert sums.mean() == pytest.approx(50, abs=0.5) and sums.var() == pytest.approx(50, rel=0.1)


def test_no_rows_can_be_drawn_from():
    with pytest.raises(UsageError, match="no rows"):
        resampled_sums(0, lambda rows: np.ones((0, 1)))


def test_spread_of_what_is_never_finite_is_not_a_number():
    values = np.array([[1.0, np.nan, np.inf], [3.0, np.nan, 2.0]])
    assert spread(values, 0.5).tolist()[0] == [1.5, 2.5]
    assert np.isnan(spread(values)[1]).all() and spread(values)[2].tolist() == [2.0, 2.0]


def test_paired_intervals_are_those_of_the_paper():
    # Newcombe 1998, table II, method 10: (a, b, c, d) and the interval of b - c over n
    ends = paired_share_intervals(*np.array([[36, 12, 2, 0]], float).T)[0]
    assert ends == pytest.approx([0.0569, 0.3404], abs=5e-5)


def test_paired_intervals_cover_and_never_have_width_zero(rng):
    shares, n, trials = np.array([0.6, 0.15, 0.05, 0.2]), 20, 4000
    drawn = rng.multinomial(n, shares, size=trials).astype(float)
    low, high = paired_share_intervals(*drawn.T).T
    assert 0.93 < np.mean((low <= 0.1) & (high >= 0.1)) < 0.99
    assert (high > low).all()
    low, high = paired_share_intervals(*np.array([[10.0], [0.0], [0.0], [0.0]]))[0]
    assert low < -0.2 and high > 0.2
    assert np.isnan(paired_share_intervals(*np.zeros((4, 1)))).all()


def test_changes_of_one_step_are_tested_exactly():
    changes = np.array([-1.0, -1, -1, -1, -1, 1, 0, 0, -1])
    members = np.array([[True, False, False]] * 6 + [[True, True, False]] * 3)
    found = sign_flip_p(changes, members)
    assert found == [mcnemar(6, 1), 1.0, None]


def test_other_changes_have_the_right_level_and_find_what_is_there(rng):
    rejected = [sign_flip_p(rng.normal(size=40), np.ones((40, 1), bool))[0] < 0.05 for _ in range(600)]
    assert 0.005 < np.mean(rejected) < 0.06
    assert sign_flip_p(rng.normal(size=40) - 1.5, np.ones((40, 1), bool))[0] < 1e-4
    assert sign_flip_p(np.array([-0.5, -0.5]), np.ones((2, 1), bool))[0] > 0.4  # two rows say nothing
    assert sign_flip_p(np.array([0.5]), np.zeros((1, 1), bool)) == [None]


def test_gap_is_inside_minus_outside():
    stats = np.array([[1.0, 2.0], [3.0, 3.0], [0.0, 5.0]])
    members = np.array([[True, True, False], [True, True, False], [False, True, False]])
    gaps = gaps_to_rest(stats, members, mean)
    assert gaps[0] == pytest.approx(4 / 5 - 0) and np.isnan(gaps[1:]).all()


def test_membership_test_agrees_with_fisher(rng):
    right = np.array([0.0] * 9 + [1.0] * 3 + [0.0] * 20 + [1.0] * 68)
    members = np.arange(100)[:, None] < 12
    exact = reference.fisher_exact([[9, 3], [20, 68]]).pvalue
    found = membership_p(np.column_stack([right, np.ones(100)]), members, mean, draws=9999)[0]
    assert found == pytest.approx(exact, abs=0.0015)


def test_membership_test_holds_its_level_on_small_groups(rng):
    right = (rng.random(400) < 0.9).astype(float)
    members = np.zeros((400, 300), bool)
    for number in range(300):
        members[rng.choice(400, 10, replace=False), number] = True
    found = membership_p(np.column_stack([right, np.ones(400)]), members, mean, draws=999)
    assert np.mean(np.array(found) <= 0.05) <= 0.08


def test_membership_of_all_or_none_is_not_tested():
    stats = np.ones((6, 2))
    assert membership_p(stats, np.array([[True, False]] * 6), mean, draws=20) == [None, None]


def test_benjamini_hochberg_as_scipy(rng):
    p_values = rng.random(25) ** 2
    assert benjamini_hochberg(list(p_values)) == pytest.approx(reference.false_discovery_control(p_values))
    assert benjamini_hochberg([]) == [] and benjamini_hochberg([None]) == [None]
    with pytest.raises(UsageError, match="position 1"):
        benjamini_hochberg([0.1, math.nan])
