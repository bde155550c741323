"""Adjectives replaced by their opposites."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from hf_robust.language.lexicons.wordnet import all_antonyms
from hf_robust.language.token_windows import Window
from hf_robust.tasks import NER, PARSING, POS
from hf_robust.transforms.base import preserves, register
from hf_robust.transforms.synonyms import WordNetSwap

# how much or which: "the other", "such", "only" have no opposite that stands where they do
_NOT_OPPOSED = frozenset(
    "much many more most less least few several such own other same various whole entire half only very "
    "enough certain sure worth due present past single second third".split()
)
_BOUND_TO = frozenset({"close", "next", "prior", "due"})  # "close to"
_LEADS = frozenset({"DET", "ADJ", "PRON"})


@register
@dataclass(frozen=True, kw_only=True)
class Antonym(WordNetSwap):
    """An adjective becomes an antonym of its likely sense, in the same degree.

    What a text says of a matter turns round, so it is for tasks of form: tags, trees and names stay.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "SwapAnt-WordNet".

    Example:
        >>> doc = Doc.tagged("An/DET/DT easy/ADJ/JJ task/NOUN/NN")
        >>> Antonym().preview(doc)
        'A difficult task'
    """

    name = "antonym"
    version = "3"
    seed_name = "SwapAnt-WordNet"
    choice = "adjectives that have an antonym"
    needs = frozenset({"pos", "lemma", "ent"})
    same_sense = False
    effects = preserves(POS, PARSING, NER)

    def tables(self) -> Mapping[str, Mapping[str, Sequence[str]]]:
        return _antonyms()

    def reword(self, word: Window, lemma: str) -> str | None:
        own = word.lemma.lower()
        if own in _BOUND_TO and word.after.lower() == "to":
            return None
        if own == "little" and (word.before_pos not in _LEADS or word.after_pos not in ("ADJ", "NOUN")):
            return None  # an amount: "little hope", "a little too long"
        return super().reword(word, lemma)


@cache
def _antonyms() -> Mapping[str, Mapping[str, Sequence[str]]]:
    return {"ADJ": {lemma: words for lemma, words in all_antonyms().items() if lemma not in _NOT_OPPOSED}}
