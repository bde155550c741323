"""The example workflow: it parses, its steps are bash, and the summary step does what it says."""

import shlex
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest
import yaml
from report_samples import sample_capabilities, sample_record

from hf_robust.cli.run_command import run_command
from hf_robust.reports import CapabilityReport, Report

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


def test_the_check_is_a_call_that_the_command_takes():
    program, command, *arguments = shlex.split(RUNS["Check"])
    assert (program, command) == ("hf-robust", "run")
    with run_command.make_context("run", arguments) as context:
        assert context.params["config_file"] == "robust.yaml"
        assert context.params["junit"].parent == context.params["out"] == Path("report")


def test_the_summary_is_every_report_in_markdown(tmp_path):
    """Run it as GitHub does: with one report, with several parts, and where the check wrote nothing."""
    alone, several, none = (tmp_path / name for name in ("alone", "several", "none"))
    Report(sample_record()).save(alone / "report")
    Report(sample_record()).save(several / "report/bert")
    CapabilityReport(sample_capabilities()).save(several / "report/bert/capabilities")
    (several / "report/summary.md").write_text("# All parts\n")
    none.mkdir()
    assert summary_in(alone) == ["## Robustness report: me/reviews"]
    assert summary_in(several) == [
        "# All parts",
        "## Linguistic capabilities: me/bert",
        "## Robustness report: me/reviews",
    ]
    assert summary_in(none) == []


def summary_in(folder: Path) -> list[str]:
    """The headings that the step adds to the summary of the workflow."""
    (folder / "bin").mkdir()
    (folder / "bin/python").symlink_to(sys.executable)
    written = folder / "written.md"
    written.write_text("earlier\n")
    root = Path(__file__).resolve().parents[3]
    environment = {"PATH": f"{folder / 'bin'}:/usr/bin:/bin", "PYTHONPATH": f"{root}:{':'.join(sys.path)}"}
    environment |= {"GITHUB_STEP_SUMMARY": str(written), "HF_HUB_OFFLINE": "1"}
    subprocess.run(["bash", "-e", "-o", "pipefail", "-c", RUNS["Summary"]], cwd=folder, env=environment, check=True)
    first, *lines = written.read_text("utf-8").splitlines()
    assert first == "earlier"
    return [line for line in lines if line.startswith("#")]
