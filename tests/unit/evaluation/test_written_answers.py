"""Texts that a model writes: their similarity, length, refusals and empty answers before and after a change."""

import pytest
from datasets import Dataset

import hf_robust as hr
from hf_robust.adapters.base import Prediction
from hf_robust.core.errors import UsageError

TEXTS = ["Maria left the old house early.", "The river is high in spring.", "Nobody saw the small red car."]
GOLD = ["Maria left.", "High river.", "A car."]
REFUSAL = "I'm sorry, but I can't summarize this."


def suite(name="summarization", texts=TEXTS, **columns):
    label = {"summary": GOLD} if name == "summarization" else {}
    task = hr.task(name, language=columns.pop("language", None))
    return hr.Suite.build(Dataset.from_dict({"text": texts, **label, **columns}), task, ["word-case"])


def first_words(texts):
    return [" ".join(text.split()[: 4 if text.isupper() else 2]) for text in texts]


def answers_of(report):
    (result,) = report.typed_record.results
    return result.written


def test_the_length_of_answers_is_counted_in_words():
    found = answers_of(hr.run(first_words, suite()))
    assert found.unit == "words" and found.length == (2.0, 4.0) and found.length_ratio == 2.0
    assert found.empty == found.refused == (0.0, 0.0) and 0 <= found.similarity < 0.2


def test_equal_answers_are_fully_similar_and_empty_ones_have_no_length():
    found = answers_of(hr.run(lambda texts: [""] * len(texts), suite()))
    assert found.similarity == 1.0 and found.length == (0.0, 0.0) and found.length_ratio is None
    assert found.empty == (1.0, 1.0)


def test_refusals_are_recognized_in_the_text_and_by_the_status():
    said = answers_of(hr.run(lambda texts: [REFUSAL if text.isupper() else "Fine." for text in texts], suite()))
    assert said.refused == (0.0, 1.0)

    class Refusing:
        name, kind, revision, labels = "refusing", "object", None, None

        def predict(self, rows):
            return [Prediction("", status="refused") if row["text"].isupper() else Prediction("Fine.") for row in rows]

    told = answers_of(hr.run(Refusing(), suite()))
    assert told.refused == (0.0, 1.0) and told.empty == (0.0, 0.0)


def test_an_answer_about_a_refusal_is_none():
    quoted = suite(texts=[f"She said: {REFUSAL}"] * 3)
    assert answers_of(hr.run(lambda texts: [REFUSAL] * len(texts), quoted)).refused == (0.0, 0.0)


def test_signs_are_counted_in_chinese():
    rows = Dataset.from_dict({"text": ["今天下雨，河水很高。", "他说服务很好。"], "summary": ["下雨", "好"]})
    report = hr.run(
        lambda texts: texts, rows, task=hr.task("summarization", language="zh"), transformations=["keyboard"]
    )
    found = answers_of(report)
    assert found.unit == "characters" and found.length[0] == 7.0


def test_without_references_the_answer_to_the_original_is_one():
    report = hr.run(first_words, suite("text-generation"))
    (result,), record = report.results, report.typed_record
    assert record.metric.name == "answer_similarity" and record.metric.against_original
    assert record.originals.score == result["original"] == 1.0 and result["drop"] == 1 - result["perturbed"]
    assert result["perturbed"] == pytest.approx(answers_of(report).similarity)
    assert "gold" not in str(report) and "Written answers" in str(report)


def test_a_task_with_labels_has_no_answers_to_compare():
    rows = Dataset.from_dict({"text": TEXTS, "label": ["a", "b", "a"]})
    report = hr.run(lambda texts: ["a"] * len(texts), rows, task="text-classification", transformations=["word-case"])
    assert answers_of(report) is None and "Written answers" not in str(report)
    assert "written" not in report.record["results"][0] and "against_original" not in report.record["metric"]


def test_different_references_of_one_text_are_no_contradiction():
    rows = Dataset.from_dict({"text": [TEXTS[0]] * 4, "summary": ["Maria left.", "She left early."] * 2})
    report = hr.run(first_words, rows, task="summarization", transformations=["word-case"])
    assert "contradictory-labels" not in {one["code"] for one in report.record["warnings"]}


def test_a_search_for_chains_needs_references():
    with pytest.raises(UsageError, match="needs gold values; the rows have no column 'reference'"):
        hr.worst_chains(first_words, Dataset.from_dict({"text": TEXTS * 2}), "text-generation")


def test_an_attack_without_references_changes_the_answer():
    rows = Dataset.from_dict({"text": TEXTS})
    model = lambda texts: ["It is fine." if text in TEXTS else "Not at all!" for text in texts]  # noqa: E731
    found = hr.attack(model, rows, "deepwordbug", "text-generation")
    assert [one.status for one in found.results] == ["successful"] * 3 and found.results[0].after == "Not at all!"


def test_a_row_without_an_answer_is_no_reference():
    class Refusing:
        name, kind, revision, labels = "refusing", "object", None, None

        def predict(self, rows):
            return [Prediction("", status="refused") for _ in rows]

    report = hr.run(Refusing(), suite("text-generation"))
    assert report.record["originals"]["score"] == report.results[0]["perturbed"] == 0.0
    assert answers_of(report).refused == (1.0, 1.0)
