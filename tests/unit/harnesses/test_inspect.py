"""Suites as tasks of inspect, and its logs as the report of a run with the same answers."""

import ast
import json
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from click.testing import CliRunner
from harness_runs import INSPECTED, LOGS
from harness_samples import KINDS, WRITTEN, WritingModel, all_rows, answer_to, questions_of, scored, suite_of

import hf_robust as hr
from hf_robust.adapters.base import Prediction
from hf_robust.cli import main
from hf_robust.core.errors import DataFileError, UsageError


def exported(folder, kind):
    """The rows of an exported suite."""
    hr.export_suite(suite_of(kind), "inspect", folder, name="mine")
    return [json.loads(line) for line in (folder / "mine.jsonl").read_text("utf-8").splitlines()]


def log_of(rows, kind, epochs=1):
    """The log that inspect would write, with the answers of a made-up model."""
    samples = []
    for row in rows:
        message = {"role": "assistant", "content": answer_to(kind, row["input"])}
        output = {"choices": [{"message": message, "stop_reason": "stop"}]}
        samples += [{**row, "epoch": epoch, "output": output, "error": None} for epoch in range(1, epochs + 1)]
    return {"version": 2, "status": "success", "eval": {"model": "mock/writer"}, "samples": samples}


def write(file, log):
    """Write a log as one JSON file, or as an archive with a file for each sample."""
    if file.suffix == ".json":
        file.write_text(json.dumps(log), encoding="utf-8")
        return file
    with ZipFile(file, "w", ZIP_DEFLATED) as archive:
        archive.writestr("header.json", json.dumps({key: value for key, value in log.items() if key != "samples"}))
        for number, sample in enumerate(log["samples"]):
            archive.writestr(f"samples/{number}_epoch_{sample['epoch']}.json", json.dumps(sample))
    return file


@pytest.fixture
def log(tmp_path):
    """The log of a suite with labels."""
    return log_of(exported(tmp_path / "task", "labels"), "labels")


@pytest.mark.parametrize("kind", KINDS)
def test_tasks_hold_all_questions(kind, tmp_path):
    rows = {row["id"]: row for row in exported(tmp_path, kind)}
    asked = {str(one.location): one for one in questions_of(kind)}
    assert rows.keys() == asked.keys()
    for place, row in rows.items():
        assert (row["input"], tuple(row["target"])) == (asked[place].prompt, asked[place].answers)
        assert row["metadata"]["part"] == asked[place].location.part
        assert row["metadata"]["robust"]["suite"] == suite_of(kind).content_hash
    (task,) = [
        one for one in ast.parse((tmp_path / "mine.py").read_text("utf-8")).body if isinstance(one, ast.FunctionDef)
    ]
    assert task.name == "mine" and ast.unparse(task.decorator_list[0]) == "task"


def test_a_system_message_is_a_message(tmp_path):
    prompts = tmp_path / "mine.yaml"
    prompts.write_text(
        "task: sentiment-classification\nversion: 1\ninputs: [text]\nsystems: ['You label texts.']\n"
        "instructions: ['Choose: {labels}.']\nformats: ['{text}']\n",
        encoding="utf-8",
    )
    hr.export_suite(suite_of("labels"), "inspect", tmp_path / "task.py", prompt=prompts)
    first = json.loads((tmp_path / "task.jsonl").read_text("utf-8").splitlines()[0])
    assert [message["role"] for message in first["input"]] == ["system", "user"]


@pytest.mark.parametrize("kind", WRITTEN)
@pytest.mark.parametrize("suffix", [".eval", ".json"])
def test_answers_are_those_of_a_run_on_every_row(kind, suffix, tmp_path):
    file = write(tmp_path / f"log{suffix}", log_of(exported(tmp_path, kind), kind))
    imported, direct = hr.import_log(file, suite_of(kind), "inspect"), WritingModel(kind)
    assert imported.name == "mock/writer"
    assert imported.predict(all_rows(kind)) == direct.predict(all_rows(kind))


@pytest.mark.parametrize("kind", INSPECTED)
def test_recorded_logs_are_the_report_of_a_run_with_the_same_answers(kind):
    suite = hr.Suite.load(LOGS / kind / "suite")
    log_format, epochs = INSPECTED[kind]
    file = LOGS / kind / "inspect" / f"mine.{log_format}"
    if epochs > 1:
        with pytest.warns(UserWarning, match=f"{len(list(questions_of(kind)))} of .* samples are of later epochs"):
            imported = hr.import_log(file, suite, "inspect")
    else:
        imported = hr.import_log(file, suite, "inspect")
    runs = [scored(hr.run(model, suite, analysis=False)) for model in (imported, WritingModel(kind))]
    assert runs[0] == runs[1] and imported.name == "mockllm/model"
    assert imported.predict(all_rows(kind)) == WritingModel(kind).predict(all_rows(kind))


def test_the_first_epoch_counts(tmp_path, log):
    log["samples"] = [
        {**sample, "epoch": epoch, "output": {"choices": [{"message": {"content": word}}]}}
        for sample in log["samples"]
        for epoch, word in ((2, "negative"), (1, "positive"))
    ]
    with pytest.warns(UserWarning, match="36 of 72 samples are of later epochs; the first epoch counts"):
        model = hr.import_log(write(tmp_path / "log.eval", log), suite_of("labels"), "inspect")
    assert {one.value for one in model.predict(all_rows("labels"))} == {"positive"}


def test_texts_are_read_without_reasoning_and_from_attachments(tmp_path, log):
    parts = [{"type": "reasoning", "reasoning": "negative?"}, {"type": "text", "text": "attachment://abc"}]
    log["samples"][0]["output"]["choices"][0]["message"]["content"] = parts
    log["samples"][0]["attachments"] = {"abc": "Label: positive"}
    model = hr.import_log(write(tmp_path / "log.eval", log), suite_of("labels"), "inspect")
    row = questions_of("labels").task.inputs(suite_of("labels")["word-case"].original)[0]
    assert model.predict([row]) == [Prediction("positive")]


def test_failed_samples_and_stop_reasons_have_their_status(tmp_path, log):
    cut = {"choices": [{"message": {"content": "The review"}, "stop_reason": "max_tokens"}]}
    log["samples"][0] |= {"error": {"message": "time-out", "traceback": ""}}
    log["samples"][1] |= {"output": {"choices": [], "error": "no answer"}}
    log["samples"][2] |= {"output": cut}
    model = hr.import_log(write(tmp_path / "log.eval", log), suite_of("labels"), "inspect")
    rows = questions_of("labels").task.inputs(suite_of("labels")["word-case"].original)[:3]
    assert [one.status for one in model.predict(rows)] == ["error", "error", "truncated"]


def _changed(log, **new):
    return {**log, "samples": [{**log["samples"][0], **new}, *log["samples"][1:]]}


WRONG = {
    "a sample is missing": (lambda log: {**log, "samples": log["samples"][1:]}, "1 of 36 inputs have no answer"),
    "a sample is there twice": (
        lambda log: {**log, "samples": [*log["samples"], log["samples"][0]]},
        "the row word-case/original/0 has an answer already",
    ),
    "no ids": (lambda log: _changed(log, metadata={}), "does not say which row .*hf-robust export inspect SUITE"),
    "no metadata": (lambda log: _changed(log, metadata=None), "expected a sample of inspect with 'metadata'"),
    "other fields": (lambda log: _changed(log, output=None), "expected 'output' with 'choices', found None"),
    "no samples": (lambda log: {**log, "samples": []}, "holds no samples.*without --no-log-samples"),
}


@pytest.mark.parametrize("suffix", [".eval", ".json"])
@pytest.mark.parametrize("case", WRONG)
def test_logs_that_do_not_fit_are_refused(case, suffix, tmp_path, log):
    make, message = WRONG[case]
    with pytest.raises((UsageError, DataFileError), match=message):
        hr.import_log(write(tmp_path / f"log{suffix}", make(log)), suite_of("labels"), "inspect")


def test_cut_and_other_files_are_refused(tmp_path, log):
    for suffix in (".eval", ".json"):
        file = write(tmp_path / f"log{suffix}", log)
        file.write_bytes(file.read_bytes()[:-300])
        with pytest.raises(DataFileError, match=f"log{suffix} is no complete log of inspect .*run the task again"):
            hr.import_log(file, suite_of("labels"), "inspect")
    recorded = tmp_path / "recorded.eval"
    recorded.write_bytes(
        (LOGS / "labels" / "inspect" / "mine.eval").read_bytes().replace(b"\x28\xb5\x2f\xfd", b"\0\0\0\0")
    )
    with pytest.raises(DataFileError, match="recorded.eval is no complete log of inspect"):
        hr.import_log(recorded, suite_of("labels"), "inspect")
    with pytest.raises(UsageError, match=r"holds 3 logs of inspect \(\*.eval, \*.json\), expected one; name its file"):
        hr.import_log(tmp_path, suite_of("labels"), "inspect")


def test_the_command_takes_the_file_of_the_task_and_its_log(tmp_path):
    suite_of("labels").save(tmp_path / "suite")
    call = CliRunner().invoke
    made = call(main, ["export", "inspect", str(tmp_path / "suite"), "--out", str(tmp_path / "mine.py")])
    assert made.exit_code == 0 and f"run: inspect eval {tmp_path / 'mine.py'}" in made.output
    again = call(main, ["export", "inspect", str(tmp_path / "suite"), "--out", str(tmp_path / "mine.py")])
    assert again.exit_code == 0, again.output
    rows = [json.loads(line) for line in (tmp_path / "mine.jsonl").read_text("utf-8").splitlines()]
    file = write(tmp_path / "log.eval", log_of(rows, "labels"))
    shown = call(main, ["import", "inspect", str(file), "--out", str(tmp_path / "report")])
    assert shown.exit_code == 0 and (tmp_path / "report" / "report.json").is_file(), shown.output
