"""Rows whose labels follow from given types or from lengths are named, whatever the task and the kind of run."""

import random

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.evaluation.separated_labels import followed_share, separation_warnings

PLACES = {"Live_In": ("Peop", "Loc"), "Work_For": ("Peop", "Org"), "Kill": ("Peop", "Peop")}


def relations(types):
    rows = []
    for number in range(60):
        relation = list(PLACES)[number % 3]
        first, second = types(number, relation)
        tokens = ["Ada", "met", "Bert", "in", "Rome", "on", "day", str(number)]
        one = {"tokens": tokens, "subject": [0, 1], "object": [2, 3], "subject_type": first, "object_type": second}
        rows.append({**one, "relation": relation})
    return Dataset.from_list(rows)


def texts(length, label="label", unit="word ", names=("short", "long")):
    """Rows of two classes; ``length`` maps the number of the class to the number of words."""
    draw = random.Random(1)
    rows = [
        {"text": f"row {number + 10} {unit * length(number % 2, draw)}.", label: names[number % 2]}
        for number in range(80)
    ]
    return Dataset.from_list(rows)


def codes(warnings):
    return [one["code"] for one in warnings]


def test_a_relation_that_follows_from_the_types_is_named_with_the_share():
    (found,) = separation_warnings(hr.task("relation-extraction"), relations(lambda _, relation: PLACES[relation]))
    assert found["code"] == "label-follows-types"
    assert "subject_type and object_type in 100% of the 60 rows" in found["message"]


def test_types_that_leave_the_relation_open_are_no_fault():
    draw = random.Random(3)
    mixed = relations(lambda *_: (draw.choice(["Peop", "Org"]), draw.choice(["Loc", "Org"])))
    assert separation_warnings(hr.task("relation-extraction"), mixed) == []
    without = relations(lambda _, relation: PLACES[relation]).remove_columns(["subject_type", "object_type"])
    assert separation_warnings(hr.task("relation-extraction"), without) == []


def separated(number, draw):
    return draw.randint(3, 9) + 12 * number


def overlapping(number, draw):
    return draw.randint(3, 20) + number


@pytest.mark.parametrize("language,unit", [("en", "word "), ("zh", "词")])
@pytest.mark.parametrize("task", ["sentiment-classification", "text-classification", "hate-speech-detection"])
def test_a_label_that_follows_from_the_length_is_named(task, language, unit):
    bound = hr.task(task, language=language)
    (found,) = separation_warnings(bound, texts(separated, unit=unit))
    assert found["code"] == "label-follows-length" and "length of the text alone" in found["message"]
    assert separation_warnings(bound, texts(overlapping, unit=unit)) == []


@pytest.mark.parametrize("role", ["premise", "hypothesis"])
def test_each_text_of_a_pair_is_looked_at(role):
    other = "hypothesis" if role == "premise" else "premise"
    rows = texts(separated, names=("entailment", "neutral")).rename_column("text", role)
    rows = rows.add_column(other, ["The same words in each row."] * len(rows))
    (found,) = separation_warnings(hr.task("natural-language-inference"), rows)
    assert f"length of the {role}" in found["message"]


def test_few_rows_one_class_and_rows_without_classes_say_nothing():
    sentiment = hr.task("sentiment-classification")
    assert separation_warnings(sentiment, texts(separated).select(range(29))) == []
    assert separation_warnings(sentiment, texts(separated, names=("same", "same"))) == []
    tags = Dataset.from_dict({"tokens": [["a"]] * 40, "ner_tags": [["O"]] * 40})
    assert separation_warnings(hr.task("ner", label_names=["O", "B-PER", "I-PER"]), tags) == []


def test_a_fact_that_no_other_row_has_tells_nothing():
    assert followed_share(list(range(9)), ["a"] * 9) == 0
    assert followed_share(["x"] * 4, ["a", "a", "b", "b"]) == 0


def test_every_kind_of_run_says_so():
    rows, task = texts(separated, names=("negative", "positive")), hr.task("sentiment-classification")

    def model(texts):
        return ["positive" if len(one.split()) > 11 else "negative" for one in texts]

    suite = hr.Suite.build(rows, task, ["word-case"])
    reports = [
        hr.run(model, suite),
        hr.compare({"one": model, "other": model}, suite),
        hr.corruption_benchmark(rows, task, model, ["delete"], (1,), ["random"], seeds=(0,)),
        hr.attack(model, rows, "deepwordbug", task, budget=2),
    ]
    for report in reports:
        said = codes(report.record["warnings"])
        assert said.count("label-follows-length") == 1, type(report)
        assert "length of the text" in report.verdict


def test_a_relation_model_without_skill_is_named_though_it_is_scored_by_f1():
    suite = hr.Suite.build(relations(lambda _, relation: PLACES[relation]), hr.task("re"), ["word-case"])
    report = hr.run(lambda rows: ["Kill"] * len(rows), suite)
    assert {"constant-predictions", "not-above-majority", "label-follows-types"} <= set(
        codes(report.record["warnings"])
    )
    assert report.record["labels"]["accuracy"] == pytest.approx(1 / 3)
