"""What a report advises to do next."""

from types import SimpleNamespace

import pytest
from report_samples import sample_record

from hf_robust.reports import Report
from hf_robust.reports.suite_report import SCHEMA
from hf_robust.reports.suite_steps import _more_rows, _rows_command, next_steps
from hf_robust.reports.view import Outcome

_ASKED = "hf-robust run --task sts --dataset rows.csv -t typos"


@pytest.mark.parametrize(
    ("typed", "advised"),
    [
        (_ASKED, ""),
        (f"{_ASKED} --limit 50", f"{_ASKED} --limit 400"),
        (f"{_ASKED} --first 50", f"{_ASKED} --limit 400"),
    ],
)
def test_a_limit_is_advised_only_where_rows_were_left_out(typed, advised):
    record = SimpleNamespace(command=typed, suite=SimpleNamespace(task="sts", dataset="rows.csv", split=None))
    assert _rows_command(record, 400) == advised


@pytest.mark.parametrize(("predicted", "may_differ"), [("positive", False), ("LABEL_1", True)])
def test_label_names_are_doubted_only_where_one_does_not_match(predicted, may_differ):
    record = sample_record()
    record["warnings"] = [{"code": "no-skill", "message": "Accuracy is 46.0, hardly above 38.0."}]
    shares = {"n": 200, "majority": "positive", "majority_share": 0.5, "accuracy": 0.5}
    record["labels"] = {**shares, "gold": {"positive": 0.5, "negative": 0.5}, "predicted": {predicted: 1.0}}
    (step,) = next_steps(SCHEMA.typed(record), Outcome("No valid result", "doubt"))
    assert ("label names may differ" in step.text) is may_differ


def test_a_baseline_that_takes_no_label_map_is_not_given_one():
    record = sample_record()
    record["model"] |= {"name": "masked-pronoun-baseline", "kind": "embedded"}
    record["warnings"] = [{"code": "no-skill", "message": "Accuracy is 46.0, hardly above 38.0."}]
    record["labels"] = None
    (step,) = next_steps(SCHEMA.typed(record), Outcome("No valid result", "doubt"))
    assert step.text.startswith("Use another model") and "label" not in f"{step.text} {step.command}"


def test_the_rows_needed_rest_on_transformations_that_changed_ten_rows():
    record = sample_record()
    record["command"], record["suite"]["rows"] = None, 300
    for result, n in zip(record["results"], (40, 30, 1)):
        result |= {"n": n, "sources": None, "p_adjusted": 0.5, "coverage": n / 300}
    (step,) = _more_rows(SCHEMA.typed(record))
    assert "all transformations that changed 10 or more rows" in step.text
    assert f"'{record['results'][2]['name']}' changes" not in step.text
    assert "If the data has fewer rows, use all of them" in step.text
    names = ", ".join(f'"{result["stages"][0]["name"]}"' for result in record["results"])
    assert step.command.startswith(f"hf_robust.run(model, data, task=task, transformations=[{names}], limit=")


@pytest.mark.parametrize(
    ("kind", "command", "said"),
    [
        ("embedded", "hf-robust run --task ner", "Map each label of the model to the label of the data that it means."),
        (
            "embedded",
            "hf-robust run --text-column 'My text' --label-map a=b",
            "Correct the label map: exchange the labels in --label-map.",
        ),
        ("function", None, "Check which label the function returns for which class."),
    ],
)
def test_labels_that_are_mixed_up_are_the_one_thing_to_mend(kind, command, said):
    record = sample_record() | {"command": command}
    record["model"]["kind"] = kind
    message = {"message": "A warning."}
    record["warnings"] = [{"code": code, **message} for code in ("not-above-majority", "labels-mixed-up")]
    (step,) = Report(record).view.next_steps
    assert step.text == said and ("--label-map MODEL=DATA" in step.command) == said.startswith("Map")
    assert Report(record).view.verdict.startswith("The labels of the model are probably mixed up: these scores do not")


def test_a_model_that_refuses_is_not_sent_to_map_its_labels():
    record = sample_record()
    record["labels"] = {"gold": {"neg": 0.5, "pos": 0.5}, "predicted": {"neg": 0.6, "(no answer)": 0.4}, "n": 200}
    record["labels"] |= {"majority": "neg", "majority_share": 0.5}
    message = {"message": "A warning."}
    record["warnings"] = [{"code": code, **message} for code in ("not-above-majority", "few-answers")]
    assert [one.text for one in Report(record).view.next_steps] == ["Check the prompt and how its answers are read."]
    record["warnings"] = record["warnings"][:1]
    (step,) = Report(record).view.next_steps
    assert step.text == "Check the model first: it may not be trained for this task."


@pytest.mark.parametrize(("data_rows", "all_of_them"), [(1000, True), (100_000, False), (60, False), (None, False)])
@pytest.mark.parametrize("n", [40, 5])
def test_no_more_rows_are_advised_than_the_data_has(n, data_rows, all_of_them):
    record = sample_record()
    record["command"] = f"{_ASKED} --limit 60"
    record["suite"] |= {"rows": 60 if n == 40 else 150, "data_rows": data_rows}
    for result in record["results"]:
        result |= {"n": n, "sources": None, "p_adjusted": 0.5, "coverage": n / 60}
    (step,) = _more_rows(SCHEMA.typed(record))
    assert ("Use all 1,000 rows of the data" in step.text) is all_of_them
    assert (step.command == _ASKED) is all_of_them and ("--limit" in step.command) is not all_of_them
