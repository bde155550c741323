"""Hashes of the code of users, so that a fingerprint changes when the code changes and nobody raised a version.

``datasets`` hashes an imported class or function by its name alone. The code of this package has versions; that of a
user has none that anybody must raise. The hash is taken from the loaded code, so it also covers code without a source
file, for example of a notebook.
"""

import dataclasses
import re
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache, partial
from hashlib import blake2b
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

_PACKAGE = __name__.partition(".")[0]
_LIBRARIES = frozenset(("site-packages", "dist-packages"))
_PYTHON = f"{Path(sysconfig.get_path('stdlib')).resolve()}/"
_PLAIN = (type(None), bool, int, float, complex, str, bytes, type(Ellipsis), range)
_IMPLICIT = frozenset(("__dict__", "__weakref__", "__doc__", "__module__", "__annotations__", "__firstlineno__"))
_WRAPPED = ("__wrapped__", "__func__", "fget", "func")  # what decorators keep the function in


def shown_name(value: Any, unnamed: str = "") -> str:
    """The name of a function or class of a user, as reports and messages show it.

    Args:
        value: A function, a class, or an object, which has the name of its class.
        unnamed: What a lambda is called.

    Example:
        >>> def outer():
        ...     def model(texts): ...
        ...     return model
        >>> shown_name(outer()), shown_name(lambda texts: texts, "function"), shown_name({}.get), shown_name(len)
        ('model', 'function', 'dict.get', 'len')
    """
    name = getattr(value, "__qualname__", None) or type(value).__qualname__
    name = name.rpartition("<locals>.")[2]
    return unnamed if name == "<lambda>" else name


def code_stamps(value: Any) -> tuple[str, ...]:
    """Hashes of the functions and classes of users in a value.

    Args:
        value: Anything; containers, fields of dataclasses and attributes of objects of users are searched.

    Returns:
        One hash a function or class, sorted; empty when there is only code of this package.

    Example:
        >>> code_stamps({"predicate": len, "size": 3})
        ()
    """
    found: set[str] = set()
    _search(value, found, {})
    return tuple(sorted(found))


def _search(value: Any, digests: set[str], seen: dict[int, Any]) -> None:
    if isinstance(value, _PLAIN) or id(value) in seen:
        return
    seen[id(value)] = value  # held, so that no other object gets its id
    if isinstance(value, Mapping):
        parts: Iterable[Any] = [*value.keys(), *value.values()]
    elif isinstance(value, (list, tuple, set, frozenset)):
        parts = value
    elif isinstance(value, (partial, MethodType)):
        parts = value.__reduce__()[2] if isinstance(value, partial) else (value.__func__, value.__self__)
    elif isinstance(value, (type, FunctionType)) or hasattr(value, "__wrapped__"):
        if not _is_library(value):
            digests.add(_Digest().of(value))
        return
    else:
        users = not _is_library(type(value))
        if users:
            digests.add(_Digest().of(type(value)))
        searched = users or dataclasses.is_dataclass(value) or _is_ours(type(value))
        parts = _public_state(value) if searched else ()
    for part in parts:
        _search(part, digests, seen)


def _public_state(value: Any) -> list[Any]:
    return [one for name, one in getattr(value, "__dict__", {}).items() if not name.startswith("_")]


def class_stamps(cls: type) -> tuple[str, ...]:
    """Hashes of the code of a class and its bases; empty when all of it belongs to this package.

    Unlike :func:`code_stamps`, it covers an installed package of somebody else.

    Args:
        cls: A subclass of one of this package's classes.

    Example:
        >>> from hf_robust.core.mapping import MapFunction
        >>> class_stamps(MapFunction), len(class_stamps(type("Mine", (MapFunction,), {"limit": 3})))
        ((), 1)
    """
    return () if _is_ours(cls) else (_Digest(_module_of(cls)).of(cls),)


def version_of(value: Any, version: str) -> str:
    """The version of an object of a registered class, with hashes of the code of users that it is made of.

    Args:
        value: The object.
        version: The version of its class.

    Example:
        >>> version_of(_Digest(), "2")
        '2'
    """
    return "+".join([version, *class_stamps(type(value)), *code_stamps(_public_state(value))])


def _module_of(value: Any) -> str:
    if isinstance(value, ModuleType):
        return value.__name__
    name = getattr(value, "__module__", None)
    return name if isinstance(name, str) else ""


def _is_ours(value: Any) -> bool:
    return _top(value) == _PACKAGE


def _top(value: Any) -> str:
    return _module_of(value).partition(".")[0]


def _is_library(value: Any) -> bool:
    """Whether code is of this package, of Python or of an installed package."""
    if _is_ours(value) or isinstance(value, BuiltinFunctionType):
        return True
    top = _top(value)
    if top == "__main__":
        return False
    if top in sys.stdlib_module_names:
        return True
    file = getattr(sys.modules.get(_module_of(value)), "__file__", None)
    return file is not None and _in_libraries(file)


@lru_cache(maxsize=4096)
def _in_libraries(file: str) -> bool:
    path = Path(file).resolve()
    return not _LIBRARIES.isdisjoint(path.parts) or str(path).startswith(_PYTHON)


class _Digest:
    """The hash of one function or class with all code of users that it reads.

    Args:
        module: A module whose top-level package counts as code of users, though it may be installed.
    """

    def __init__(self, module: str = ""):
        self._root = module.partition(".")[0]
        self._hash = blake2b(digest_size=16)
        self._seen: dict[int, tuple[int, Any]] = {}

    def of(self, value: Any) -> str:
        self._add(value)
        return self._hash.hexdigest()

    def _say(self, *words: Any) -> None:
        self._hash.update("\x1f".join(map(str, words)).encode("utf-8", "surrogatepass") + b"\x1e")

    def _add(self, value: Any) -> None:
        if isinstance(value, _PLAIN):
            self._say(type(value).__name__, repr(value))
        elif id(value) in self._seen:
            self._say("seen", self._seen[id(value)][0])
        else:
            self._seen[id(value)] = len(self._seen), value
            self._add_new(value)

    def _add_new(self, value: Any) -> None:
        self._say(type(value).__qualname__)
        if isinstance(value, CodeType):
            self._code(value)
        elif isinstance(value, FunctionType):
            self._function(value)
        elif isinstance(value, type):
            self._class(value)
        elif isinstance(value, Mapping):
            for key, one in value.items():
                self._add(key)
                self._add(one)
        elif isinstance(value, (set, frozenset)):
            self._say(*sorted(_Digest(self._root).of(one) for one in value))
        elif isinstance(value, (list, tuple)):
            for one in value:
                self._add(one)
        elif isinstance(value, (re.Pattern, Enum)):
            self._say(repr(value))
        else:
            self._object(value)

    def _object(self, value: Any) -> None:
        """What else there is: the function in a decorator, the state of an object of a user, or the name of a class."""
        inner = next((one for name in _WRAPPED if (one := getattr(value, name, None)) is not None), None)
        if inner is not None and isinstance(inner, (FunctionType, type, partial)):
            self._add(inner)
        elif isinstance(value, partial):
            self._add([value.func, value.args, value.keywords])
        elif isinstance(value, ModuleType):
            self._say(value.__name__)
        else:
            self._add(type(value))
            if self._is_users(type(value)) or dataclasses.is_dataclass(value):
                self._add(getattr(value, "__dict__", {}))
            elif hasattr(value, "tobytes"):
                self._say(_Digest().of(value.tobytes()))

    def _is_users(self, value: Any) -> bool:
        return not _is_library(value) or (bool(self._root) and _top(value) == self._root)

    def _class(self, cls: type) -> None:
        if not self._is_users(cls):
            self._say(_module_of(cls), cls.__qualname__)
            return
        self._say(cls.__qualname__)
        for base in cls.__bases__:
            self._add(base)
        for name, value in sorted(vars(cls).items()):
            if name not in _IMPLICIT and not name.startswith(
                ("_abc_", "__dataclass_", "__static_attributes__", "_documented")
            ):
                self._say(name)
                self._add(value)

    def _function(self, function: FunctionType) -> None:
        if not self._is_users(function):
            self._say(_module_of(function), function.__qualname__)
            return
        self._add(function.__code__)
        self._add([function.__defaults__, function.__kwdefaults__])
        for cell in function.__closure__ or ():
            try:
                self._add(cell.cell_contents)
            except ValueError:  # a name that has no value yet
                self._say("empty")
        names = _names(function.__code__)
        for name in sorted(names & function.__globals__.keys()):
            self._say(name)
            self._global(function.__globals__[name], names)

    def _global(self, value: Any, names: set[str]) -> None:
        """What a name outside of a function stands for; of a module of users, what the function reads of it."""
        self._add(value)
        if isinstance(value, ModuleType) and not _is_library(value):
            for name in sorted(names & vars(value).keys()):
                self._add(vars(value)[name])

    def _code(self, code: CodeType) -> None:
        self._say(code.co_code.hex(), code.co_names, code.co_varnames, code.co_freevars, code.co_flags)
        for one in code.co_consts:
            self._add(one)


def _names(code: CodeType) -> set[str]:
    """Names that a function reads, those of the functions in it included."""
    inner = (_names(one) for one in code.co_consts if isinstance(one, CodeType))
    return set(code.co_names).union(*inner)
