"""``hr.run_config``: it returns the reports, writes what is named, and says what is wrong before any work."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import hf_robust as hr
from hf_robust.adapters.function import FunctionPredictor
from hf_robust.configured import config_run
from hf_robust.core.errors import SpecError, UsageError
from hf_robust.perturb.perturbation import Perturb

ROWS = [
    {"text": "A wonderful evening in the park.", "label": "positive"},
    {"text": "The soup was cold again.", "label": "negative"},
    {"text": "Friendly people and 3 good dishes.", "label": "positive"},
]
DATA = {"task": "sentiment-classification", "dataset": "rows.jsonl", "transformations": ["word-case"]}


@pytest.fixture(autouse=True)
def place(tmp_path, monkeypatch):
    """A folder with a data file, and models by name; it is the current folder."""

    def broken(texts):
        raise RuntimeError("out of memory")

    known = {
        "good": lambda texts: ["negative" if "soup" in text.casefold() else "positive" for text in texts],
        "bad": lambda texts: ["negative"] * len(texts),
        "broken": broken,
    }
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, ROWS)), encoding="utf-8")
    monkeypatch.setattr(config_run, "check_model", lambda *_: None)
    monkeypatch.setattr(
        config_run,
        "predictor_for",
        lambda choice, task, *_, **__: FunctionPredictor(known[choice.model], task, cache_key=choice.model),
    )
    return tmp_path


def files(place):
    return sorted(path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file())


def test_without_a_folder_nothing_is_written(place, capsys):
    result = hr.run_config(DATA, models="good")
    assert list(result.reports) == ["robustness"] and result.folder is None
    assert isinstance(result["robustness"], hr.Report) and result.robustness == {"good": result["robustness"]}
    assert result.failures == [] and result.errors == {} and result.comparison is None
    assert files(place) == ["rows.jsonl"] and capsys.readouterr().out == ""


def test_what_the_configuration_names_is_written(place):
    limits = {"fail_under": 1, "junit": "checks/junit.xml", "summary": "job.md"}
    result = hr.run_config(DATA, models="bad", thresholds=limits, formats="markdown", out="here")
    assert files(place) == [
        *("checks/junit.xml", "here/report.html", "here/report.json", "here/report.md", "here/robust.yaml"),
        *("job.md", "rows.jsonl"),
    ]
    assert result.folder == Path("here") and result.failures and "word-case" in result.failures[0]
    again = hr.run_config("here/robust.yaml", out="again", thresholds=None)
    assert again["robustness"].record["results"] == result["robustness"].record["results"]
    assert again["robustness"].record["suite"] == result["robustness"].record["suite"] and again.failures == []


def test_junit_and_summary_are_written_without_a_folder(place):
    limits = {"fail_under": 1, "junit": "junit.xml", "summary": "job.md"}
    hr.run_config(DATA, models=["bad", "good"], thresholds=limits)
    assert files(place) == ["job.md", "junit.xml", "rows.jsonl"]
    suites = ElementTree.parse("junit.xml").getroot()
    assert [one.get("name").split(":")[0] for one in suites] == ["bad", "good"]
    assert "## Below a threshold" in Path("job.md").read_text() and "report.html" not in Path("job.md").read_text()


def test_a_part_that_fails_leaves_the_others(place):
    notes = []
    result = hr.run_config(DATA, models=["broken", "good"], attacks={"recipe": "pwws", "limit": 1}, notify=notes.append)
    assert list(result.reports) == ["good: robustness", "good: attack pwws"]
    assert result.errors == {"broken: robustness": "out of memory", "broken: attack pwws": "out of memory"}
    assert "failed: out of memory" in notes and files(place) == ["rows.jsonl"]
    with pytest.raises(RuntimeError, match="out of memory"):
        hr.run_config(DATA, models="broken")


def test_several_models_are_compared(place):
    result = hr.run_config(DATA, models=["good", "bad"], out="out")
    assert [one["name"] for one in result.comparison.record["models"]] == ["good", "bad"]
    assert repr(result) == "ConfigResult(good: robustness, bad: robustness, comparison)"
    assert "out/comparison/comparison.json" in files(place) and "out/summary.md" in files(place)


def test_a_saved_suite_is_run(place):
    data = hr.run_config(DATA, models="good")["robustness"].record["suite"]
    task = hr.task("sentiment-classification")
    from datasets import Dataset

    hr.Suite.build(Dataset.from_list(ROWS), task, ["word-case"]).save("saved")
    report = hr.run_config(hr.Configuration.from_dict({"suite": "saved", "models": "good"}))["robustness"]
    assert report.record["suite"]["content_hash"] == data["content_hash"]


@pytest.mark.parametrize(
    ("config", "overrides", "error", "message"),
    [
        ({**DATA, "modles": "good"}, {}, SpecError, "configuration: modles: unknown key 'modles'; did you mean models"),
        (DATA, {"sed": 1}, SpecError, "configuration: sed: unknown key 'sed'; did you mean seed"),
        (DATA, {"task": None}, UsageError, "say what the data is for with `task`"),
        (DATA, {"thresholds": {"fail_under": {"word-cse": 1}}}, UsageError, "did you mean word-case"),
        (DATA, {"out": "."}, UsageError, "overwrite=True"),
        ("gone.yaml", {}, SpecError, "gone.yaml:1: .* cannot be read"),
        ("broken.yaml", {}, SpecError, "broken.yaml:2: models.1.batch_size: expected a whole number"),
    ],
)
def test_what_is_wrong_is_said_before_any_work(place, monkeypatch, config, overrides, error, message):
    Path("broken.yaml").write_text("models:\n- {model: good, batch_size: many}\n")
    Path("report.json").write_text("{}")
    monkeypatch.setattr(Perturb, "__call__", lambda self, *_: pytest.fail("a row was perturbed"))
    before = files(place)
    with pytest.raises(error, match=message):
        hr.run_config(config, **overrides)
    assert files(place) == before


def test_overwrite_replaces_a_file_that_the_package_did_not_write(place):
    Path("report.json").write_text("{}")
    hr.run_config(DATA, models="good", out=".", overwrite=True)
    assert json.loads(Path("report.json").read_text())["results"]
