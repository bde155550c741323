"""A ``robust.yaml`` gives the same records from the shell and in Python."""

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from tiny_models import classifier, save

import hf_robust as hr
from hf_robust.cli import main
from tests import capability_samples

OF_THE_RUN = ("created", "seconds", "command")  # when and how it was run
ALONE = {"dataset": {"first": 12}, "transformations": ["word-case", {"name": "keyboard", "rate": 0.2}], "seed": 3}
SEVERAL = {
    "dataset": {"first": 12},
    "transformations": ["word-case", ["keyboard", "twitter"]],
    "models": [{"model": "tiny", "name": "one"}, {"model": "tiny", "name": "two", "batch_size": 8}],
    "slices": ["length"],
    "capabilities": "cases",
    "attacks": {"recipe": "deepwordbug", "first": 2},
    "thresholds": {"fail_under": {"word-case": 0}, "junit": "out/junit.xml", "summary": "out/job.md"},
}


@pytest.fixture(scope="module")
def tiny(tmp_path_factory):
    """A folder with a small model, for runs that ask a model often."""
    return save(tmp_path_factory.mktemp("models") / "tiny", classifier(("negative", "positive")))


def plain(value):
    """A record without what differs from run to run."""
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items() if name not in OF_THE_RUN}
    return [plain(item) for item in value] if isinstance(value, list) else value


def written(folder):
    """The records of a folder, by file, and what else it holds."""
    records = {path: plain(json.loads(path.read_text(encoding="utf-8"))) for path in sorted(folder.rglob("*.json"))}
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))
    records = {path.relative_to(folder).as_posix(): json.dumps(record).encode() for path, record in records.items()}
    return names, records, (folder / "robust.yaml").read_bytes()


@pytest.mark.parametrize("config", [ALONE, SEVERAL], ids=["alone", "several"])
def test_the_shell_and_python_write_equal_records(tmp_path, monkeypatch, config, tiny):
    found = {}
    for name in ("shell", "python"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        Path("tiny").symlink_to(tiny)
        capability_samples.suite().save("cases")
        Path("robust.yaml").write_text(yaml.safe_dump({**config, "out": "out"}), encoding="utf-8")
        if name == "shell":
            done = CliRunner().invoke(main, ["run", "--config", "robust.yaml"])
            assert done.exit_code == 0, done.output
        else:
            result = hr.run_config("robust.yaml")
            assert result.errors == {} and result.failures == []
        found[name] = written(Path("out"))
    assert found["shell"] == found["python"] and len(found["shell"][1]) == len(result.reports)


def test_the_command_on_a_suite_gives_the_record_of_run_config(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hr.Suite.build(hr.demo_reviews().select(range(8)), "sentiment-classification", ["word-case"]).save("saved")
    assert CliRunner().invoke(main, ["run", "--suite", "saved", "--out", "one"]).exit_code == 0
    report = hr.run_config({"suite": "saved"}, out="two")["robustness"]
    assert written(Path("one"))[1] == written(Path("two"))[1]
    assert plain(report.record) == plain(json.loads(Path("two/report.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("command", "part"),
    [
        (["attack", "--recipe", "deepwordbug", "--first", "2"], "attack deepwordbug"),
        (["capabilities", "run", "--suite", "cases"], "capabilities cases"),
    ],
)
def test_a_command_gives_the_record_of_its_part(tmp_path, monkeypatch, command, part, tiny):
    monkeypatch.chdir(tmp_path)
    capability_samples.suite().save("cases")
    done = CliRunner().invoke(main, [*command, "--model", tiny, "--out", "one"])
    assert done.exit_code == 0, done.output
    key = {"attacks": {"recipe": "deepwordbug", "first": 2}} if command[0] == "attack" else {"capabilities": "cases"}
    config = {"models": [{"model": tiny}], "dataset": {"first": 4}, "transformations": "word-case"}
    report = hr.run_config(config, **key)[part]
    (own,) = Path("one").glob("*.json")
    assert plain(json.loads(own.read_text(encoding="utf-8"))) == plain(json.loads(json.dumps(report.record)))
