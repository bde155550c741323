"""The gap between groups on the same rows."""

import numpy as np
import pytest

from hf_robust.core.errors import UsageError
from hf_robust.scoring.group_gaps import group_gap
from hf_robust.scoring.measure_type import share


def stats(scores):
    scores = np.asarray(scores, float)
    return np.stack([scores, np.ones_like(scores)], axis=-1)


def test_best_and_worst_of_three():
    found = group_gap(stats([[1, 1, 0], [1, 0, 0], [1, 1, 1], [0, 0, 0]]), share)
    assert found["scores"] == [0.75, 0.5, 0.25] and (found["best"], found["worst"]) == (0, 2)
    assert found["gap"] == 0.5 and found["n"] == 4
    # 3 * 3 orders of the two rows that differ; the gap is .5 when one group gets both right answers of neither's zeros
    exact = np.mean([_gap(a, b) >= 0.5 - 1e-9 for a in _orders(1, 1, 0) for b in _orders(1, 0, 0)])
    assert found["p_value"] == pytest.approx(exact, abs=0.03)


def _orders(*scores):
    from itertools import permutations

    return list(permutations(scores))


def _gap(one, other):
    sums = [(a + b + 1) / 4 for a, b in zip(one, other)]
    return max(sums) - min(sums)


def test_p_values_of_no_difference_are_even():
    """Groups that differ at random have a small p-value as often as it says."""
    rng = np.random.default_rng(3)
    values = [
        group_gap(stats(rng.random((60, 3)) < 0.8), share, resamples=2, permutations=200, seed=number)["p_value"]
        for number in range(200)
    ]
    assert np.mean(np.array(values) <= 0.05) < 0.1 and 0.4 < np.median(values) < 0.75


def test_all_alike_and_no_rows():
    alike = group_gap(stats([[1, 1], [0, 0]]), share)
    assert (alike["gap"], alike["p_value"], alike["interval"]) == (0.0, 1.0, [0.0, 0.0])
    none = group_gap(np.empty((0, 2, 2)), share)
    assert none["n"] == 0 and none["scores"] == [None, None] and none["gap"] is None


def test_one_group_is_refused():
    with pytest.raises(UsageError, match="2 groups or more"):
        group_gap(np.ones((3, 1, 2)), share)
