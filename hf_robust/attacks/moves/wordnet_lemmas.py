"""Moves to the lemmas of WordNet that share a synset with a word."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from hf_robust.attacks.moves.base import PlainMoves
from hf_robust.attacks.states import Move, State, Unit, moved
from hf_robust.language.lexicons.synset_mates import synset_mates
from hf_robust.transforms.base import match_case

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt

_KINDS = {"NOUN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}


@dataclass(frozen=True, kw_only=True)
class WordNetLemmas(PlainMoves):
    """Replace a word with another lemma of any synset of the word or its dictionary form, of any part of speech.

    The lemmas have their dictionary form, so *movies* becomes *film*; for the form of the word see
    :class:`hf_robust.attacks.moves.wordnet_synonyms.WordNetSynonyms`. Lemmas of several words are excluded.

    Source: Ren et al. (2019), Generating Natural Language Adversarial Examples through Probability Weighted Word
        Saliency, section 3.1.
    """

    name = "wordnet-lemmas"

    @property
    def resources(self) -> tuple[str, ...]:
        return ("wordnet", "lemminflect")

    def of_word(self, attempt: "Attempt", state: State, unit: Unit) -> Iterable[State]:
        word = attempt.row.word(unit)
        return [moved(state, Move(*unit, match_case(word, lemma))) for lemma in _lemmas(word.lower())]


@lru_cache(maxsize=50_000)
def _lemmas(word: str) -> tuple[str, ...]:
    from hf_robust.language.english.lemminflect_forms import getAllLemmas

    forms = {(word, pos) for pos in _KINDS.values()}
    for kind, lemmas in getAllLemmas(word).items():
        forms |= {(lemma.lower(), _KINDS[kind]) for lemma in lemmas if kind in _KINDS}
    found = {mate for lemma, pos in forms for mate in synset_mates(lemma, pos)}
    return tuple(sorted(mate for mate in found if mate.lower() != word))
