"""A metric of the user in place of that of the task, for all tasks."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.core.errors import UnknownNameError, UsageError

ROWS = Dataset.from_dict({"text": ["A fine film.", "A dull film.", "A fine day."], "label": ["pos", "neg", "pos"]})
TAGGED = Dataset.from_dict({"tokens": [["Anna", "left", "."]], "ner_tags": [["B-PER", "O", "O"]]})


def fine(texts):
    return ["pos" if "fine" in text else "neg" for text in texts]


def same_letter(prediction, reference):
    return prediction[0] == reference[0]


def share_of_tags(prediction, reference):
    return sum(one == other for one, other in zip(prediction, reference)) / len(reference)


def test_a_function_scores_labels_and_tags():
    suite = hr.Suite.build(ROWS, "sentiment-classification", ["word-case"])
    report = hr.run(fine, suite, metric=same_letter)
    assert report.record["metric"]["name"] == "same_letter" and report.record["metric"]["secondary"] == ["accuracy"]
    cell, usual = report["word-case"], hr.run(fine, suite)["word-case"]
    assert (cell["original"], cell["perturbed"]) == (usual["original"], usual["perturbed"]) == (1.0, 1 / 3)
    assert cell["secondary"] == {"accuracy": [1.0, 1 / 3]} and "metric:same_letter" in str(report)
    tags = hr.run(lambda rows: [["O"] * len(row) for row in rows], TAGGED, task="ner", transformations=["word-case"])
    scored = hr.run(
        lambda rows: [["O"] * len(row) for row in rows],
        TAGGED,
        task="ner",
        transformations=["word-case"],
        metric=share_of_tags,
    )
    assert tags.results[0]["original"] == 0.0 and scored.results[0]["original"] == pytest.approx(2 / 3)


def test_models_are_compared_by_it():
    suite = hr.Suite.build(ROWS, "sentiment-classification", ["word-case"])
    report = hr.compare({"fine": fine, "all": lambda texts: ["pos"] * len(texts)}, suite, metric=same_letter)
    assert report.record["metric"]["name"] == "same_letter"


def test_it_fails_before_a_model_is_asked():
    suite = hr.Suite.build(ROWS, "sentiment-classification", ["word-case"])

    def model(texts):
        raise AssertionError("the model was asked")

    with pytest.raises(UsageError, match="'same' returned 7 in row 0"):
        hr.run(model, suite, metric=named_same(7))
    with pytest.raises(UnknownNameError, match="no metric 'acuracy'"):
        hr.run(model, suite, metric="acuracy")


def named_same(value):
    def same(prediction, reference):
        return value

    return same


def test_capabilities_have_no_metric():
    suite = hr.CapabilitySuite.build("sentiment-classification", ROWS, only=["LC6"], expand=False)
    with pytest.raises(UsageError, match="slices, weakest and metric go with a robustness suite"):
        hr.run(fine, suite, metric=same_letter)
