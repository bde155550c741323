"""The validator that counts the errors a grammar checker finds in the changed text and not in its original."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any, ClassVar

from hf_robust.perturb.validators.base import Measured, TextValidator, register

_NO_ERRORS = frozenset({"Enhancement", "Readability", "Redundancy", "Regionalism", "Style"})
_CHARACTERS = 10_000
# the checker's memory grows with the square of a word's length
_LONG_WORD = re.compile(r"(\S{100})\S+")
_LOCK = Lock()  # two threads must not ask one checker at a time


@register
@dataclass(frozen=True, kw_only=True)
class GrammarErrors(TextValidator):
    """Number of new grammar errors found by the checker Harper, in addition to those of the original.

    Errors are compared by type. The score is 1 / (1 + new errors). The checker finds errors in agreement, articles,
    repeated words, spelling, punctuation and capitalization. It misses many others. Style suggestions are ignored. It
    reads English and works offline. The first 10,000 characters of a text and the first 100 of a word are checked.

    Example:
        >>> from hf_robust.perturb.changes import Change
        >>> GrammarErrors().measure([Change("She has a dog.", "She have an dog.")])[0].value
        2.0
    """

    languages: ClassVar[tuple[str, ...]] = ("en",)
    name: ClassVar[str] = "grammar"
    same: ClassVar[float] = 0.0
    resources: ClassVar[tuple[str, ...]] = ("harper",)

    def read(self, texts: Sequence[str]) -> list[Counter]:
        """How many errors of each kind."""
        self.check()
        with _LOCK:
            found = [_checker().lint(_short(text), language="plaintext") for text in texts]
        return [Counter(lint.lint_kind for lint in lints if lint.lint_kind not in _NO_ERRORS) for lints in found]

    def compare(self, before: Counter, after: Counter) -> Measured:
        """How many there are more."""
        new = (after - before).total()
        return Measured(float(new), 1 / (1 + new))


def _short(text: str) -> str:
    return _LONG_WORD.sub(r"\1", text[:_CHARACTERS])


@cache
def _checker() -> Any:
    from harper import Linter

    return Linter()
