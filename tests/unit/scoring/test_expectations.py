import pytest

from hf_robust.adapters.base import Prediction
from hf_robust.core.errors import UsageError
from hf_robust.scoring.expectations import equal_answers, expectation_failed, expectation_failures


def case(kind, *, accepted=(), label=None, tolerance=None, other="o", id="v"):
    expectation = {"kind": kind, "other": None if kind in ("label", None) else other, "label": label}
    return {"case_id": id, "accepted": list(accepted), "expectation": {**expectation, "tolerance": tolerance}}


def test_mft_accepts_any_of_its_labels():
    either = case("label", accepted=["positive", "neutral"])
    assert [expectation_failed(either, label) for label in ("positive", "neutral", "negative")] == [False, False, True]
    assert expectation_failed(either, Prediction("negative", 0.6)) is True


def test_inv_wants_the_same_label():
    same = case("same")
    assert expectation_failed(same, Prediction("a", 0.9), Prediction("a", 0.5)) is False
    assert expectation_failed(same, Prediction("b", 0.9), Prediction("a", 0.5)) is True


def test_inv_lets_small_moves_pass_with_a_tolerance():
    same = case("same", tolerance=0.1)
    assert expectation_failed(same, Prediction("b", 0.52), Prediction("a", 0.53)) is False  # a: 0.53 to 0.48
    assert expectation_failed(same, Prediction("b", 0.7), Prediction("a", 0.53)) is True
    assert expectation_failed(same, "b", "a") is True


@pytest.mark.parametrize(
    ("kind", "now", "before", "failed"),
    [
        ("up", 0.8, 0.7, False),
        ("up", 0.65, 0.7, False),
        ("up", 0.6, 0.7, False),
        ("up", 0.55, 0.7, True),
        ("down", 0.6, 0.7, False),
        ("down", 0.75, 0.7, False),
        ("down", 0.8, 0.7, False),
        ("down", 0.85, 0.7, True),
    ],
)
def test_dir_follows_the_probability_with_tolerance(kind, now, before, failed):
    test = case(kind, label="p", tolerance=0.1)
    assert expectation_failed(test, Prediction("p", now), Prediction("p", before)) is failed
    found = expectation_failed(test, "x", "y", probability={"p": now}.get, other_probability={"p": before}.get)
    assert found is failed


def test_dir_reads_the_other_label_as_the_rest():
    test = case("up", label="p", tolerance=0.0)
    assert expectation_failed(test, Prediction("n", 0.9), Prediction("p", 0.8)) is True
    assert expectation_failed(test, Prediction("n", 0.6), Prediction("n", 0.8)) is False


def test_dir_without_scores_counts_turned_labels():
    test = case("down", label="p")
    assert expectation_failed(test, "p", "n") is True
    assert [expectation_failed(test, *pair) for pair in (("p", "p"), ("n", "p"), ("n", "n"))] == [False] * 3


def test_dir_without_a_label_follows_the_former_prediction():
    test = case("down", tolerance=0.0)
    assert expectation_failed(test, Prediction("n", 0.9), Prediction("n", 0.8)) is True
    assert expectation_failed(test, Prediction("n", 0.7), Prediction("n", 0.8)) is False


def test_nothing_is_expected_of_an_original():
    assert expectation_failed(case(None), "a") is None


def test_answers_compare_as_in_squad():
    right = case("label", accepted=["sewing machine"])
    assert expectation_failed(right, "a Sewing Machine.", equal=equal_answers) is False
    assert expectation_failed(right, "a Sewing Machine.") is True


def test_a_table_finds_the_other_cases():
    cases = [case(None, id="o"), case("same", id="v"), case("label", accepted=["b"], id="m")]
    assert expectation_failures(cases, ["a", "b", "b"]) == [None, True, False]


class Scores:
    def __init__(self, rows):
        self.rows = rows

    def of(self, label, rows):
        return [row[label] for row in self.rows[rows]]


def test_a_table_uses_the_scores_of_all_labels():
    cases = [case(None, id="o"), case("up", id="v", label="c", tolerance=0.05)]
    predictions = [Prediction("a", 0.6), Prediction("a", 0.5)]
    assert expectation_failures(cases, predictions, Scores([{"c": 0.1}, {"c": 0.3}])) == [None, False]
    assert expectation_failures(cases, predictions, Scores([{"c": 0.3}, {"c": 0.1}])) == [None, True]


@pytest.mark.parametrize(
    ("wrong", "other", "message"),
    [
        (case("label"), None, "accepts no label"),
        (case("sideways"), "a", "unknown expectation"),
        (case("same"), None, "is compared with o"),
    ],
)
def test_mistakes(wrong, other, message):
    with pytest.raises(UsageError, match=message):
        expectation_failed(wrong, "a", other)


def test_a_table_without_the_other_case():
    with pytest.raises(UsageError, match="not among the cases"):
        expectation_failures([case("same")], ["a"])
    with pytest.raises(UsageError, match="differ in length"):
        expectation_failures([case("same")], [])
