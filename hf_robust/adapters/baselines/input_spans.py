"""Positions in a text as a row holds them, read for a model."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted


class Stretch(NamedTuple):
    """A stretch of tokens or characters.

    Args:
        start: The first.
        end: The one after the last.
    """

    start: int
    end: int


def token_stretch(value: Any) -> Stretch:
    """Tokens from a span whose both ends belong to it: ``[start, end]``, or a struct with these.

    Raises:
        UsageError: When it is no such span.

    Example:
        >>> token_stretch([2, 3]), token_stretch({"start": 0, "end": 0, "type": "PER"})
        (Stretch(start=2, end=4), Stretch(start=0, end=1))
    """
    start, end = _ends(value)
    return Stretch(start, end + 1)


def character_stretch(value: Any) -> Stretch:
    """Characters from a span in a string, whose end is the place after its last character.

    Raises:
        UsageError: When it is no such span.

    Example:
        >>> character_stretch({"text": "it", "start": 4, "end": 6})
        Stretch(start=4, end=6)
    """
    return Stretch(*_ends(value))


def _ends(value: Any) -> tuple[int, int]:
    try:
        start, end = (value["start"], value["end"]) if isinstance(value, Mapping) else value[:2]
        return int(start), int(end)
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(f"a span is [start, end] or has 'start' and 'end', found {quoted(value)}") from error
