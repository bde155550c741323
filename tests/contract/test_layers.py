"""The floors of the house: a module imports only from its own room or from one below."""

import ast
from pathlib import Path

import pytest

import hf_robust

ROOT = Path(hf_robust.__file__).parent
# each room imports only from rooms that stand before it
ORDER = (
    *("core", "tasks", "language", "transforms", "slices", "adapters", "scoring", "perturb", "reports", "suites"),
    *("explain", "capability", "evaluation", "attacks", "training", "cli"),
)
LEVEL = {name: level for level, name in enumerate(ORDER)}
# the kinds of suites that a folder can hold
ALLOWED = {("suites", "capability")}
MODULES = sorted(p for p in ROOT.rglob("*.py") if p.parent != ROOT or p.name != "__init__.py")


def room(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(path: Path) -> set[str]:
    """Parts of the package that a module imports when it is imported itself; functions are left out."""
    found = set()

    def visit(node):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            return
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            return
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            if node.module == "hf_robust":
                found.update(f"hf_robust.{alias.name}" for alias in node.names)
            else:
                found.add(node.module)
        for child in ast.iter_child_nodes(node):
            visit(child)

    visit(ast.parse(path.read_text(encoding="utf-8")))
    return {name.split(".")[1] for name in found if name.startswith("hf_robust.")}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: p.relative_to(ROOT).as_posix())
def test_imports_go_downward(path):
    here = room(path)
    assert here in LEVEL, f"{here} is no room; place it in ORDER"
    for name in imported(path) - {"__version__"}:
        assert name in LEVEL, f"{path} imports hf_robust.{name}, which is no room"
        assert LEVEL[name] <= LEVEL[here] or (here, name) in ALLOWED, f"{here} is below {name} and imports it"


def test_the_package_itself_imports_only_the_core_at_once():
    assert imported(ROOT / "__init__.py") == {"core"}
