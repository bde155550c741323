"""Instance files of Every Eval Ever become the report of a run with the same answers."""

import json

import pytest
from click.testing import CliRunner
from harness_samples import WRITTEN, WritingModel, all_rows, answer_to, questions_of, scored, suite_of

import hf_robust as hr
from hf_robust.cli import main
from hf_robust.core.errors import DataFileError, UsageError


def record(kind, question, **given):
    """A sample in the schema, with what every sample must have."""
    text = answer_to(kind, question.prompt)
    return {
        "schema_version": "0.3.0",
        "evaluation_id": "mine/org/writer/1",
        "model_id": "org/writer",
        "evaluation_name": "mine",
        "interaction_type": "single_turn",
        "input": {"raw": question.prompt, "reference": list(question.answers), "choices": None},
        "output": {"raw": [text]},
        "messages": None,
        "answer_attribution": [],
        "evaluation": {"score": 0.0, "is_correct": False},
        **given,
    }


def from_lm_eval(kind):
    """Samples as the converter of lm-eval names them: by their number in the task of a part."""
    parts = {}
    for question in questions_of(kind):
        number = parts[question.location.part] = parts.get(question.location.part, -1) + 1
        yield record(kind, question, sample_id=str(number), evaluation_name=f"mine_{question.location.part}")


def from_inspect(kind):
    """Samples as the converter of inspect names them, by id, with the system message in the input."""
    for question in questions_of(kind):
        given = {"raw": f"System.\n{question.prompt}", "reference": list(question.answers)}
        meta = {"stop_reason": "stop", "epoch": "1"}
        yield record(kind, question, sample_id=str(question.location), input=given, metadata=meta)


def write(file, records):
    file.write_text("".join(f"{json.dumps(one)}\n" for one in records), encoding="utf-8")
    return file


@pytest.mark.parametrize("make", [from_lm_eval, from_inspect])
@pytest.mark.parametrize("kind", WRITTEN)
def test_answers_are_those_of_a_run_on_every_row(kind, make, tmp_path):
    file = write(tmp_path / "1_samples.jsonl", make(kind))
    imported, direct = hr.import_log(file, suite_of(kind), "eee"), WritingModel(kind)
    assert imported.predict(all_rows(kind)) == direct.predict(all_rows(kind))
    assert imported.name == "org/writer"


def test_the_aggregate_and_the_folder_lead_to_the_samples(tmp_path):
    write(tmp_path / "1_samples.jsonl", from_lm_eval("labels"))
    aggregate = write(tmp_path / "1.json", [{"schema_version": "0.3.0", "evaluation_results": []}])
    suite_of("labels").save(tmp_path.with_name(f"{tmp_path.name}-suite"))
    expected = scored(hr.run(WritingModel("labels"), suite_of("labels"), analysis=False))
    for path in (aggregate, tmp_path):
        report = hr.run(hr.import_log(path, suite_of("labels"), "eee"), suite_of("labels"), analysis=False)
        assert scored(report) == expected
    suite = str(tmp_path.with_name(f"{tmp_path.name}-suite"))
    shown = CliRunner().invoke(main, ["import", "eee", str(aggregate), "--out", str(tmp_path / "report")])
    assert shown.exit_code == 2 and "does not say where the suite is; name it with --suite" in shown.output
    shown = CliRunner().invoke(main, ["import", "eee", str(aggregate), "--suite", suite, "--out", str(tmp_path / "r")])
    assert shown.exit_code == 0, shown.output
    (tmp_path / "1_samples.jsonl").unlink()
    with pytest.raises(UsageError, match="holds scores and no answers, and there is no 1_samples.jsonl beside it"):
        hr.import_log(aggregate, suite_of("labels"), "eee")


def test_one_record_a_metric_and_later_epochs_count_once(tmp_path):
    records = list(from_inspect("labels"))
    records += [{**one, "evaluation_result_id": "f1"} for one in records]
    records += [{**one, "metadata": {"epoch": "2"}, "output": {"raw": ["negative"]}} for one in records[:36]]
    model = hr.import_log(write(tmp_path / "1_samples.jsonl", records), suite_of("labels"), "eee")
    assert model.predict(all_rows("labels")) == WritingModel("labels").predict(all_rows("labels"))


def test_messages_and_errors_are_read(tmp_path):
    records = list(from_inspect("labels"))
    said = [
        {"turn_idx": 0, "role": "user", "content": "?"},
        {"turn_idx": 1, "role": "assistant", "content": "positive"},
    ]
    records[0] |= {"interaction_type": "multi_turn", "output": None, "messages": said}
    records[1] |= {"output": {"raw": []}, "error": "time-out"}
    model = hr.import_log(write(tmp_path / "1_samples.jsonl", records), suite_of("labels"), "eee")
    rows = questions_of("labels").task.inputs(suite_of("labels")["word-case"].original)[:2]
    assert [one.status for one in model.predict(rows)] == ["ok", "error"]
    assert model.predict(rows[:1])[0].value == "positive"


def _first(records, **new):
    return [{**records[0], **new}, *records[1:]]


WRONG = {
    "a sample is missing": (lambda records: records[1:], "1 of 36 inputs have no answer"),
    "a sample is there twice": (lambda records: [*records, records[0]], "word-case/original/0 has an answer already"),
    "another prompt": (
        lambda records: _first(records, input={"raw": "Is it good?", "reference": []}),
        "is no row of the suite, or was asked with another prompt than the default one: 'Is it good",
    ),
    "other fields": (lambda records: _first(records, sample_id=None), "expected a sample of Every Eval Ever 0.3"),
    "two models": (
        lambda records: _first(records, model_id="org/other"),
        "the samples are of 2 models .org/other, org",
    ),
    "no records": (lambda records: [], "holds no samples; pass a complete file"),
}


@pytest.mark.parametrize("case", WRONG)
def test_files_that_do_not_fit_are_refused(case, tmp_path):
    make, message = WRONG[case]
    file = write(tmp_path / "1_samples.jsonl", make(list(from_inspect("labels"))))
    with pytest.raises((UsageError, DataFileError), match=message):
        hr.import_log(file, suite_of("labels"), "eee")


def test_a_folder_without_samples_is_refused(tmp_path):
    with pytest.raises(UsageError, match="holds no .*_samples.jsonl; convert the log with its samples"):
        hr.import_log(tmp_path, suite_of("labels"), "eee")
