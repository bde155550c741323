"""YAML with the line of everything in it, so that a mistake is reported where it stands."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import yaml

from hf_robust.core.errors import SpecError, nearest_names

MOST_BYTES = 5_000_000
MOST_DEPTH = 50
MOST_VALUES = 200_000
"""Limits of a file: its size, how deep it is nested, and its values with each alias counted as what it stands for."""

_KINDS = {str: "text", int: "a whole number", float: "a number", bool: "true or false"}


@dataclass(frozen=True)
class Node:
    """One value of a file, with its place.

    Args:
        yaml: The composed node.
        key: The keys that lead to it, joined by dots.
    """

    yaml: yaml.Node
    file: str
    key: str = ""

    @property
    def line(self) -> int | None:
        """The line where it begins, from 1; None where it was not read from a file."""
        mark = self.yaml.start_mark
        return None if mark is None else mark.line + 1

    def fail(self, message: str) -> NoReturn:
        """Report a mistake at this place."""
        raise SpecError(self.file, self.line, self.key or "(the file)", message)

    @property
    def kind(self) -> str:
        """What it is, in words."""
        if isinstance(self.yaml, yaml.MappingNode):
            return "a mapping"
        if isinstance(self.yaml, yaml.SequenceNode):
            return "a list"
        return "nothing" if self.is_null else f"{self.yaml.value!r}"

    @property
    def is_map(self) -> bool:
        """Whether it is a mapping."""
        return isinstance(self.yaml, yaml.MappingNode)

    @property
    def is_list(self) -> bool:
        """Whether it is a list."""
        return isinstance(self.yaml, yaml.SequenceNode)

    @property
    def is_null(self) -> bool:
        """Whether nothing stands there."""
        return isinstance(self.yaml, yaml.ScalarNode) and self.yaml.tag.endswith(":null")

    def below(self, key: str, node: yaml.Node) -> "Node":
        """A part of it."""
        return Node(node, self.file, f"{self.key}.{key}" if self.key else key)

    def items(self) -> "dict[str, Node]":
        """The parts of a mapping by key."""
        if not self.is_map:
            self.fail(f"expected a mapping, found {self.kind}")
        found: dict[str, Node] = {}
        for key, value in self.yaml.value:
            if not isinstance(key, yaml.ScalarNode):
                Node(key, self.file, self.key).fail("a key must be a name")
            if key.value in found:
                self.below(key.value, key).fail(f"the key is there twice; the first is in line {found[key.value].line}")
            found[key.value] = self.below(key.value, value)
        return found

    def keys(self, known: Collection[str], needed: Collection[str] = (), noun: str = "key") -> "dict[str, Node]":
        """The parts of a mapping whose keys are known.

        Args:
            known: All keys that it may have; in a mapping to :class:`Key` they say themselves which are needed.
            needed: Those that it must have.
            noun: What a key is called in a message.
        """
        parts = self.items()
        if isinstance(known, Mapping) and not needed:
            needed = [name for name, key in known.items() if isinstance(key, Key) and key.needed]
        for name, node in zip(parts, self.yaml.value):
            if name not in known:
                self.below(name, node[0]).fail(f"unknown {noun} {name!r}{hint(name, known)}")
        for name in needed:
            if name not in parts:
                self.fail(f"the {noun} {name!r} is missing; expected {', '.join(needed)}")
        return parts

    def read(self, known: Mapping[str, "Key"], noun: str = "key") -> dict[str, Any]:
        """The values of a mapping by key, as the readers of the keys return them.

        A key without a reader gives its node. A key that may be absent and holds nothing is left out.

        Args:
            known: All keys that it may have.
            noun: What a key is called in a message.
        """
        return {
            name: part if (read := known[name].read) is None else read(part)
            for name, part in self.keys(known, noun=noun).items()
            if known[name].needed or not part.is_null
        }

    def parts(self) -> "Iterator[Node]":
        """The parts of a list."""
        if not self.is_list:
            self.fail(f"expected a list, found {self.kind}")
        for place, node in enumerate(self.yaml.value, start=1):
            yield self.below(str(place), node)

    def value(self, kind: type) -> Any:
        """A single value: text, a whole number, a number, or true or false."""
        found = _constructed(self.yaml) if isinstance(self.yaml, yaml.ScalarNode) else None
        if kind is str and isinstance(self.yaml, yaml.ScalarNode) and not self.is_null:
            return self.yaml.value  # also `no` and `1`, which YAML takes for something else
        if kind is float and isinstance(found, (int, float)) and not isinstance(found, bool):
            return float(found)
        if not isinstance(found, kind) or (kind is int and isinstance(found, bool)):
            self.fail(f"expected {_KINDS[kind]}, found {self.kind}")
        return found

    def plain(self) -> Any:
        """What stands there as Python has it: lists, dictionaries and single values."""
        if self.is_map:
            return {name: part.plain() for name, part in self.items().items()}
        return [part.plain() for part in self.parts()] if self.is_list else _constructed(self.yaml)

    def texts(self) -> tuple[str, ...]:
        """One text, or a list of them; never none."""
        nodes = list(self.parts()) if self.is_list else [self]
        if not nodes:
            self.fail("expected at least one text, found an empty list")
        return tuple(node.value(str) for node in nodes)

    def among(self, known: Collection[str], noun: str) -> tuple[str, ...]:
        """One or several names out of some."""
        nodes = list(self.parts()) if self.is_list else [self]
        if not nodes:
            self.fail(f"expected at least one {noun}, found an empty list")
        for node in nodes:
            if node.value(str) not in known:
                node.fail(f"unknown {noun} {node.value(str)!r}{hint(node.value(str), known)}")
        return tuple(node.value(str) for node in nodes)


def hint(name: str, known: Collection[str]) -> str:
    """What was perhaps meant, and what there is.

    Example:
        >>> hint("lenght", ["length", "label"])
        '; did you mean length? Expected one of: label, length'
    """
    close = nearest_names(name, sorted(known), most=1)
    meant = f"; did you mean {close[0]}? Expected" if close else "; expected"
    return f"{meant} one of: {', '.join(sorted(known)) or 'none'}"


class Key(NamedTuple):
    """A key that a mapping of a file may have.

    Args:
        expected: What stands there, in words.
        meaning: What it is for.
        needed: Whether it must be there.
        read: Checks what stands there and returns its value; None where a reader needs more than the node.
    """

    expected: str
    meaning: str
    needed: bool = False
    read: Callable[["Node"], Any] | None = None


class LimitError(yaml.MarkedYAMLError):
    """A file is beyond the limits of :class:`BoundedLoader`."""


class BoundedLoader(yaml.SafeLoader):
    """Loads YAML of strangers: what is too deep, too long or made of too many aliases is an error, no long wait.

    Raises:
        LimitError: While loading.

    Example:
        >>> yaml.load("[a, [b, c]]", BoundedLoader)
        ['a', ['b', 'c']]
    """

    def __init__(self, stream: Any):
        super().__init__(stream)
        self._open: list[yaml.Event] = []  # where each value begins that is being read, from the outside in
        self._sizes: dict[int, int] = {}  # values in each node, by its identity
        self._total = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node:
        """One value and all inside of it."""
        event = self.peek_event()
        if isinstance(event, yaml.AliasEvent):
            if any(getattr(outer, "anchor", None) == event.anchor for outer in self._open):
                self._refuse("an alias to something that is complete", "one inside of what it stands for", event)
        elif len(self._open) >= MOST_DEPTH:
            self._refuse(f"at most {MOST_DEPTH} levels of nesting", "more", event)
        self._open.append(event)
        before = self._total
        node = super().compose_node(parent, index)
        self._open.pop()
        self._total += self._sizes[id(node)] if isinstance(event, yaml.AliasEvent) else 1
        if self._total > MOST_VALUES:
            self._refuse(f"at most {MOST_VALUES:,} values, each alias counted as what it stands for", "more", event)
        self._sizes.setdefault(id(node), self._total - before)
        return node

    @staticmethod
    def _refuse(expected: str, found: str, event: yaml.Event) -> NoReturn:
        raise LimitError(None, None, f"expected {expected}, found {found}", event.start_mark)


def compose(path: Path, expected: str = "task, version, labels, capabilities") -> Node:
    """Read a file.

    Args:
        expected: The keys that it should have, for the message where it is empty.

    Raises:
        SpecError: It is missing, is no YAML, is empty, or is beyond the limits of :class:`BoundedLoader`.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise SpecError(path, 1, "(the file)", f"expected at most {MOST_BYTES:,} bytes, found more")
        root = yaml.compose(path.read_text(encoding="utf-8"), Loader=BoundedLoader)
    except (OSError, UnicodeDecodeError) as error:
        raise SpecError(path, 1, "(the file)", f"cannot be read: {error}") from error
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or " ".join(str(error).split())
        line = mark.line + 1 if mark else 1
        message = problem if isinstance(error, LimitError) else f"no YAML: {problem}; expected a mapping"
        raise SpecError(path, line, "(the file)", message) from error
    if root is None:
        raise SpecError(path, 1, "(the file)", f"is empty; expected a mapping with {expected}")
    return Node(root, str(path))


def node_of(value: Any, name: str, functions: str = "") -> Node:
    """Values of Python as the values of a file, so that the same readers check them.

    Args:
        value: Mappings, lists, texts, numbers, true or false, or None.
        name: What errors call the values, in place of a file.
        functions: What an error about a function adds.

    Raises:
        SpecError: There is a value of another type.

    Example:
        >>> node_of({"seed": 7}, "values").plain()
        {'seed': 7}
    """
    try:
        return Node(yaml.SafeDumper(StringIO(), sort_keys=False).represent_data(value), name)
    except yaml.representer.RepresenterError as error:
        found = error.args[1]
        advice = functions if callable(found) else ""
        message = f"expected texts, numbers, lists and mappings, found {type(found).__name__}{advice}"
        raise SpecError(name, None, _key_of(found, value) or "(a value)", message) from None


def _key_of(sought: Any, value: Any) -> str | None:
    """The keys that lead to an object, as :class:`Node` has them; None where it is not there."""
    if value is sought:
        return ""
    parts: Iterable[tuple[Any, Any]] = ()
    if isinstance(value, Mapping):
        parts = value.items()
    elif isinstance(value, (list, tuple)):
        parts = enumerate(value, start=1)
    for key, part in parts:
        if (below := _key_of(sought, part)) is not None:
            return f"{key}.{below}" if below else str(key)
    return None


def _constructed(node: yaml.Node) -> Any:
    """The value of a single node as YAML reads it."""
    try:
        return yaml.constructor.SafeConstructor().construct_object(node, deep=True)
    except (yaml.YAMLError, ValueError):
        return None
