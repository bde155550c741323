"""New words are of the part of speech of the old ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hf_robust.attacks.asking import Ask, Asking, Refused
from hf_robust.attacks.constraints.base import Condition, new_moves
from hf_robust.attacks.states import AttackRow, Move, State
from hf_robust.core.word_bounds import find_words
from hf_robust.language.english.wordforms import tags_of

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt

_AROUND = 8  # words on each side that a tagger sees; those of our pipeline see four
_COARSE = {"PROPN": "NOUN", "AUX": "VERB", "NN": "NOUN", "VB": "VERB", "JJ": "ADJ", "RB": "ADV"}


@dataclass(frozen=True, kw_only=True)
class SamePartOfSpeech(Condition):
    """Each new word has the coarse part of speech of the original word at its position.

    A dictionary decides if all parts of speech of the new word pass, or none. Otherwise, a tagger reads the word in
    context. Names count as nouns, and auxiliaries as verbs.

    Args:
        noun_or_verb: Whether a noun may replace a verb, and a verb a noun.

    Source: Jin et al. (2020), Is BERT Really Robust?, section 3.1, step 2, "POS checking".
    """

    noun_or_verb: bool = False

    name = "part-of-speech"
    cost = 2

    @property
    def needs(self) -> frozenset[str]:
        return frozenset({"pos"})

    @property
    def resources(self) -> tuple[str, ...]:
        return ("lemminflect",)

    def passes_all(self, attempt: "Attempt", state: State, candidates: Sequence[State]) -> Asking[list[bool]]:
        row = attempt.row
        passed = [True] * len(candidates)
        asked: list[tuple[int, frozenset[str], tuple[str, int]]] = []
        for number, candidate in enumerate(candidates):
            for move in new_moves(state, candidate):
                wanted = self._wanted(row, move)
                kinds = {_COARSE[tag[:2]] for tag in tags_of(move.text.lower())}
                if kinds and wanted and not kinds & wanted:
                    passed[number] = False
                elif wanted and not (kinds and kinds <= wanted):
                    asked.append((number, wanted, around(row, candidate, move)))
        open_ones = [one for one in asked if passed[one[0]]]
        answers = (yield Ask("tags", [request for _, _, request in open_ones])) if open_ones else []
        for (number, wanted, _), answer in zip(open_ones, answers):
            passed[number] &= not isinstance(answer, Refused) and coarse(answer[0]) in wanted
        return passed

    def _wanted(self, row: AttackRow, move: Move) -> frozenset[str]:
        """The parts of speech that pass in a place; none where the original has no word there."""
        token = row.token(move)
        if token is None or token.start >= move.end:
            return frozenset()
        kind = coarse(token.pos)
        return frozenset({"NOUN", "VERB"} if self.noun_or_verb and kind in ("NOUN", "VERB") else {kind})


def coarse(pos: str) -> str:
    """A part of speech without what sets names and auxiliaries apart.

    Example:
        >>> coarse("PROPN"), coarse("ADJ")
        ('NOUN', 'ADJ')
    """
    return _COARSE.get(pos, pos)


def around(row: AttackRow, state: State, move: Move) -> tuple[str, int]:
    """The words around a move in the text of a state, and where in them what it brings begins."""
    text, (start, end) = row.text(state, move.role), row.span_in(state, move)
    words = find_words(text)
    before = [word for word in words if word[1] <= start][-_AROUND:]
    after = [word for word in words if word[0] >= end][:_AROUND]
    first = before[0][0] if before else min(start, words[0][0]) if words else start
    last = after[-1][1] if len(after) == _AROUND else len(text)
    return text[first:last], start - first
