"""Strings that name an object of the package, such as ``"hf_robust.module:Name"``, name one that exists."""

import ast
import re

from package_sources import ROOT, parsed

NAMED = re.compile(r"(hf_robust(?:\.\w+)+):(\w+)")


def defined(module):
    """The names at the top level of a module."""
    path = ROOT.parent.joinpath(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    if not path.is_file():
        return set()
    names = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
    return names


def test_each_named_object_exists():
    named = {
        match.groups()
        for _, _, tree in parsed(having=['"hf_robust.'])  # strings have double quotes: ruff formats them
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and (match := NAMED.fullmatch(node.value))
    }
    assert named, "no such string was found"
    assert [f"{module}:{name}" for module, name in sorted(named) if name not in defined(module)] == []
