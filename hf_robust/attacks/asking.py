"""What a search asks of models: a request goes out, the answer comes back when a batch of many rows was run."""

from collections.abc import Generator, Hashable, Sequence
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class Ask(NamedTuple):
    """Questions of one kind, of which the answers are needed before a search goes on.

    Args:
        kind: Which service answers: ``victim``, ``encode``, ``fill``, ``fit``, ``subwords``, ``tags``, ``gradient``,
            ``grammar``, ``gate``.
        requests: The questions; equal ones are answered once.
    """

    kind: str
    requests: Sequence[Hashable]


Asking = Generator[Ask, list[Any], T]
"""A computation that yields questions, is sent one answer a request, and returns a value of type ``T``."""


def together(askings: Sequence[Asking[T]]) -> Asking[list[T]]:
    """Run computations side by side, so that what they ask at the same time is one question a kind.

    Args:
        askings: The computations.

    Returns:
        What each returned.

    Example:
        >>> def length(word):
        ...     (answer,) = yield Ask("size", [word])
        ...     return answer
        >>> both = together([length("a"), length("word"), length("a")])
        >>> next(both).requests
        ['a', 'word']
        >>> try:
        ...     both.send([1, 4])
        ... except StopIteration as ended:
        ...     ended.value
        [1, 4, 1]
    """
    results: dict[int, T] = {}
    answered: dict[int, list[Any] | None] = dict.fromkeys(range(len(askings)))
    while answered:
        waiting: dict[str, dict[int, Sequence[Hashable]]] = {}
        for number, answers in answered.items():
            try:
                ask = askings[number].send(answers)  # type: ignore[arg-type]
            except StopIteration as ended:
                results[number] = ended.value
            else:
                waiting.setdefault(ask.kind, {})[number] = ask.requests
        answered = {}
        for kind, asked in waiting.items():
            requests = list(dict.fromkeys(one for own in asked.values() for one in own))
            found = dict(zip(requests, (yield Ask(kind, requests)), strict=True))
            answered.update({number: [found[one] for one in own] for number, own in asked.items()})
    return [results[number] for number in range(len(askings))]


class Refused(Exception):
    """A request that cannot be answered; it is sent to the search in place of the answer.

    Args:
        reason: Why, for people to read.
    """

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason
