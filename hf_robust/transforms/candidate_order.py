"""Lists of candidates put together: each once, or several lists by turns."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any, TypeVar

from hf_robust.core.edits import Edit

T = TypeVar("T")


def distinct_changes(text: str, edits: Iterable[Edit]) -> Iterator[Edit]:
    """The edits that change a text, each once.

    Args:
        edits: Edits of it, each by itself.

    Example:
        >>> [edit.text for edit in distinct_changes("a film", [Edit(2, 6, new) for new in ("film", "one", "one")])]
        ['one']
    """
    seen = set()
    for edit in edits:
        start, end, new, _ = edit
        key = start, end, new
        if key not in seen and text[start:end] != new:
            seen.add(key)
            yield edit


def interleaved(parts: Iterable[Iterable[T]]) -> Iterator[T]:
    """The first of each, then the second of each, until all have ended.

    Example:
        >>> "".join(interleaved(["adg", "be", "cf"]))
        'abcdefg'
    """
    missing: Any = object()
    for turn in zip_longest(*parts, fillvalue=missing):
        yield from (item for item in turn if item is not missing)
