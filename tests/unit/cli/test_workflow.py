"""The example workflow: it parses, its steps are bash, and the summary step does what it says."""

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
import yaml
from report_samples import sample_record

from hf_robust.reports import Report

TEXT = files("hf_robust.cli").joinpath("workflow.yaml").read_text("utf-8")
STEPS = yaml.safe_load(TEXT)["jobs"]["robustness"]["steps"]
RUNS = {step["name"]: step["run"] for step in STEPS if "run" in step}


def test_it_is_a_workflow_for_pull_requests():
    workflow = yaml.safe_load(TEXT)
    assert "pull_request" in workflow[True]  # YAML 1.1 reads the key `on` as a truth
    assert workflow["permissions"] == {"contents": "read"}
    assert all(("uses" in step) != ("run" in step) for step in STEPS)


@pytest.mark.parametrize("name", RUNS)
def test_every_step_is_bash(name):
    subprocess.run(["bash", "-n"], input=RUNS[name], text=True, check=True)


def test_the_summary_is_the_report_in_markdown(tmp_path):
    Report(sample_record()).save(tmp_path / "report")
    bin = tmp_path / "bin"
    bin.mkdir()
    (bin / "python").symlink_to(sys.executable)
    before = "earlier\n"
    (tmp_path / "summary").write_text(before)
    root = Path(__file__).resolve().parents[3]
    environment = {"PATH": f"{bin}:/usr/bin:/bin", "PYTHONPATH": f"{root}:{':'.join(sys.path)}"}
    environment |= {"GITHUB_STEP_SUMMARY": str(tmp_path / "summary"), "HF_HUB_OFFLINE": "1"}
    for folder in (tmp_path, bin):  # the second one has no report: nothing is done
        subprocess.run(["bash", "-e", "-c", RUNS["Summary"]], cwd=folder, env=environment, check=True)
    text = Report(sample_record()).to_markdown(tmp_path / "expected.md").read_text("utf-8")
    assert (tmp_path / "summary").read_text("utf-8") == before + text
