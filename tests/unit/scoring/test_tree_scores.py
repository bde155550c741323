import pytest

from hf_robust.core.errors import UsageError
from hf_robust.scoring import LAS, dependency_scores, prediction_consistency, robustness_gap

GOLD = {"heads": [2, 0, 4, 2, 2], "deprels": ["nsubj", "root", "det", "obj", "punct"]}
FOUND = {"heads": [2, 0, 4, 4, 1], "deprels": ["obj", "root", "det", "obj", "punct"]}


def test_attachment_scores_worked_out_by_hand():
    # heads right: 1, 2, 3; relations right: 2, 3, 4, 5; both: 2, 3
    scores = dependency_scores([FOUND], [GOLD])
    assert (scores["uas"], scores["las"], scores["label_accuracy"]) == (3 / 5, 2 / 5, 4 / 5)
    without = dependency_scores([FOUND], [GOLD], punctuation=False)
    assert (without["uas"], without["las"], without["n_tokens"]) == (3 / 4, 2 / 4, 4)


def test_long_trees_weigh_more_than_short_ones():
    short = {"heads": [0], "deprels": ["root"]}
    assert LAS.score([FOUND, short], [GOLD, short]) == 3 / 6
    assert LAS.secondary[0].score([FOUND, short], [GOLD, short]) == 4 / 6
    stats = LAS.row_stats([FOUND, short], [GOLD, short])
    assert LAS.row_score(stats).tolist() == [0.4, 1.0]


def test_heads_may_be_text_and_trees_empty():
    texts = {"heads": [str(head) for head in GOLD["heads"]], "deprels": GOLD["deprels"]}
    assert LAS.score([texts], [GOLD]) == 1.0
    empty = {"heads": [], "deprels": []}
    assert dependency_scores([empty], [empty])["las"] is None
    assert LAS.row_score(LAS.row_stats([empty], [empty])).tolist() == [1.0]


def test_trees_can_be_compared():
    again = {"heads": tuple(GOLD["heads"]), "deprels": tuple(GOLD["deprels"])}
    assert prediction_consistency([GOLD, FOUND], [again, GOLD], "las")["n_same"] == 1
    gap = robustness_gap([GOLD, GOLD], [GOLD, FOUND], [GOLD, GOLD], measure="las")
    assert (gap["original"], gap["perturbed"], gap["broken"]) == (1.0, 0.7, 1)
    assert gap["secondary"] == {"uas": [1.0, 0.8]}


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ([2, 0], r"predictions row 1: expected \{'heads'"),
        ({"heads": [0]}, "predictions row 1: expected"),
        ({"heads": [0, 1], "deprels": ["root"]}, "2 heads, but 1 relations"),
        ({"heads": ["x"], "deprels": ["root"]}, "heads must be numbers"),
        ({"heads": [0], "deprels": ["root"]}, "row 1: a predicted tree of 1 tokens for a gold tree of 5"),
    ],
)
def test_what_is_no_tree_is_named_with_its_row(tree, message):
    with pytest.raises(UsageError, match=message):
        LAS.row_stats([GOLD, tree], [GOLD, GOLD])
