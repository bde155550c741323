"""The extra that the README's first command installs covers what the README shows."""

import tomllib
from pathlib import Path

PYPROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_embedded_extra_parses_too():
    extras = PYPROJECT["project"]["optional-dependencies"]
    assert set(extras["capabilities"]) <= set(extras["embedded"])
