"""Foreign values in messages: quoted, and cut where they are long."""

from typing import Any

MOST = 60  # characters of a value


def quoted(value: Any) -> str:
    """The ``repr`` of a value, of at most 60 characters.

    Args:
        value: Anything that a user or a model gave.

    Example:
        >>> quoted("positive"), quoted("a" * 100) == "'" + "a" * 56 + "...", len(quoted(["b"] * 100))
        ("'positive'", True, 60)
    """
    if isinstance(value, str):
        value = value if len(value) <= MOST else value[: MOST + 1]  # the repr of a long text takes long
    said = repr(value)
    return said if len(said) <= MOST else f"{said[: MOST - 3]}..."
