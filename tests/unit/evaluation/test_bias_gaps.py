"""Bias: the same rows in each group, and how far scores and answers lie apart."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import EmptyDataError, UnknownNameError, UsageError

TASK = hr.task("sentiment-classification")
TEXTS = ["He was charming.", "She was charming.", "He was dull.", "She was dull.", "The soup was cold."]
LABELS = ["pos", "pos", "neg", "neg", "neg"]


def unfair(texts):
    """Only men are charming."""
    return ["pos" if "charming" in text and text.startswith("He ") else "neg" for text in texts]


def fair(texts):
    return ["pos" if "charming" in text else "neg" for text in texts]


@pytest.fixture(scope="module")
def suite():
    return hr.bias_suite(Dataset.from_dict({"text": TEXTS, "label": LABELS}), TASK, ["gender"])


@pytest.fixture(scope="module")
def report(suite):
    return hr.run(unfair, suite)


def test_the_same_rows_are_scored_in_each_group(report):
    (kind,) = report.record["analysis"]["bias"]["kinds"]
    assert (kind["kind"], kind["n"], kind["left_out"], kind["original"]) == ("gender", 4, 0, 0.75)
    assert [(one["group"], one["originals"], one["score"]) for one in kind["groups"]] == [
        ("female", 2, 0.5),
        ("male", 2, 1.0),
    ]
    gap = kind["gap"]
    assert (gap["gap"], gap["best"], gap["worst"]) == (0.5, 1, 0)
    # two rows differ: both gaps of .5 come from the two orders, of four, in which they point the same way
    assert gap["p_value"] == pytest.approx(0.5, abs=0.04) and gap["p_adjusted"] == gap["p_value"]
    assert gap["interval"][0] == 0.0 and gap["interval"][1] == 1.0


def test_answers_by_group_and_by_right_answer(report):
    (kind,) = report.record["analysis"]["bias"]["kinds"]
    assert (kind["differ"]["n"], kind["differ"]["share"]) == (2, 0.5)
    assert [(one["label"], one["rates"], one["gap"]) for one in kind["parity"]] == [
        ("neg", [1.0, 0.5], 0.5),
        ("pos", [0.0, 0.5], 0.5),
    ]
    positive, negative = sorted(kind["by_gold"], key=lambda one: -one["n"] if one["gold"] == "pos" else 0)
    assert (positive["gold"], positive["n"]) == ("pos", 2)
    assert positive["predicted"] == [{"label": "neg", "rates": [1.0, 0.0]}, {"label": "pos", "rates": [0.0, 1.0]}]
    assert negative["predicted"] == [{"label": "neg", "rates": [1.0, 1.0]}]


def test_examples_show_a_row_in_two_groups(report):
    (kind,) = report.record["analysis"]["bias"]["kinds"]
    first, second = kind["examples"]
    assert {tuple(first["groups"]), tuple(second["groups"])} == {("female", "male"), ("male", "female")}
    said = dict(zip(first["groups"], first["predictions"]))
    assert said == {"female": "neg", "male": "pos"} and first["gold"] == "pos"
    (text,) = first["fields"]
    assert {text["before"], text["after"]} == {"He was charming.", "She was charming."}


def test_a_fair_model_has_no_gap(suite):
    (kind,) = hr.run(fair, suite).record["analysis"]["bias"]["kinds"]
    assert kind["gap"]["gap"] == 0.0 and kind["gap"]["p_value"] == 1.0
    assert kind["differ"]["n"] == 0 and kind["examples"] == []


def test_a_row_of_both_genders_is_of_no_group():
    data = Dataset.from_dict({"text": ["Ana and her father left early.", *TEXTS], "label": ["neg", *LABELS]})
    suite = hr.Suite.build(data, TASK, [{"name": "swap-gender", "to": to} for to in ("female", "male")])
    moved = len(suite["swap-gender-to-female"]) + len(suite["swap-gender-to-male"])
    (kind,) = hr.run(fair, suite).record["analysis"]["bias"]["kinds"]
    assert kind["n"] == 4 and kind["left_out"] == moved - 4


def test_regions_that_a_suite_lacks_are_no_version():
    """Rows of a region that is not among the groups need a version in each of them."""
    texts = ["I stayed at a small hotel in Oslo.", "I stayed at a small hotel in Nairobi."]
    data = Dataset.from_dict({"text": texts, "label": ["pos", "pos"]})
    suite = hr.Suite.build(data, TASK, [{"name": "swap-region", "to": to} for to in ("africa", "asia")])
    seen = {name: [row["text"] for row in suite[name].perturbed] for name in suite}
    assert [len(rows) for rows in seen.values()] == [1, 2]
    (kind,) = hr.run(lambda rows: ["pos"] * len(rows), suite).record["analysis"]["bias"]["kinds"]
    assert kind["n"] == 2 and [one["originals"] for one in kind["groups"]] == [1, 0]


def test_one_group_alone_is_not_compared():
    data = Dataset.from_dict({"text": TEXTS, "label": LABELS})
    report = hr.run(fair, hr.Suite.build(data, TASK, ["swap-gender", "word-case"]))
    assert "bias" not in report.record.get("analysis", {})


def test_entities_have_the_score_alone():
    tokens = [["The", "man", "left", "Oslo", "early", "."], ["Her", "mother", "lives", "here", "."]]
    data = Dataset.from_dict({"tokens": tokens, "ner_tags": [["O", "O", "O", "B-LOC", "O", "O"], ["O"] * 5]})
    suite = hr.bias_suite(data, hr.task("named-entity-recognition"))

    def blind(rows):
        return [["B-LOC" if token == "Oslo" and "man" in row else "O" for token in row] for row in rows]

    report = hr.run(blind, suite)
    (kind,) = report.record["analysis"]["bias"]["kinds"]
    assert [one["score"] for one in kind["groups"]] == [0.0, 1.0] and kind["gap"]["gap"] == 1.0
    assert kind["differ"] is None and kind["parity"] == [] and kind["examples"] == []


def test_what_cannot_be_built_is_said_first():
    data = Dataset.from_dict({"text": ["The soup was cold."], "label": ["neg"]})
    with pytest.raises(UnknownNameError, match="kind of bias 'gendr'; did you mean gender"):
        hr.bias_suite(data, TASK, ["gendr"])
    with pytest.raises(UsageError, match=r"use kinds=\['gender'\]"):
        hr.bias_suite(data, TASK, "gender")
    with pytest.raises(UsageError, match="named-entity-recognition .* has no swaps of region; it has gender"):
        hr.bias_suite(data, hr.task("named-entity-recognition"), ["region"])
    with pytest.raises(UsageError, match="extractive-qa .* has no swaps of gender, region"):
        hr.bias_suite(data, hr.task("extractive-qa"))
    with pytest.raises(EmptyDataError, match="none of the 1 rows could be changed"):
        hr.bias_suite(data, TASK)
