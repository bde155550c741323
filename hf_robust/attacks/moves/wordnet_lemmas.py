"""Moves to other lemmas of WordNet."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from hf_robust.attacks.moves.base import PlainMoves
from hf_robust.attacks.states import Move, State, Unit, moved
from hf_robust.language.lexicons.wordnet import all_synonyms
from hf_robust.transforms.base import match_case

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


@dataclass(frozen=True, kw_only=True)
class WordNetLemmas(PlainMoves):
    """A word becomes another lemma of any of its synsets, of whichever part of speech and as it is.

    Source: Ren et al. (2019), Generating Natural Language Adversarial Examples through Probability Weighted Word
        Saliency, section 3.1.
    """

    name = "wordnet-lemmas"

    @property
    def resources(self) -> tuple[str, ...]:
        return ("wordnet",)

    def of_word(self, attempt: "Attempt", state: State, unit: Unit) -> Iterable[State]:
        word = attempt.row.word(unit)
        for lemma in _lemmas(word.lower()):
            yield moved(state, Move(*unit, match_case(word, lemma)))


@cache
def _lemmas(word: str) -> tuple[str, ...]:
    found = {other for pos in "nvar" for other in all_synonyms(word, pos)}
    return tuple(sorted(found - {word}))
