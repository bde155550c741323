"""JSON with names in double braces, which the values of a row replace."""

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import quote

_NAME = re.compile(r"\{\{\s*([A-Za-z_][\w-]*)\s*\}\}")


def names_in(template: Any) -> list[str]:
    """Return the names in a template, in their order.

    Args:
        template: A JSON value.

    Example:
        >>> names_in({"text": "{{text}}", "options": ["{{ language }}"]})
        ['text', 'language']
    """
    if isinstance(template, Mapping):
        return [name for part in template.values() for name in names_in(part)]
    if isinstance(template, list):
        return [name for part in template for name in names_in(part)]
    return _NAME.findall(template) if isinstance(template, str) else []


def names_within(template: Any) -> list[str]:
    """Return the names that stand in a longer text.

    Args:
        template: A JSON value.

    Example:
        >>> names_within(["{{tokens}}", "Question: {{question}}"])
        ['question']
    """
    if isinstance(template, Mapping):
        return [name for part in template.values() for name in names_within(part)]
    if isinstance(template, list):
        return [name for part in template for name in names_within(part)]
    return [] if not isinstance(template, str) or _NAME.fullmatch(template.strip()) else _NAME.findall(template)


def filled(template: Any, values: Mapping[str, Any]) -> Any:
    """Return a template with the values in place of their names. Names without a value stay.

    A text that is a name alone becomes the value, which may be a list. Braces in the values stay as they are.

    Args:
        template: A JSON value.
        values: The value of each name.

    Example:
        >>> filled({"words": "{{tokens}}", "note": "of {{n}}"}, {"tokens": ["a", "{{n}}"], "n": "7"})
        {'words': ['a', '{{n}}'], 'note': 'of 7'}
    """
    if isinstance(template, Mapping):
        return {name: filled(part, values) for name, part in template.items()}
    if isinstance(template, list):
        return [filled(part, values) for part in template]
    if not isinstance(template, str):
        return template
    alone = _NAME.fullmatch(template.strip())
    if alone is not None:
        return values.get(alone[1], template)
    return _replaced(template, values, str)


def filled_url(template: str, values: Mapping[str, Any]) -> str:
    """Return a URL with percent-encoded values in place of their names.

    Args:
        template: The URL.
        values: The text of each name.

    Example:
        >>> filled_url("https://example.com/v1?text={{text}}", {"text": "A & B"})
        'https://example.com/v1?text=A%20%26%20B'
    """
    return _replaced(template, values, lambda value: quote(str(value), safe="", errors="replace"))


def _replaced(template: str, values: Mapping[str, Any], write: Callable[[Any], str]) -> str:
    return _NAME.sub(lambda found: write(values[found[1]]) if found[1] in values else found[0], template)
