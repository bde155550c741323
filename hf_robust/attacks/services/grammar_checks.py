"""The errors that a grammar checker finds in texts."""

from collections import Counter
from collections.abc import Hashable, Sequence

from hf_robust.perturb.validators.grammar_errors import GrammarErrors

_TEXTS = 32


class Grammar:
    """Answers how many errors of each kind the checker Harper finds in a text.

    Raises:
        MissingResource: When Harper is not installed.
    """

    def __init__(self) -> None:
        self._checker = GrammarErrors()
        self._checker.check()

    def buckets(self, requests: Sequence[str]) -> list[Hashable]:
        """One for all: texts are checked one by one."""
        return [""] * len(requests)

    def capacity(self, bucket: Hashable) -> int:
        """Texts that are checked in one go."""
        return _TEXTS

    def answer(self, bucket: Hashable, requests: Sequence[str]) -> list[Counter]:
        """Errors by kind."""
        return self._checker.read(requests)
