"""Every module of scores and every public function has an example."""

import doctest
import importlib
import pkgutil

import pytest

import hf_robust.scoring as scoring

MODULES = [f"hf_robust.scoring.{module.name}" for module in pkgutil.iter_modules(scoring.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_it_has_examples_that_the_tests_of_docstrings_run(name):
    found = doctest.DocTestFinder().find(importlib.import_module(name))
    assert any(one.examples for one in found)


def test_public_functions_have_an_example():
    functions = [getattr(scoring, name) for name in scoring.__all__ if name.islower()]
    assert len(functions) > 10
    assert [f.__name__ for f in functions if ">>>" not in (f.__doc__ or "")] == []
