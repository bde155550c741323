"""Rules of the house that a reader would otherwise have to check."""

import ast
from pathlib import Path

import pytest

import hf_robust

ROOT = Path(hf_robust.__file__).parent
MODULES = sorted(ROOT.rglob("*.py"))
BANNED_CALLS = {
    "random.seed",
    "np.random.seed",
    "numpy.random.seed",
    "torch.manual_seed",
    "torch.cuda.manual_seed_all",
    "set_seed",
    "transformers.set_seed",
    "eval",
    "exec",
    "pickle.load",
    "pickle.loads",
}
# numpy's generators that are made from a seed are no global state
ALLOWED_NUMPY = {"default_rng", "Generator", "SeedSequence", "PCG64"}
MODULE_LEVEL_RANDOM = {"random", "randint", "choice", "choices", "shuffle", "sample", "uniform", "randrange", "gauss"}


def calls(tree):
    return [(ast.unparse(node.func), node.lineno) for node in ast.walk(tree) if isinstance(node, ast.Call)]


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_module_keeps_the_rules(path):
    source = path.read_text(encoding="utf-8")
    tree = ast.parse(source)
    assert len(source.splitlines()) <= 400, "no file above 400 lines"
    assert ast.get_docstring(tree) or not source.strip(), "a module says what it is"
    imports_random = any(
        isinstance(node, ast.Import) and any(alias.name == "random" for alias in node.names) for node in ast.walk(tree)
    )
    for name, line in calls(tree):
        assert name not in BANNED_CALLS, f"line {line}: {name}"
        if name.startswith(("np.random.", "numpy.random.")):
            assert name.rsplit(".", 1)[1] in ALLOWED_NUMPY, f"line {line}: {name} reads the global random state"
        if imports_random and name.startswith("random."):
            assert name.split(".")[1] not in MODULE_LEVEL_RANDOM, f"line {line}: {name} reads the global random state"
    for node in ast.walk(tree):
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None, f"line {node.lineno}: a bare except"
            body = [ast.unparse(statement) for statement in node.body]
            assert body != ["pass"] and body != ["..."], f"line {node.lineno}: an exception is swallowed"
        if isinstance(node, ast.Raise) and node.exc is not None:
            assert "NotImplementedError" not in ast.unparse(node.exc), f"line {node.lineno}: a stub"


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_nothing_is_left_to_do(path):
    marks = ("TO" + "DO", "FIX" + "ME", "XX" + "X")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [n for n, line in enumerate(lines, 1) if any(mark in line for mark in marks)] == []


def test_the_rules_can_be_broken():
    """The check itself sees what it looks for."""
    found = [name for name, _ in calls(ast.parse("import random\nrandom.seed(1)\nnp.random.rand(3)"))]
    assert found == ["random.seed", "np.random.rand"]
    assert set(found) & BANNED_CALLS
