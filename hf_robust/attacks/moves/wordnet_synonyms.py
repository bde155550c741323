"""Moves to synonyms of WordNet of the same part of speech, in the form of the word."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hf_robust.attacks.moves.base import PlainMoves
from hf_robust.attacks.states import Move, State, Unit, moved
from hf_robust.language.english.inflection import inflected
from hf_robust.language.lexicons.wordnet import all_synonyms
from hf_robust.transforms.base import match_case
from hf_robust.transforms.synonyms import WORDNET_POS

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


@dataclass(frozen=True, kw_only=True)
class WordNetSynonyms(PlainMoves):
    """Replace a word with a synonym in any of its senses, with the same part of speech and inflection. No crude words.

    It also replaces sememes: HowNet, which lists words that share them, is not free software.

    Source: Ren et al. (2019), Generating Natural Language Adversarial Examples through Probability Weighted Word
        Saliency, section 3.1; for sememes Zang et al. (2020), Word-level Textual Adversarial Attacking as Combinatorial
        Optimization, section 3.1.
    """

    name = "wordnet-synonyms"

    @property
    def needs(self) -> frozenset[str]:
        return frozenset({"pos", "lemma"})

    @property
    def resources(self) -> tuple[str, ...]:
        return ("wordnet", "lemminflect")

    def of_word(self, attempt: "Attempt", state: State, unit: Unit) -> Iterable[State]:
        token = attempt.row.token(unit)
        if token is None or token.end != unit.end or token.pos not in WORDNET_POS:
            return []
        forms = (
            inflected(one, token.tag, token.pos) for one in all_synonyms(token.lemma.lower(), WORDNET_POS[token.pos])
        )
        new = dict.fromkeys(match_case(token.text, form) for form in forms if form and form != token.text.lower())
        return [moved(state, Move(*unit, form)) for form in new]
