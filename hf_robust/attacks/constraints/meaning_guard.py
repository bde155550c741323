"""The guard of meaning: no new word says something else, as far as dictionaries and lexicons can tell."""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from hf_robust.attacks.constraints.base import Constraint, PlainCondition, new_moves
from hf_robust.attacks.states import AttackRow, Move, State, Unit
from hf_robust.core.edits import Edit
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.wordforms import is_fixed, lemmas_of, swappable, tags_of
from hf_robust.language.lexicons.wordnet_facts import takes_object
from hf_robust.language.lexicons.wordnet_senses import senses
from hf_robust.perturb.changes import Change
from hf_robust.perturb.validators.word_edits import Meaning
from hf_robust.transforms.embeddings import may_replace

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt

_OFTEN = (
    0.05  # share of a word's uses; below it swaps are mostly out of place: *go* and *expire*, *well* and *comfortably*
)
_WORDNET = {"NN": "n", "VB": "v", "JJ": "a", "RB": "r"}


@dataclass(frozen=True, kw_only=True)
class OpenWords(Constraint):
    """Only content words are edited: no function words, names, or parts of compounds and addresses."""

    name = "open-words"
    cost = 0

    @property
    def needs(self) -> frozenset[str]:
        return frozenset({"pos"})

    def free(self, attempt: "Attempt", state: State, units: list[Unit]) -> list[Unit]:
        known = attempt.row.cached(self, _swappable)
        return [unit for unit in units if unit in known]


def _swappable(row: AttackRow) -> frozenset[Unit]:
    return frozenset(
        Unit(role, token.start, token.end) for role in row.task.fields for token in swappable(row.docs[role])
    )


@dataclass(frozen=True, kw_only=True)
class MeaningGuard(PlainCondition):
    """A new word has the form and sentiment of the original word, is not its antonym, and is not the same word.

    A preceding ``a`` or ``an`` must fit. A verb must take an object if the original verb can have one. Synonyms of
    WordNet must share a sense that is frequent for both: *begin* can replace *start*, and *protrude* cannot.

    Neither word vectors nor encoders separate antonyms from synonyms; WordNet and a lexicon of word sentiment do. If an
    edit is not a replacement of one word with another, the validator ``meaning`` decides: no antonym, other sentiment,
    negation or number may be added or removed.

    Args:
        slips: Whether words that are in no dictionary are allowed as misspellings.
    """

    slips: bool = False

    name = "meaning"
    cost = 1
    keeps_meaning = True

    @property
    def needs(self) -> frozenset[str]:
        return frozenset({"pos"})

    @property
    def resources(self) -> tuple[str, ...]:
        return (*Meaning.resources, "lemminflect")

    def passes(self, attempt: "Attempt", state: State, candidate: State) -> bool:
        return all(self._holds(attempt.row, move) for move in new_moves(state, candidate))

    def _holds(self, row: AttackRow, move: Move) -> bool:
        old, new = row.docs[move.role].text[move.start : move.end].lower(), move.text.lower()
        if self.slips and not tags_of(new) and not is_fixed(new):
            return True
        if len(with_articles(row.docs[move.role], [Edit(*move[1:])])) > 1:
            return False
        token = row.token(move)
        if token is not None and token.end == move.end and new.isalpha():
            return _says_the_same(new, old, token.tag)
        return new == old or Meaning().measure([Change(old, new)])[0].value == 0


@lru_cache(maxsize=200_000)
def _says_the_same(new: str, old: str, tag: str) -> bool:
    """Whether a word of an open class may stand for one with a Penn tag."""
    if not may_replace(new, old, tag):
        return False
    pairs = list(product(lemmas_of(old, tag), lemmas_of(new, tag)))
    if tag.startswith("VB") and any(takes_object(one) for one, _ in pairs) > any(takes_object(two) for _, two in pairs):
        return False
    return all(_in_common(one, two, _WORDNET[tag[:2]]) for one, two in pairs)


def _in_common(first: str, second: str, pos: str) -> bool:
    """Whether two lemmas share a sense that both often have, or none at all: then others than WordNet must tell."""
    left, right = _shares(first, pos), _shares(second, pos)
    shared = left.keys() & right.keys()
    return not shared or max(min(left[place], right[place]) for place in shared) >= _OFTEN


@lru_cache(maxsize=100_000)
def _shares(lemma: str, pos: str) -> dict[str, float]:
    """How large a part of a lemma's uses each of its senses has; one is added to each count."""
    found = senses(lemma, pos)
    total = sum(sense.uses + 1 for sense in found)
    return {sense.place: (sense.uses + 1) / total for sense in found}


def guarded(like: str) -> tuple[Constraint, ...]:
    """The guard as recipes that swap words have it: on, but for the profile of TextAttack, which has none."""
    return () if like == "textattack" else (OpenWords(), MeaningGuard())
