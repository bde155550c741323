import pytest

from hf_robust.core.errors import UsageError
from hf_robust.scoring import CONLL_F1, MEASURES, coreference_scores, prediction_consistency, robustness_gap


def clusters(*groups):
    """Clusters of one-token mentions, written as letters."""
    return [[[ord(letter), ord(letter)] for letter in group] for group in groups]


def test_scores_of_a_document_worked_out_by_hand():
    gold, found = clusters("abc", "defg"), clusters("ab", "cd", "fghi")
    scores = coreference_scores([found], [gold])
    # MUC: the gold links kept are 1 of abc and 1 of defg; those found rightly are 1 of ab and 1 of fghi
    assert scores["muc"] == pytest.approx([2 / 5, 2 / 5, 2 / 5])
    precision, recall = (4 / 2 + 1 / 2 + 1 / 2 + 4 / 4) / 8, (4 / 3 + 1 / 3 + 1 / 4 + 4 / 4) / 7
    assert scores["b3"] == pytest.approx([precision, recall, 2 * precision * recall / (precision + recall)])
    # CEAFe: ab with abc gives 2*2/5, fghi with defg 2*2/8
    assert scores["ceafe"] == pytest.approx([1.3 / 3, 1.3 / 2, 2 * 1.3 / 5])
    assert scores["conll_f1"] == pytest.approx((scores["muc"][2] + scores["b3"][2] + scores["ceafe"][2]) / 3)
    assert scores["n_mentions"] == 7


def test_the_alignment_of_clusters_is_the_best_and_not_the_first():
    gold, found = clusters("abcd", "efg"), clusters("abe", "cdfg")
    # abe-abcd 4/7 with cdfg-efg 4/7 beats cdfg-abcd 4/8 with abe-efg 2/6
    assert coreference_scores([found], [gold])["ceafe"][0] == pytest.approx((4 / 7 + 4 / 7) / 2)


def test_one_large_cluster_and_only_single_mentions():
    gold = clusters("ab", "cd")
    whole = coreference_scores([clusters("abcd")], [gold])
    assert whole["muc"] == pytest.approx([2 / 3, 1.0, 0.8])
    assert whole["b3"] == pytest.approx([0.5, 1.0, 2 / 3])
    single = coreference_scores([clusters("a", "b", "c", "d")], [gold])
    assert single["muc"] == [0.0, 0.0, 0.0]
    assert single["b3"] == pytest.approx([1.0, 0.5, 2 / 3])
    assert single["ceafe"] == pytest.approx([2 * (2 / 3) / 4, 2 / 3, 2 * (4 / 3) / 6])


def test_documents_are_summed_and_not_averaged():
    gold = [clusters("ab"), clusters("abcdef")]
    scores = coreference_scores([clusters("ab"), clusters("abc")], gold)
    assert scores["muc"] == pytest.approx([3 / 3, 3 / 6, 2 / 3])
    assert MEASURES["muc_f1"].score([clusters("ab"), clusters("abc")], gold) == pytest.approx(2 / 3)
    assert CONLL_F1.score([clusters("ab"), clusters("abc")], gold) == pytest.approx(scores["conll_f1"])


def test_right_clusters_are_right_in_any_order_and_shape():
    gold = clusters("ab", "cde", "f")
    other = [[{"start": 99, "end": 99}, {"start": 101, "end": 101}, (100, 100)], *clusters("f", "ba")]
    stats = CONLL_F1.row_stats([other], [gold])
    assert CONLL_F1.row_score(stats).tolist() == [1.0]
    assert prediction_consistency([other], [gold], "conll_f1")["n_same"] == 1


def test_documents_without_clusters_or_links_have_nothing_wrong():
    stats = CONLL_F1.row_stats([[], clusters("a"), clusters("ab"), []], [[], clusters("a"), [], clusters("ab")])
    assert CONLL_F1.row_score(stats).tolist() == [1.0, 1.0, 0.0, 0.0]


def test_a_mention_in_two_clusters_counts_in_the_first():
    assert coreference_scores([clusters("ab", "bc", "b")], [clusters("ab", "c")])["b3"] == [1.0, 1.0, 1.0]


def test_gap_of_clusters():
    gold = [clusters("ab"), clusters("ab", "cd")]
    gap = robustness_gap(gold, [clusters("ab"), clusters("ab")], gold, measure="conll_f1")
    assert gap["original"] == 1.0 and gap["broken"] == 1
    assert gap["secondary"]["muc_f1"] == pytest.approx([1.0, 0.8])
    assert list(gap["secondary"]) == ["muc_f1", "b3_f1", "ceafe_f1"]


@pytest.mark.parametrize("value", ["x", [[1, 2]], [["a"]], None, [[[1]]], [[{"start": 1}]]])
def test_what_is_no_list_of_clusters_is_named_with_its_row(value):
    with pytest.raises(UsageError, match="predictions row 1: expected clusters"):
        CONLL_F1.row_stats([[], value], [[], []])
