import json
from dataclasses import replace

import pytest

from hf_robust.core.errors import UnknownNameError, UsageError
from hf_robust.scoring import ACCURACY, attack_success_rate, mcnemar, prediction_consistency, robustness_gap

GOLD = ["a"] * 10
BEFORE = ["a"] * 8 + ["b"] * 2
AFTER = ["a"] * 3 + ["b"] * 5 + ["a", "b"]


def test_gap_counts_by_hand():
    gap = robustness_gap(BEFORE, AFTER, GOLD, total=20)
    assert (gap["original"], gap["perturbed"], gap["drop"]) == pytest.approx((0.8, 0.4, 0.4))
    assert gap["relative_drop"] == pytest.approx(0.5)
    assert (gap["n"], gap["total"], gap["coverage"]) == (10, 20, 0.5)
    assert (gap["broken"], gap["mended"]) == (5, 1)
    assert gap["consistency"] == pytest.approx(0.4)
    assert gap["p_value"] == mcnemar(5, 1)
    assert gap["interval"][0] < 0.4 < gap["interval"][1]
    assert gap["secondary"] == {}
    json.dumps(gap, allow_nan=False)


def test_gap_without_rows_is_none_and_serialises():
    gap = robustness_gap([], [], [], total=7)
    assert (gap["n"], gap["coverage"], gap["broken"], gap["mended"]) == (0, 0.0, 0, 0)
    for key in ("original", "perturbed", "drop", "relative_drop", "interval", "p_value", "consistency"):
        assert gap[key] is None
    assert robustness_gap([], [], [], total=0)["coverage"] is None
    assert robustness_gap([], [], [], measure="seqeval_f1")["original"] is None
    assert robustness_gap([], [], [], measure="bleu")["secondary"] == {"chrf": [None, None]}
    json.dumps(gap, allow_nan=False)


def test_gap_of_one_row():
    gap = robustness_gap(["a"], ["b"], ["a"])
    assert (gap["drop"], gap["interval"], gap["p_value"]) == (1.0, [1.0, 1.0], 1.0)


def test_no_relative_drop_from_zero():
    gap = robustness_gap(["b"], ["a"], ["a"])
    assert (gap["original"], gap["drop"], gap["relative_drop"], gap["mended"]) == (0.0, -1.0, None, 1)


def test_perturbed_rows_may_have_their_own_gold_values():
    gap = robustness_gap(["a", "a"], ["b", "a"], ["a", "a"], ["b", "b"])
    assert (gap["original"], gap["perturbed"], gap["broken"]) == (1.0, 0.5, 1)


def test_gap_of_answers_reports_exact_match_and_compares_normalised():
    gold = [{"text": ["Paris"], "answer_start": [0]}, {"text": ["two dogs"], "answer_start": [0]}]
    gap = robustness_gap(["Paris", "two dogs"], ["the Paris.", "dogs"], gold, measure="squad_f1")
    assert gap["perturbed"] == pytest.approx((1 + 2 / 3) / 2)
    assert gap["secondary"] == {"squad_exact_match": [1.0, 0.5]}
    assert (gap["consistency"], gap["broken"]) == (0.5, 1)


def test_gap_of_entities_with_tokens_added_by_the_perturbation():
    gap = robustness_gap(
        [["B-PER", "O"]], [["B-PER", "I-PER", "O"]], [["B-PER", "O"]], [["B-PER", "I-PER", "O"]], measure="seqeval_f1"
    )
    assert (gap["original"], gap["perturbed"], gap["drop"], gap["consistency"]) == (1.0, 1.0, 0.0, 0.0)


def test_token_gap_is_weighted_by_tokens():
    gap = robustness_gap([["N"] * 9, ["N"]], [["N"] * 9, ["V"]], [["N"] * 9, ["N"]], measure="token_accuracy")
    assert gap["perturbed"] == pytest.approx(0.9)


def test_a_large_entity_drop_is_significant_and_no_drop_is_not():
    gold = [["B-PER", "O", "B-LOC"]] * 40
    broken = [["B-PER", "O", "O"]] * 20 + gold[20:]
    assert robustness_gap(gold, broken, gold, measure="seqeval_f1")["p_value"] < 0.001
    assert robustness_gap(gold, gold, gold, measure="seqeval_f1")["p_value"] == 1.0


def test_same_seed_same_gap_and_another_seed_another_interval():
    assert robustness_gap(BEFORE, AFTER, GOLD, seed=1) == robustness_gap(BEFORE, AFTER, GOLD, seed=1)
    wide = robustness_gap(BEFORE, AFTER, GOLD, confidence=0.99)["interval"]
    narrow = robustness_gap(BEFORE, AFTER, GOLD, confidence=0.5)["interval"]
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


def test_gap_refuses_wrong_arguments():
    with pytest.raises(UsageError, match="predictions_original has 1 rows, predictions_perturbed has 2"):
        robustness_gap(["a"], ["a", "b"], ["a"])
    with pytest.raises(UsageError, match="expected at least 10, found 9"):
        robustness_gap(BEFORE, AFTER, GOLD, total=9)
    with pytest.raises(UnknownNameError):
        robustness_gap(["a"], ["a"], ["a"], measure="rouge")
    with pytest.raises(UsageError, match="put it in a list"):
        robustness_gap("a", "a", "a")


def test_attack_success_divides_by_rows_that_were_right():
    result = attack_success_rate(BEFORE, AFTER, GOLD)
    assert (result["n"], result["n_attacked"], result["n_success"]) == (10, 8, 5)
    assert result["attack_success_rate"] == 0.625
    assert result["accuracy_before"] == 0.8
    # The row that was wrong before and right after does not count as resisted.
    assert result["accuracy_under_attack"] == pytest.approx(0.3)
    assert result["interval"][0] < 0.625 < result["interval"][1]


def test_attack_success_without_a_right_row_has_no_rate():
    result = attack_success_rate(["b"], ["b"], ["a"])
    assert (result["attack_success_rate"], result["interval"]) == (None, None)
    assert result["accuracy_under_attack"] == 0.0
    empty = attack_success_rate([], [], [])
    assert (empty["attack_success_rate"], empty["accuracy_before"], empty["n"]) == (None, None, 0)


def test_attack_success_of_tags_and_answers():
    gold = [["B-PER", "O"], ["O", "O"]]
    result = attack_success_rate(gold, [["O", "O"], ["O", "O"]], gold, measure="seqeval_f1")
    assert (result["n_attacked"], result["n_success"]) == (2, 1)
    answers = attack_success_rate(["Paris"], ["in Paris"], ["Paris"], measure="squad_f1")
    assert answers["attack_success_rate"] == 1.0
    with pytest.raises(UsageError, match="references has 1"):
        attack_success_rate([1, 0], [1, 0], [1])


def test_consistency_of_labels():
    result = prediction_consistency(BEFORE, AFTER)
    assert result["consistency"] == pytest.approx(0.4)
    assert (result["n"], result["n_same"], set(result)) == (10, 4, {"consistency", "interval", "n", "n_same"})


def test_consistency_of_tags_counts_rows_and_tags():
    result = prediction_consistency([["O", "B"], ["O"], ["O", "O"]], [["O", "O"], ["O"], ["O"]])
    assert result["consistency"] == pytest.approx(1 / 3)
    assert result["tag_consistency"] == pytest.approx(2 / 3)
    assert (result["n_tags"], result["n_other_length"]) == (3, 1)
    assert result["tag_interval"][0] <= 2 / 3 <= result["tag_interval"][1]


def test_consistency_without_rows_or_comparable_tags():
    empty = prediction_consistency([], [])
    assert (empty["consistency"], empty["interval"], empty["n"]) == (None, None, 0)
    other = prediction_consistency([["O"]], [["O", "O"]])
    assert (other["consistency"], other["tag_consistency"], other["tag_interval"]) == (0.0, None, None)
    with pytest.raises(UsageError, match="predictions_perturbed has 2"):
        prediction_consistency([1], [1, 2])


@pytest.mark.parametrize("measure", ["accuracy", "token_accuracy"])
def test_variants_of_a_row_are_no_independent_rows(measure):
    tagged = measure == "token_accuracy"
    before, after, gold = ([[tag] for tag in column] if tagged else column for column in (BEFORE, AFTER, GOLD))
    once = robustness_gap(before, after, gold, measure=measure)
    four = robustness_gap(before * 4, after * 4, gold * 4, measure=measure)
    grouped = robustness_gap(before * 4, after * 4, gold * 4, measure=measure, groups=[*range(10)] * 4)
    assert four["interval"] != once["interval"] == grouped["interval"]
    assert four["p_value"] < once["p_value"] == pytest.approx(grouped["p_value"], abs=0.02)
    assert (grouped["n"], grouped["drop"]) == (40, pytest.approx(once["drop"]))


def test_groups_of_one_row_change_nothing():
    assert robustness_gap(BEFORE, AFTER, GOLD, groups=[*range(10)]) == robustness_gap(BEFORE, AFTER, GOLD)
    with pytest.raises(UsageError, match="groups has 9"):
        robustness_gap(BEFORE, AFTER, GOLD, groups=[*range(9)])


def test_known_statistics_are_not_made_again():
    def refuse(predictions, references):
        raise AssertionError("made again")

    answers, after, gold = ["a", "b", "a"], ["a", "a", "b"], ["a", "b", "b"]
    known = ACCURACY.row_stats(answers, gold), ACCURACY.row_stats(after, gold)
    measure = replace(ACCURACY, row_stats=refuse)
    assert robustness_gap(answers, after, gold, measure=measure, stats=known) == robustness_gap(answers, after, gold)
    with pytest.raises(UsageError, match="stats_perturbed"):
        robustness_gap(answers, after, gold, stats=(known[0], known[1][:2]))
