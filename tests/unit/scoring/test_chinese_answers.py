"""Scores of Chinese answers: without marks, over characters."""

import pickle

import pytest

import hf_robust as hr
from hf_robust.scoring import SQUAD_F1, measure_for, measure_named, prediction_consistency, robustness_gap
from hf_robust.scoring.expectations import equal_answers
from hf_robust.scoring.squad import answer_f1, exact_match, normalize_answer


@pytest.mark.parametrize(
    ("predicted", "gold", "f1", "exact"),
    [
        ("1963年", "1963年", 1.0, 1.0),
        ("《范廷颂》", "范廷颂", 1.0, 1.0),
        ("１９６３年。", "1963年", 1.0, 1.0),
        ("北京 大学", "北京大学", 1.0, 1.0),
        ("河内总教区", "河内", 2 * (2 / 5) / (2 / 5 + 1), 0.0),
        ("1963年5月", "1963年", 2 * (2 / 4) / (2 / 4 + 1), 0.0),  # 1963 年 5 月 against 1963 年
        ("19", "1963", 0.0, 0.0),
        ("iPhone 12手机", "iphone12", 2 * (1 / 3) / (1 / 3 + 1), 0.0),
        ("光荣和ω-force", "光荣", 2 * (2 / 4) / (2 / 4 + 1), 0.0),
        ("", "河内", 0.0, 0.0),
        ("。", "", 1.0, 1.0),
        ("the cat", "cat", 0.0, 0.0),
    ],
)
def test_scores_match_counts_by_hand(predicted, gold, f1, exact):
    assert answer_f1(predicted, gold, "zh") == pytest.approx(f1)
    assert exact_match(predicted, gold, "zh") == exact
    measure = measure_for("extractive-qa", "zh")
    reference = [{"text": [gold], "answer_start": [0]}]
    assert measure.score([predicted], reference) == pytest.approx(f1)
    assert measure.secondary[0].score([predicted], reference) == exact


def test_the_measure_of_a_language_is_one_object_that_pickles():
    measure = measure_for("extractive-qa", "zh")
    assert measure.name == "squad_f1" and measure.label == "Answer F1 (characters)"
    assert measure is measure_for("extractive-qa", "zh")
    assert pickle.loads(pickle.dumps(measure)).score(["北京。"], ["北京"]) == 1.0
    assert measure_for("extractive-qa", "en") is SQUAD_F1 is measure_named("squad_f1", "de")


def test_predictions_and_rows_are_compared_as_chinese_is():
    assert equal_answers("北京。", "北京", "zh") and not equal_answers("北京。", "北京")
    assert normalize_answer("北京 大学", "zh") == "北京大学"
    same = prediction_consistency(["北京。"], ["北京"], "squad_f1", language="zh")
    assert same["consistency"] == 1.0
    gap = robustness_gap(["北京大学"], ["北京"], ["北京大学"], measure="squad_f1", language="zh")
    assert (gap["original"], gap["perturbed"]) == (1.0, pytest.approx(2 / 3))


def test_metrics_take_the_language():
    metric = hr.load_metric("robustness_gap")
    gold = [{"text": ["北京"], "answer_start": [0]}]
    columns = {"predictions": ["北京市。"], "original_predictions": ["北京。"], "references": gold}
    result = metric.compute(**columns, measure="squad_f1", language="zh")
    assert result["original"] == 1.0 and result["perturbed"] == pytest.approx(0.8)
    consistency = hr.load_metric("prediction_consistency")
    del columns["references"]
    assert consistency.compute(**columns, measure="squad_f1", language="zh")["consistency"] == 0.0


def test_an_attack_scores_answers_in_the_language_of_its_task():
    from hf_robust.attacks.goals.measure_goals import ScoreBelow

    goal = ScoreBelow()
    assert goal._measure(hr.task("extractive-qa", language="zh")).label == "Answer F1 (characters)"
    named = ScoreBelow(measure="squad_exact_match")
    assert named._measure(hr.task("extractive-qa", language="zh")).score(["北京。"], ["北京"]) == 1.0
    assert goal._measure(hr.task("extractive-qa")) is SQUAD_F1
