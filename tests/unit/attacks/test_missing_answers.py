"""Attacks on models that write their answers: refusals, answers that cannot be read, failed requests, and a limit."""

import pytest
from datasets import Dataset
from scripted_models import ODD, REFUSAL, ScriptedModel

import hf_robust as hr
from hf_robust.core.errors import UsageError

TASK = hr.task("sentiment-classification", label_names=["negative", "positive"])
# the right label is the first one of the task, so an answer without any label must not count as it
TEXTS = [f"a dull film {word}" for word in ("here", "there", "today", "again")]
ROWS = Dataset.from_dict({"text": TEXTS, "label": [0] * len(TEXTS)})


def attack(says, **options):
    return hr.attack(ScriptedModel(TASK, says), ROWS, "deepwordbug", TASK, **options)


def statuses(run):
    return [result.status for result in run.results]


@pytest.mark.parametrize("said, status", [(REFUSAL, "refused"), (ODD, "unparsable")])
def test_a_missing_answer_after_the_edits_is_a_success_that_says_what_it_is(said, status):
    run = attack(lambda text: "negative" if "dull" in text else said)
    assert statuses(run) == ["successful"] * 4
    assert {(result.before, result.after, result.answer) for result in run.results} == {
        ("negative", "(no answer)", status)
    }
    assert run.record["summary"]["missing_answers"] == {"successful": {status: 4}}
    assert run.record["examples"][0]["perturbed_prediction"] == f"({status})"
    assert dict(run.view.warnings)["answers-lost"] == (
        f"In 4 of 4 successes the model gives no answer after the edits instead of a wrong one ({status} 4)."
    )


def test_a_wrong_label_is_no_missing_answer():
    run = attack(lambda text: "negative" if "dull" in text else "positive")
    assert {(result.status, result.after, result.answer) for result in run.results} == {("successful", "positive", "")}
    assert "missing_answers" not in run.record["summary"] and "answer" not in run.record["results"][0]


def test_rows_without_an_answer_before_the_attack_are_skipped_as_wrong():
    run = attack(lambda text: REFUSAL)
    assert statuses(run) == ["skipped"] * 4
    assert run.record["summary"]["accuracy"] == 0.0
    assert run.record["summary"]["missing_answers"] == {"skipped": {"refused": 4}}


def test_failed_requests_stop_a_row_and_a_later_run_goes_on(tmp_path):
    def says(text):
        return ("503 after 5 attempts",) if text.endswith("today") and "dull" not in text else right(text)

    def right(text):
        return "negative" if "dull" in text else "positive"

    journal = tmp_path / "journal.jsonl"
    run = attack(says, journal=journal)
    assert statuses(run) == ["successful", "successful", "error", "successful"]
    assert run.results[2].reason == "not finished: a request to the model failed (503 after 5 attempts)"
    assert "1 row of 4 could not be attacked to the end" in dict(run.view.warnings)["unfinished-rows"]
    assert len(journal.read_text().splitlines()) == 1 + 3
    model = ScriptedModel(TASK, right)
    again = hr.attack(model, ROWS, "deepwordbug", TASK, journal=journal)
    assert statuses(again) == ["successful"] * 4
    assert TEXTS[0] not in model.asked and TEXTS[2] in model.asked


def test_the_whole_attack_stays_below_its_limit_of_queries(tmp_path):
    def right(text):
        return "negative" if "dull" in text else "positive"

    model = ScriptedModel(TASK, right)
    journal = tmp_path / "journal.jsonl"
    run = hr.attack(model, ROWS, "deepwordbug", TASK, max_queries=9, journal=journal)
    assert len(model.asked) == 9 and run.record["attack"]["max_queries"] == 9
    unfinished = [result for result in run.results if result.status == "error"]
    assert unfinished and all("its limit of 9 queries (max_queries)" in result.reason for result in unfinished)
    whole = hr.attack(ScriptedModel(TASK, right), ROWS, "deepwordbug", TASK, journal=journal)
    assert statuses(whole) == ["successful"] * 4
    with pytest.raises(UsageError, match="max_queries"):
        attack(right, max_queries=0)


def test_attacks_on_questions_stop_at_failed_requests():
    task = hr.task("translation")
    rows = Dataset.from_dict({"source": ["Guten Tag mein Freund"], "target": ["Good day my friend"]})
    model = ScriptedModel(task, lambda text: "Good day my friend" if text == rows[0]["source"] else ("time-out",))
    run = hr.attack(model, rows, "deepwordbug", task)
    assert statuses(run) == ["error"] and "a request to the model failed (time-out)" in run.results[0].reason
