"""A token and the words around it, as rules of adverbs ask for them."""

from collections.abc import Sequence
from typing import NamedTuple

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import NEGATIONS
from hf_robust.language.english.verbs import plain

CLOSE, NEAR, FAR = 3, 6, 40  # tokens: beside the word, within its clause, within its sentence
CLAUSE_END = frozenset({".", ",", ":", "CC", "IN", "TO", "-RRB-", "''"})
_NEGATIVE = NEGATIONS | {"hardly", "barely", "rarely", "cannot", "without"}


class Place(NamedTuple):
    """A token, and the words around it."""

    tokens: Sequence[Token]
    number: int

    def token(self, step: int) -> Token | None:
        at, tokens = self.number + step, self.tokens
        if not 0 <= at < len(tokens) or tokens[at].sent != tokens[self.number].sent:
            return None
        return tokens[at]

    def word(self, step: int) -> str:
        token = self.token(step)
        return "" if token is None else plain(token)

    def tag(self, step: int) -> str:
        token = self.token(step)
        return "" if token is None else token.tag

    def near(self, before: int, after: int) -> set[str]:
        first, last, sentence = self.number - before, self.number + after + 1, self.tokens[self.number].sent
        return {plain(token) for token in self.tokens[max(0, first) : max(0, last)] if token.sent == sentence}

    def is_negated(self, far: int = NEAR) -> bool:
        return not _NEGATIVE.isdisjoint(self.near(far, -1))

    def sentence(self) -> set[str]:
        return self.near(FAR, FAR)

    def asks(self) -> bool:
        """Whether the sentence has a question mark."""
        return "?" in self.sentence()

    def ends_clause(self, step: int) -> bool:
        tag = self.tag(step)
        return not tag or tag in CLAUSE_END
