"""The top of a report: the outcome, what it rests on, what breaks the model and what to do next."""

import pytest
from report_samples import sample_record

from hf_robust.cli.docs.topics import TOPICS
from hf_robust.reports import Report
from hf_robust.reports.evidence import detectable_drop
from hf_robust.reports.formats import renderer
from hf_robust.reports.formats.html import whole_names
from hf_robust.reports.suite_report import SCHEMA
from hf_robust.reports.suite_words import invalid

TASK = "sentiment-classification"


def record_of(p_adjusted: float | None = None, rows: int | None = None, **first) -> dict:
    """The sample; all drops with a corrected p-value, and all on so many of the rows, of which 2% were fixed.

    With a number of rows, the worst case is 2 points below the originals.
    """
    record = sample_record()
    for result in record["results"]:
        if p_adjusted is not None:
            result["p_adjusted"] = p_adjusted
        if rows is not None:
            on_rows(result, rows, total=rows)
            record["suite"]["rows"] = rows
            record["worst_case"].update(n=rows, original=0.9, worst=0.88, drop=0.02)
    record["results"][0].update(first)
    return record


def on_rows(result: dict, n: int, total: int) -> None:
    """A result on n of all rows: 2% of them fixed, 3% broken."""
    fixed, broken = round(0.02 * n), round(0.03 * n)
    result.update(n=n, total=total, coverage=n / total, mended=fixed, broken=broken, drop=(broken - fixed) / n)
    result.update(original=0.9, perturbed=0.9 - result["drop"], interval=[-0.01, 0.03])


def warned(code: str, p_adjusted: float | None = None) -> dict:
    return record_of(p_adjusted) | {"warnings": [{"code": code, "message": "A warning."}]}


@pytest.mark.parametrize(
    ("record", "word", "tone"),
    [
        (record_of(), "Not robust", "loss"),
        (record_of(drop=0.02, perturbed=0.88), "Small drops", "doubt"),
        (record_of(p_adjusted=0.6, rows=800), "Robust", "gain"),
        (record_of(p_adjusted=0.6, rows=200), "Too few rows to tell", "doubt"),
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
        result |= {"n": 12, "broken": None, "interval": None}
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


def test_robust_is_said_of_the_transformations_with_enough_rows_only():
    record = record_of(p_adjusted=0.6, rows=800)
    on_rows(record["results"][2], 100, total=800)
    report = Report(record)
    assert (report.view.outcome.word, report.view.outcome.tone) == ("Robust; 1 of 3 transformations undecided", "gain")
    least = 100 * detectable_drop(SCHEMA.typed(record).results[2], 3)
    assert f"For 1, they are too few: 'synonym' (smallest detectable drop {least:.1f})." in report.verdict
    step = report.view.next_steps[0]  # synonym changes an eighth of the rows
    assert "'synonym' changes 12% of the rows" in step.text and int(step.command.split("--limit ")[-1]) > 8 * 300
    on_rows(record["results"][1], 20, total=800)
    report = Report(record)
    assert report.view.outcome.word == "Too few rows to tell"
    assert (
        "For 2, they are too few: 'synonym'" in report.verdict
        and "'add_sentence' (fewer than 30 rows)" in report.verdict
    )
    record["results"][1]["p_adjusted"] = 0.001  # a significant rise needs no more rows
    record["results"][1].update(drop=-0.5, perturbed=0.95, original=0.45)
    assert Report(record).view.outcome.word == "Robust; 1 of 3 transformations undecided"


@pytest.mark.parametrize(
    ("drop", "word"),
    [(0.049, "Robust"), (0.05, "Robust on average, not row by row"), (0.3, "Robust on average, not row by row")],
)
def test_a_low_worst_case_has_a_part_in_the_outcome(drop, word):
    record = record_of(p_adjusted=0.6, rows=800)
    record["worst_case"].update(worst=0.9 - drop, drop=drop)
    view = Report(record).view
    assert view.outcome.word == word and view.outcome.tone == ("gain" if word == "Robust" else "")
    said = f"accuracy falls from 90.0 to {90 - 100 * drop:.1f}."
    assert (said in view.verdict) == ("retrain" in view.next_steps[-1].text) == (word != "Robust")
    on_rows(record["results"][2], 100, total=800)
    assert Report(record).view.outcome.word == f"{word}; 1 of 3 transformations undecided"
    record["worst_case"] = None
    assert Report(record).view.outcome.word == "Robust; 1 of 3 transformations undecided"


def test_one_transformation_has_no_worst_case():
    record = record_of(p_adjusted=0.6, rows=800)
    record["results"] = record["results"][:1]
    record["worst_case"].update(worst=0.5, drop=0.4)
    assert Report(record).view.outcome.word == "Robust"


def test_the_verdict_and_the_lede_do_not_both_tell_the_worst_case():
    for record in (record_of(), record_of(p_adjusted=0.6), record_of(p_adjusted=0.6, rows=800)):
        view = Report(record).view
        assert ("lowest score of all its versions" in view.verdict) != ("The worst-case accuracy is" in view.lede)


def test_the_basis_names_rows_transformations_interval_and_worst_case():
    basis = dict(Report(record_of() | {"originals": {"n": 200, "score": 0.905}}).view.basis)
    assert basis["Rows"] == "200; each transformation changed 120 to 200 of them"
    assert basis["Transformations"] == "3; 1 with a significant drop"
    assert basis["Accuracy before any change"] == "90.5"
    assert basis["Largest drop"] == "15.0 points, 95% interval 10.0 to 20.0"
    assert basis["Worst-case accuracy"] == (
        "70.0 instead of 90.5; each row gets the lowest score of its original and up to 3 perturbed versions"
    )
    basis = dict(Report(record_of() | {"originals": {"n": 200, "score": 0.812}}).view.basis)  # no mean over rows
    assert basis["Worst-case accuracy"].startswith("70.0 instead of 90.5 (means over rows); each row gets")
    assert "Smallest detectable drop" not in basis  # a significant drop was detected


def test_the_basis_says_on_how_many_rows_the_scores_rest():
    record = record_of() | {"originals": {"n": 150, "score": 0.905}}
    record["worst_case"]["n"] = 150
    basis = dict(Report(record).view.basis)
    assert basis["Accuracy before any change"].startswith("90.5 on the 150 rows that changed")
    assert basis["Worst-case accuracy"].startswith("70.0 instead of 90.5 on the 150 rows that changed; each row gets")


def test_the_basis_of_no_significant_drop_says_what_could_be_found():
    record = record_of(p_adjusted=0.6, rows=800)
    on_rows(record["results"][2], 100, total=800)
    most, least = (100 * detectable_drop(SCHEMA.typed(record).results[place], 3) for place in (0, 2))
    found = dict(Report(record).view.basis)["Smallest detectable drop"]
    ends = f"{most:.1f} points ('add_sentence', 800 rows) to {least:.1f} points ('synonym', 100 rows)"
    assert found == f"{ends}, with 80% power"
    record["results"] = record["results"][:1]
    least = 100 * detectable_drop(SCHEMA.typed(record).results[0], 1)
    assert dict(Report(record).view.basis)["Smallest detectable drop"] == f"{least:.1f} points on 800 rows (80% power)"


def test_a_result_that_is_no_evidence_names_no_drop_and_no_example():
    view = Report(warned("constant-predictions")).view
    assert not {"Largest drop", "Smallest detectable drop"} & set(dict(view.basis))
    assert view.breaking is None
    assert "Check the model first" in view.next_steps[0].text
    assert "stratified" in Report(warned("one-class", p_adjusted=0.6)).view.next_steps[0].text
    assert invalid(SCHEMA.typed(warned("no-skill")))


def test_a_result_that_is_no_evidence_claims_nothing_below_its_top():
    record = warned("constant-predictions")
    for result in record["results"]:
        result.update(broken=0, mended=0, consistency=1.0, drop=0.0, perturbed=result["original"])
    page, valid = (renderer("html")(Report(one).view) for one in (record, record | {"warnings": []}))
    for claim in ("cannot be excluded", "<dt>p-value</dt>", "Drops by kind of change", "The worst-case accuracy is"):
        assert claim not in page
    assert "cannot be excluded" in valid and "Drops by kind of change" in valid
    assert page.count("These numbers are not evidence of robustness") == 2


def test_no_significant_drop_is_no_missing_number():
    tiles = {tile.label: tile.value for tile in Report(record_of(p_adjusted=0.6)).view.tiles}
    assert tiles["Significant drops"] == "0" and "Largest drop" not in tiles


def test_p_values_say_over_how_many_they_are_corrected():
    page = renderer("html")(Report(record_of()).view)
    assert page.count("Holm-corrected over 3 transformations") == 1 + 3  # the column and each transformation


def test_names_with_a_hyphen_stay_on_one_line():
    page = renderer("html")(Report(record_of(name="word-case")).view)
    assert '<span class="whole">&#39;word-case&#39;</span> lowers accuracy' in page
    assert whole_names("'<a-b>' & 'a-b'") == '&#39;&lt;a-b&gt;&#39; &amp; <span class="whole">&#39;a-b&#39;</span>'


def test_three_examples_come_from_the_drops_that_are_significant():
    record = record_of()
    record["results"][0]["examples"] *= 5
    breaking = Report(record).view.breaking
    assert breaking.title == "What breaks the model"
    note = "keyboard: accuracy 90.0 → 75.0 on the 180 rows that it changed"
    assert [one.note for one in breaking.items] == [note] * 3
    record["results"][2]["p_adjusted"] = 0.001  # another one: its example goes before the second of the first
    assert [one.note.split(":")[0] for one in Report(record).view.breaking.items] == ["keyboard", "synonym", "keyboard"]
    unsure = Report(record_of(p_adjusted=0.6)).view.breaking
    assert unsure.title == "Single predictions that became wrong (no drop is significant)"
    found = Report(record_of(p_adjusted=0.6, broken=4, mended=4)).view.breaking.items[0]
    assert found.note == "keyboard: of the 180 rows that it changed, 4 became wrong and 4 right"


def test_a_model_that_breaks_is_trained_on_the_transformations_that_break_it():
    first, *others = Report(record_of()).view.next_steps
    name = record_of()["results"][0]["stages"][0]["name"]
    assert first.command == f'hf_robust.ConsistencyCallback("sentiment-classification", ["{name}"])'
    assert [step.topic for step in others] == ["slices", "audit"]  # nobody rated the labels
    audit = {"value": 1.0, "n": 50, "date": "2026-11-22", "version": "1", "by": "people"}
    assert [step.topic for step in Report(record_of(audit=audit)).view.next_steps] == ["training", "slices"]


@pytest.mark.parametrize(
    ("task", "effect", "callback"),
    [
        ("named-entity-recognition", "preserves", "ConsistencyCallback"),
        ("sentiment-classification", "changes", "AugmentCallback"),  # equal predictions would be wrong
        ("extractive-qa", "preserves", "AugmentCallback"),  # no class of a row or token
    ],
)
def test_the_training_fits_task_and_labels(task, effect, callback):
    record = record_of(effect=effect)
    record["suite"]["task"] = task
    assert Report(record).view.next_steps[0].command == f'hf_robust.{callback}("{task}", ["keyboard"])'


def test_the_page_tells_a_parameter_from_its_gate():
    record = record_of()
    record["results"][0]["stages"][0]["params"] = {"gate": "balanced"}
    page = renderer("html")(Report(record).with_gate("drop<=3").view)
    assert "quality checks for new words = balanced" in page


def test_names_in_steps_and_numbers_stay_on_one_line():
    record = record_of()
    record["results"][0]["name"] = "word-case"
    page = renderer("html")(Report(record).view)
    start = page.index('class="steps"')
    assert '<span class="whole">&#39;word-case&#39;</span>' in page[start : page.index("</ol>", start)]


def test_no_page_says_paradigmatic():
    for format in ("html", "markdown", "terminal", "notebook"):
        shown = renderer(format)(Report(record_of()).view)
        assert "paradigmatic" not in shown and "lexical" in shown


def test_the_labels_of_every_doubtful_transformation_are_named():
    record = record_of()
    record["results"][2]["p_adjusted"] = 0.001
    step = next(step for step in Report(record).view.next_steps if step.topic == "audit")
    assert "texts changed by 'keyboard' and 'synonym' still have the right label" in step.text
    assert step.command == "hf-robust audit draw --suite me/reviews-robust"


@pytest.mark.parametrize("rows", [100, 200, 300])
def test_with_the_rows_that_are_asked_for_the_rows_are_enough(rows):
    (step,) = Report(record_of(p_adjusted=0.6, rows=rows)).view.next_steps
    needed = int(step.command.split("--limit ")[-1])
    names = "--transformations keyboard,add_sentence,synonym"
    build = f"hf-robust suite --dataset me/reviews --split validation --task {TASK}"
    assert step.command == f"{build} {names} --out suite --limit {needed}"
    assert f"about {needed} (now {rows}) are enough to detect a drop of 5.0 points" in step.text
    after, before = (
        record_of(p_adjusted=0.6, rows=one) for one in (int(1.05 * needed), int(0.8 * needed))
    )  # rounds the fixed rows
    assert Report(after).view.outcome.word == "Robust"
    assert Report(before).view.outcome.word == "Too few rows to tell"


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        (None, 'hf_robust.run(model, suite).gate("drop<=5")'),
        ("hf-robust run --model m --dataset d.csv", 'hf-robust run --model m --dataset d.csv --gate "drop<=5"'),
        ("hf-robust run --model a b;c", 'hf_robust.run(model, suite).gate("drop<=5")'),  # the quotes are lost
    ],
)
def test_commands_can_be_typed_as_they_stand(command, shown):
    view = Report(record_of(p_adjusted=0.6, rows=800) | {"command": command}).view
    gate, attack = view.next_steps
    assert gate.command == shown and "a limit for each drop" in gate.text
    assert attack.command.startswith("hf-robust attack" if "--dataset" in shown else "hf_robust.attack(model, data, ")
    steps = [*view.next_steps, *Report(record_of() | {"command": command}).view.next_steps]
    assert not any("..." in step.command for step in steps)


def test_the_answer_to_a_command_with_rows_replaces_its_limit():
    record = record_of(p_adjusted=0.6, rows=200) | {"command": "hf-robust run --dataset d.csv --limit 200 --out o"}
    (step,) = Report(record).view.next_steps
    assert step.command.startswith("hf-robust run --dataset d.csv --out o --limit ")


def test_every_topic_is_one_of_the_documentation():
    records = [record_of(), record_of(p_adjusted=0.6, rows=800), record_of(p_adjusted=0.6, rows=200)]
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
    assert not any("gate" in step.command for step in view.next_steps)
    if word.startswith("Above"):
        assert "times as many decide on all values of the gate" in view.next_steps[0].text


def test_a_value_at_its_limit_asks_for_no_number_of_rows():
    view = Report(record_of()).with_gate("keyboard<=14.99").view
    assert "Set another limit" in view.next_steps[0].text and "more than 100,000" in view.next_steps[0].text


def test_a_gate_does_not_make_a_valid_result():
    record = warned("constant-predictions", p_adjusted=1.0)
    record["results"][0].update(broken=0, mended=0, drop=0.0, perturbed=0.9)
    view = Report(record).with_gate("keyboard<=60").view
    assert view.outcome.word == "No valid result" and "Nothing can pass" in view.verdict


def test_repeated_texts_that_all_changed_are_all_rows():
    originals = {"n": 200, "sources": 150, "score": 0.905}  # the worst case rests on 200 rows too
    basis = dict(Report(record_of() | {"originals": originals}).view.basis)
    assert basis["Accuracy before any change"] == "90.5"
