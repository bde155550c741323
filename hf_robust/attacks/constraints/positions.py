"""Which words may be edited, and how many."""

from dataclasses import dataclass
from math import ceil
from typing import TYPE_CHECKING

from hf_robust.attacks.constraints.base import Constraint, PlainCondition
from hf_robust.attacks.states import State, Unit, overlap, words_changed
from hf_robust.language.lexicons import lexicon

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


@dataclass(frozen=True, kw_only=True)
class NoWordTwice(Constraint):
    """A word that was edited is not edited again."""

    name = "no-word-twice"
    cost = 0

    def free(self, attempt: "Attempt", state: State, units: list[Unit]) -> list[Unit]:
        return [unit for unit in units if not any(overlap(move, unit) for move in state)]


@dataclass(frozen=True, kw_only=True)
class KeepStopWords(Constraint):
    """Stop words are not edited."""

    name = "stop-words"
    cost = 0

    def free(self, attempt: "Attempt", state: State, units: list[Unit]) -> list[Unit]:
        stop_words = lexicon("stop_words")
        return [unit for unit in units if attempt.row.word(unit).lower() not in stop_words]


@dataclass(frozen=True, kw_only=True)
class KeepPremise(Constraint):
    """The premise of a pair of premise and hypothesis is not edited."""

    name = "premise"
    cost = 0

    def free(self, attempt: "Attempt", state: State, units: list[Unit]) -> list[Unit]:
        if set(attempt.row.task.fields) != {"premise", "hypothesis"}:
            return units
        return [unit for unit in units if unit.role != "premise"]


def premise_kept(like: str) -> tuple[Constraint, ...]:
    """What keeps the premise in the recipes for which TextAttack does so; otherwise only one text is attacked.

    Args:
        like: The profile.
    """
    return (KeepPremise(),) if like == "textattack" else ()


@dataclass(frozen=True, kw_only=True)
class MostWords(PlainCondition):
    """At most a share of the words (rounded up) or a number of words is changed; with both, the larger of the two.

    Args:
        share: Share of the words of the attacked texts.
        count: Number of words.
    """

    share: float | None = None
    count: int | None = None

    name = "words-changed"
    cost = 0

    def most(self, attempt: "Attempt") -> int:
        """How many words of a row may be changed."""
        shared = 0 if self.share is None else ceil(self.share * attempt.row.size - 1e-9)
        return max(shared, self.count or 0)

    def passes(self, attempt: "Attempt", state: State, candidate: State) -> bool:
        return words_changed(attempt.row, candidate) <= self.most(attempt)


@dataclass(frozen=True, kw_only=True)
class LeastLetters(Constraint):
    """Words with fewer letters are not edited.

    Args:
        least: Minimum number of letters of a word.
    """

    least: int = 4

    name = "word-length"
    cost = 0

    def free(self, attempt: "Attempt", state: State, units: list[Unit]) -> list[Unit]:
        return [unit for unit in units if unit.end - unit.start >= self.least]
