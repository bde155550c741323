import numpy as np
import pytest

from hf_robust.scoring.assignment import best_total


def test_best_total_equals_scipy_on_random_tables():
    scipy_optimize = pytest.importorskip("scipy.optimize")
    draws = np.random.default_rng(5)
    for _ in range(150):
        gains = draws.random(draws.integers(1, 9, size=2)) * (draws.random() < draws.random(1))
        gains[draws.random(gains.shape) < 0.4] = 0
        rows, columns = scipy_optimize.linear_sum_assignment(-gains)
        assert best_total(gains) == pytest.approx(gains[rows, columns].sum())


def test_the_greedy_choice_is_not_taken_where_it_is_worse():
    assert best_total(np.array([[10.0, 9.0], [9.0, 1.0]])) == 18.0
    assert best_total(np.array([[1.0], [5.0], [3.0]])) == 5.0


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (2, 0), (2, 2)])
def test_nothing_to_gain(shape):
    assert best_total(np.zeros(shape)) == 0.0
