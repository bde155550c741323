"""The source of each module and its syntax tree, for tests that read the code of the package."""

import ast
import gc
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import hf_robust

ROOT = Path(hf_robust.__file__).parent
_READERS: list[Callable[[Path, str, ast.Module], object]] = []


@cache
def sources(root: Path = ROOT) -> dict[Path, str]:
    """The source of each module under a folder."""
    return {path: path.read_text(encoding="utf-8") for path in sorted(root.rglob("*.py"))}


def parsed(
    root: Path = ROOT, having: Iterable[str] = ("",), under: tuple[str, ...] = ("",)
) -> Iterator[tuple[Path, str, ast.Module]]:
    """The path, the source and the syntax tree of each module; the trees of all modules would take 200 MB.

    Args:
        root: Folder of the package.
        having: Texts of which a module must contain one. Parsing takes most of the time.
        under: Beginnings of the paths in the folder, of which a module must have one.
    """
    for path, source in sources(root).items():
        if not any(text in source for text in having) or not path.relative_to(root).as_posix().startswith(under):
            continue
        collects = gc.isenabled()
        gc.disable()  # many nodes, none of them garbage: the parser is three times as fast
        try:
            tree = ast.parse(source)
        finally:
            if collects:
                gc.enable()
        yield path, source, tree


def of_each_module(read: Callable[[Path, str, ast.Module], object]) -> Callable[[], dict[Path, object]]:
    """Make a function that returns what ``read(path, source, tree)`` finds in each module, by path.

    All functions that were given here read in one pass: to parse the package takes longer than what they do.
    """
    _READERS.append(read)
    return lambda: _found()[read]


@cache
def _found() -> dict[Callable, dict[Path, object]]:
    found: dict[Callable, dict[Path, object]] = {read: {} for read in _READERS}
    for path, source, tree in parsed():
        for read in _READERS:
            found[read][path] = read(path, source, tree)
    return found


def nodes_of(tree: ast.AST) -> list[ast.AST]:
    """All nodes of a tree but contexts (load, store), in the order of ``ast.walk``, which takes three times as long."""
    found = [tree]
    for node in found:
        for name in node._fields:
            value = getattr(node, name, None)
            if type(value) is list:
                found += [one for one in value if isinstance(one, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                found.append(value)
    return found
