"""Cohen's kappa: worked by hand, and against scikit-learn."""

import random

import pytest

from hf_robust.core.errors import UsageError
from hf_robust.scoring.rater_agreement import agreement, cohen_kappa


def test_a_case_worked_by_hand():
    # 20 + 15 of 50 alike: 0.7; by chance 0.5 * 0.6 + 0.5 * 0.4 = 0.5
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    assert cohen_kappa(first, second) == pytest.approx(0.4)


def test_whole_and_no_agreement():
    assert cohen_kappa([1, 2, 3], [1, 2, 3]) == 1.0
    assert cohen_kappa(["a", "b"], ["b", "a"]) == -1.0
    assert cohen_kappa(["a", "a", "b", "b"], ["a", "b", "a", "b"]) == 0.0


def test_one_answer_throughout_has_no_kappa():
    assert cohen_kappa(["yes"] * 5, ["yes"] * 5) is None
    assert cohen_kappa([], []) is None
    assert agreement({"a": [1, 1], "b": [1, 1]}) == {"agreement": 1.0, "kappa": None, "n": 2, "raters": 2}


@pytest.mark.parametrize("seed", range(5))
def test_equal_to_scikit_learn(seed):
    metrics = pytest.importorskip("sklearn.metrics")
    draw = random.Random(seed)
    first = [draw.choice([1, 2, 3]) for _ in range(60)]
    second = [one if draw.random() < 0.6 else draw.choice([1, 2, 3]) for one in first]
    assert cohen_kappa(first, second) == pytest.approx(metrics.cohen_kappa_score(first, second))
    linear = metrics.cohen_kappa_score(first, second, weights="linear")
    assert cohen_kappa(first, second, linear=True) == pytest.approx(linear)


def test_several_raters_are_taken_in_pairs():
    said = {"a": [1, 0, 1, 0], "b": [1, 0, 0, 1], "c": [1, 0, 1, None]}
    found = agreement(said)
    pairs = [cohen_kappa(said["a"], said["b"]), cohen_kappa([1, 0, 1], [1, 0, 1]), cohen_kappa([1, 0, 0], [1, 0, 1])]
    assert found["kappa"] == pytest.approx(sum(pairs) / 3)
    assert found["agreement"] == pytest.approx((0.5 + 1 + 2 / 3) / 3)
    assert found["n"] == 4 and found["raters"] == 3


def test_a_rater_alone():
    assert agreement({"a": [1, 0]}) == {"agreement": None, "kappa": None, "n": 0, "raters": 1}


def test_columns_of_different_length():
    with pytest.raises(UsageError):
        cohen_kappa([1], [1, 2])
    with pytest.raises(UsageError, match="same items"):
        agreement({"a": [1], "b": [1, 2]})
