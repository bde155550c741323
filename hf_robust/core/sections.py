"""Sections of a configuration: frozen dataclasses whose fields say what may stand in the file, and what it is for."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, Field, field, fields
from pathlib import Path
from typing import Any, TypeVar

from hf_robust.core.checks import is_number
from hf_robust.core.errors import MissingResource, RobustError, SpecError
from hf_robust.core.registry import language_codes
from hf_robust.core.yaml_nodes import Key, Node, hint

Section = TypeVar("Section")
Read = Callable[[Node], Any]


def key(
    read: Read,
    expected: str,
    meaning: str,
    default: Any = None,
    write: Callable[[Any], Any] | None = None,
    needed: bool = False,
) -> Any:
    """A field of a section.

    Args:
        read: Makes its value of what stands in the file.
        expected: What may stand there, in words.
        meaning: What it is for.
        default: What it is where nothing stands there.
        write: Makes of a value what stands in the file, where that is another.
        needed: Whether it must stand there.
    """
    told = {"key": Key(expected, meaning, needed, read), "write": write or plain}
    if isinstance(default, dict):
        return field(default_factory=dict, metadata=told)
    return field(default=default, metadata=told)


def keys_of(section: type) -> dict[str, Key]:
    """The keys of a section with what they expect and mean."""
    return {one.name: one.metadata["key"] for one in keyed(section)}


def keyed(section: Any) -> tuple[Field, ...]:
    """The fields of a section that stand in a file."""
    return tuple(one for one in fields(section) if "key" in one.metadata)


def read_section(section: type[Section], node: Node, short: str | None = None) -> Section:
    """A section of what stands in a file.

    Args:
        section: The dataclass.
        node: What stands there: a mapping.
        short: The field that a single text alone stands for.

    Raises:
        SpecError: An unknown key or a wrong value; it says the line, and what was expected.
    """
    keys = keys_of(section)
    if short is not None and not node.is_map and not node.is_list:
        read = keys[short].read
        return section(**{} if node.is_null or read is None else {short: read(node)})
    return section(**node.read(keys))


def plain(value: Any) -> Any:
    """A value as YAML holds it: lists for tuples, mappings for sections."""
    if hasattr(value, "__dataclass_fields__"):
        return plain_section(value)
    if isinstance(value, Mapping):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, Path):
        return str(value)
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


def plain_section(section: Any, short: str | None = None) -> Any:
    """What of a section is not the default; a single text where no more than ``short`` is said."""
    said = {
        one.name: _written(one, value)
        for one in keyed(section)
        if (value := getattr(section, one.name)) != default_of(one)
    }
    return said[short] if short is not None and set(said) == {short} else said


def _written(field: Field, value: Any) -> Any:
    """A value as it stands in a file; one of the wrong type, which its reader refuses, stands there as it is."""
    try:
        return field.metadata["write"](value)
    except (AttributeError, TypeError):
        return plain(value)


def default_of(field: Field) -> Any:
    """What a field is where nothing is said."""
    return field.default_factory() if field.default_factory is not MISSING else field.default


def text(node: Node) -> str:
    """A text that is not empty."""
    found = node.value(str)
    if not found.strip():
        node.fail("expected a text, found an empty one")
    return found


def string(node: Node) -> str:
    """A text, which may be empty."""
    found: str = node.value(str)
    return found


def line(node: Node) -> str:
    """A text on one line."""
    return " ".join(string(node).split())


def number(node: Node) -> float:
    """A number."""
    value: float = node.value(float)
    return value


def maybe(read: Read) -> Read:
    """A value, or None where nothing stands."""
    return lambda node: None if node.is_null else read(node)


def lists_by_name(node: Node) -> dict[str, tuple[str, ...]]:
    """A mapping from names to lists of texts."""
    return {name: part.texts() for name, part in node.items().items()}


def flag(node: Node) -> bool:
    """True or false."""
    return node.value(bool)


def whole(least: int | None = None) -> Read:
    """A whole number, of at least so much."""

    def read(node: Node) -> int:
        found = node.value(int)
        if least is not None and found < least:
            node.fail(f"expected a whole number of at least {least}, found {found}")
        return found

    return read


def share(node: Node) -> float:
    """A number from 0 to 1."""
    found = node.value(float)
    if not 0 <= found <= 1:
        meant = f"; type {found / 100:g}" if 1 < found <= 100 else ""
        node.fail(f"expected a number from 0 to 1, found {found:g}{meant}")
    return found


def one_of(known: Collection[str], noun: str) -> Read:
    """One name out of some."""

    def read(node: Node) -> str:
        names = node.among(known, noun)
        if len(names) > 1 or node.is_list:
            node.fail(f"expected one {noun}, found a list")
        return names[0]

    return read


def texts_by_name(node: Node) -> dict[str, str]:
    """A mapping from names to texts."""
    return {name: text(part) for name, part in node.items().items()}


def values_by_name(node: Node) -> dict[str, Any]:
    """A mapping from names to values of any kind."""
    return {name: part.plain() for name, part in node.items().items()}


def several(read: Read) -> Read:
    """A list, or one of what it holds."""
    return lambda node: tuple(map(read, node.parts() if node.is_list else [node]))


def checked(node: Node, check: Callable[[], Any]) -> Any:
    """What a check of the library gives; its error says the line.

    Raises:
        SpecError: The check failed.
    """
    try:
        return check()
    except (MissingResource, SpecError):
        raise  # nothing is wrong with the file, or it is said already where
    except RobustError as error:
        node.fail(str(error))


def language_code(node: Node) -> str:
    """The code of a language that is known.

    Raises:
        SpecError: No such language.
    """
    code = node.value(str)
    if code not in language_codes():
        node.fail(f"unknown language {code!r}{hint(code, language_codes())}")
    return code


def scores_by_name(overall: str, all_others: str) -> tuple[Read, Callable[[Mapping[str, float]], Any]]:
    """How the lowest scores that pass stand in a file, one for all or by name: what reads them, and what writes them.

    Args:
        overall: What stands for all that are not named, in the file.
        all_others: The same in the mapping.
    """

    def read(node: Node) -> dict[str, float]:
        if not node.is_map:
            return {all_others: share(node)}
        return {all_others if name == overall else name: share(part) for name, part in node.items().items()}

    def write(scores: Mapping[str, float]) -> Any:
        if set(scores) == {all_others} and is_number(scores[all_others]):
            return scores[all_others]
        return {overall if name == all_others else name: score for name, score in scores.items()}

    return read, write
