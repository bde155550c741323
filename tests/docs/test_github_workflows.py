"""The workflows of this repository: they parse, and the commands in them exist."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from documentation import check_line, commands

import hf_robust as hr

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / ".github" / "workflows"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = {path.stem: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.yml"))}
JOBS = {(name, job): body for name, workflow in WORKFLOWS.items() for job, body in workflow["jobs"].items()}
STEPS = [step for job in JOBS.values() for step in job["steps"]]
SCRIPTS = [step["run"] for step in STEPS if "run" in step]
PYTHONS = [re.fullmatch(r"Programming Language :: Python :: (3\.\d+)", line) for line in PROJECT["classifiers"]]
PYTHONS = [found[1] for found in PYTHONS if found]


def test_there_are_four():
    assert sorted(WORKFLOWS) == ["docs", "nightly", "release", "tests"]


def test_jobs_are_bounded_and_may_only_read():
    assert all(workflow["permissions"] == {"contents": "read"} for workflow in WORKFLOWS.values())
    assert all(0 < job["timeout-minutes"] <= 120 and job["runs-on"] for job in JOBS.values())
    may_more = {job: body["permissions"] for job, body in JOBS.items() if "permissions" in body}
    assert may_more == {
        ("docs", "deploy"): {"pages": "write", "id-token": "write"},
        ("release", "publish"): {"id-token": "write"},
    }


def test_each_step_runs_a_script_or_a_pinned_action():
    assert all(("uses" in step) != ("run" in step) for step in STEPS)
    assert all(re.fullmatch(r"[\w./-]+@(v\d+(\.\d+)*|[0-9a-f]{40})", step["uses"]) for step in STEPS if "uses" in step)
    assert not [script for script in SCRIPTS if "${{" in script]  # GitHub would paste text into a script
    assert all(subprocess.run(["bash", "-n", "-c", script]).returncode == 0 for script in SCRIPTS)


def test_the_pythons_are_those_of_the_classifiers():
    assert JOBS["tests", "tests"]["strategy"]["matrix"]["python-version"] == PYTHONS
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    others = {str(step.get("with", {}).get("python-version", PYTHONS[0])) for step in STEPS}
    assert others <= {*PYTHONS, "${{ matrix.python-version }}"}
    lowest = JOBS["tests", "lowest-versions"]["steps"][1]["with"]["python-version"]
    assert lowest == PYTHONS[0]


def test_commands_of_this_package_exist():
    typed = [line for script in SCRIPTS for line in commands(script)]
    assert typed
    for line in typed:
        check_line(line)


def stages(script: str) -> list[str]:
    return [word for line in re.findall(r"^\.ci/run (.*)$", script, re.MULTILINE) for word in line.split()]


def test_all_stages_of_ci_are_run_somewhere_and_exist():
    used = {stage for script in SCRIPTS for stage in stages(script)}
    assert used == {"install", "lint", "tests", "slow"}
    text = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert all(re.search(rf"^    {stage}\) ", text, re.MULTILINE) for stage in used)


def test_ci_refuses_an_unknown_stage_before_any_work(tmp_path):
    (tmp_path / ".ci").mkdir()
    (tmp_path / ".venv").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci")
    done = subprocess.run(["bash", tmp_path / ".ci" / "run", "install", "test"], capture_output=True, text=True)
    assert done.returncode == 2 and "unknown stage 'test'; run: .ci/run" in done.stderr
    assert (tmp_path / ".venv").is_dir()


@pytest.mark.parametrize(
    ("tag", "entry", "problem"),
    [
        (f"v{hr.__version__}", f"## {hr.__version__}", None),
        (f"v{hr.__version__}", f"## {hr.__version__} (unreleased)", "top entry of CHANGELOG.md"),
        (hr.__version__, f"## {hr.__version__}", f"tag v{hr.__version__}"),
        ("v99.0.0", "## 99.0.0", "the tag is v99.0.0"),
    ],
)
def test_a_release_checks_its_tag(tmp_path, tag, entry, problem):
    pytest.importorskip("hatchling")
    (script,) = (step["run"] for step in JOBS["release", "build"]["steps"] if "TAG" in step.get("env", {}))
    (tmp_path / "hf_robust").mkdir()
    for name in ("pyproject.toml", "hf_robust/__init__.py"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "CHANGELOG.md").write_text(f"# Changelog\n\n{entry}\n\n## 0.0.1\n", encoding="utf-8")
    environment = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "TAG": tag}
    shell = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script]
    done = subprocess.run(shell, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr == "") == ((0, True) if problem is None else (1, False)), done.stderr
    assert problem is None or problem in done.stderr


def test_a_release_is_published_without_a_token():
    publish = JOBS["release", "publish"]
    assert publish["environment"] == "pypi" and publish["needs"] == "build"
    assert "with" not in publish["steps"][-1] and "secrets" not in (FOLDER / "release.yml").read_text(encoding="utf-8")


def test_the_site_is_what_is_uploaded():
    steps = JOBS["docs", "build"]["steps"]
    (typed,) = (line for step in steps for line in commands(step.get("run", "")))
    (upload,) = (step for step in steps if "upload-pages-artifact" in step.get("uses", ""))
    assert typed.split()[-2:] == ["--html", upload["with"]["path"]]
