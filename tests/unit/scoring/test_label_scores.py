"""Scores of relations, senses and aspects."""

import pytest

from hf_robust.core.errors import LabelError, UsageError
from hf_robust.scoring import (
    ASPECT_ACCURACY,
    MEASURES,
    RELATION_F1,
    SENSE_ACCURACY,
    prediction_consistency,
    relation_scores,
    robustness_gap,
    sense_scores,
)


def test_relation_f1_leaves_out_rows_without_a_relation():
    gold = ["kills", "no_relation", "lives", "NA", "kills"]
    found = ["kills", "no_relation", "kills", "lives", "Other"]
    scores = relation_scores(found, gold)
    assert (scores["precision"], scores["recall"]) == (1 / 3, 1 / 3)
    assert scores["relation_f1"] == RELATION_F1.score(found, gold) == pytest.approx(1 / 3)
    assert (scores["accuracy"], scores["n_relations"]) == (2 / 5, 3)
    assert RELATION_F1.row_score(RELATION_F1.row_stats(found, gold)).tolist() == [1.0, 1.0, 0.0, 0.0, 0.0]


def test_two_names_of_no_relation_are_both_no_relation():
    assert RELATION_F1.row_stats(["None", None], ["no relation", "N/A"]).tolist() == [[0, 0, 0], [0, 0, 0]]


def test_direction_is_part_of_a_relation_and_numbers_are_relations():
    assert RELATION_F1.score(["Cause(e1,e2)"], ["Cause(e2,e1)"]) == 0.0
    assert RELATION_F1.score([0, 1], [0, 2]) == 0.5
    with pytest.raises(LabelError):
        RELATION_F1.score([0], ["Cause"])


def test_gap_of_relations_names_accuracy_beside_it():
    gap = robustness_gap(["a", "b"], ["a", "Other"], ["a", "b"], measure="relation_f1")
    assert gap["perturbed"] == pytest.approx(2 / 3)
    assert gap["secondary"] == {"accuracy": [1.0, 0.5]}


def test_a_sense_is_right_when_it_is_among_the_keys():
    scores = sense_scores(["k1", "k2", None], [["k0", "k1"], "k3", "k4"])
    assert (scores["n_right"], scores["n"]) == (1, 3)
    assert SENSE_ACCURACY.score(["k1"], ["k1"]) == 1.0
    assert prediction_consistency(["k1", "k2"], ["k1", "k1"], "sense_accuracy")["n_same"] == 1


@pytest.mark.parametrize(("key", "keys"), [(["k"], "k"), (3, "k"), ("k", []), ("k", None), ("k", [3])])
def test_what_is_no_sense_key_is_named_with_its_row(key, keys):
    with pytest.raises(UsageError, match="row 0: expected"):
        SENSE_ACCURACY.score([key], [keys])


def test_aspects_are_counted_one_by_one():
    gold = [[{"term": "food", "polarity": "positive"}, {"term": "staff", "polarity": "negative"}], ["neutral"], []]
    found = [["positive", "positive"], ["neutral"], []]
    assert ASPECT_ACCURACY.score(found, gold) == 2 / 3
    assert ASPECT_ACCURACY.row_score(ASPECT_ACCURACY.row_stats(found, gold)).tolist() == [0.5, 1.0, 1.0]
    # positive 2/3, negative 0, neutral 1; conflict is in no reference
    assert MEASURES["aspect_macro_f1"].score(found, gold) == pytest.approx((2 / 3 + 0 + 1) / 3)


def test_macro_f1_equals_scikit_learn():
    sklearn_metrics = pytest.importorskip("sklearn.metrics")
    gold = ["positive", "negative", "mixed", "positive", "negative", "positive"]
    found = ["positive", "mixed", "mixed", "negative", "negative", "neutral"]
    expected = sklearn_metrics.f1_score(gold, found, average="macro", labels=sorted(set(gold)), zero_division=0)
    score = MEASURES["aspect_macro_f1"].score([found[:2], found[2:]], [gold[:2], gold[2:]])
    assert score == pytest.approx(expected)


def test_polarity_lists_must_fit_their_aspects():
    with pytest.raises(UsageError, match="row 0: 1 predicted polarities for 2 aspects"):
        ASPECT_ACCURACY.score([["positive"]], [["positive", "negative"]])
    with pytest.raises(UsageError, match="one polarity an aspect"):
        ASPECT_ACCURACY.score(["positive"], [["positive"]])
