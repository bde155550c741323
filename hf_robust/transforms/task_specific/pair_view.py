"""A text of a pair as the transformations of pairs see it, and a way to turn it."""

from collections.abc import Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.language.english.verbs import plain
from hf_robust.transforms.gendered_words import gender_of

_SAYING = frozenset({"NOUN", "VERB", "ADJ", "PROPN"})
_NEAR = 5  # words after a phrase in which its noun is looked for


class Swap(NamedTuple):
    """A way to turn a text: the edits, and whether the new text contradicts the old one, or only says another thing."""

    edits: tuple[Edit, ...]
    excludes: bool


class PairWords:
    """The words of a text: as they stand, and their dictionary forms."""

    def __init__(self, doc: Doc):
        self.tokens: Sequence[Token] = doc.tokens
        self.low = [plain(token) for token in self.tokens]
        self.lemmas = [token.lemma.lower() for token in self.tokens]
        self.all = frozenset(self.low) | frozenset(self.lemmas)
        self.joined = f" {' '.join(self.low)} "

    def has(self, phrase: str) -> bool:
        return phrase in self.all if " " not in phrase else f" {phrase} " in self.joined

    def count(self, word: str) -> int:
        return sum(word in (low, lemma) for low, lemma in zip(self.low, self.lemmas))

    def nouns_after(self, phrase: str) -> set[str]:
        """The first noun after each place of a phrase."""
        words = phrase.split()
        found: set[str] = set()
        for place in range(len(self.low)):
            if self.low[place : place + len(words)] == words:
                rest = range(place + len(words), min(place + len(words) + _NEAR, len(self.low)))
                found.update(self.lemmas[self.head(at)] for at in rest if self.tokens[at].tag[:2] == "NN")
        return found

    def head(self, place: int) -> int:
        """The last noun of a compound."""
        while place + 1 < len(self.tokens) and self.tokens[place + 1].tag[:2] == "NN":
            place += 1
        return place


def says_same(mine: PairWords, yours: PairWords) -> bool:
    """Whether both texts have a word in common, beside the person, that says something."""
    said = [
        {lemma for token, lemma in zip(each.tokens, each.lemmas) if token.pos in _SAYING and not gender_of(lemma)}
        for each in (mine, yours)
    ]
    return not said[0].isdisjoint(said[1])
