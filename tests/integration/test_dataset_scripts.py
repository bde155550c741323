"""The builders of ready-made suites run, and what they write is a suite that loads."""

import runpy
import sys
from pathlib import Path

import pytest

import hf_robust as hr

SCRIPTS = sorted((Path(__file__).parents[2] / "dataset_scripts").glob("build_*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_builder_writes_a_suite(script, tmp_path, monkeypatch):
    pytest.importorskip("wn")
    monkeypatch.setattr(sys, "argv", [str(script), "--out", str(tmp_path / "suite")])
    with pytest.raises(SystemExit) as stop:
        runpy.run_path(str(script), run_name="__main__")
    assert stop.value.code == 0
    suite = hr.Suite.load(tmp_path / "suite")
    # some change nothing but what names a film or a person, and no demo review does
    assert sum(bool(len(suite[name])) for name in suite) >= 25


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_push_needs_a_version(script, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", [str(script), "--out", str(tmp_path / "suite"), "--push", "me/x"])
    with pytest.raises(SystemExit) as stop:
        runpy.run_path(str(script), run_name="__main__")
    assert stop.value.code == 2 and "go together" in capsys.readouterr().err
    assert not (tmp_path / "suite").exists()
