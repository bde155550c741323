"""Edited texts are near the old ones for a sentence encoder."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import acos, inf, pi
from typing import TYPE_CHECKING

from hf_robust.attacks.asking import Ask, Asking, Refused
from hf_robust.attacks.constraints.base import Condition, new_moves
from hf_robust.attacks.states import ORIGIN, AttackRow, Move, State
from hf_robust.core.errors import UsageError
from hf_robust.core.word_bounds import find_words

if TYPE_CHECKING:
    import numpy as np

    from hf_robust.attacks.attempt import Attempt

METRICS = ("cosine", "angular")
COMPARED = ("original", "previous")
_DIGITS = 5


@dataclass(frozen=True, kw_only=True)
class SentenceSimilarity(Condition):
    """The sentence embedding of the edited text is similar to that of the original text.

    The meaning of a threshold depends on the encoder: see ``recipes/thresholds.toml``.

    Args:
        least: Minimum similarity.
        metric: ``cosine``, or ``angular`` (1 - angle / pi).
        compare: Text to compare with: the ``original``, or the ``previous`` one, from which the candidate was made.
        window: Number of words around each new edit that are compared. None: the whole texts. If two texts are
            attacked, both are compared as one text, and the window can reach into the other one.
        skips_short: Whether texts with fewer words than the window pass without a check.

    Source: Jin et al. (2020), Is BERT Really Robust?, section 3.1, step 2, "semantic similarity checking"; the window
        is in the code that came with it.
    """

    least: float = 0.95
    metric: str = "cosine"
    compare: str = "original"
    window: int | None = None
    skips_short: bool = False

    name = "sentence-similarity"
    cost = 4

    def __post_init__(self) -> None:
        for name, known in (("metric", METRICS), ("compare", COMPARED)):
            if getattr(self, name) not in known:
                raise UsageError(f"{name} must be one of {', '.join(known)}; found {getattr(self, name)!r}")

    @property
    def resources(self) -> tuple[str, ...]:
        return ("sentence-encoder",)

    def passes_all(self, attempt: "Attempt", state: State, candidates: Sequence[State]) -> Asking[list[bool]]:
        near = yield from self.similarities(attempt, state, candidates)
        return [one >= round(self.least, _DIGITS) for one in near]

    def similarities(self, attempt: "Attempt", state: State, candidates: Sequence[State]) -> Asking[list[float]]:
        """How near each candidate is, 1 where nothing is compared; of several edits the least counts."""
        pairs = [self._pairs(attempt.row, state, candidate) for candidate in candidates]
        asked = list(dict.fromkeys(text for own in pairs for pair in own for text in pair))
        known = dict(zip(asked, (yield Ask("encode", asked)))) if asked else {}
        return [min((self._near(known[one], known[other]) for one, other in own), default=1.0) for own in pairs]

    def _pairs(self, row: AttackRow, state: State, candidate: State) -> list[tuple[str, str]]:
        """What is compared of a candidate: texts before and after."""
        base = ORIGIN if self.compare == "original" else state
        if self.window is None:
            return [(row.attacked_text(base), row.attacked_text(candidate))]
        found = []
        for move in new_moves(state, candidate):
            if self.skips_short and len(find_words(row.attacked_text(candidate))) < self.window:
                continue
            found.append((self._around(row, base, move), self._around(row, candidate, move)))
        return found

    def _around(self, row: AttackRow, state: State, move: Move) -> str:
        """The words around a move; at an end of the text as many, all on the other side."""
        assert self.window is not None
        text, start, _ = row.in_attacked_text(state, move)
        words = find_words(text)
        if not words:
            return text
        place = sum(end <= start for _, end in words)
        first = max(0, min(place - (self.window - 1) // 2, len(words) - self.window))
        return text[words[first][0] : words[min(first + self.window, len(words)) - 1][1]]

    def _near(self, first: "np.ndarray | Refused", second: "np.ndarray | Refused") -> float:
        if isinstance(first, Refused) or isinstance(second, Refused):
            return -inf
        cosine = min(1.0, max(-1.0, float(first @ second)))
        return round(cosine if self.metric == "cosine" else 1 - acos(cosine) / pi, _DIGITS)
