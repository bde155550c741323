"""`hf extensions install` finds the package by the name of its repository and the name of its script."""

import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

import pytest

extensions = pytest.importorskip("huggingface_hub.cli.extensions", reason="this huggingface_hub has no extensions")
ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
REPO = urlsplit(PROJECT["urls"]["Repository"]).path.strip("/")


def test_the_repository_and_the_script_have_the_names_that_hf_asks_for():
    owner, name, short = extensions._normalize_repo_id(REPO)
    assert f"{owner}/{name}" == REPO and short == "robust"
    assert extensions._get_executable_name(short).removesuffix(".exe") in PROJECT["scripts"]
    assert not (ROOT / name).exists(), "hf would install a file of this name in place of the package"
    shown = (ROOT / "hf_robust" / "cli" / "__init__.py").read_text("utf-8")
    assert f"`hf extensions install {REPO}`" in shown and f"`hf {short} run ...`" in shown


def test_hf_has_no_command_of_this_name():
    from huggingface_hub.cli.hf import app

    commands = getattr(app, "commands", None) or getattr(app, "registered_commands", ())
    assert commands and "robust" not in {str(getattr(one, "name", one)) for one in commands}


@pytest.mark.skipif(sys.platform == "win32", reason="the script of the test is one of a POSIX shell")
def test_an_installed_extension_runs_the_script(tmp_path, monkeypatch, capfd):
    monkeypatch.setattr(extensions, "EXTENSIONS_ROOT", tmp_path)
    monkeypatch.setattr(extensions.constants, "HF_HUB_DISABLE_UPDATE_CHECK", True, raising=False)
    owner, name, short = extensions._normalize_repo_id(REPO)
    folder = extensions._get_extension_dir(short)
    folder.mkdir()
    script = folder / extensions._get_executable_name(short)
    script.write_text('#!/bin/sh\necho "$0 $*"\n')
    script.chmod(0o755)
    given = {"short_name": short, "executable_path": str(script), "type": "python", "installed_at": datetime.now(UTC)}
    extensions.ExtensionManifest(owner=owner, repo=name, repo_id=REPO, **given).save(folder)
    assert extensions.dispatch_unknown_top_level_extension([short, "run", "--help"], set()) == 0
    assert capfd.readouterr().out == f"{script} run --help\n"
