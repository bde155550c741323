"""The floors of the house: imports lead down only and never in a circle.

Imports inside functions count, those for type checkers alone, and on floors also modules that a string names.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from package_sources import ROOT, nodes_of, of_each_module, parsed, sources

# each room imports from itself and from the floors before its own
FLOORS = (
    ("core",),
    ("tasks",),
    ("language",),
    ("transforms", "slices", "adapters", "scoring"),
    ("perturb", "reports"),
    ("audit",),
    ("suites", "explain"),
    ("capability", "harnesses"),
    ("evaluation",),
    ("attacks",),
    ("prebuilt",),
    ("configured",),
    ("distributed",),
    ("training", "cli"),
    ("__main__",),  # python -m hf_robust
)
LEVEL = {room: level for level, rooms in enumerate(FLOORS) for room in rooms}
# Circles that stay, each with its reason.
CIRCLES = {
    ("tasks.base", "tasks.kind"): "a task asks its kind and a kind reads a task; one file for both is too long",
    (
        "attacks.attempt",
        "attacks.constraints.base",
        "attacks.goals.base",
        "attacks.moves.base",
    ): "an attempt asks its goal, moves and constraints, and these are abstract classes that read the attempt",
}
_NAME = re.compile(r"\w+(?:\.\w+)+(?::\w+)?\.?")  # an f-string may go on behind the last dot
PARTS = ("body", "handlers", "orelse", "finalbody", "cases")  # where a statement holds statements


@dataclass(frozen=True)
class Import:
    """One import of a part of the package.

    Args:
        source: Module that imports.
        target: Module that is imported, or that defines the imported name.
        line: Where.
        late: Whether it stands inside a function.
        typed: Whether it is for type checkers alone.
    """

    source: str
    target: str
    line: int
    late: bool
    typed: bool = False


def dotted(path: Path, root: Path) -> str:
    return ".".join((root.name, *path.relative_to(root).with_suffix("").parts)).removesuffix(".__init__")


@cache
def modules(root: Path) -> set[str]:
    return {dotted(path, root) for path in sources(root)}


def stubs(root: Path) -> dict[str, dict[str, str]]:
    """The modules that define the names which a package imports on first use, by package, from ``__init__.pyi``."""
    found: dict[str, dict[str, str]] = {}
    for path in root.rglob("__init__.pyi"):
        package = ".".join(path.parent.relative_to(root.parent).parts)
        nodes = [node for node in ast.parse(path.read_text("utf-8")).body if isinstance(node, ast.ImportFrom)]
        found[package] = {alias.name: f"{package}.{node.module}" for node in nodes for alias in node.names}
    return found


def for_type_checkers(test: ast.expr) -> bool:
    names = (getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(test))
    return "TYPE_CHECKING" in names


@cache
def late_names(root: Path) -> dict[str, dict[str, str]]:
    return stubs(root)


def imports_of(path: Path, tree: ast.Module, root: Path) -> list[Import]:
    """All imports of the package's own parts in one module."""
    known = modules(root)
    found: list[Import] = []

    def targets(node: ast.AST, source: str) -> Iterator[str]:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}, line {node.lineno}: imports are absolute"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in known else late_names(root).get(node.module, {}).get(alias.name, node.module)

    def visit(node: ast.AST, source: str, late: bool, typed: bool) -> None:
        typed = typed or (isinstance(node, ast.If) and for_type_checkers(node.test))
        late = late or isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        for target in targets(node, source):
            if target.split(".")[0] == root.name:
                found.append(Import(source, target, node.lineno, late, typed))
        for part in PARTS:
            for child in getattr(node, part, ()):
                visit(child, source, late, typed)

    visit(tree, dotted(path, root), False, False)
    return found


def named_modules_of(path: Path, text: str, tree: ast.Module, root: Path) -> list[Import]:
    """The modules of the package that strings name, as registries and lazy tables do: ``"package.module:Class"``."""
    if f'"{root.name}.' not in text:  # strings have double quotes: ruff formats them
        return []
    known = modules(root)
    source = dotted(path, root)
    found: list[Import] = []
    for node in nodes_of(tree):
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        if text.startswith(f"{root.name}.") and _NAME.fullmatch(text):
            target = text.partition(":")[0].rstrip(".")
            while target not in known:  # what stands behind a module is a name in it
                target = target.rpartition(".")[0]
            found.append(Import(source, target, node.lineno, True))
    return found


imports_of_each = of_each_module(lambda path, _, tree: imports_of(path, tree, ROOT))
names_of_each = of_each_module(lambda path, source, tree: named_modules_of(path, source, tree, ROOT))


def imports() -> list[Import]:
    return [one for found in imports_of_each().values() for one in found]


def named_modules() -> list[Import]:
    return [one for found in names_of_each().values() for one in found]


def room(module: str) -> str:
    """The room of a module; empty for the package itself."""
    return next(iter(module.split(".")[1:]), "")


def upward(found: list[Import]) -> dict[tuple[str, str], list[Import]]:
    """Imports of a room that stands beside or above, by (room, room)."""
    wrong: dict[tuple[str, str], list[Import]] = {}
    for one in found:
        here, there = room(one.source), room(one.target)
        if here and there and here != there and LEVEL[there] >= LEVEL[here]:
            wrong.setdefault((here, there), []).append(one)
    return wrong


def circles(edges: Mapping[str, set[str]]) -> list[list[str]]:
    """Strongly connected parts of more than one module, and modules that import themselves (Tarjan 1972)."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def walk(name: str) -> None:
        order[name] = low[name] = len(order)
        stack.append(name)
        for target in sorted(edges.get(name, ())):
            if target not in order:
                walk(target)
                low[name] = min(low[name], low[target])
            elif target in stack:
                low[name] = min(low[name], order[target])
        if low[name] == order[name]:
            part = [stack.pop()]
            while part[-1] != name:
                part.append(stack.pop())
            if len(part) > 1 or name in edges.get(name, ()):
                found.append(sorted(part))

    for name in sorted(edges):
        if name not in order:
            walk(name)
    return sorted(found)


def graph(found: list[Import]) -> dict[str, set[str]]:
    edges: dict[str, set[str]] = {}
    for one in found:
        edges.setdefault(one.source, set()).add(one.target)
    return edges


def listed(found: list[Import]) -> str:
    return "\n".join(f"{one.source}, line {one.line}: {one.target}" for one in found)


def test_every_module_stands_in_a_room():
    assert {room(name) for name in modules(ROOT)} - {""} <= set(LEVEL)


def test_imports_lead_down():
    wrong = [one for found in upward(imports()).values() for one in found]
    assert not wrong, f"imports lead down only:\n{listed(wrong)}"


def test_strings_name_modules_below_only():
    wrong = [one for found in upward(named_modules()).values() for one in found]
    assert not wrong, (
        "a string names a module on a higher floor; let that room register its own, in a module that the registry "
        f"finds by its name (Registry, members=...):\n{listed(wrong)}"
    )


def test_no_modules_import_each_other_in_a_circle():
    found = {tuple(name.removeprefix("hf_robust.") for name in circle) for circle in circles(graph(imports()))}
    assert found == CIRCLES.keys()


def test_circles_that_stay_are_for_type_checkers_alone():
    assert circles(graph([one for one in imports() if not one.typed])) == []


def test_the_package_itself_imports_nothing_of_its_own_at_once():
    assert [one.target for one in imports() if one.source == "hf_robust" and not one.late] == []


@pytest.fixture
def small(tmp_path):
    """A package with imports and strings upward, a circle that runs and one for type checkers alone."""
    parts = {
        "__init__": "",
        "core/low": "def f():\n    from pkg.cli.high import g",
        "core/table": 'A = {"a": "pkg.cli.late:Name", "b": "pkg.names", "c": "pkg.core.low", "d": "see pkg.cli.late"}',
        "core/room": 'def f(name):\n    return __import__(f"pkg.cli.{name}")',
        "cli/high": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import pkg.cli.typed",
        "cli/typed": "import pkg.cli.high",
        "cli/other": "from pkg.cli import high, late",
        "cli/late": "from pkg.cli import Name",
        "cli/__init__": "",
        "cli/__init__.pyi": "from .other import Name as Name",
    }
    for name, text in parts.items():
        path = tmp_path / "pkg" / (name if name.endswith(".pyi") else f"{name}.py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "pkg"


def test_the_check_sees_what_it_looks_for(small):
    files = list(parsed(small))
    found = [one for path, _, tree in files for one in imports_of(path, tree, small)]
    assert {pair: [one.late for one in ones] for pair, ones in upward(found).items()} == {("core", "cli"): [True]}
    named = upward([one for file in files for one in named_modules_of(*file, small)])["core", "cli"]
    assert [(one.source, one.target) for one in named] == [
        ("pkg.core.room", "pkg.cli"),
        ("pkg.core.table", "pkg.cli.late"),
    ]
    assert circles(graph([one for one in found if not one.typed])) == [["pkg.cli.late", "pkg.cli.other"]]
    assert circles(graph(found)) == [["pkg.cli.high", "pkg.cli.typed"], ["pkg.cli.late", "pkg.cli.other"]]
