"""Models that do not solve the task are named in the headline, whatever they do; a model that solves it is not."""

import re
from hashlib import blake2b

import pytest
from scripted_models import REFUSAL, ScriptedModel

import hf_robust as hr
from hf_robust.core.errors import LabelError

LABELS = ("negative", "positive")
TASK = hr.task("sentiment-classification")
CHANGES = ("keyboard", "missing-character", "adjacent-swap", "random-character", "repeated-character", "word-case")


def number(text):
    return int.from_bytes(blake2b(text.encode(), digest_size=4).digest(), "big")


def place(text):
    """The number at the end of a text, which no transformation changes."""
    found = re.search(r"#(\d+)$", text)
    return int(found[1]) if found else 0


@pytest.fixture(scope="module")
def reviews():
    """150 demo reviews, 100 of them positive, each with its number at the end."""
    data = hr.demo_reviews()
    by_label = [[row for row, label in enumerate(data["label"]) if label == one] for one in (0, 1)]
    data = data.select(sorted(by_label[0][:50] + by_label[1][:100]))
    return data.map(lambda row, at: {"text": f"{row['text']} #{at}"}, with_indices=True)


@pytest.fixture(scope="module")
def suite(reviews):
    return hr.Suite.build(reviews, TASK, list(CHANGES))


def other(label):
    return LABELS[LABELS[0] == label]


def models(reviews):
    """What each model says of a text; the sound one is wrong on a tenth of the texts, changed or not."""
    gold = [LABELS[label] for label in reviews["label"]]
    known = dict(zip(reviews["text"], gold))

    def sound(text):
        return other(gold[place(text)]) if number(text) % 10 == 0 else gold[place(text)]

    return {
        "constant": lambda text: "negative",
        "majority": lambda text: "positive",
        "random by the input": lambda text: LABELS[number(text) % 2],
        "random by the row": lambda text: LABELS[number(str(place(text))) % 2],
        "draws from the label shares": lambda text: LABELS[number(text) % 3 > 0],
        "by length": lambda text: LABELS[len(text.split()) > 20],
        "by the first word": lambda text: LABELS[text.split()[0].lower() > "m"],
        "copies the label before": lambda text: gold[place(text) - 1],
        "reads only the number": lambda text: gold[place(text)],
        "inverse of a sound model": lambda text: other(sound(text)),
        "constant after a change": lambda text: known.get(text, "positive"),
        "sound": sound,
    }


EXPECTED = {
    "constant": {"constant-predictions", "not-above-majority"},
    "majority": {"constant-predictions", "not-above-majority"},
    "random by the input": {"not-above-majority"},
    "random by the row": {"not-above-majority", "answers-never-change"},
    "draws from the label shares": {"not-above-majority"},
    "by length": {"not-above-majority", "predictions-follow-length"},
    "by the first word": {"not-above-majority", "predictions-follow-first-word"},
    "copies the label before": {"not-above-majority"},
    "reads only the number": {"answers-never-change"},
    "inverse of a sound model": {"not-above-majority", "labels-mixed-up"},
    "constant after a change": {"constant-after-change"},
}


def run(suite, answer):
    return hr.run(lambda texts: [answer(text) for text in texts], suite, analysis=False)


def codes(report):
    return {one["code"] for one in report.record["warnings"]}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_degenerate_model_is_named_in_the_headline(name, suite, reviews):
    report = run(suite, models(reviews)[name])
    assert codes(report) >= EXPECTED[name], (codes(report), report.record["labels"])
    for one in report.record["warnings"]:
        assert one["message"] in report.verdict


def test_a_sound_model_gets_no_warning(suite, reviews):
    report = run(suite, models(reviews)["sound"])
    assert report.record["warnings"] == [] and report.record["originals"]["score"] > 0.8
    for one in report.record["results"]:
        assert 0.4 < one["kappa"] < one["consistency"] < 1


@pytest.mark.slow
def test_the_default_model_gets_no_warning(reviews):
    suite = hr.Suite.build(reviews.select(range(0, 150, 2)), TASK, ["keyboard", "word-case"])
    report = hr.run("default", suite, analysis=False)
    assert report.record["warnings"] == [] and report.record["originals"]["score"] > 0.8


@pytest.mark.parametrize("text", [REFUSAL, "Blue."], ids=["refused", "unparsable"])
def test_a_language_model_without_answers_is_named(suite, text):
    report = hr.run(ScriptedModel(suite.task, lambda row: text), suite, analysis=False)
    assert {"few-answers", "not-above-majority"} <= codes(report), report.record["warnings"]
    assert [one["kappa"] for one in report.record["results"]] == [None] * len(CHANGES)


def test_a_label_that_the_data_do_not_have_is_refused(suite):
    with pytest.raises(LabelError, match="returned the label 'I cannot say'"):
        run(suite, lambda text: "I cannot say")
