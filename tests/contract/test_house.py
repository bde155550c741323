"""Rules of the house that a reader would otherwise have to check."""

import ast
import re

import pytest
from package_sources import ROOT, nodes_of, of_each_module, sources

# python/cpython issue 106052
POSSESSIVE_GROUP = re.compile(r"(?<!\\)\)[*+?]\+(?!\+)")
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


def dotted(node):
    """The name that is called, with its dots; empty where no name is called. ``ast.unparse`` takes seconds for all."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (before := dotted(node.value)):
        return f"{before}.{node.attr}"
    return ""


def calls(found):
    return [(dotted(node.func), node.lineno) for node in found if isinstance(node, ast.Call)]


def broken_rules(source, tree):
    """What a module does that no module may, each with its line."""
    found, lines = nodes_of(tree), source.splitlines()
    if len(lines) > 500:
        yield "no file above 500 lines"
    if source.strip() and not ast.get_docstring(tree):
        yield "a module says what it is"
    imports_random = any(
        isinstance(node, ast.Import) and any(alias.name == "random" for alias in node.names) for node in found
    )
    for name, line in calls(found):
        last = name.rsplit(".", 1)[-1]
        if name in BANNED_CALLS:
            yield f"line {line}: {name}"
        elif (name.startswith(("np.random.", "numpy.random.")) and last not in ALLOWED_NUMPY) or (
            imports_random and name.startswith("random.") and name.split(".")[1] in MODULE_LEVEL_RANDOM
        ):
            yield f"line {line}: {name} reads the global random state"
    for node in found:
        if isinstance(node, ast.FormattedValue) and node.conversion == ord("r") and node.format_spec is not None:
            yield f"line {node.lineno}: a value that is cut by hand; quoted() also escapes what cannot be printed"
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)) else ""
        if text and POSSESSIVE_GROUP.search(text if isinstance(text, str) else text.decode("latin-1")):
            yield f"line {node.lineno}: a possessive group fails in Python 3.11.0 to 3.11.4; write (?>(...)*)"
        if isinstance(node, ast.ExceptHandler):
            if node.type is None:
                yield f"line {node.lineno}: a bare except"
            if len(node.body) == 1 and does_nothing(node.body[0]):
                yield f"line {node.lineno}: an exception is swallowed"
        if isinstance(node, ast.Raise) and node.exc is not None and "NotImplementedError" in ast.dump(node.exc):
            yield f"line {node.lineno}: a stub"


def does_nothing(statement):
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(statement, ast.Pass) or (isinstance(value, ast.Constant) and value.value is ...)


rules_of_each = of_each_module(lambda _, source, tree: list(broken_rules(source, tree)))


def left_to_do(source):
    marks = ("TO" + "DO", "FIX" + "ME", "XX" + "X")
    return [n for n, line in enumerate(source.splitlines(), 1) if any(mark in line for mark in marks)]


def test_modules_keep_the_rules():
    assert {path.relative_to(ROOT).as_posix(): rules for path, rules in rules_of_each().items() if rules} == {}


def test_nothing_is_left_to_do():
    found = {path.relative_to(ROOT).as_posix(): left_to_do(source) for path, source in sources().items()}
    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('"""Said."""\n' * 501, "no file above 500 lines"),
        ("x = 1", "a module says what it is"),
        ('"""Said."""\nset_seed(1)', "line 2: set_seed"),
        ('"""Said."""\neval("1")', "line 2: eval"),
        ('"""Said."""\nnp.random.rand(3)', "line 2: np.random.rand reads the global random state"),
        ('"""Said."""\nimport random\nrandom.choice("ab")', "line 3: random.choice reads the global random state"),
        ('"""Said."""\ntry:\n    f()\nexcept:\n    g()', "line 4: a bare except"),
        ('"""Said."""\ntry:\n    f()\nexcept OSError:\n    pass', "line 4: an exception is swallowed"),
        ('"""Said."""\ntry:\n    f()\nexcept OSError:\n    ...', "line 4: an exception is swallowed"),
        ('"""Said."""\nraise NotImplementedError("later")', "line 2: a stub"),
    ],
)
def test_each_rule_can_be_broken(source, found):
    """The check itself sees what it looks for."""
    assert list(broken_rules(source, ast.parse(source))) == [found]


def test_what_keeps_the_rules_passes():
    source = '"""Said."""\nimport numpy as np\nrng = np.random.default_rng(1)\nchoice = rng.random()\n'
    assert list(broken_rules(source, ast.parse(source))) == []
    assert left_to_do("a = 1\n# TO" + "DO") == [2] and left_to_do(source) == []
