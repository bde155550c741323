"""JSON values inside of a generated text."""

import json
import re
from collections.abc import Iterator
from typing import Any

_OPENING = re.compile(r"[\[{]")
_MOST_ATTEMPTS = 20  # brackets that are tried: a text of brackets alone would take quadratic time


class _RepeatedKey(ValueError):
    """An object has a key twice, so it does not say one thing."""


def json_values(text: str) -> Iterator[Any]:
    """Yield the JSON arrays and objects in a text, from left to right.

    Values inside of a value are not yielded again. An object that repeats a key is no value.

    Args:
        text: Any text, with or without code fences around the JSON.

    Example:
        >>> list(json_values('Sure: ```json\\n{"label": "positive"}\\n``` and [1, 2]'))
        [{'label': 'positive'}, [1, 2]]
        >>> list(json_values('{"label": "positive", "label": "negative"}'))
        []
    """
    decoder = json.JSONDecoder(object_pairs_hook=_distinct)
    place = 0
    for _ in range(_MOST_ATTEMPTS):
        opening = _OPENING.search(text, place)
        if opening is None:
            return
        try:
            value, place = decoder.raw_decode(text, opening.start())
        except (ValueError, RecursionError):
            place = opening.end()
            continue
        yield value


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _RepeatedKey
    return found
