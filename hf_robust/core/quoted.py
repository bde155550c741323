"""Values of a user's data in messages: quoted, shortened, and with control characters escaped."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

MOST = 60  # characters of a value


def quoted(value: Any, most: int = MOST) -> str:
    """The ``repr`` of a value, of at most 60 characters, all of which can be printed.

    Args:
        value: Anything that a user or a model gave.
        most: Characters of the result, where 60 are not the right number.

    Example:
        >>> quoted("positive"), quoted("a" * 100) == "'" + "a" * 56 + "...", len(quoted(["b"] * 100))
        ("'positive'", True, 60)
        >>> quoted("red\\x1b[31m \\u202e"), quoted(type("Two", (), {"__repr__": lambda self: "two\\nlines"})())
        ("'red\\\\x1b[31m \\\\u202e'", 'two\\\\nlines')
    """
    # the repr of a long value takes long
    if isinstance(value, (str, bytes, list, tuple)) and len(value) > most:
        value = value[: most + 1]
    elif type(value) is dict and len(value) > most:
        value = dict(islice(value.items(), most + 1))
    said = "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in repr(value))
    return said if len(said) <= most else f"{said[: most - 3]}..."


def named(values: Iterable[Any] | None) -> str:
    """Values such as labels, joined by commas: as they are, but quoted where one is long or cannot be printed.

    Args:
        values: The values; None for none.

    Example:
        >>> named(["pos", "neg"]), named(["red\\x1b[0m"]), named(None)
        ('pos, neg', "'red\\\\x1b[0m'", '')
    """
    said = map(str, values or ())
    return ", ".join(one if len(one) <= MOST and one.isprintable() else quoted(one) for one in said)
