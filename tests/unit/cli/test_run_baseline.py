"""``hf-robust run --baseline``: a significant fall fails the job, in the exit code, in JUnit and in the summary."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
import yaml
from click.testing import CliRunner
from report_samples import sample_capabilities

from hf_robust.adapters.function import FunctionPredictor
from hf_robust.cli import main
from hf_robust.cli.options import FAILED, WRONG
from hf_robust.configured import config_run
from hf_robust.configured.configuration import load
from hf_robust.reports import CapabilityReport

ROWS = [
    {"text": f"{number}: {text}", "label": label}
    for number in range(15)
    for text, label in (("A wonderful evening.", "positive"), ("The soup was cold again.", "negative"))
]
DATA = "task: sentiment-classification\ndataset: rows.jsonl\nmodels: good\ntransformations: [word-case, typos]\n"


def good(texts):
    return ["negative" if "soup" in text.casefold() else "positive" for text in texts]


def case_bound(texts):
    return ["negative" if "soup" in text else "positive" for text in texts]


def broken(texts):
    raise RuntimeError("out of memory")


KNOWN = {"good": good, "case-bound": case_bound, "broken": broken}


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """A folder with data and a configuration, where models have names."""
    monkeypatch.chdir(tmp_path)
    Path("rows.jsonl").write_text("\n".join(map(json.dumps, ROWS)))
    Path("robust.yaml").write_text(DATA)
    monkeypatch.setattr(config_run, "check_model", lambda *_: None)
    monkeypatch.setattr(
        config_run,
        "predictor_for",
        lambda choice, task, *_, **__: FunctionPredictor(KNOWN[choice.model], task, cache_key=choice.model),
    )
    return tmp_path


def run(*arguments, config="robust.yaml"):
    return CliRunner().invoke(main, ["run", "--config", config, *map(str, arguments)])


@pytest.fixture
def before():
    assert run("--out", "before").exit_code == 0
    return Path("before")


def test_a_fall_fails_the_job_and_stands_in_junit_and_in_the_summary(before):
    result = run("--model", "case-bound", "--baseline", before, "--junit", "j.xml", "--summary", "job.md")
    assert result.exit_code == FAILED, result.output
    assert "FAILED word-case: accuracy fell from 100.0 to 50.0 since the baseline (30 rows, paired: 15 broke, 0 " in (
        result.stderr
    )
    assert (
        "2 of 4 scores fell significantly since the baseline" in result.stdout
        and "row by row (McNemar" in result.stdout
    )
    root = ElementTree.parse("j.xml").getroot()
    assert [suite.get("name") for suite in root] == ["hf_robust.rows.jsonl-robust", "since the baseline"]
    assert [case.get("name") for case in root[1] if case.find("failure") is not None] == ["word-case", "worst case"]
    assert (root.get("tests"), root.get("failures"), root[1].get("tests")) == ("6", "2", "4")
    text = Path("job.md").read_text()
    assert "## Fallen since the baseline\n\n- word-case: accuracy fell from 100.0 to 50.0" in text
    assert "| **word-case** \\* | 100.0 | 50.0 | −50.0 | <0.001 | paired: 15 broke, 0 fixed |" in text
    assert "## Robustness report: " in text
    assert load(Path("report/robust.yaml")).thresholds.baseline == "before"


@pytest.mark.parametrize("report", ["before", "before/report.json"])
def test_an_equal_run_passes(before, report):
    result = run("--baseline", report, "--junit", "j.xml")
    assert result.exit_code == 0, result.output
    assert "None of 4 scores fell significantly" in result.stdout
    assert ElementTree.parse("j.xml").getroot().get("failures") == "0"


def test_the_key_of_the_file(before):
    Path("robust.yaml").write_text(f"{DATA}thresholds: {{baseline: before, summary: report/job.md}}\n")
    assert run("--model", "case-bound").exit_code == FAILED
    assert run("--out", "again").exit_code == 0 and Path("again/job.md").exists()
    assert yaml.safe_load(Path("again/robust.yaml").read_text())["thresholds"]["summary"] == "again/job.md"


def test_a_run_over_its_own_baseline_is_compared_with_the_earlier_one(before):
    assert run("--model", "case-bound", "--baseline", before, "--out", before).exit_code == FAILED
    assert run("--model", "case-bound", "--baseline", before, "--out", before).exit_code == 0


def test_other_transformations_are_compared_where_they_are_shared(before):
    result = run("--model", "case-bound", "-t", "word-case,keyboard", "--baseline", before, "--junit", "j.xml")
    assert result.exit_code == FAILED, result.output
    assert "- not compared: keyboard (not in the baseline)" in result.stdout
    assert "- another content hash: " in result.stdout
    skipped = ElementTree.parse("j.xml").getroot()[1].findall(".//skipped")
    assert [one.get("message") for one in skipped] == [
        "not in the baseline",
        "not in this run",
        "other transformations",
    ]


def test_another_version_of_all_that_is_shared_fails_after_the_run(before):
    record = json.loads((before / "report.json").read_text())
    for result in record["results"]:
        result["stages"][0]["version"] = "0"
    (before / "report.json").write_text(json.dumps(record))
    del record["originals"]
    (before / "report.json").write_text(json.dumps(record))
    result = run("--baseline", before, "--summary", "job.md")
    assert result.exit_code == WRONG and "shares nothing with this run that could be compared" in result.output
    assert Path("report/report.json").exists() and "failed: the baseline shares nothing" in Path("job.md").read_text()


def test_several_models_each_have_their_own_baseline(before):
    Path("several.yaml").write_text(DATA.replace("good", "[{model: good, name: mine}, case-bound]"))
    assert run("--out", "earlier", config="several.yaml").exit_code == 0
    Path("several.yaml").write_text(DATA.replace("good", "[{model: case-bound, name: mine}, good]"))
    result = run("--baseline", "earlier", "--summary", "job.md", "--junit", "j.xml", config="several.yaml")
    assert result.exit_code == FAILED, result.output
    assert "FAILED mine: robustness: word-case: accuracy fell" in result.stderr
    assert "note: the baseline holds no report of good" in result.stderr
    text = Path("job.md").read_text()
    assert "# What was run" in text and text.count("## Since the baseline: mine: robustness") == 1
    assert text.count("## Robustness report") == 2 and "## Comparison" in text
    names = [suite.get("name") for suite in ElementTree.parse("j.xml").getroot()]
    assert names[1] == "mine: robustness: since the baseline"
    result = run("--baseline", before, config="several.yaml")
    assert (
        result.exit_code == WRONG and "the baseline of several models is the folder of an earlier run" in result.output
    )


def test_a_part_that_fails_is_in_the_summary_with_the_others():
    Path("several.yaml").write_text(DATA.replace("good", "[broken, good]"))
    result = run("--summary", "job.md", "--fail-under", "1", config="several.yaml")
    assert result.exit_code == WRONG
    text = Path("job.md").read_text()
    assert "| broken: robustness | failed: out of memory |" in text and "## Robustness report" in text
    Path("job.md").unlink()
    result = run("--summary", "job.md", "--model", "broken")
    assert result.exit_code != 0 and "| robustness | failed: out of memory |" in Path("job.md").read_text()


@pytest.fixture
def no_work(monkeypatch):
    monkeypatch.setattr(config_run.Work, "run_all", lambda self: pytest.fail("work was begun"))


def change(record: dict, **changes: object) -> dict:
    return {**record, **changes}


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda record: None, "the baseline: no report at before"),
        (lambda record: "{", "cannot be read as JSON"),
        (lambda record: [], "is not a report"),
        (lambda record: change(record, schema_version=99), "has schema version 99"),
        (lambda record: change(record, suite={}), "suite.name is missing"),
        (lambda record: change(record, suite=change(record["suite"], task="parsing")), "another task, parsing and not"),
        (lambda record: change(record, metric=change(record["metric"], name="f1")), "another metric, f1 and not accur"),
        (lambda record: change(record, results=[]), "the baseline has no transformations"),
        (
            lambda record: change(record, results=[change(record["results"][0], name="ocr")]),
            "the baseline has ocr, and",
        ),
        (
            lambda record: change(record, results=[change(record["results"][0], rows={"ids": "0", "right": "x"})]),
            "cannot be read",
        ),
    ],
)
def test_a_baseline_that_is_wrong_is_refused_before_any_work(before, no_work, damage, message):
    file = before / "report.json"
    found = damage(json.loads(file.read_text()))
    file.unlink()
    if found is not None:
        file.write_text(found if isinstance(found, str) else json.dumps(found))
    result = run("--baseline", before)
    assert result.exit_code == WRONG and message in result.output, result.output
    assert "Traceback" not in result.output and not Path("report").exists()


def test_a_report_of_another_kind_is_refused(no_work):
    CapabilityReport(sample_capabilities()).save("cases")
    for place in ("cases", "cases/capabilities.json"):
        result = run("--baseline", place)
        assert result.exit_code == WRONG and "name the report.json of a run on a suite" in result.output
    Path("reviews.csv").write_text("text,label\n")
    result = run("--baseline", "reviews.csv")
    assert result.exit_code == WRONG and "JSON" not in result.output
    said = "the baseline reviews.csv is a file ending in .csv; expected a report.json, or the folder of a report"
    assert said in result.output
    result = run("--baseline", "nowhere")
    assert result.exit_code == WRONG and "the baseline: no report at nowhere" in result.output
