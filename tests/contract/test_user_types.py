"""What a type checker knows about the public names in a user's own script."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import hf_robust as hr

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
