import numpy as np
import pytest

from hf_robust.core.errors import UsageError
from hf_robust.scoring import random_flips, worst_case, worst_case_by_id


def test_each_row_takes_its_lowest_score():
    result = worst_case(
        {
            "one": (["a", "b", "c"], [1.0, 1.0, 0.5], [0.0, 1.0, 1.0]),
            "two": (["c", "b"], [0.5, 1.0], [0.25, 1.0]),
        }
    )
    assert result["n"] == 3
    assert result["original"] == pytest.approx(2.5 / 3)
    assert result["worst"] == pytest.approx(1.25 / 3)
    assert result["drop"] == pytest.approx(1.25 / 3)
    assert result["interval"][0] <= result["drop"] <= result["interval"][1]


def test_a_perturbation_that_mends_does_not_raise_the_worst_case():
    result = worst_case({"one": (["a"], [0.0], [1.0])})
    low, high = result.pop("interval")
    assert result == {"n": 1, "original": 0.0, "worst": 0.0, "drop": 0.0}
    assert low == 0.0 and high > 0.5  # one row says little


def test_variants_of_one_row_in_one_group_are_joined():
    assert worst_case({"one": (["a", "a"], [1, 1], [1, 0])}) == {
        "n": 1,
        "original": 1.0,
        "worst": 0.0,
        "drop": 1.0,
        "interval": [1.0, 1.0],
    }


def test_equal_ids_with_different_original_scores_stay_apart():
    # The same text twice with different gold labels: one original is right, the other wrong.
    result = worst_case({"one": (["a", "a"], [1, 0], [0, 1])})
    assert (result["n"], result["original"], result["worst"]) == (2, 0.5, 0.0)


def test_the_worst_case_equals_a_brute_force_minimum():
    rng = np.random.default_rng(3)
    original = (rng.random(50) < 0.8).astype(float)
    groups, best = {}, original.copy()
    for name in "abcd":
        rows = rng.choice(50, 30, replace=False)
        scores = (rng.random(30) < 0.8).astype(float)
        groups[name] = ([f"row{i}" for i in rows], original[rows], scores)
        best[rows] = np.minimum(best[rows], scores)
    seen = sorted({int(key[3:]) for ids, _, _ in groups.values() for key in ids})
    result = worst_case(groups)
    assert result["n"] == len(seen)
    assert result["worst"] == pytest.approx(best[seen].mean())
    assert result["original"] == pytest.approx(original[seen].mean())


@pytest.mark.parametrize("groups", [{}, {"one": ([], [], [])}])
def test_nothing_to_join(groups):
    assert worst_case(groups) == {"n": 0, "original": None, "worst": None, "drop": None, "interval": None}


def test_wrong_groups_are_named():
    with pytest.raises(UsageError, match="one: source_ids has 1 rows, one: original has 2"):
        worst_case({"one": (["a"], [1, 1], [1])})
    with pytest.raises(UsageError, match="one: perturbed: expected one score between 0 and 1"):
        worst_case({"one": (["a"], [1], [1.5])})


def test_by_id_with_and_without_marked_originals():
    plain = worst_case_by_id([1, 0, 1, 1, 0], [1, 1, 2, 2, 3])
    assert (plain["worst_case"], plain["mean"]) == (pytest.approx(1 / 3), 0.6)
    assert (plain["n"], plain["n_rows"], "drop" in plain) == (3, 5, False)
    marked = worst_case_by_id([1, 0, 1, 1, 0], [1, 1, 2, 2, 3], [True, False, False, True, True])
    assert (marked["original"], marked["drop"]) == (pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert marked["drop_interval"][0] <= marked["drop"] <= marked["drop_interval"][1]


def test_by_id_edges():
    empty = worst_case_by_id([], [], [])
    assert (empty["worst_case"], empty["interval"], empty["n"], empty["drop"]) == (None, None, 0, None)
    with pytest.raises(UsageError, match="id 'a' has more"):
        worst_case_by_id([1, 1], ["a", "a"], [True, True])
    with pytest.raises(UsageError, match=r"none for \['b'\]"):
        worst_case_by_id([1, 1], ["a", "b"], [True, False])
    with pytest.raises(UsageError, match="row_scores has 2 rows, ids has 1"):
        worst_case_by_id([1, 1], ["a"])


def test_random_flips_leave_what_a_simulation_leaves():
    rng = np.random.default_rng(4)
    size, consistency = 400, {"a": 0.95, "b": 0.8, "c": 0.9}
    right = (rng.random(size) < 0.85).astype(float)
    rows = {"a": range(size), "b": range(0, size, 2), "c": range(size)}
    groups = {name: (list(ids), right[list(ids)], right[list(ids)]) for name, ids in rows.items()}
    left = []
    for _ in range(400):
        worst = right.copy()
        for name, ids in rows.items():
            flipped = rng.random(len(ids)) > consistency[name]
            worst[np.asarray(ids)[flipped]] = 0
        left.append(worst.mean())
    assert random_flips(groups, consistency) == pytest.approx(np.mean(left), abs=0.005)


def test_random_flips_of_variants_count_each_of_them():
    assert random_flips({"a": (["x", "x"], [1, 1], [1, 1])}, {"a": 0.5}) == 0.25


@pytest.mark.parametrize(
    ("groups", "consistency"),
    [
        ({}, {}),
        ({"a": ([], [], [])}, {"a": None}),
        ({"a": (["x"], [1], [1])}, {"a": None}),
        ({"a": (["x", "y"], [0.5, 1], [1, 1])}, {"a": 0.9}),
    ],
)
def test_random_flips_of_what_is_not_known(groups, consistency):
    assert random_flips(groups, consistency) is None
