"""The package as users get it, a wheel built and installed once for all tests; and a Hub on this machine."""

import os
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from hub_client import Client
from installed_packages import run_with
from minihub import MiniHub

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def installed_wheel(tmp_path_factory):
    """Folder into which pip has installed the wheel, without its dependencies; :func:`run_installed` uses it."""
    pytest.importorskip("hatchling", reason="building the wheel needs hatchling and build")
    pytest.importorskip("build", reason="building the wheel needs hatchling and build")
    from filelock import FileLock

    base = tmp_path_factory.getbasetemp()
    base = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base  # workers share what one of them built
    site, marker = base / "site", base / "installed"
    with FileLock(base / "wheel.lock"):
        if not marker.exists():
            build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(base), str(ROOT)]
            subprocess.run(build, check=True, capture_output=True, text=True)
            (wheel,) = base.glob("*.whl")
            install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--target"]
            subprocess.run([*install, str(site), str(wheel)], check=True, capture_output=True, text=True)
            marker.touch()
    return site


@pytest.fixture
def run_installed(installed_wheel, tmp_path):
    """Runs a command of Python with the installed wheel in place of the checkout, elsewhere than in the checkout."""

    return partial(run_with, installed_wheel, tmp_path)


@pytest.fixture(scope="module")
def hub() -> Iterator[MiniHub]:
    """A Hub for the tests of one file."""
    with MiniHub() as server:
        yield server


@pytest.fixture(scope="module")
def client(hub, tmp_path_factory) -> Iterator[Client]:
    """The real clients of that Hub, in a process of their own."""
    home = tmp_path_factory.mktemp("home")
    one = Client(hub.endpoint, home, home / "client.log")
    yield one
    one.close()
