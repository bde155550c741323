"""What the modules of calls share: one thing to time."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any


def _as_they_are(outputs: Iterable[Any]) -> list[Any]:
    return list(outputs)


@dataclass(frozen=True)
class Cell:
    """One transformation of one package.

    Args:
        call: What is timed: from the prepared input to the output.
        label: Its name in the package.
        prepare: From a list of texts to what ``call`` takes; not timed.
        texts: From the output of ``call`` to one text (or None) for each input; not timed.
    """

    call: Callable[[Any], Any]
    label: str
    prepare: Callable[[Sequence[str]], Any] = list
    texts: Callable[[Any], list[Any]] = _as_they_are


def each(function: Callable[[str], Any]) -> Callable[[Sequence[str]], list[Any]]:
    """The call for a function of one text."""
    return lambda texts: [function(text) for text in texts]


def first(output: Any) -> Any:
    """The one text where a package answers with a list of them."""
    return (output[0] if output else None) if isinstance(output, list) else output
