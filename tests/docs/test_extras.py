"""The extra that the README's first command installs covers all that the README shows."""

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"<!-- python: ([\w ]+) -->\n```python\n(.*?)```", README, re.DOTALL)
RUN = """
import os, pathlib, runpy, sys
sys.path[:0] = [{root!r}, {packages!r}]
for script in {scripts!r}:
    os.chdir(pathlib.Path(script).parent)
    runpy.run_path(script, run_name="__main__")
    print("ran:", pathlib.Path(script).stem)
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
    scripts = []
    for name, code in BLOCKS:
        scripts.append(tmp_path / name / f"{name}.py")
        scripts[-1].parent.mkdir()
        scripts[-1].write_text(code, encoding="utf-8")
    code = RUN.format(root=str(ROOT), packages=str(packages), scripts=list(map(str, scripts)))
    # -S: the packages of this environment are out of sight, also those that its .pth files add
    command = [sys.executable, "-S", "-c", code]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr[-3000:]
    assert re.findall(r"^ran: (.*)$", done.stdout, re.MULTILINE) == [name for name, _ in BLOCKS]
