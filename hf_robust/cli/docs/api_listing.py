"""The public names with their parameters and first lines, read from the source: nothing is imported for it."""

import ast
import copy
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files

_PACKAGE = "hf_robust"
_ROLE = re.compile(r":(?:func|class|data|meth|attr):")
_Node = ast.ClassDef | ast.FunctionDef | ast.Assign


def listed() -> str:
    """All names of ``hf_robust.__all__`` in Markdown, by the room where they are defined."""
    by_room: dict[str, list[str]] = {}
    for name in names():
        module, node = definition(_PACKAGE, name)
        line = f"- `{name}{parameters(module, node)}`: {_about(module, node)}"
        by_room.setdefault(module.split(".")[1], []).append(line)
    return "\n\n".join(f"## {room}\n\n" + "\n".join(lines) for room, lines in sorted(by_room.items()))


def methods() -> Iterator[str]:
    """Yield a line for each public method and property of the public classes, by the name of the class.

    Example:
        >>> any(line.startswith("`Report.answers_to_pandas()`") for line in methods())
        True
    """
    for name in names():
        module, node = definition(_PACKAGE, name)
        if not isinstance(node, ast.ClassDef):
            continue
        seen: set[str] = set()
        for home, base in _lineage(module, node):
            for one in base.body:
                if isinstance(one, ast.FunctionDef) and not one.name.startswith("_") and one.name not in seen:
                    seen.add(one.name)
                    yield f"`{name}.{one.name}{_of_method(one)}`: {_about(home, one)}"


def _of_method(node: ast.FunctionDef) -> str:
    """The parameters of a method without the first one; empty for a property."""
    kinds = {ast.unparse(one).rpartition(".")[2] for one in node.decorator_list}
    if kinds & {"property", "cached_property"}:
        return ""
    return _written(node.args, method="staticmethod" not in kinds)


def names() -> list[str]:
    """The public functions and classes, sorted.

    Example:
        >>> "Perturb" in names()
        True
    """
    return sorted(_late_names(_PACKAGE))


@cache
def _tree(module: str) -> ast.Module:
    inside = module.split(".")[1:]
    root = files(_PACKAGE)
    place = root.joinpath(*inside[:-1], f"{inside[-1]}.py") if inside else root
    if not place.is_file():
        place = root.joinpath(*inside, "__init__.py")
    return ast.parse(place.read_text(encoding="utf-8"))


@cache
def _late_names(module: str) -> dict[str, str]:
    """The modules that define the names which a package imports on first use, from its ``__init__.pyi``."""
    stub = files(_PACKAGE).joinpath(*module.split(".")[1:], "__init__.pyi")
    if not stub.is_file():
        return {}
    imports = (node for node in ast.parse(stub.read_text(encoding="utf-8")).body if isinstance(node, ast.ImportFrom))
    return {alias.name: f"{module}.{node.module}" for node in imports for alias in node.names}


def definition(module: str, name: str) -> tuple[str, _Node]:
    """The module that defines a name, and the class, the function or the assignment.

    Args:
        module: A module from which the name can be imported.
        name: What is looked for.

    Raises:
        LookupError: It is not there.
    """
    for node in _statements(_tree(module)):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and node.name == name and not _is_overload(node):
            return module, node
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return module, node
        if isinstance(node, ast.ImportFrom) and name in {alias.name for alias in node.names if _is_ours(node)}:
            return definition(str(node.module), name)
    if name in _late_names(module):
        return definition(_late_names(module)[name], name)
    raise LookupError(f"{module} has no {name}")


def _statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """What a module executes, in a ``try`` as well: imports stand in one where an extra may be missing."""
    for node in tree.body:
        yield from node.body if isinstance(node, ast.Try) else (node,)


def _is_ours(node: ast.ImportFrom) -> bool:
    return (node.module or "").startswith(f"{_PACKAGE}.")


def _is_overload(node: ast.ClassDef | ast.FunctionDef) -> bool:
    return any(ast.unparse(one).endswith("overload") for one in node.decorator_list)


def parameters(module: str, node: _Node) -> str:
    """The parameters of a function, of a class's ``__init__`` or of a data class, without their types.

    Args:
        module: Where it is defined.
        node: The class or function; anything else has none that could be told.
    """
    if isinstance(node, ast.FunctionDef):
        return _written(node.args, method=False)
    if isinstance(node, ast.Assign):
        return ""
    for _, base in _lineage(module, node):
        if base.name in ("ABC", "Enum"):
            break
        init = next((one for one in base.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"), None)
        if init is not None:
            return _written(init.args, method=True)
        if any("dataclass" in ast.unparse(one) for one in base.decorator_list) or _is_tuple(base):
            return f"({', '.join(_fields(module, node))})"
    return ""


def _is_tuple(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base) == "NamedTuple" for base in node.bases)


def _lineage(module: str, node: ast.ClassDef) -> Iterator[tuple[str, ast.ClassDef]]:
    """A class and those of its bases that this package defines, nearest first."""
    yield module, node
    for base in node.bases:
        try:
            home, found = definition(module, ast.unparse(base).partition("[")[0])
        except LookupError:
            continue  # a class of another package
        if isinstance(found, ast.ClassDef):
            yield from _lineage(home, found)


def _fields(module: str, node: ast.ClassDef) -> list[str]:
    """The fields of a data class, those of its bases first, and behind a star those that are given by name alone."""
    found: dict[str, str] = {}
    named: set[str] = set()
    for _, base in reversed(list(_lineage(module, node))):
        by_name = any("kw_only=True" in ast.unparse(one) for one in base.decorator_list)
        for one in base.body:
            if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
                kind = ast.unparse(one.annotation)
                if not kind.startswith("ClassVar") and not one.target.id.startswith("_"):
                    found[one.target.id] = one.target.id + _default(one.value)
                    named |= {one.target.id} if by_name else set()
    last = [written for name, written in found.items() if name in named]
    return [written for name, written in found.items() if name not in named] + (["*", *last] if last else [])


def _default(value: ast.expr | None) -> str:
    """How the default of a field is written; one that is made for each object is left open."""
    written = "" if value is None else ast.unparse(value)
    if written.startswith("key("):  # a key of a configuration, which has a default
        return "=..."
    if written.startswith("field("):
        return "=..." if "default" in written else ""
    return f"={written}" if written else ""


def _written(arguments: ast.arguments, method: bool) -> str:
    bare = copy.deepcopy(arguments)
    for one in ast.walk(bare):
        if isinstance(one, ast.arg):
            one.annotation = None
    if method:
        (bare.posonlyargs or bare.args).pop(0)
    return f"({ast.unparse(bare)})"


def _about(module: str, node: _Node) -> str:
    """The first paragraph of the docstring; that of an assignment stands below it."""
    if isinstance(node, ast.Assign):
        body = _tree(module).body
        below = ast.Module(body=body[body.index(node) + 1 :], type_ignores=[])
        doc = ast.get_docstring(below)
    else:
        doc = ast.get_docstring(node)
    return _ROLE.sub("", (doc or "").split("\n\n", 1)[0].replace("\n", " "))
