"""What README and topics print is run, with nothing but the extra that the README's first command installs."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from documentation import marked
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
BLOCKS = marked("python")
RUN = """
import contextlib, os, pathlib, runpy, sys
sys.path[:0] = [{root!r}, {packages!r}]
for folder in {folders!r}:
    os.chdir(folder)
    with open("printed.txt", "w", encoding="utf-8") as file, contextlib.redirect_stdout(file):
        runpy.run_path("example.py", run_name="__main__")
    print("ran:", pathlib.Path(folder).name)
"""


def closure(extra: str) -> dict[str, Distribution]:
    """The distributions that ``pip install hf-robust[extra]`` installs beside it, by name."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(line) for line in (*PROJECT["dependencies"], *PROJECT["optional-dependencies"][extra])]
    seen = set()
    while waiting:
        wanted = waiting.pop()
        key = canonicalize_name(wanted.name), tuple(sorted(wanted.extras))
        if key in seen:
            continue
        seen.add(key)
        try:
            found[key[0]] = distribution(wanted.name)
        except PackageNotFoundError:
            continue  # asked for another platform
        for line in found[key[0]].requires or ():
            requirement = Requirement(line)
            asked = ["", *wanted.extras]
            if requirement.marker is None or any(requirement.marker.evaluate({"extra": name}) for name in asked):
                waiting.append(requirement)
    return found


def link(found: dict[str, Distribution], folder: Path) -> None:
    """A folder of packages in which nothing but these can be imported, and no other has metadata."""
    for package in found.values():
        for file in package.files or ():
            top = file.parts[0]
            if top in ("..", "__pycache__") or (folder / top).exists():
                continue
            (folder / top).symlink_to(Path(package.locate_file(top)).resolve())


@pytest.fixture(scope="module")
def packages(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("environment") / "site-packages"  # the name tells dill what is installed
    folder.mkdir()
    link(closure("embedded"), folder)
    return folder


def test_the_extra_installs_less_than_development(packages):
    assert (packages / "torch").exists() and (packages / "benepar").exists()
    assert not (packages / "seqeval").exists() and not (packages / "pytest").exists()


def test_all_examples_run_with_the_embedded_extra_alone(packages, tmp_path):
    for name, code in BLOCKS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "example.py").write_text(code, encoding="utf-8")
    folders = [str(tmp_path / name) for name, _ in BLOCKS]
    code = RUN.format(root=str(ROOT), packages=str(packages), folders=folders)
    # -S: the packages of this environment are out of sight, also those that its .pth files add
    command = [sys.executable, "-S", "-c", code]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    ran = re.findall(r"^ran: (.*)$", done.stdout, re.MULTILINE)
    assert done.returncode == 0, f"ran: {ran}\n{done.stderr[-3000:]}"
    assert ran == [name for name, _ in BLOCKS]
    they_print_what_they_say(tmp_path)


def they_print_what_they_say(folder: Path) -> None:
    """What the examples print, and the files that they write."""
    printed = {name: (folder / name / "printed.txt").read_text(encoding="utf-8") for name, _ in BLOCKS}
    assert (folder / "first use" / "report" / "report.html").stat().st_size > 10_000
    assert printed["add"] == "What a film!!\n"
    assert "'B-ORG', 'O', 'B-MISC', 'O'" in printed["map"]
    words = re.findall(r"'before': '(\w+)'", printed["importance"])
    assert len(words) == 3 and set(words) <= {"great", "lovely"}
    assert "Ada loves this film." in printed["templates"]
    assert float(printed["metric"]) == 0.25
