"""Paths to parts of a JSON value, as files that describe an API write them: ``documents[*].entities``."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from hf_robust.core.errors import RobustError, UsageError
from hf_robust.core.quoted import quoted

_STEP = re.compile(r"(?P<dot>\.)?(?P<name>[^.\[\]?^$\s][^.\[\]?^]*)(?P<optional>\?)?|\[(?P<index>\*\*?|\d+)\]")
_UP = "^"
_ALL = ("*", "**")


class PathError(RobustError):
    """A JSON value has no such part, or one of the wrong type."""


class AbsentPart(PathError):
    """A JSON value has no such part.

    Args:
        message: The path, what was expected, and what was found.
        inside: The value without the part.
    """

    def __init__(self, message: str, inside: Any = None):
        super().__init__(message)
        self.inside = inside


class JsonPart(NamedTuple):
    """A part of a JSON value.

    Args:
        value: The part.
        above: The objects around it, the innermost last.
    """

    value: Any
    above: tuple[Any, ...] = ()


class _Step(NamedTuple):
    """A name or an index; ``*`` stands for all items of a list, ``**`` also for those of lists in it."""

    key: str | int
    optional: bool = False


class JsonPath:
    """A path to parts of a JSON value.

    ``a.b`` is the field ``b`` of the field ``a``, ``a[0]`` the first item of a list, and ``a[*]`` all of its items;
    ``a[**]`` also those of lists in the list. A leading ``^.`` means the object around the value. ``a?`` may be absent.
    ``$`` is the value itself.

    Args:
        text: The path.

    Raises:
        UsageError: It is not a path.

    Example:
        >>> answer = {"documents": [{"entities": [{"name": "Ann"}, {"name": "Bo"}]}]}
        >>> [one.value for one in JsonPath("documents[*].entities[*].name").find(answer)]
        ['Ann', 'Bo']
        >>> JsonPath("documents[0].entities").get(answer)
        [{'name': 'Ann'}, {'name': 'Bo'}]
        >>> JsonPath("error?").get(answer) is None
        True
    """

    def __init__(self, text: str):
        self.text = text
        rest = text.strip().removeprefix("$")
        self._ups = 0
        while rest.startswith(_UP):
            self._ups, rest = self._ups + 1, rest[1:].removeprefix(".")
        self._steps = tuple(_steps(rest, text))

    def __repr__(self) -> str:
        return f"JsonPath({self.text!r})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, JsonPath) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    @property
    def many(self) -> bool:
        """Whether it may lead to several parts."""
        return any(step.key in _ALL for step in self._steps)

    def find(self, value: Any, above: Sequence[Any] = ()) -> list[JsonPart]:
        """Return the parts that the path leads to, in their order.

        Args:
            value: A JSON value.
            above: The objects around it, the innermost last.

        Raises:
            PathError: A field or an item is absent. The message names it.
        """
        if self._ups > len(above):
            raise AbsentPart(f"{self.text}: there is no object around {quoted(value)}")
        around = tuple(above)
        if self._ups:
            around, value = around[: len(around) - self._ups], around[len(around) - self._ups]
        parts = [JsonPart(value, around)]
        for step in self._steps:
            parts = [part for parent in parts for part in self._next(parent, step)]
        return parts

    def get(self, value: Any, above: Sequence[Any] = ()) -> Any:
        """Return the part that the path leads to: a list for a path with ``[*]``; None when it is absent and may be.

        Args:
            value: A JSON value.
            above: The objects around it, the innermost last.

        Raises:
            PathError: A field or an item is absent. The message names it.
        """
        values = [part.value for part in self.find(value, above)]
        if self.many:
            return values
        return values[0] if values else None

    def _next(self, part: JsonPart, step: _Step) -> Iterator[JsonPart]:
        value, key = part.value, step.key
        if isinstance(key, str) and key not in _ALL:
            if isinstance(value, Mapping) and key in value:
                yield JsonPart(value[key], (*part.above, value))
            elif not (step.optional and (value is None or isinstance(value, Mapping))):
                raise AbsentPart(f"{self.text}: expected an object with {key!r}, found {quoted(value)}", value)
        elif isinstance(key, str):
            if value is None:  # some servers write null for an empty list
                return
            if not isinstance(value, list):
                raise PathError(f"{self.text}: expected a list, found {quoted(value)}")
            items = value if key == "*" else _flat(value)
            yield from (JsonPart(item, part.above) for item in items)
        elif isinstance(value, list) and isinstance(key, int) and key < len(value):
            yield JsonPart(value[key], part.above)
        else:
            raise AbsentPart(f"{self.text}: expected a list with an item {key}, found {quoted(value)}", value)


def _flat(value: list[Any]) -> Iterator[Any]:
    for item in value:
        if isinstance(item, list):
            yield from _flat(item)
        else:
            yield item


def _steps(rest: str, text: str) -> Iterator[_Step]:
    place = 0
    while place < len(rest):
        match = _STEP.match(rest, place)
        misses_dot = match is not None and match["name"] and not match["dot"] and place > 0
        if match is None or misses_dot:
            raise UsageError(
                f"expected a path such as documents[*].entities, items[0].label or ^.type, found {quoted(text)}"
            )
        index = match["index"]
        key = (index if index in _ALL else int(index)) if index is not None else match["name"].strip()
        yield _Step(key, match["optional"] is not None)
        place = match.end()
