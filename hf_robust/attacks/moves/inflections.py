"""Moves to other inflections of a word."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from hf_robust.attacks.moves.base import PlainMoves
from hf_robust.attacks.states import Move, State, Unit, moved
from hf_robust.core.errors import UsageError
from hf_robust.tasks import POS
from hf_robust.transforms.base import match_case

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt
    from hf_robust.tasks.base import Task

_KINDS = {"NOUN": "NOUN", "VERB": "VERB", "AUX": "VERB", "ADJ": "ADJ"}
_MODAL = "MD"


@dataclass(frozen=True, kw_only=True)
class Inflections(PlainMoves):
    """Replace a noun, verb or adjective with another inflection of its lemma, a typical error of language learners.

    Source: Tan et al. (2020), It's Morphin' Time! Combating Linguistic Discrimination with Inflectional Perturbations,
        section 4.
    """

    name = "inflections"
    keeps_meaning = True

    @property
    def needs(self) -> frozenset[str]:
        return frozenset({"pos"})

    @property
    def resources(self) -> tuple[str, ...]:
        return ("lemminflect",)

    def check(self, task: "Task") -> None:
        if task.name == POS:
            raise UsageError(f"inflections change tags of {task.name}: films is no NN")

    def of_word(self, attempt: "Attempt", state: State, unit: Unit) -> Iterable[State]:
        token, word = attempt.row.token(unit), attempt.row.word(unit)
        if token is None or token.end != unit.end or token.pos not in _KINDS or token.tag == _MODAL:
            return []
        return [moved(state, Move(*unit, match_case(word, new))) for new in inflections(word.lower(), token.pos)]


@lru_cache(maxsize=50_000)
def inflections(word: str, pos: str) -> tuple[str, ...]:
    """The other inflections of a word's lemma, sorted.

    Args:
        word: A word in lower case.
        pos: ``NOUN``, ``VERB``, ``AUX`` or ``ADJ``.

    Example:
        >>> inflections("sings", "VERB"), inflections("movie", "NOUN")
        (('sang', 'sing', 'singing', 'sung'), ('movies',))
    """
    from hf_robust.language.english.lemminflect_forms import getAllInflections, getLemma

    kind = _KINDS[pos]
    lemmas = getLemma(word, upos=kind)
    found = {
        form.lower() for lemma in lemmas for forms in getAllInflections(lemma, upos=kind).values() for form in forms
    }
    return tuple(sorted(found - {word}))
