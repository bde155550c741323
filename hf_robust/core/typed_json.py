"""JSON as frozen dataclasses: one reader that checks each value, and one writer that gives the same JSON back.

A field of a dataclass is a key of the JSON object. Keys that no field names are allowed and left out. The type of a
field says what its key holds:

- ``str``, ``bool``, ``int``; ``float`` is any number
- ``X | None``: null is allowed
- ``tuple[X, ...]`` is a list, ``tuple[X, Y]`` a list of just as many values
- ``dict[str, X]`` and ``Mapping[str, X]`` are objects with any keys; ``Any`` is anything
- a dataclass is an object with its keys
- ``Annotated[dict[str, Any], X]`` is an object with the keys of the dataclass ``X`` that stays a ``dict``

A field with a default may be absent. An object remembers which of its keys were given, so that it is written as it was
read: a key that was null is null again, and one that was absent is absent.
"""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass, replace
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from hf_robust.core.errors import UsageError

T = TypeVar("T")
_Problems = list[tuple[str, str]]  # the path of a value, and what is wrong with it
_Reader = Callable[[Any, _Problems], Any]
_PRESENT_KEYS = "_given"  # attribute of a dataclass that was read: the keys of its object
_MOST_PROBLEMS = 5  # that a message names
_PLAIN = {str: "str", int: "int", float: "number", bool: "bool"}


def read_json(kind: type[T], value: object, noun: str) -> T:
    """Read a JSON value into a dataclass.

    Args:
        kind: The dataclass.
        value: The object, as `json.load` gives it.
        noun: What it is, for messages.

    Raises:
        UsageError: A key is missing or a value has another type; the message names up to five places.

    Example:
        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... class Score:
        ...     n: int
        ...     value: float | None
        ...     name: str = ""
        >>> read_json(Score, {"n": 2, "value": 0.5}, "score")
        Score(n=2, value=0.5, name='')
        >>> read_json(Score, {"n": 1.5}, "score")
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.UsageError: not a score: n should be int, found 1.5; value is missing
    """
    problems: _Problems = []
    read: T = _reader(kind)(value, problems)
    if problems:
        shown = "; ".join(f"{path or 'the record'} {says}" for path, says in problems[:_MOST_PROBLEMS])
        more = len(problems) - _MOST_PROBLEMS
        raise UsageError(f"not a {noun}: {shown}{f' (and {more} more)' if more > 0 else ''}")
    return read


def as_json(value: Any) -> Any:
    """Write a dataclass as the JSON that it is read from.

    A field that has its default is left out, unless it was read from a key of a JSON object.

    Example:
        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... class Score:
        ...     n: int
        ...     interval: tuple[float, float] | None
        ...     name: str = ""
        >>> as_json(Score(2, (0.1, 0.2)))
        {'n': 2, 'interval': [0.1, 0.2]}
    """
    if is_dataclass(value) and not isinstance(value, type):
        given: frozenset[str] = getattr(value, _PRESENT_KEYS, frozenset())
        items = ((one, getattr(value, one.name)) for one in fields(value))
        return {one.name: as_json(item) for one, item in items if one.name in given or not _is_default(one, item)}
    if isinstance(value, Mapping):
        return {key: as_json(item) for key, item in value.items()}
    return [as_json(item) for item in value] if isinstance(value, (list, tuple)) else value


def _is_default(field: Any, value: object) -> bool:
    default = field.default_factory() if field.default_factory is not MISSING else field.default
    return default is not MISSING and bool(value == default)


def changed(value: T, **changes: Any) -> T:
    """A copy of a dataclass with other values, which remembers the keys that were given.

    A key that gets the default of its field is no longer given.

    Example:
        >>> from dataclasses import dataclass
        >>> @dataclass(frozen=True)
        ... class Score:
        ...     n: int
        ...     name: str | None = None
        >>> score = read_json(Score, {"n": 2, "name": None}, "score")
        >>> as_json(changed(score, n=3)), as_json(changed(score, name=None))
        ({'n': 3, 'name': None}, {'n': 2})
    """
    copy: T = replace(value, **changes)  # type: ignore[type-var]
    object.__setattr__(copy, _PRESENT_KEYS, getattr(value, _PRESENT_KEYS, frozenset()) - changes.keys())
    return copy


def _reader(hint: Any) -> _Reader:
    """What reads the values of a type."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return _kept(_reader(args[1]))
    if hint is Any:
        return lambda value, problems: value
    if hint in _PLAIN:
        return _plain(hint)
    if isinstance(hint, type) and is_dataclass(hint):
        return _object(hint)
    if origin in (Union, UnionType):
        (inner,) = (_reader(one) for one in args if one is not NoneType)
        return lambda value, problems: None if value is None else inner(value, problems)
    if origin is tuple:
        return _list(args)
    if origin in (dict, Mapping):
        return _mapping(_reader(args[1]))
    raise TypeError(f"no JSON is read as {hint!r}")


def _plain(kind: type) -> _Reader:
    kinds = (int, float) if kind is float else (kind,)

    def read(value: Any, problems: _Problems) -> Any:
        if not isinstance(value, kinds) or (isinstance(value, bool) and kind is not bool):
            problems.append(_mismatch(_PLAIN[kind], value))
        return value

    return read


@cache
def _object(kind: Any) -> _Reader:
    hints = get_type_hints(kind, include_extras=True)
    parts = [
        (one.name, _reader(hints[one.name]), one.default is MISSING and one.default_factory is MISSING)
        for one in fields(kind)
    ]

    def read(value: Any, problems: _Problems) -> Any:
        if not isinstance(value, dict):
            problems.append(_mismatch("object", value))
            return None
        known, given = len(problems), {}
        for name, inner, required in parts:
            if name in value:
                given[name] = _inside(name, inner, value[name], problems)
            elif required:
                problems.append((name, "is missing"))
        if len(problems) > known:
            return None
        made = kind(**given)
        object.__setattr__(made, _PRESENT_KEYS, frozenset(given))
        return made

    return read


def _list(args: tuple[Any, ...]) -> _Reader:
    any_number = len(args) == 2 and args[1] is ...
    readers = [_reader(one) for one in args if one is not ...]

    def read(value: Any, problems: _Problems) -> Any:
        if not isinstance(value, (list, tuple)):
            problems.append(_mismatch("list", value))
            return ()
        if not any_number and len(value) != len(readers):
            problems.append(_mismatch(f"a list of {len(readers)}", value))
            return ()
        inner = readers * len(value) if any_number else readers
        return tuple(_inside(place, inner[place], item, problems) for place, item in enumerate(value))

    return read


def _mapping(inner: _Reader) -> _Reader:
    def read(value: Any, problems: _Problems) -> Any:
        if not isinstance(value, dict):
            problems.append(_mismatch("object", value))
            return {}
        return {name: _inside(name, inner, item, problems) for name, item in value.items()}

    return read


def _kept(inner: _Reader) -> _Reader:
    """Checks a value as another reader does, and keeps it as it is."""

    def read(value: Any, problems: _Problems) -> Any:
        inner(value, problems)
        return value

    return read


def _inside(name: str | int, inner: _Reader, value: Any, problems: _Problems) -> Any:
    """Read a value, and put its name before the path of what is wrong in it."""
    known = len(problems)
    read = inner(value, problems)
    for number in range(known, len(problems)):
        path, says = problems[number]
        start = name if isinstance(name, str) else f"[{name}]"
        problems[number] = (f"{start}{'.' if path and path[0] != '[' else ''}{path}", says)
    return read


def _mismatch(wanted: str, value: object) -> tuple[str, str]:
    text = repr(value)
    return "", f"should be {wanted}, found {text if len(text) <= 60 else f'{text[:57]}...'}"
