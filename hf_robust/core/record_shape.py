"""What each key of a record holds, and values in what JSON can hold."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hf_robust.core.errors import UsageError
from hf_robust.core.text import join_surrogates


@dataclass(frozen=True)
class Maybe:
    """A value that may be null."""

    spec: object


@dataclass(frozen=True)
class Added:
    """A value whose key may be absent: it was added to the schema without a new version."""

    spec: object


NUMBER = (int, float)
MAYBE_NUMBER = Maybe(NUMBER)
MAYBE_TEXT = Maybe(str)
INTERVAL = Maybe([MAYBE_NUMBER, MAYBE_NUMBER])


def check_shape(record: object, spec: object, noun: str) -> None:
    """Check a record against what each key holds: a type, a list, a dict of specs, ``"*"`` for any key.

    A list of one spec stands for any number of values, a list of more for just as many.

    Raises:
        UsageError: A key is missing or a value has another type; the message names up to five places.

    Example:
        >>> check_shape({"n": 1.5}, {"n": int, "name": Maybe(str)}, "result")
        Traceback (most recent call last):
        ...
        hf_robust.core.errors.UsageError: not a result: n should be int, found 1.5; name is missing
    """
    refuse([f"{path or 'the record'} {says}" for path, says in problems_of(record, spec)], noun)


def refuse(problems: list[str], noun: str) -> None:
    """Refuse a record that has problems.

    Args:
        problems: What is wrong, a few words each.
        noun: What the record should be.

    Raises:
        UsageError: There are problems; the message names up to five.
    """
    if problems:
        more = f" (and {len(problems) - 5} more)" if len(problems) > 5 else ""
        raise UsageError(f"not a {noun}: {'; '.join(problems[:5])}{more}")


def problems_of(value: Any, spec: Any, where: str = "") -> Iterator[tuple[str, str]]:
    """Compare a value with what it should hold, see :func:`check_shape`.

    Args:
        spec: What it should hold.
        where: Path of the value in the record.

    Returns:
        The path of each value that is missing or has another type, and what is wrong with it.
    """
    if isinstance(spec, Added):
        yield from problems_of(value, spec.spec, where)
    elif isinstance(spec, Maybe):
        if value is not None:
            yield from problems_of(value, spec.spec, where)
    elif isinstance(spec, dict):
        yield from _mapping_problems(value, spec, where)
    elif isinstance(spec, list):
        if not isinstance(value, list):
            yield _mismatch(where, "list", value)
        elif len(spec) > 1 and len(value) != len(spec):
            yield _mismatch(where, f"a list of {len(spec)}", value)
        else:
            for index, item in enumerate(value):
                yield from problems_of(item, spec[index % len(spec)], f"{where}[{index}]")
    elif not isinstance(value, spec) or (isinstance(value, bool) and spec is not bool):
        wanted = "number" if spec == NUMBER else spec.__name__
        yield _mismatch(where, wanted, value)


def _mapping_problems(value: object, spec: dict, where: str) -> Iterator[tuple[str, str]]:
    if not isinstance(value, dict):
        yield _mismatch(where, "object", value)
        return
    prefix = f"{where}." if where else ""
    for key, inner in spec.items():
        if key == "*":
            for name, item in value.items():
                yield from problems_of(item, inner, f"{prefix}{name}")
        elif key not in value:
            if isinstance(inner, Added):
                continue
            yield f"{prefix}{key}", "is missing"
        else:
            yield from problems_of(value[key], inner, f"{prefix}{key}")


def _mismatch(where: str, wanted: str, value: object) -> tuple[str, str]:
    return where, f"should be {wanted}, found {shown(value)}"


def shown(value: object) -> str:
    """A value in a message, not longer than 60 characters."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


# Control characters other than tab and newline: they steer terminals and are illegal in XML.
_CONTROLS = dict.fromkeys([*range(9), 11, 12, 13, *range(14, 32), *range(127, 160), 0xFFFE, 0xFFFF], "�")


def printable(text: str) -> str:
    """Clean a text and replace control characters, so that any terminal, page or XML file can show it.

    Example:
        >>> printable("red: \\x1b[31m") == "red: \\ufffd[31m"
        True
    """
    return join_surrogates(text).replace("\r\n", "\n").translate(_CONTROLS)


def plain(value: Any, text: Callable[[str], str] = join_surrogates) -> Any:
    """Copy a value into what JSON can hold.

    Texts are cleaned, numbers that are not finite become null, array scalars become numbers, tuples
    become lists; whatever JSON has no form for (a path among the parameters) becomes its text.

    Args:
        value: Any nested value.
        text: What to do with every text.

    Example:
        >>> plain({"drop": float("nan"), "interval": (0.1, 0.2)})
        {'drop': None, 'interval': [0.1, 0.2]}
    """
    if isinstance(value, str):
        return text(value)
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, dict):
        return {text(str(key)): plain(item, text) for key, item in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item, text) for item in value]
    if hasattr(value, "tolist"):  # numpy scalars and arrays, without importing numpy
        return plain(value.tolist(), text)
    return text(str(value))
