"""Reports on models that write their answers: the share answered, the statuses, and the scores over answered rows."""

import pytest
from datasets import Dataset
from scripted_models import ODD, REFUSAL, ScriptedModel

import hf_robust as hr
from hf_robust.reports.answers_view import TERMS, answer_tables
from hf_robust.reports.formats import latex, markdown, terminal

TASK = hr.task("sentiment-classification", label_names=["negative", "positive"])
TEXTS = [f"a {word} film, number {number}." for word in ("fine", "dull") for number in range(10)]
ROWS = Dataset.from_dict({"text": TEXTS, "label": [1] * 10 + [0] * 10})
MISSING = {"1": REFUSAL, "2": REFUSAL, "3": ODD, "4": ODD, "5": ODD}


def right(text):
    return "positive" if "fine" in text.lower() else "negative"


def says(text):
    """In upper case 5 of 10 rows have no answer, and one has a wrong answer; row 9 fails."""
    number = text.rstrip(".")[-1]
    if number == "9" and text.isupper() and "FINE" in text:
        return ("503",)
    if number == "8" and text.isupper():
        return "positive"
    return MISSING.get(number, right(text)) if text.isupper() else right(text)


def report_of(answers):
    suite = hr.Suite.build(
        ROWS, TASK, [{"name": "word-case", "case": "upper"}, {"name": "punctuation", "mode": "remove"}]
    )
    return hr.run(answers, suite, max_errors=0.1)


@pytest.fixture(scope="module")
def report():
    return report_of(ScriptedModel(TASK, says))


def test_the_table_shows_each_status_and_the_scores_over_answered_rows(report):
    table, unread = answer_tables(report.typed_record)
    assert unread.title == "Answers that could not be read" and len(unread.rows) >= 2
    assert table in report.view.brief
    assert any(section.heading == "Answers" and table in section.blocks for section in report.view.sections)
    heads = [column.name for column in table.columns]
    cells = dict(zip(heads, (cell.text for cell in table.rows[0].cells)))
    assert cells["Transformation"].startswith("word-case")  # it costs most answers, so it is first
    assert cells["Answered"] == "100% → 47%"
    assert (cells["Refused"], cells["Unparsable"], cells["Wrong"]) == ("0 → 4", "0 → 6", "0 → 1")
    assert cells["Accuracy (changed rows)"] == "100.0 → 42.1"
    assert cells["Accuracy (answered rows)"] == "100.0 → 88.9"
    assert cells["Failed requests"] == "1" and "Truncated" not in heads and "Not in the text" not in heads


def test_the_headline_says_that_answers_are_missing(report):
    warnings = dict(report.view.warnings)
    assert warnings["few-answers"] == (
        "Only 74% of the perturbed rows have an answer (refused 4, unparsable 6). The others count as wrong."
    )
    assert (
        "The largest reduction is for word-case" in warnings["answers-lost"]
        and "from 100% to 47%" in warnings["answers-lost"]
    )
    assert warnings["failed-requests"].startswith("1 pair ")
    assert [tile.value for tile in report.view.tiles if tile.label == "Answered"] == ["100%"]
    assert {"few-answers", "answers-lost"} <= set(warnings)


def test_the_entry_of_a_transformation_says_what_became_of_its_answers(report):
    said = " ".join(report.view.entry(0).blocks[0].sentences)
    assert "100% of the rows have an answer before the change, and 47% after it." in said
    assert "ok → unparsable 6, ok → refused 4, ok → error 1" in said
    assert "Over the 9 rows with an answer before and after, the score is 100.0 before and 88.9 after." in said
    shown = {step for example in report.results[0]["examples"] for step in (example["perturbed_prediction"],)}
    assert shown <= {"(refused)", "(unparsable)", "positive", "negative"} and shown & {"(refused)", "(unparsable)"}


def test_missing_answers_have_a_column_of_their_own_in_the_map_of_errors(report):
    flows = report.record["analysis"]["error_flow"]
    assert "(no answer)" in flows["said"] and "no label of the data" not in flows["said"]


@pytest.mark.parametrize("render", [terminal, markdown, latex], ids=lambda module: module.__name__)
def test_every_format_shows_the_table(report, render):
    text = render.render(report.view)
    text = text if isinstance(text, str) else text.decode()
    assert "unparsable" in text.lower() and "88.9" in text


def test_the_page_explains_the_terms(report, tmp_path):
    page = (report.save(tmp_path) / "report.html").read_text(encoding="utf-8")
    assert all(term in page for term in TERMS) and "100% → 47%" in page
    assert hr.Report.load(tmp_path) == report


def test_a_model_that_answers_all_rows_has_no_table():
    whole = report_of(ScriptedModel(TASK, right))
    assert whole.record["answers"]["before"]["answered"] == 1.0 and not answer_tables(whole.typed_record)
    labels = report_of(lambda texts: [right(text) for text in texts])
    assert not {code for code, _ in whole.view.warnings} & {"few-answers", "answers-lost", "failed-requests"}
    assert whole.view.sections == labels.view.sections and whole.view.glossary == labels.view.glossary
