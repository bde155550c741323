"""Attacks on models of several labels and of scores: the default goals, and recipes that are refused."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.attacks import goal_for
from hf_robust.core.errors import UsageError

LABELS = Dataset.from_dict({"text": ["The team won the match"], "labels": [["good", "sport"]]})
SCORES = Dataset.from_dict({"text": ["A fine film", "A dull film"], "score": [4.0, 0.0]})
PAIRS = Dataset.from_dict({"sentence1": ["A man sings"], "sentence2": ["A man sings"], "score": [5.0]})


def topics(texts):
    return [[label for word, label in (("team", "sport"), ("won", "good")) if word in text] for text in texts]


def scored(texts):
    return [2.0 + 2.0 * ("fine" in text) - 1.0 * ("dull" in text) for text in texts]


def test_another_set_of_labels_is_the_goal_and_what_is_said_is_a_set():
    run = hr.attack(topics, LABELS, "deepwordbug", "multi-label-classification")
    (result,) = run.results
    assert (result.status, result.before) == ("successful", ["good", "sport"]) and result.after != result.before
    assert "subset accuracy falls from 100.0 to 0.0" in " ".join(str(run).split())
    assert "metric:subset_accuracy|" in "".join(str(run).split("\n"))
    assert len(run.suite(effect="preserves")) == 1


@pytest.mark.parametrize(("by", "found"), [(None, ["successful", "successful"]), (1.5, ["successful", "failed"])])
def test_a_score_moves_by_a_stated_amount_or_a_fifth_of_the_range(by, found):
    run = hr.attack(scored, SCORES, "deepwordbug", hr.task("text-regression", score_range=(0, 5)), by=by)
    assert [result.status for result in run.results] == found
    assert "correct prediction" not in str(run) and "share of unmoved scores" in str(run)


def test_of_a_pair_the_second_text_is_attacked():
    def alike(pairs):
        return [5.0 if pair["sentence1"] == pair["sentence2"] else 1.0 for pair in pairs]

    run = hr.attack(alike, PAIRS, "deepwordbug", "sts", by=1)
    assert run.results[0].status == "successful" and run.rows[0]["sentence1"] == "A man sings"


@pytest.mark.parametrize(
    ("recipe", "said"),
    [
        ("hotflip", "needs a goal of labels, such as 'untargeted', not '(label-crosses|score-moves)'"),
        ("input-reduction", "'fewest-words' is for classification"),
        ("kuleshov", "'sure-of-other' is for classification"),
        ("seq2sick", "for models that write a text"),
    ],
)
def test_recipes_that_make_no_sense_are_refused_with_the_reason(recipe, said):
    for model, rows, task in ((topics, LABELS, "multi-label-classification"), (scored, SCORES, "text-regression")):
        with pytest.raises(UsageError, match=said):
            hr.attack(model, rows, recipe, task)


def test_goals_of_labels_are_refused():
    with pytest.raises(UsageError, match="several labels a text"):
        hr.attack(topics, LABELS, "deepwordbug", "multi-label-classification", target="sport")
    with pytest.raises(UsageError, match="one score a text"):
        hr.attack(topics, LABELS, "deepwordbug", "multi-label-classification", by=1)
    with pytest.raises(UsageError, match="not both"):
        hr.attack(scored, SCORES, "deepwordbug", "text-regression", by=1, target="a")
    assert goal_for("sts").name == "score-moves" and goal_for("multi-label").name == "label-crosses"


def test_the_threshold_of_the_task_is_that_of_the_goal():
    def sure(texts):
        return [[0.45 if "team" in text else 0.1, 0.9] for text in texts]

    task = hr.task("multi-label-classification", label_names=["sport", "good"])
    skipped = hr.attack(sure, LABELS, "deepwordbug", task).results[0]
    found = hr.attack(sure, LABELS, "deepwordbug", task, threshold=0.4).results[0]
    assert skipped.status == "skipped" and (found.status, found.after) == ("successful", ["good"])
