"""Calibration in the record and the report of a run, where a model gives probabilities."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.scoring import confidence_brier, expected_calibration_error

TEXTS = [f"The film number {number} was {'great' if number % 2 else 'awful'} tonight." for number in range(80)]
DATA = Dataset.from_dict({"text": TEXTS, "label": ["positive" if number % 2 else "negative" for number in range(80)]})


@pytest.fixture(scope="module")
def suite():
    return hr.Suite.build(DATA, "sentiment-classification", ["word-case", "keyboard"])


def sure(text):
    """Right with probability .9 on texts in small letters; else always positive, and as sure."""
    said = "negative" if "awful" in text else "positive"
    return {"label": said, "score": 0.9 if "9" not in text else 0.6}


def run(suite, answer):
    return hr.run(lambda texts: [answer(text) for text in texts], suite, analysis=False)


def test_errors_are_those_of_the_pairs(suite):
    report = run(suite, sure)
    for result in report.record["results"]:
        pairs = suite.entries[result["name"]]
        for side, rows in enumerate((pairs.original, pairs.perturbed)):
            said = [sure(text) for text in rows["text"]]
            right = [one["label"] == label for one, label in zip(said, rows["label"])]
            scores = [one["score"] for one in said]
            found = result["calibration"]
            assert found["ece"][side] == pytest.approx(expected_calibration_error(scores, right))
            assert found["brier"][side] == pytest.approx(confidence_brier(scores, right))
            assert found["n"] == result["n"] == 80
    word_case = report["word-case"]["calibration"]
    assert word_case["ece"][1] > word_case["ece"][0] + 0.2, "half of the answers become wrong, and none less sure"


def test_the_report_shows_them(suite):
    view = run(suite, sure).view
    (table,) = [
        block for section in view.sections for block in section.blocks if getattr(block, "title", "") == "Calibration"
    ]
    assert [row.cells[0].text for row in table.rows] == ["word-case", "keyboard"]
    assert "→" in table.rows[0].cells[1].text
    assert {"Expected calibration error", "Brier score"} <= {term for term, _ in view.glossary}


@pytest.mark.parametrize(
    "answer",
    [
        lambda text: sure(text)["label"],
        lambda text: sure(text) | {"score": None},
        lambda text: sure(text) | {"score": 3.5},
    ],
    ids=["labels", "no scores", "scores that are no probabilities"],
)
def test_without_probabilities_there_is_none(suite, answer):
    report = run(suite, answer)
    assert not any("calibration" in result for result in report.record["results"])
    assert "Brier score" not in dict(report.view.glossary)


def test_few_rows_have_none():
    suite = hr.Suite.build(DATA.select(range(20)), "sentiment-classification", ["word-case"])
    assert "calibration" not in run(suite, sure)["word-case"]
