"""The top of a report: the outcome, what it rests on, what breaks the model and what to do next."""

import pytest
from report_samples import sample_record

from hf_robust.cli.docs.topics import TOPICS
from hf_robust.reports import Report
from hf_robust.reports.formats import renderer
from hf_robust.reports.suite_report import SCHEMA
from hf_robust.reports.suite_top import invalid, smallest_detectable


def record_of(p_adjusted: float | None = None, width: float | None = None, **first) -> dict:
    """The sample; all drops with a corrected p-value, and on 400 rows with intervals of a width around them."""
    record = sample_record()
    for result in record["results"]:
        if p_adjusted is not None:
            result["p_adjusted"] = p_adjusted
        if width is not None:
            result["n"] = 400
            result["interval"] = [result["drop"] - width / 2, result["drop"] + width / 2]
    record["results"][0].update(first)
    return record


def warned(code: str, p_adjusted: float | None = None) -> dict:
    return record_of(p_adjusted) | {"warnings": [{"code": code, "message": "A warning."}]}


@pytest.mark.parametrize(
    ("record", "word", "tone"),
    [
        (record_of(), "Not robust", "loss"),
        (record_of(drop=0.02, perturbed=0.88), "Small drops", "doubt"),
        (record_of(p_adjusted=0.6, width=0.02), "Robust", "gain"),
        (record_of(p_adjusted=0.6, width=0.2), "Too few rows to tell", "doubt"),
        (warned("constant-predictions"), "No valid result", "doubt"),
        (warned("one-class", p_adjusted=0.6), "No valid result", "doubt"),
        (warned("one-class"), "Not robust", "loss"),
        (warned("truncated-inputs"), "Not robust", "loss"),
    ],
)
def test_outcomes(record, word, tone):
    report = Report(record)
    assert (report.view.outcome.word, report.view.outcome.tone) == (word, tone)
    assert f"{word}. " in report.verdict
    assert report.view.next_steps


def test_too_few_rows_decide_nothing():
    record = record_of(p_adjusted=0.6)
    for result in record["results"]:
        result["n"] = 12
    view = Report(record).view
    assert view.outcome.word == "Too few rows to tell"
    assert dict(view.basis)["Smallest detectable drop"] == "unknown: too few rows"
    assert "too few to detect a drop" in view.next_steps[0].text


def test_what_was_not_tested_or_not_measured_has_no_outcome():
    untested = record_of()
    for result in untested["results"]:
        result["p_adjusted"] = None
    for record in (untested, record_of() | {"results": []}):
        view = Report(record).view
        assert view.outcome is None and view.next_steps == () and view.headline == view.verdict


def test_the_basis_names_rows_transformations_interval_and_what_could_be_found():
    record = record_of() | {"originals": {"n": 200, "score": 0.905}}
    basis = dict(Report(record).view.basis)
    assert basis["Rows"] == "200; each transformation changed 120 to 200"
    assert basis["Transformations"] == "3; 1 with a significant drop"
    assert basis["Accuracy before any change"] == "90.5"
    assert basis["Largest drop"] == "15.0 points, 95% interval 10.0 to 20.0"
    least = smallest_detectable(SCHEMA.typed(record))
    assert basis["Smallest detectable drop"] == f"{100 * least:.1f} points on 200 rows (80% power)"


def test_a_result_that_is_no_evidence_names_no_drop_and_no_example():
    view = Report(warned("constant-predictions")).view
    assert not {"Largest drop", "Smallest detectable drop"} & set(dict(view.basis))
    assert view.breaking is None
    assert "Check the model first" in view.next_steps[0].text
    assert "stratified" in Report(warned("one-class", p_adjusted=0.6)).view.next_steps[0].text
    assert invalid(SCHEMA.typed(warned("no-skill")))


def test_three_examples_come_from_the_drops_that_are_significant():
    record = record_of()
    record["results"][0]["examples"] *= 5
    breaking = Report(record).view.breaking
    assert breaking.title == "What breaks it"
    assert [one.note for one in breaking.items] == ["keyboard: accuracy 90.0 → 75.0"] * 3
    record["results"][2]["p_adjusted"] = 0.001  # another one: its example goes before the second of the first
    assert [one.note.split(":")[0] for one in Report(record).view.breaking.items] == ["keyboard", "synonym", "keyboard"]
    unsure = Report(record_of(p_adjusted=0.6)).view.breaking
    assert unsure.title == "Predictions that changed, although no drop is significant"


def test_a_model_that_breaks_is_trained_on_the_transformations_that_break_it():
    first, *others = Report(record_of()).view.next_steps
    name = record_of()["results"][0]["stages"][0]["name"]
    assert first.command == f'hf_robust.ConsistencyCallback("sentiment-classification", ["{name}"])'
    assert [step.topic for step in others] == ["slices", "audit"]  # nobody rated the labels
    audit = {"value": 1.0, "n": 50, "date": "2026-11-22", "version": "1", "by": "people"}
    assert [step.topic for step in Report(record_of(audit=audit)).view.next_steps] == ["training", "slices"]


def test_more_rows_are_as_many_as_detect_a_drop_of_five_points():
    record = record_of(p_adjusted=0.6, width=0.2)
    least = smallest_detectable(SCHEMA.typed(record))
    (step,) = Report(record).view.next_steps
    needed = int(step.command.split()[-1])
    assert 0 <= needed / (400 * (least / 0.05) ** 2) - 1 < 0.1


def test_every_topic_is_one_of_the_documentation():
    records = [record_of(), record_of(p_adjusted=0.6, width=0.02), record_of(p_adjusted=0.6, width=0.2)]
    codes = ("one-class", "few-answers", "answers-never-change", "constant-predictions")
    records += [warned(code, p_adjusted=0.6) for code in codes]
    steps = [step for record in records for step in Report(record).view.next_steps]
    assert steps and {step.topic for step in steps} <= set(TOPICS)


@pytest.mark.parametrize("format", ["html", "markdown", "notebook", "terminal"])
def test_formats_say_outcome_basis_and_next_step(format):
    shown = " ".join(renderer(format)(Report(record_of()).view).split())
    assert "Not robust" in shown
    assert "200; each transformation changed 120 to 200" in shown.replace("\\", "")
    assert "hf-robust docs training" in shown


def test_a_page_shows_before_after_label_and_prediction():
    page = renderer("html")(Report(record_of()).view)
    start = page.index('<ol class="broken">')
    part = page[start : page.index("</ol>", start)]
    assert "<dt>Before</dt>" in part and "<del>affecting</del>" in part
    assert "<dt>After</dt>" in part and "<ins>affectign</ins>" in part
    assert "<dt>Label</dt>" in part and "<dt>Prediction</dt>" in part
    assert page.index('class="outcome') < page.index('class="basis"') < start < page.index('class="steps"')
    assert page.index('class="steps"') < page.index('class="tiles"') < page.index('id="results"')


@pytest.mark.parametrize(
    ("limit", "word"), [(3, "Blocked by the gate"), (14, "Above the limit of the gate"), (60, "Passes the gate")]
)
def test_with_a_gate_the_outcome_is_that_of_the_gate(limit, word):
    view = Report(record_of()).with_gate(f"keyboard<={limit}").view
    assert view.outcome.word.startswith(word)
    assert not any("--gate" in step.command for step in view.next_steps)
    if word.startswith("Above"):
        assert "rows decide on all values of the gate" in view.next_steps[0].text


def test_a_gate_does_not_make_a_valid_result():
    record = warned("constant-predictions", p_adjusted=1.0)
    record["results"][0].update(broken=0, mended=0, drop=0.0, perturbed=0.9)
    view = Report(record).with_gate("keyboard<=60").view
    assert view.outcome.word == "No valid result" and "Nothing can pass" in view.verdict
