"""Deprecation warnings are errors in the tests, with exceptions that say why."""

import re
import tomllib
import warnings
from pathlib import Path

import pytest

TEXT = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
FILTERS = tomllib.loads(TEXT)["tool"]["pytest"]["ini_options"]["filterwarnings"]


@pytest.mark.parametrize("kind", [DeprecationWarning, PendingDeprecationWarning, FutureWarning])
def test_a_deprecation_is_an_error(kind):
    with pytest.raises(kind, match="old"):
        warnings.warn("old", kind, stacklevel=1)


def test_each_exception_names_a_message_or_a_module_and_its_reason():
    exceptions = [one for one in FILTERS if not one.startswith("error:")]
    for one in exceptions:
        action, message, _, *module = one.split(":")
        assert action == "ignore" and (message or module)
        line = next(line for line in TEXT.splitlines() if f'"{one}"' in line or f"'{one}'" in line)
        assert re.search(r",  # \w+", line), f"say after {one} why it is there"
