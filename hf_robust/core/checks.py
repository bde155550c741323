"""Checks of numbers that a user gives; True and False are no numbers here."""

from typing import Any, Literal, TypeGuard, overload

from hf_robust.core.errors import UsageError


def is_number(value: object) -> TypeGuard[float]:
    """Whether a value is an ``int`` or a ``float``.

    Example:
        >>> is_number(0.5), is_number(1), is_number(True), is_number("1")
        (True, True, False, False)
    """
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def is_whole_number(value: object, least: int | None = None) -> TypeGuard[int]:
    """Whether a value is an ``int``, of at least ``least`` where that is given.

    Example:
        >>> is_whole_number(3), is_whole_number(3.0), is_whole_number(True), is_whole_number(0, least=1)
        (True, False, False, False)
    """
    return isinstance(value, int) and not isinstance(value, bool) and (least is None or value >= least)


@overload
def whole_number(value: Any, name: str, least: int | None = None) -> int: ...
@overload
def whole_number(value: Any, name: str, least: int | None = None, *, optional: Literal[True]) -> int | None: ...


def whole_number(value: Any, name: str, least: int | None = None, *, optional: bool = False) -> int | None:
    """An argument that must be a whole number.

    Args:
        value: What the user gave.
        name: The argument's name, for the message.
        least: The smallest number that will do.
        optional: Whether None will do, too.

    Returns:
        The value as it is.

    Raises:
        UsageError: It is something else.

    Example:
        >>> whole_number(32, "batch_size", 1), whole_number(None, "limit", 1, optional=True)
        (32, None)
    """
    if (optional and value is None) or is_whole_number(value, least):
        return value
    expected = "a whole number" + (f" of at least {least}" if least is not None else "") + " or None" * optional
    raise UsageError(f"{name} must be {expected}, found {value!r}")
