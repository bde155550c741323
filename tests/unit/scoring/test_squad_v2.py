"""The measures of SQuAD 2: all questions, those with an answer and those without."""

import math

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.scoring import SQUAD_F1, SQUAD_V2_F1, measure_named, measure_on, robustness_gap
from hf_robust.scoring.answer_measures import has_answer

NONE = {"text": [], "answer_start": []}
GOLD = [{"text": ["red house", "house"], "answer_start": [0, 4]}, {"text": ["Bob"], "answer_start": [3]}, NONE, NONE]
SAID = ["the red house by the sea", "", "", "Anna"]
# "red house by sea" holds both words of "red house": precision 2/4, recall 1
EXPECTED = {
    "squad_v2_f1": (2 / 3 + 0 + 1 + 0) / 4,
    "squad_v2_exact_match": 1 / 4,
    "has_answer_exact_match": 0.0,
    "has_answer_f1": (2 / 3 + 0) / 2,
    "no_answer_exact_match": 1 / 2,
    "no_answer_f1": 1 / 2,
}


def scores(said, gold, language="en"):
    measure = measure_named("squad_v2_f1", language)
    return {one.name: one.score(said, gold) for one in (measure, *measure.secondary)}


def test_scores_are_those_worked_out_by_hand():
    assert scores(SAID, GOLD) == pytest.approx(EXPECTED)


def test_chinese_answers_are_compared_over_characters():
    gold = [{"text": ["北京"], "answer_start": [0]}, NONE]
    found = scores(["北京大学", ""], gold, "zh")
    assert found["has_answer_f1"] == pytest.approx(2 / 3)
    assert (found["no_answer_f1"], found["has_answer_exact_match"]) == (1.0, 0.0)
    assert "characters" in measure_named("squad_v2_f1", "zh").label


@pytest.mark.parametrize("gold", [GOLD[:2], GOLD[2:]])
def test_a_part_without_rows_has_no_score(gold):
    found = scores(SAID[: len(gold)], gold)
    part = "no_answer" if has_answer(gold[0]) else "has_answer"
    assert math.isnan(found[f"{part}_f1"]) and math.isnan(found[f"{part}_exact_match"])
    assert robustness_gap(["a"] * 2, ["a"] * 2, gold, measure="squad_v2_f1")["secondary"][f"{part}_f1"] == [None, None]


@pytest.mark.parametrize(
    ("answers", "measure"),
    [
        ([{"text": ["a"], "answer_start": [0]}] * 2, SQUAD_F1),
        ([{"text": ["a"], "answer_start": [0]}, NONE], SQUAD_V2_F1),
        ([NONE, NONE], SQUAD_V2_F1),
        ([{"text": ["a"], "answer_start": [0]}, {"text": [""], "answer_start": [0]}], SQUAD_V2_F1),
    ],
)
def test_the_rows_decide_which_measure_they_are_scored_with(answers, measure):
    data = Dataset.from_dict({"context": ["a b"] * 2, "question": ["q"] * 2, "answers": answers})
    assert measure_on(hr.task("squad"), data) is measure


def test_lists_of_structs_and_empty_lists_decide_as_well():
    rows = [[{"text": "a", "answer_start": 0}], []]
    data = Dataset.from_dict({"context": ["a b"] * 2, "question": ["q"] * 2, "answers": rows})
    assert measure_on(hr.task("squad"), data) is SQUAD_V2_F1


def test_the_scores_are_those_of_the_metric_of_evaluate():
    evaluate = pytest.importorskip("evaluate")
    try:
        metric = evaluate.load("squad_v2")
    except (FileNotFoundError, ConnectionError, OSError) as error:
        pytest.skip(f"squad_v2 is not in the cache of evaluate: {type(error).__name__}")
    said = [
        {"id": str(place), "prediction_text": text, "no_answer_probability": 0.0} for place, text in enumerate(SAID)
    ]
    gold = [{"id": str(place), "answers": answers} for place, answers in enumerate(GOLD)]
    oracle, found = metric.compute(predictions=said, references=gold), scores(SAID, GOLD)
    names = {
        "f1": "squad_v2_f1",
        "exact": "squad_v2_exact_match",
        "HasAns_f1": "has_answer_f1",
        "HasAns_exact": "has_answer_exact_match",
        "NoAns_f1": "no_answer_f1",
        "NoAns_exact": "no_answer_exact_match",
    }
    assert {ours: oracle[theirs] for theirs, ours in names.items()} == pytest.approx(
        {ours: 100 * found[ours] for ours in names.values()}
    )
