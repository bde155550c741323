"""The example workflow: it parses, and each of its steps is executed by bash as GitHub does it, over several runs."""

import json
import os
import shlex
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner
from junit_format import problems
from preloaded import Preloaded

from hf_robust.cli import main
from hf_robust.cli.run_command import run_command

TEXT = files("hf_robust.cli").joinpath("workflow.yaml").read_text("utf-8")
STEPS = yaml.safe_load(TEXT)["jobs"]["robustness"]["steps"]
RUNS = {step["name"]: step for step in STEPS if "run" in step}
ROOT = Path(__file__).resolve().parents[3]
ROWS = [
    {"text": f"{number}: {text}", "label": label}
    for number in range(15)
    for text, label in (("A wonderful evening.", "positive"), ("The soup was cold again.", "negative"))
]
# the command itself; what stands in for a model of the Hub reads the file `model.py`
PROGRAM = """
import runpy
from hf_robust.adapters.function import FunctionPredictor
from hf_robust.cli import main
from hf_robust.configured import config_run
config_run.check_model = lambda *_: None
predict = runpy.run_path("model.py")["predict"]
config_run.predictor_for = lambda choice, task, *_, **__: FunctionPredictor(predict, task)
main()
"""
GOOD, CASE_BOUND = (
    f"def predict(texts):\n    return ['negative' if 'soup' in text{lower} else 'positive' for text in texts]\n"
    for lower in (".lower()", "")
)


def test_it_is_a_workflow_for_pull_requests():
    workflow = yaml.safe_load(TEXT)
    assert {"pull_request", "push"} <= set(workflow[True])  # YAML 1.1 reads the key `on` as a truth
    assert workflow["permissions"] == {"contents": "read"}
    assert all(("uses" in step) != ("run" in step) for step in STEPS)
    assert not any("${{" in step["run"] for step in RUNS.values())  # what GitHub would paste into a script


def test_the_baseline_is_fetched_before_it_is_made_and_kept_for_later_runs():
    uses = [step["uses"].split("@")[0] for step in STEPS if "uses" in step]
    fetch, keep = (STEPS[place] for place, step in enumerate(STEPS) if "robustness-" in str(step.get("with")))
    assert uses.index("actions/cache/restore") < uses.index("actions/cache/save")
    assert fetch["with"]["path"] == keep["with"]["path"] == "baseline"
    assert fetch["with"]["key"] == keep["with"]["key"] and keep["with"]["key"].startswith(fetch["with"]["restore-keys"])
    assert "run_id" in keep["with"]["key"] and "refs/heads/main" in keep["if"]


@pytest.fixture
def job(tmp_path, monkeypatch):
    """A checkout in which ``hf-robust init --github`` was typed, and a runner of its workflow."""
    monkeypatch.chdir(tmp_path)
    Path("rows.jsonl").write_text("\n".join(map(json.dumps, ROWS)))
    asked = ("--dataset", "rows.jsonl", "--task", "sa", "--model", "me/mine")
    done = CliRunner().invoke(main, ["init", "ci.yaml", "--github", *asked])
    assert done.exit_code == 0, done.output
    Path("ci.yaml").write_text(Path("ci.yaml").read_text().replace("- typos\n", ""))
    tools = tmp_path / "bin"
    tools.mkdir()
    script(tools / "pip", '#!/bin/bash\nprintf "%s\\n" "$@" > pip.txt\n')
    one = Job(tools)
    process = Preloaded("import datasets\nimport hf_robust.cli", one.environment)
    process.tool(tools / "hf-robust", PROGRAM)
    yield one
    process.close()


def script(file: Path, text: str) -> None:
    file.write_text(text)
    file.chmod(0o755)


class Job:
    """A runner of the steps."""

    def __init__(self, tools: Path):
        text = Path(".github/workflows/robustness.yml").read_text("utf-8")
        self.steps = {
            step["name"]: step["run"] for step in yaml.safe_load(text)["jobs"]["robustness"]["steps"] if "run" in step
        }
        self.environment = {
            "PATH": f"{tools}:/usr/bin:/bin",
            "PYTHONPATH": f"{ROOT}:{':'.join(sys.path)}",
            "HOME": os.environ.get("HOME", "/tmp"),
            "HF_HUB_OFFLINE": "1",
        }

    def run(self, event: str, model: str) -> tuple[int, str]:
        """One run of all steps for an event; the exit code of the check and the summary come back."""
        Path("model.py").write_text(model)
        Path("summary.md").write_text("earlier\n")
        environment = {**self.environment, "GITHUB_EVENT_NAME": event, "GITHUB_STEP_SUMMARY": "summary.md"}
        on_main = event == "push"
        codes = {}
        for name, text in self.steps.items():
            if "if" not in RUNS[name] or on_main:
                shell = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", text]
                codes[name] = subprocess.run(shell, env=environment, check=False).returncode
        assert all(code == 0 for name, code in codes.items() if name != "Check"), codes
        return codes["Check"], Path("summary.md").read_text("utf-8")


def test_each_step_over_several_runs(job):
    """No baseline, then one that the main branch left, an equal model, and one that is worse."""
    code, summary = job.run("pull_request", GOOD)
    assert code == 0 and summary.startswith("earlier\n## Robustness report: ") and "baseline" not in summary
    assert Path("pip.txt").read_text().splitlines()[:2] == ["install", "hf-robust[embedded]"]
    assert not Path("baseline").exists() and problems(Path("report/junit.xml").read_bytes()) == []
    code, summary = job.run("push", GOOD)
    assert code == 0 and Path("baseline/report.json").is_file() and "## Since the baseline" not in summary
    code, summary = job.run("pull_request", CASE_BOUND)
    assert code == 1 and "## Fallen since the baseline\n\n- word-case: accuracy fell from 100.0 to 50.0" in summary
    assert (
        problems(Path("report/junit.xml").read_bytes()) == []
        and b'type="fell"' in Path("report/junit.xml").read_bytes()
    )
    code, summary = job.run("push", CASE_BOUND)  # it was merged all the same: that is the next baseline
    assert code == 0 and json.loads(Path("baseline/report.json").read_text())["results"][1]["perturbed"] == 0.5


def test_the_check_is_a_call_that_the_command_takes():
    (line,) = (line for line in RUNS["Check"]["run"].replace("\\\n", "").splitlines() if line.startswith("hf-robust"))
    program, command, *arguments = shlex.split(line.replace('"${baseline[@]}"', "--baseline baseline"))
    assert (program, command) == ("hf-robust", "run")
    with run_command.make_context("run", arguments) as context:
        assert context.params["config_file"] == "robust.yaml"
        assert context.params["junit"].parent == context.params["out"] == Path("report")
        assert str(context.params["summary"]) == "$GITHUB_STEP_SUMMARY"


def test_a_pull_request_without_a_report_keeps_the_baseline(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("baseline").mkdir()
    step = RUNS["Make the report the next baseline"]["run"]
    subprocess.run(["bash", "-e", "-o", "pipefail", "-c", step], check=True)
    assert Path("baseline").is_dir()
