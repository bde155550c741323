"""The version is written once; metadata, changelog, commands and requests to the Hub agree with it."""

import ast
import re
import tomllib
from pathlib import Path

from click.testing import CliRunner
from package_sources import parsed

import hf_robust as hr
from hf_robust.cli import main
from hf_robust.core.hub_client import HUB_CLIENT

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ENTRIES = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
HUB_CALLS = {"HfApi", "hf_hub_download", "snapshot_download"}


def test_the_build_reads_the_version_of_the_package():
    assert "version" not in PYPROJECT["project"] and PYPROJECT["project"]["dynamic"] == ["version"]
    assert PYPROJECT["tool"]["hatch"]["version"]["path"] == "hf_robust/__init__.py"
    assigned = re.findall(r'^__version__ = "(.*?)"', Path(hr.__file__).read_text(encoding="utf-8"), re.MULTILINE)
    assert assigned == [hr.__version__]


def test_the_top_entry_of_the_changelog_is_this_version():
    assert ENTRIES[0].removesuffix(" (unreleased)") == hr.__version__


def test_entries_of_the_changelog_are_in_order():
    versions = [entry.removesuffix(" (unreleased)") for entry in ENTRIES]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions)
    assert not [entry for entry in ENTRIES[1:] if "unreleased" in entry]
    numbers = [tuple(map(int, version.split("."))) for version in versions]
    assert numbers == sorted(set(numbers), reverse=True)


def test_the_command_line_prints_it():
    assert CliRunner().invoke(main, ["--version"]).output.split()[-1] == hr.__version__


def test_each_request_to_the_hub_names_it():
    assert HUB_CLIENT["library_version"] == hr.__version__
    calls = [
        (path, node)
        for path, _, tree in parsed(having=HUB_CALLS)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in HUB_CALLS
    ]
    assert len(calls) > 10
    nameless = [
        f"{path}:{call.lineno}"
        for path, call in calls
        if not any(key.arg is None and ast.unparse(key.value) == "HUB_CLIENT" for key in call.keywords)
    ]
    assert nameless == []
