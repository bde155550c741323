import pytest

from hf_robust.core.errors import UsageError
from hf_robust.scoring import CONLL_F1, GAP_F1, gap_scores, stereotype_gap

YES_NO, NO_YES, NEITHER = {"a": True, "b": False}, {"a": False, "b": True}, {"a": False, "b": False}
BOTH = {"a": True, "b": True}


def test_links_worked_out_by_hand():
    scores = gap_scores([YES_NO, BOTH, NEITHER, NO_YES], [YES_NO, NO_YES, NO_YES, NEITHER], ["he", "Her", "she", "his"])
    # found 4, there 3, right 2; of 8 decisions 5 are right
    assert scores["gap_f1"] == pytest.approx(2 * (2 / 4) * (2 / 3) / (2 / 4 + 2 / 3))
    assert scores["accuracy"] == 5 / 8
    assert scores["masculine_f1"] == pytest.approx(2 * 0.5 * 1 / 1.5)
    assert scores["feminine_f1"] == pytest.approx(0.5)
    assert scores["bias"] == pytest.approx(0.75)


def test_links_are_read_from_clusters():
    places = {"pronoun": [10, 12], "a_span": [0, 3], "b_span": [5, 8]}
    gold = {**YES_NO, **places}
    linked = [[[0, 3], [10, 12]], [[5, 8]]]
    apart = [[[0, 3]], [[5, 8], [10, 12]]]
    assert GAP_F1.row_stats([linked, apart, []], [gold] * 3).tolist() == [
        [1, 1, 1, 2, 2],
        [0, 1, 1, 0, 2],
        [0, 0, 1, 1, 2],
    ]
    assert GAP_F1.row_score(GAP_F1.row_stats([linked, apart], [gold] * 2)).tolist() == [1.0, 0.0]
    assert GAP_F1.normalize(linked) == GAP_F1.normalize(linked[::-1]) != GAP_F1.normalize(apart)


def test_a_gender_that_is_not_there_has_no_score():
    scores = gap_scores([YES_NO], [YES_NO], ["masculine"])
    assert (scores["masculine_f1"], scores["feminine_f1"], scores["bias"]) == (1.0, None, None)
    assert gap_scores([YES_NO], [YES_NO])["masculine_f1"] is None
    assert gap_scores([], [])["gap_f1"] is None


def test_gap_between_stereotypes():
    gold = [[[[0, 0], [4, 4]]]] * 4
    found = [gold[0], gold[0], gold[0], [[[1, 1], [4, 4]]]]
    gap = stereotype_gap(found, gold, ["pro", "Pro", "anti", "anti"], CONLL_F1)
    assert gap["pro"] == 1.0 and gap["anti"] < 1.0
    assert gap["gap"] == gap["pro"] - gap["anti"]
    assert gap["pro_interval"] == [1.0, 1.0] and gap["anti_interval"][0] < gap["anti"]
    assert stereotype_gap(found[:2], gold[:2], ["pro", "pro"], CONLL_F1)["gap"] is None


def test_wrong_values_are_named():
    with pytest.raises(UsageError, match="references row 0: expected"):
        gap_scores([YES_NO], [True])
    with pytest.raises(UsageError, match="places of 'pronoun'"):
        gap_scores([[]], [YES_NO])
    with pytest.raises(UsageError, match="'pro' or 'anti'"):
        stereotype_gap([[]], [[]], ["none"], CONLL_F1)
    with pytest.raises(UsageError, match="differ in length"):
        gap_scores([YES_NO], [YES_NO], ["he", "she"])
