"""Every example in the docstrings of the scoring modules runs, and every public name has one."""

import doctest
import importlib
import pkgutil

import pytest

import hf_robust.scoring as scoring

MODULES = [f"hf_robust.scoring.{module.name}" for module in pkgutil.iter_modules(scoring.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples_run(name):
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0
    assert result.failed == 0


def test_public_functions_have_an_example():
    functions = [getattr(scoring, name) for name in scoring.__all__ if name.islower()]
    assert len(functions) > 10
    assert [f.__name__ for f in functions if ">>>" not in (f.__doc__ or "")] == []
