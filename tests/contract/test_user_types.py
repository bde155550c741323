"""What a type checker knows about the public names in a user's own script."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import hf_robust as hr

BEGINNING = """
from datasets import Dataset
import hf_robust as hr

def model(texts: list[str]) -> list[str]: return texts
def rows() -> Dataset: ...
def suite() -> hr.Suite: return hr.Suite.load("suite/")
def cases() -> hr.CapabilitySuite: return hr.CapabilitySuite.load("cases/")
report = hr.run(model, rows(), task="sentiment-classification", transformations=["keyboard", ["ocr", "typos"]])
"""
REPORT, RESULT, FRAME = "hf_robust.reports.suite_report.Report", "results_by_name.Result", "pandas.core.frame.DataFrame"
# the types of what a user writes; no part of one is Any
TYPES = {
    "report": REPORT,
    "hr.run(model, suite())": REPORT,
    "hr.run(model, cases())": "capability_report.CapabilityReport",
    'hr.run(model, rows(), task=hr.task("ner"), limit=3, seed=1)': REPORT,
    'report["keyboard"]': RESULT,
    'hr.run(model, cases())["LC4"]': RESULT,
    "report.results[0]": RESULT,
    "len(report)": '"int"',
    "list(report)": "list[str]",
    '"keyboard" in report': '"bool"',
    "report.to_pandas()": FRAME,
    "hr.run(model, cases()).to_pandas()": FRAME,
    'hr.attack(model, rows(), "pwws", "sentiment-classification").to_pandas()': FRAME,
    'hr.compare([model, model], suite())["model / keyboard"]': RESULT,
    "hr.list_transformations()": "list[str]",
    'hr.list_transformations("token-classification", language="zh")': "list[str]",
    'hr.Perturb("keyboard", "sentiment-classification", record=False)': "perturbation.Perturb",
    'hr.Attack("pwws", "sentiment-classification", model, record=False)': "attack_rows.Attack",
    'hr.Suite.build(rows(), "text-classification", ["keyboard"])': "robustness.Suite",
    'hr.as_predictor(model, "ner")': "Predictor",
    'hr.task("token-classification")': "hf_robust.tasks.base.Task",
}
# what is wrong, and the code of the error
WRONG = {
    "report.to_panda()": "attr-defined",
    "hr.list_transformation()": "attr-defined",
    "report[3]": "index",
    'hr.run(model, rows(), task=["ner"])': "call-overload",
    'hr.Perturb("keyboard", 3)': "arg-type",
    'hr.Perturb("keyboard", "sentiment-classification", record="no")': "arg-type",
    'hr.Suite.build(rows(), {"name": "ner"})': "arg-type",
    "hr.list_transformations(3)": "arg-type",
}

ROOT = Path(hr.__file__).parent.parent
PACKAGES = ("hf_robust", "hf_robust.adapters", "hf_robust.attacks", "hf_robust.capability", "hf_robust.prebuilt")


def checked(folder, text):
    """The lines that mypy prints for a script, with the cache of the last run over the package."""
    script = folder / "script.py"
    script.write_text(text)
    options = ["--config-file", ROOT / "pyproject.toml", "--cache-dir", ROOT / ".mypy_cache", "--no-error-summary"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *map(str, options), str(script)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env={**os.environ, "MYPYPATH": str(ROOT)},
    )
    return [line.partition(": ")[2] for line in done.stdout.splitlines()]


@pytest.mark.slow
def test_every_public_name_has_a_type_and_a_wrong_name_fails(tmp_path):
    names = {package: sys.modules.get(package) or __import__(package, fromlist=["x"]) for package in PACKAGES}
    reveals = [f"reveal_type({package}.{name})" for package, module in names.items() for name in module.__all__]
    lines = checked(
        tmp_path, "\n".join([*(f"import {package}" for package in PACKAGES), *reveals, "hf_robust.Purturb"])
    )
    notes = [line for line in lines if "Revealed type" in line]
    assert len(notes) == len(reveals) > 100
    assert [reveal for reveal, note in zip(reveals, notes) if note.endswith('is "Any"')] == []
    assert [line for line in lines if "error:" in line or line.startswith("error")] == [
        'error: Module has no attribute "Purturb"; maybe "Perturb"?  [attr-defined]'
    ]


@pytest.mark.slow
def test_what_a_user_writes_has_a_type_and_what_is_wrong_fails(tmp_path):
    lines = checked(tmp_path, BEGINNING + "\n".join([*(f"reveal_type({code})" for code in TYPES), *WRONG]))
    notes = [line for line in lines if "Revealed type" in line]
    assert len(notes) == len(TYPES)
    for (code, wanted), note in zip(TYPES.items(), notes):
        assert wanted in note and "Any" not in note, (code, note)
    errors = [line for line in lines if line.startswith("error")]
    assert [line.rpartition("[")[2].rstrip("]") for line in errors] == list(WRONG.values()), errors
