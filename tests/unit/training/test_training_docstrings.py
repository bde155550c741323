import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("module", ["callbacks", "cases", "dataset", "draw", "robustness"])
def test_examples_run(module):
    result = doctest.testmod(import_module(f"hf_robust.training.{module}"))
    assert result.failed == 0 and result.attempted > 0
