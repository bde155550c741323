"""Every example in the docstrings of the package runs and says what it says."""

import doctest
import importlib
import linecache
import pkgutil
from pathlib import Path

import model_memory
import pytest

import hf_robust
from hf_robust.core.errors import MissingExtra, MissingResource


def source_of(name):
    """The source of a module, which is not imported."""
    path = Path(hf_robust.__file__).parents[1].joinpath(*name.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return file.read_text(encoding="utf-8") if file.is_file() else ">>>"  # compiled: the module is asked


NAMES = sorted(
    m.name for m in pkgutil.walk_packages(hf_robust.__path__, "hf_robust.") if not m.name.endswith("__main__")
)
WITH_EXAMPLES = [name for name in ["hf_robust", *NAMES] if ">>>" in source_of(name)]


def examples(module):
    finder = doctest.DocTestFinder(exclude_empty=True)
    return [test for test in finder.find(module, module.__name__) if test.examples]


def imported(name):
    """The module; None and the reason where something that it needs is absent."""
    try:
        return importlib.import_module(name), ""
    except (MissingExtra, MissingResource) as absent:
        return None, str(absent)
    except ImportError as absent:
        if (absent.name or "").startswith("hf_robust"):
            raise
        return None, f"{name} needs {absent.name}, which is not installed"


def test_modules_without_examples_can_be_imported():
    for name in {*NAMES} - {*WITH_EXAMPLES}:
        module, reason = imported(name)
        assert reason or examples(module) == [], f"{name} has examples that its source does not show"


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_run(name, capsys, monkeypatch):
    # each runner asks whether any file of the process has changed, which takes a quarter of the time
    monkeypatch.setattr(linecache, "checkcache", lambda filename=None: None)
    module, reason = imported(name)
    if module is None:
        pytest.skip(reason)
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
