"""A memory of the answers that were used last, up to a number of them."""

from collections import OrderedDict
from collections.abc import Hashable, Iterable, Mapping
from threading import Lock
from typing import Any


class Recent:
    """The answers that were used last.

    Args:
        kept: How many.

    Example:
        >>> recent = Recent(2)
        >>> recent.keep({"a": 1, "b": 2})
        >>> recent.keep({"c": 3})
        >>> recent.known("abc")
        {'b': 2, 'c': 3}
    """

    def __init__(self, kept: int):
        self._kept = kept
        self._answers: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()

    def known(self, keys: Iterable[Hashable]) -> dict:
        """Those of the answers that are there."""
        with self._lock:
            return {key: self._answers[key] for key in keys if key in self._answers}

    def keep(self, answers: Mapping[Hashable, Any]) -> None:
        """Remember answers; the ones that were used longest ago go."""
        with self._lock:
            for key, value in answers.items():
                self._answers[key] = value
                self._answers.move_to_end(key)
            while len(self._answers) > self._kept:
                self._answers.popitem(last=False)
