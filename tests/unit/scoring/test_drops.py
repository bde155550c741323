"""Intervals and p-values of drops on clusters of rows."""

from itertools import product

import numpy as np
import pytest
from scipy.stats import binomtest

from hf_robust.scoring import ACCURACY, TOKEN_ACCURACY, robustness_gap
from hf_robust.scoring.drops import _CELLS, drop_interval, drop_p, sign_flip_p
from hf_robust.scoring.measure_type import micro_f1, share
from hf_robust.scoring.statistics import mcnemar, paired_bootstrap


def enumerated(sizes) -> float:
    sums = [abs(sum(sign * size for sign, size in zip(signs, sizes))) for signs in product((1, -1), repeat=len(sizes))]
    return float(np.mean([one >= abs(sum(sizes)) for one in sums]))


@pytest.mark.parametrize("sizes", [[5], [3, -1, 2], [60, 1, 1, -1], [2, 2, 2, 2, -2], [7, 5, 3, 2, 1, -4], [4, -4]])
def test_the_sign_flip_test_is_the_enumeration_of_all_signs(sizes):
    assert sign_flip_p(np.array(sizes)) == pytest.approx(enumerated(sizes))
    assert sign_flip_p(7 * np.array(sizes)) == sign_flip_p(np.array(sizes))


@pytest.mark.parametrize(("broken", "mended"), [(0, 0), (4, 0), (9, 3), (30, 30), (700, 600)])
def test_without_clusters_it_is_mcnemar(broken, mended):
    signs = np.array([1] * broken + [-1] * mended + [0] * 20)
    assert sign_flip_p(signs) == mcnemar(broken, mended)
    if 0 < broken + mended <= 1000:
        assert sign_flip_p(signs) == pytest.approx(binomtest(broken, broken + mended, 0.5).pvalue)


def test_too_large_distributions_are_sampled():
    sizes = np.random.default_rng(0).integers(1, 400, 2_000) * np.random.default_rng(1).choice([-1, 1], 2_000)
    assert len(sizes) * np.abs(sizes).sum() > 2 * _CELLS
    assert 0 < sign_flip_p(sizes) <= 1
    assert sign_flip_p(np.abs(sizes)) == pytest.approx(1e-4, rel=0.01)


@pytest.mark.parametrize("measure", [ACCURACY, TOKEN_ACCURACY])
@pytest.mark.parametrize("flips", [0, 1, 7])
def test_repeated_rows_add_no_evidence(measure, flips):
    rng = np.random.default_rng(flips)
    gold = ["a"] * 40
    before, after = ["a"] * 35 + ["b"] * 5, ["b"] * flips + ["a"] * (35 - flips) + list(rng.choice(["a", "b"], 5))
    if measure is TOKEN_ACCURACY:
        gold, before, after = ([[one, "x"] for one in column] for column in (gold, before, after))
    once = robustness_gap(before, after, gold, measure=measure)
    for times in (2, 5):
        groups = np.tile(np.arange(40), times)
        found = robustness_gap(before * times, after * times, gold * times, measure=measure, groups=groups)
        assert found["p_value"] == pytest.approx(once["p_value"]) and found["drop"] == pytest.approx(once["drop"])
        assert found["interval"] == pytest.approx(once["interval"])


def test_one_text_repeated_is_one_trial():
    right = np.ones((80, 2))
    broken = np.array([[0.0, 1.0]] * 60 + [[1.0, 1.0]] * 20)
    groups = np.array([0] * 60 + [*range(1, 21)])
    gap = robustness_gap(["a"] * 80, ["b"] * 60 + ["a"] * 20, ["a"] * 80, groups=groups, stats=(right, broken))
    assert gap["p_value"] == 1.0 and gap["interval"][0] == 0.0 and gap["interval"][1] > 0.85


@pytest.mark.parametrize("n", [1, 3, 80, 5_000])
def test_without_a_flip_the_interval_is_tangos(n):
    """Its ends are where the score test of the difference is just significant: n d / (1 - d) is the square of 1.96."""
    for right in (n, n // 2, 0):
        stats = np.column_stack([np.arange(n) < right, np.ones(n)]).astype(float)
        low, high = drop_interval(stats, stats, share)
        assert -low == high and n * high / (1 - high) == pytest.approx(1.959964**2, rel=1e-4)


def test_unequal_weights_and_other_aggregates_without_a_flip():
    clusters = np.array([[60.0, 60.0]] + [[1.0, 1.0]] * 20)
    assert drop_interval(clusters, clusters, share).high > 0.5
    assert np.isnan(drop_interval(np.ones((9, 3)), np.ones((9, 3)), micro_f1).low)
    assert np.isnan(drop_interval(np.empty((0, 2)), np.empty((0, 2)), share).low)
    assert drop_p(np.empty((0, 2)), np.empty((0, 2)), share, binary=True) is None


def test_with_a_flip_the_interval_is_that_of_the_bootstrap():
    before, after = np.ones((50, 2)), np.array([[0.0, 1.0]] + [[1.0, 1.0]] * 49)
    assert drop_interval(before, after, share) == paired_bootstrap(before, after, share)
