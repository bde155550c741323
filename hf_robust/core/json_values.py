"""Values and texts in what JSON, pages and terminals can hold."""

import math
from collections.abc import Callable
from typing import Any

from hf_robust.core.text import join_surrogates

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
