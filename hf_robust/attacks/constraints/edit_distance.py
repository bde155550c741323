"""How many characters an attack may change."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from hf_robust.attacks.constraints.base import PlainCondition
from hf_robust.attacks.states import State

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


@dataclass(frozen=True, kw_only=True)
class MostCharacters(PlainCondition):
    """At most a given number of characters is inserted, deleted or replaced.

    The distance is the sum over the edited pieces. It equals the Levenshtein distance of the texts, or is slightly
    larger.

    Args:
        most: Maximum number of characters.

    Source: Levenshtein (1966), Binary codes capable of correcting deletions, insertions and reversals.
    """

    most: int = 30

    name = "characters-changed"
    cost = 0

    def passes(self, attempt: "Attempt", state: State, candidate: State) -> bool:
        docs = attempt.row.docs
        return sum(levenshtein(docs[m.role].text[m.start : m.end], m.text) for m in candidate) <= self.most


@lru_cache(maxsize=65536)
def levenshtein(before: str, after: str) -> int:
    """How many characters must be inserted, deleted or replaced to make one text of another.

    Example:
        >>> levenshtein("kitten", "sitting")
        3
    """
    last = list(range(len(after) + 1))
    for row, old in enumerate(before, start=1):
        now = [row]
        for column, new in enumerate(after):
            now.append(min(last[column] + (old != new), last[column + 1] + 1, now[column] + 1))
        last = now
    return last[-1]
