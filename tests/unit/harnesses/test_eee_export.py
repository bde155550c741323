"""The answers of a run as files of Every Eval Ever, and back."""

import importlib.util
import json
import os
import subprocess
import sys
from uuid import UUID

import pytest
from capability_samples import suite as capability_suite
from click.testing import CliRunner
from harness_samples import WRITTEN, WritingModel, answer_to, suite_of

import hf_robust as hr
from hf_robust.cli.app import main
from hf_robust.core.errors import DataFileError, UnknownNameError, UsageError
from hf_robust.core.typed_json import as_json


class StoredModel(WritingModel):
    """A model that has stored what it wrote."""

    def written(self, rows):
        return [answer_to(self._kind, self.messages(row)[-1]["content"]) for row in rows]


@pytest.fixture(scope="module")
def sound():
    """A model with labels alone, which writes no text."""
    suite = suite_of("labels")
    return suite, hr.run(lambda texts: ["positive" if "a" in text else "negative" for text in texts], suite)


@pytest.mark.parametrize("kind", WRITTEN)
def test_the_scores_are_the_same_after_the_way_back(kind, tmp_path):
    suite = suite_of(kind)
    report = hr.run(StoredModel(kind), suite)
    files = hr.export_report(report, suite, "eee", tmp_path)
    again = hr.run(hr.import_log(files[1], suite, "eee"), suite)
    assert [(one["name"], one["n"]) for one in again.results] == [(one["name"], one["n"]) for one in report.results]
    for one, other in zip(again.results, report.results, strict=True):
        for name in ("original", "perturbed", "drop", "drop_interval", "consistency"):
            assert one.get(name) == other.get(name), name


def test_labels_of_a_classifier_are_written_as_words(sound, tmp_path):
    suite, report = sound
    aggregate, samples = hr.export_report(report, suite, "eee", tmp_path)
    records = [json.loads(line) for line in samples.read_text("utf-8").splitlines()]
    assert {one["schema_version"] for one in records} == {"0.3.0"}
    assert {one["output"]["raw"][0] for one in records} == {"positive", "negative"}
    first = records[0]
    assert first["evaluation"]["is_correct"] is (first["output"]["raw"][0] == first["input"]["reference"][0])
    said = json.loads(aggregate.read_text("utf-8"))
    scores = {
        one["evaluation_name"].rpartition("_")[2]: one["score_details"]["score"] for one in said["evaluation_results"]
    }
    assert scores["originals"] == report.record["originals"]["score"]
    assert scores["word-case"] == report["word-case"]["perturbed"]
    again = hr.run(hr.import_log(aggregate, suite, "eee"), suite)
    assert [one["perturbed"] for one in again.results] == [one["perturbed"] for one in report.results]
    assert hr.export_report(report, suite, "eee", tmp_path) == (aggregate, samples)  # own files are replaced


@pytest.mark.parametrize("kind", WRITTEN)
@pytest.mark.parametrize("model", [StoredModel, WritingModel])
def test_saved_answers_are_equal_and_export_the_same_files(kind, model, tmp_path):
    suite = suite_of(kind)
    report = hr.run(model(kind), suite)
    report.save(tmp_path / "report")
    file = report.save_answers(tmp_path / "report")
    for place in (tmp_path / "report", tmp_path / "report" / "report.json"):
        loaded = hr.Report.load(place)
        assert loaded.answers() == as_json(report.answers()) and loaded == report
    hr.export_report(report, suite, "eee", tmp_path / "one")
    for written in hr.export_report(loaded, suite, "eee", tmp_path / "two"):
        assert written.read_bytes() == (tmp_path / "one" / written.name).read_bytes()
    assert ("original_raw" in report.answers()[0]) == (model is StoredModel)
    assert file.name == "answers.jsonl"


def test_the_command_line_saves_answers_and_exports_them(tmp_path):
    suite = suite_of("labels")
    suite.save(tmp_path / "suite")
    run = ["run", "--suite", str(tmp_path / "suite"), "--out", str(tmp_path / "report"), "--save-answers"]
    done = CliRunner().invoke(main, run)
    assert done.exit_code == 0 and f"answers -> {tmp_path / 'report' / 'answers.jsonl'}" in done.output, done.output
    export = ["export", "eee", str(tmp_path / "suite"), "--out", str(tmp_path / "eee")]
    done = CliRunner().invoke(main, [*export, "--report", str(tmp_path / "report")])
    assert done.exit_code == 0 and "eee files -> " in done.output, done.output
    again = hr.run(hr.import_log(tmp_path / "eee", suite, "eee"), suite)
    report = hr.Report.load(tmp_path / "report")
    assert [one["perturbed"] for one in again.results] == [one["perturbed"] for one in report.results]
    done = CliRunner().invoke(main, export)
    assert done.exit_code == 2 and "name its report with --report" in done.output
    lm_eval = ["export", "lm-eval", str(tmp_path / "suite"), "--out", str(tmp_path / "task"), "--report", "report"]
    done = CliRunner().invoke(main, lm_eval)
    assert done.exit_code == 2 and "--report goes with eee" in done.output


def test_answers_of_another_report_and_damaged_ones_are_refused(sound, tmp_path):
    suite, report = sound
    report.save(tmp_path)
    file = report.save_answers(tmp_path)
    hr.run(lambda texts: ["positive" for _ in texts], suite).save(tmp_path)
    with pytest.raises(DataFileError, match="holds the answers of a report of .* run again with --save-answers"):
        hr.Report.load(tmp_path).answers()
    file.write_text("hf_robust\n")
    with pytest.raises(DataFileError, match="holds no answers of a report"):
        hr.Report.load(tmp_path).answers()
    file.write_text("notes of somebody else\n")
    with pytest.raises(UsageError, match="hf_robust did not write it"):
        report.save_answers(tmp_path)


def test_reports_that_cannot_be_exported_are_refused(sound, tmp_path):
    suite, report = sound
    report.save(tmp_path / "report")
    with pytest.raises(UsageError, match="this report holds no answers"):
        hr.export_report(hr.Report.load(tmp_path / "report"), suite, "eee", tmp_path / "out")
    with pytest.raises(UnknownNameError, match="harness"):
        hr.export_report(report, suite, "helm", tmp_path / "out")
    few = hr.Suite.build(hr.demo_reviews().select(range(4)), suite.task, ["word-case"])
    with pytest.raises(UsageError, match="pairs of word-case: requests failed, inputs were cut, or it is of another"):
        hr.export_report(report, few, "eee", tmp_path / "out")
    assert not (tmp_path / "out").exists()


# what the schemas require, as types; the schemas themselves are read where the package is installed
AGGREGATE = {
    "schema_version": str,
    "evaluation_id": str,
    "retrieved_timestamp": str,
    "source_metadata": dict,
    "model_info": dict,
    "eval_library": dict,
    "evaluation_results": list,
}
NESTED = {
    "source_metadata": {"source_type": str, "source_organization_name": str, "evaluator_relationship": str},
    "model_info": {"name": str, "id": str, "developer": str, "additional_details": dict},
    "eval_library": {"name": str, "version": str},
}
RESULT = {"evaluation_name": str, "source_data": dict, "metric_config": dict, "score_details": dict}
SAMPLE = {
    "schema_version": str,
    "evaluation_id": str,
    "model_id": str,
    "evaluation_name": str,
    "sample_id": str,
    "interaction_type": str,
    "input": dict,
    "output": dict,
    "answer_attribution": list,
    "evaluation": dict,
}


def has(value, spec):
    return all(isinstance(value.get(key), kind) for key, kind in spec.items())


def exported(kind, folder):
    """The files of a run on a suite of a kind."""
    if kind == "capabilities":
        suite = capability_suite()
        return hr.export_report(hr.run(lambda texts: ["positive" for _ in texts], suite), suite, "eee", folder)
    suite = suite_of(kind)
    return hr.export_report(hr.run(StoredModel(kind), suite), suite, "eee", folder)


KINDS = ("labels", "entities", "questions", "capabilities")


@pytest.mark.parametrize("kind", KINDS)
def test_files_hold_what_the_schemas_require(kind, tmp_path):
    aggregate, *samples = exported(kind, tmp_path)
    said = json.loads(aggregate.read_text("utf-8"))
    assert has(said, AGGREGATE) and all(has(said[key], spec) for key, spec in NESTED.items())
    assert said["evaluation_results"] and all(has(one, RESULT) for one in said["evaluation_results"])
    assert str(UUID(aggregate.stem, version=4)) == aggregate.stem and len(samples) == (kind != "capabilities")
    for file in samples:
        records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
        assert all(has(one, SAMPLE) and one["evaluation_id"] == said["evaluation_id"] for one in records)
        assert {one["model_id"] for one in records} == {said["model_info"]["id"]}
        names = {one["evaluation_name"] for one in said["evaluation_results"]}
        assert {one["evaluation_name"] for one in records} == names
        detailed = said["detailed_evaluation_results"]
        assert detailed["file_path"].endswith(f"/{file.name}") and detailed["total_rows"] == len(records)


def test_failure_rates_of_capabilities_are_exported(tmp_path):
    suite = capability_suite()
    report = hr.run(lambda texts: ["positive" for _ in texts], suite)
    (file,) = hr.export_report(report, suite, "eee", tmp_path)
    results = json.loads(file.read_text("utf-8"))["evaluation_results"]
    found = {one["evaluation_result_id"]: one["score_details"]["score"] for one in results}
    assert found == {one["id"]: one["seeds"]["failure_rate"] for one in report.results}
    assert all(one["metric_config"]["lower_is_better"] for one in results)
    with pytest.raises(UsageError, match="the report is of another suite"):
        hr.export_report(report, suite_of("labels"), "eee", tmp_path)
    suite.save(tmp_path / "suite")
    report.save(tmp_path / "report")
    export = ["export", "eee", str(tmp_path / "suite"), "--out", str(tmp_path / "eee"), "--report"]
    done = CliRunner().invoke(main, [*export, str(tmp_path / "report")])
    assert done.exit_code == 0 and (tmp_path / "eee" / file.name).read_bytes() == file.read_bytes(), done.output


CHECK = """
import json, sys
from pathlib import Path
from every_eval_ever.validator.validation_core import validate_file
places = {json.loads(Path(one).read_text())["detailed_evaluation_results"]["file_path"]: one for one in sys.argv[1:2]
          if "detailed_evaluation_results" in json.loads(Path(one).read_text())}
samples = next(iter(places), None)
aggregate = samples.replace("_samples.jsonl", ".json") if samples else None
files = {samples: sys.argv[-1], aggregate: sys.argv[1]}
for place, file in files.items() if samples else [(None, sys.argv[1])]:
    given = {"repo_path": place, "available_files": files, "read_repo_file": lambda one: Path(files[one]).read_text()}
    found = validate_file(Path(file), run_semantic_checks=samples is not None, **given)
    assert found.valid, found.errors
    assert not found.warnings, found.warnings
"""


def validating_python():
    """A Python that can import every_eval_ever, and the folder of the package where it is not installed."""
    named = os.environ.get("HF_ROBUST_EEE_PACKAGE")
    return (sys.executable, named or "") if named or importlib.util.find_spec("every_eval_ever") else None


@pytest.mark.skipif(validating_python() is None, reason="every_eval_ever is not installed")
@pytest.mark.parametrize("kind", KINDS)
def test_the_validator_of_every_eval_ever_accepts_the_files(kind, tmp_path):
    python, package = validating_python()
    command = [python, "-c", CHECK, *map(str, exported(kind, tmp_path))]
    path = os.pathsep.join(filter(None, [package, os.environ.get("PYTHONPATH")]))
    done = subprocess.run(command, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
