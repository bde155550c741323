"""Failure rate, pass-to-fail and label consistency."""

import pytest

from hf_robust.core.errors import UsageError
from hf_robust.scoring.case_scores import failure_rate, failures, label_consistency, pass_to_fail
from hf_robust.scoring.statistics import wilson


def test_any_accepted_label_is_right():
    assert failures(["pos", "neutral", "neg"], [["pos", "neutral"]] * 3) == [False, False, True]
    assert failures([1, 0], [1, [1, 2]]) == [False, True]


def test_rate_with_its_interval():
    found = failure_rate(["neg"] * 3 + ["pos"], [["pos"]] * 4)
    assert (found["failure_rate"], found["n_failed"], found["n"]) == (0.75, 3, 4)
    assert found["interval"] == list(wilson(3, 4))


def test_without_cases_there_is_no_rate():
    assert failure_rate([], []) == {"failure_rate": None, "interval": None, "n_failed": 0, "n": 0}


@pytest.mark.parametrize("accepted", [[[]], [None], [[None]]])
def test_a_case_that_accepts_nothing_is_an_error(accepted):
    with pytest.raises(UsageError, match="references row 0"):
        failure_rate(["pos"], accepted)


def test_lengths_must_agree():
    with pytest.raises(UsageError):
        failure_rate(["pos"], [["pos"], ["neg"]])
    with pytest.raises(UsageError):
        pass_to_fail(["pos"], ["pos"], ["pos", "neg"], ["pos", "neg"])


def test_only_cases_whose_seed_passes_count():
    found = pass_to_fail(["neg", "neg", "pos", "neg"], [["pos"]] * 4, ["pos", "neg", "pos", "pos"], [["pos"]] * 4)
    assert (found["pass_to_fail"], found["n_passed"], found["n"]) == (2, 3, 4)
    assert found["pass_to_fail_rate"] == pytest.approx(2 / 3) and found["interval"] == list(wilson(2, 3))


def test_no_seed_passes():
    found = pass_to_fail(["neg"], ["pos"], ["neg"], ["pos"])
    assert found["pass_to_fail"] == 0 and found["pass_to_fail_rate"] is None and found["interval"] is None


def test_what_people_left_out_is_not_counted():
    found = label_consistency(["pos", None, "neg"], [["pos"]] * 3, relevancy=[1, None, 5])
    assert (found["label_consistency"], found["n"], found["relevancy"], found["n_relevancy"]) == (0.5, 2, 0.5, 2)
    empty = label_consistency([None], [["pos"]])
    assert empty["label_consistency"] is None and empty["relevancy"] is None


@pytest.mark.parametrize("rating", [0, 6, "5", True])
def test_ratings_are_from_one_to_five(rating):
    with pytest.raises(UsageError, match="1 to 5"):
        label_consistency(["pos"], [["pos"]], relevancy=[rating])


def test_cases_of_one_source_widen_the_interval():
    said, right = ["no", "no", "yes", "yes"] * 5, ["yes"] * 20
    alone, alike = failure_rate(said, right), failure_rate(said, right, groups=["a", "a", "b", "b"] * 5)
    assert alone["interval"] == failure_rate(said, right, groups=list(range(20)))["interval"] == list(wilson(10, 20))
    assert alike["interval"][0] < alone["interval"][0] and alike["interval"][1] > alone["interval"][1]
    assert {**alike, "interval": None} == {**alone, "interval": None}
    several = failure_rate(said, right, groups=[[place, source] for place, source in enumerate("aabb" * 5)])
    assert several["interval"] == alike["interval"]
    with pytest.raises(UsageError, match="groups"):
        failure_rate(said, right, groups=["a"])


def test_pass_to_fail_counts_the_sources_of_expansions_whose_seed_passes():
    said, seeds = ["no", "yes"] * 10, ["yes"] * 16 + ["no"] * 4
    found = pass_to_fail(said, ["yes"] * 20, seeds, ["yes"] * 20, groups=["a", "b"] * 10)
    rate = failure_rate(said[:16], ["yes"] * 16, groups=["a", "b"] * 8)
    assert found["interval"] == rate["interval"] and found["n_passed"] == 16
