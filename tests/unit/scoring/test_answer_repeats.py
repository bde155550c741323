"""Repeats of the same request: estimators against hand-computed cases and against many draws."""

from itertools import combinations

import numpy as np
import pytest

from hf_robust.core.errors import UsageError
from hf_robust.scoring.answer_repeats import beyond_noise, pairwise_flips, pass_all, repeated_answers
from hf_robust.scoring.statistics import wilson


def test_pass_k_is_the_share_of_all_choices_of_k_answers():
    for answers in range(1, 6):
        for right in range(answers + 1):
            marks = [True] * right + [False] * (answers - right)
            for k in range(1, answers + 1):
                chosen = [all(one) for one in combinations(marks, k)]
                assert pass_all(right, answers, k) == pytest.approx(sum(chosen) / len(chosen))


def test_pass_k_and_the_noise_floor_are_unbiased():
    random = np.random.default_rng(0)
    chances = random.beta(2, 1, 40_000)
    marks = (random.random((40_000, 4)) < chances[:, None]).tolist()
    found = repeated_answers(marks, marks)
    for k in range(1, 5):
        assert found["pass_k"][str(k)] == pytest.approx((chances**k).mean(), abs=0.01)
    assert found["noise_floor"] == pytest.approx((2 * chances * (1 - chances)).mean(), abs=0.01)
    low, high = found["interval"]
    assert low < found["noise_floor"] < high


def test_a_case_computed_by_hand():
    """Row 1 never flips; in row 2 three of six pairs differ; in row 3 five of six (a a, then b, then c)."""
    answers = [["a"] * 4, ["a", "b", "a", "a"], ["a", "a", "b", "c"]]
    right = [[True] * 4, [True, False, True, True], [False, False, True, False]]
    found = repeated_answers(answers, right)
    assert found["rows"] == 3 and found["repeats"] == 4
    assert found["any_flip"] == pytest.approx(2 / 3)
    assert found["noise_floor"] == pytest.approx((0 + 3 / 6 + 5 / 6) / 3)
    assert found["pass_k"] == pytest.approx(
        {"1": (1 + 3 / 4 + 1 / 4) / 3, "2": (1 + 1 / 2) / 3, "3": (1 + 1 / 4) / 3, "4": 1 / 3}
    )


def test_rows_may_have_different_numbers_of_repeats_and_any_answers():
    found = repeated_answers([[["O", "B-PER"], ["O", "B-PER"], ["O", "O"]], [["O"], ["O"]]], [[1, 1, 0], [1, 1]])
    assert found["repeats"] == 2 and set(found["pass_k"]) == {"1", "2"}
    assert found["noise_floor"] == pytest.approx(1 / 3)
    assert pairwise_flips([None, None]) == 0


def test_with_two_repeats_the_interval_is_that_of_a_share_and_groups_widen_it():
    answers = [["a", "b"]] * 10 + [["a", "a"]] * 90
    assert repeated_answers(answers)["interval"] == pytest.approx(list(wilson(10, 100)))
    low, high = repeated_answers(answers, groups=[row // 10 for row in range(100)])["interval"]
    assert high - low > 2 * (wilson(10, 100).high - wilson(10, 100).low)


def test_without_rows_nothing_is_known():
    found = repeated_answers([], [])
    assert found["any_flip"] is found["noise_floor"] is found["interval"] is None and found["pass_k"] == {}
    assert beyond_noise(0.1, 100, found["noise_floor"], found["interval"])["exceeds"] is None


def test_noise_alone_rarely_exceeds_the_floor_and_real_flips_do():
    random = np.random.default_rng(1)

    def exceeding(rate):
        found = 0
        for _ in range(300):
            noise = repeated_answers([["a", "ab"[one]] for one in (random.random(200) < 0.1).astype(int)])
            flips = float((random.random(200) < rate).mean())
            found += bool(beyond_noise(flips, 200, noise["noise_floor"], noise["interval"])["exceeds"])
        return found / 300

    assert exceeding(0.1) < 0.05 and exceeding(0.25) > 0.95


@pytest.mark.parametrize(
    ("answers", "right", "message"),
    [
        ([["a", "a"], ["a"]], None, "found 1 to row 1"),
        ([["a", "a"]], [[True]], "row 0 has 2 answers, and 1 values in right"),
        ([["a", "a"]], [], "right has 0"),
    ],
)
def test_what_is_no_table_of_repeats_is_refused(answers, right, message):
    with pytest.raises(UsageError, match=message):
        repeated_answers(answers, right)


def test_contradicting_numbers_are_refused():
    with pytest.raises(UsageError, match="found right=3, answers=2, k=1"):
        pass_all(3, 2, 1)
