"""What a search asks of models: a request goes out, the answer comes back when a batch of many rows was run."""

from collections.abc import Generator, Hashable, Sequence
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class Ask(NamedTuple):
    """Questions of one kind, of which the answers are needed before a search goes on.

    Args:
        kind: Which service answers: ``victim``, ``encode``, ``fill``, ``fit``, ``tags``, ``gradient``, ``grammar``,
            ``gate``.
        requests: The questions; equal ones are answered once.
    """

    kind: str
    requests: Sequence[Hashable]


Asking = Generator[Ask, list[Any], T]
"""A computation that yields questions, is sent one answer a request, and returns a value of type ``T``."""


class Refused(Exception):
    """A request that cannot be answered; it is sent to the search in place of the answer.

    Args:
        reason: Why, for people to read.
    """

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason
