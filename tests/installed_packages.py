"""Folders of packages in which only what an extra installs can be imported."""

import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DEPENDENCIES = PROJECT["dependencies"]
EXTRAS = PROJECT["optional-dependencies"]


def closure(*extras: str) -> dict[str, Distribution]:
    """The distributions that ``pip install hf-robust[extras]`` installs beside it, by name."""
    found: dict[str, Distribution] = {}
    waiting = [Requirement(line) for lines in (DEPENDENCIES, *(EXTRAS[extra] for extra in extras)) for line in lines]
    seen = set()
    while waiting:
        wanted = waiting.pop()
        key = canonicalize_name(wanted.name), tuple(sorted(wanted.extras))
        if key in seen:
            continue
        seen.add(key)
        if key[0] == PROJECT["name"]:  # by this pyproject.toml, whatever is installed
            waiting += [Requirement(line) for extra in wanted.extras for line in EXTRAS[extra]]
            continue
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


def environment(folder: Path, *extras: str) -> Path:
    """A ``site-packages`` with links to what extras install; no other package has metadata there."""
    packages = folder / "site-packages"  # the name tells dill what is installed
    packages.mkdir(parents=True)
    for package in closure(*extras).values():
        for file in package.files or ():
            top = file.parts[0]
            if top in ("..", "__pycache__") or (packages / top).exists():
                continue
            (packages / top).symlink_to(Path(package.locate_file(top)).resolve())
    return packages


def run_in(packages: Path, code: str, arguments: Sequence[str] = (), **options) -> subprocess.CompletedProcess:
    """Run code that can import this package and those of the folder, and no others."""
    paths = f"import sys\nsys.path[:0] = [{str(ROOT)!r}, {str(packages)!r}]\n"
    # -S: the packages of this environment are out of sight, also those that its .pth files add
    command = [sys.executable, "-S", "-c", paths + code, *arguments]
    hidden = ("NLTK_DATA", "PYTHONPATH")  # they bring what the packages do not
    variables = {name: value for name, value in os.environ.items() if name not in hidden}
    return subprocess.run(command, capture_output=True, text=True, env=variables, check=False, **options)


def run_with(site: Path, folder: Path, *command: str) -> str:
    """What a command of Python prints in a folder, with the wheel that is installed elsewhere."""
    variables = {"PYTHONPATH": str(site), "HF_HUB_OFFLINE": "1", "HF_MODULES_CACHE": str(folder / "modules")}
    done = subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout
