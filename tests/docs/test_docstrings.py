"""Every example in the docstrings of the package runs and says what it says."""

import doctest
import importlib
import pkgutil

import model_memory
import pytest

import hf_robust
from hf_robust.core.errors import MissingExtra, MissingResource

NAMES = sorted(
    m.name for m in pkgutil.walk_packages(hf_robust.__path__, "hf_robust.") if not m.name.endswith("__main__")
)


def examples(module):
    finder = doctest.DocTestFinder(exclude_empty=True)
    return [test for test in finder.find(module, module.__name__) if test.examples]


@pytest.mark.parametrize("name", ["hf_robust", *NAMES])
def test_examples_run(name, capsys):
    try:
        module = importlib.import_module(name)
    except (MissingExtra, MissingResource) as absent:
        pytest.skip(str(absent))
    except ImportError as absent:
        if (absent.name or "").startswith("hf_robust"):
            raise
        pytest.skip(f"{name} needs {absent.name}, which is not installed")
    for test in examples(module):
        runner = _Runner(optionflags=doctest.NORMALIZE_WHITESPACE)
        runner.run(test)
        if runner.absent is not None:
            pytest.skip(f"{test.name}: {runner.absent}")
        assert not runner.failures, capsys.readouterr().out
    model_memory.release()  # the modules with models stand in one file


class _Runner(doctest.DocTestRunner):
    """Knows an absent resource from a wrong example."""

    absent = None

    def report_unexpected_exception(self, out, test, example, exc_info):
        if isinstance(exc_info[1], (MissingExtra, MissingResource)):
            self.absent = exc_info[1]
        return super().report_unexpected_exception(out, test, example, exc_info)


def test_the_core_has_examples():
    core = ("core.edits", "core.doc", "core.randomness", "core.registry", "core.errors", "tasks.labels")
    core += ("tasks.base", "perturb.perturbation", "suites.robustness", "language.annotation")
    assert [name for name in core if not examples(importlib.import_module(f"hf_robust.{name}"))] == []
