"""Tests of two scores whose rows are not joined, beside scipy and the bootstrap."""

import math

import numpy as np
import pytest
from scipy import stats as scipy_stats

from hf_robust.core.errors import UsageError
from hf_robust.scoring.measure_type import micro_f1, share
from hf_robust.scoring.statistics import bootstrap
from hf_robust.scoring.unpaired import difference_p, fisher_exact, jackknife_error, share_error


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ((8, 10), (1, 6)),
        ((0, 5), (5, 5)),
        ((5, 5), (5, 5)),
        ((250, 300), (228, 300)),
        ((0, 9), (0, 4)),
        ((3, 7), (0, 1)),
    ],
)
def test_fisher_is_that_of_scipy(first, second):
    table = [[first[0], first[1] - first[0]], [second[0], second[1] - second[0]]]
    assert fisher_exact(*first, *second) == pytest.approx(scipy_stats.fisher_exact(table).pvalue, rel=1e-9)


def test_fisher_of_a_million_rows_and_of_none():
    assert fisher_exact(900_000, 1_000_000, 899_000, 1_000_000) == pytest.approx(0.0188, abs=0.001)
    assert fisher_exact(0, 0, 3, 5) == 1.0
    with pytest.raises(UsageError, match="expected shares of rows, found 3 of 2"):
        fisher_exact(3, 2, 1, 2)


def test_the_jackknife_agrees_with_theory_and_with_the_bootstrap():
    rng = np.random.default_rng(0)
    right = np.column_stack([rng.random(400) < 0.8, np.ones(400)]).astype(float)
    p = right[:, 0].mean()
    assert jackknife_error(right, share) == pytest.approx(math.sqrt(p * (1 - p) / 399), rel=1e-9)
    there = rng.integers(0, 4, 500).astype(float)
    found = rng.binomial(there.astype(int), 0.9).astype(float)
    entities = np.column_stack([rng.binomial(found.astype(int), 0.85).astype(float), found, there])
    low, high = bootstrap(entities, micro_f1)
    assert jackknife_error(entities, micro_f1) == pytest.approx((high - low) / (2 * 1.96), rel=0.1)


def test_an_error_that_nothing_is_known_of():
    assert jackknife_error(np.ones((1, 2)), share) is None
    assert (
        jackknife_error(np.array([[0.0, 0.0], [1.0, 1.0]]), share) is None
    )  # without the second row: nothing over nothing
    assert share_error(1.0, 50) == 0 and share_error(0.3, 0) == math.inf


def test_the_larger_error_stands_for_both():
    assert difference_p(1.0, 0.9, 0.0, 0.05) == difference_p(1.0, 0.9, 0.05, 0.05) > 0.1
    assert difference_p(0.9, 0.9, 0.0, 0.0) == 1.0 and difference_p(1.0, 0.0, 0.0, 0.0) == 0.0
    assert difference_p(0.5, 0.4, math.inf, 0.1) == 1.0
