"""Exhaustive search: every combination of a few words, the most promising first."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import islice
from typing import TYPE_CHECKING

from hf_robust.attacks.asking import Asking
from hf_robust.attacks.attempt import Outcome
from hf_robust.attacks.searches.base import SearchMethod, best_of
from hf_robust.attacks.states import ORIGIN, State, moved

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


@dataclass(frozen=True, kw_only=True)
class Exhaustive(SearchMethod):
    """Try all combinations of candidates of up to a number of words: first one word, then two, and so on.

    Combinations of the same number of words are tried in descending order of the single gains of their candidates. The
    result therefore has the fewest words possible and is found early. If ``most`` is None, a failure proves that no
    combination of this many words reaches the goal.

    Args:
        words: Maximum number of words.
        most: Maximum number of combinations. None: all of them.
        batch: Number of combinations per batch.
    """

    words: int = 2
    most: int | None = 10_000
    batch: int = 64

    name = "exhaustive"

    def run(self, attempt: "Attempt", first: Outcome) -> Asking[Outcome]:
        groups = yield from attempt.candidates(first.state, attempt.free(first.state))
        alone = [(word, state) for word, group in enumerate(groups) for state in group]
        outcomes = yield from attempt.ask([state for _, state in alone][: self.most])
        best = best_of(outcomes, first)
        ranked = sorted(range(len(outcomes)), key=lambda place: (-outcomes[place].score, place))
        options = [(*alone[place], outcomes[place].score - first.score) for place in ranked]
        left = None if self.most is None else self.most - len(outcomes)
        for size in range(2, self.words + 1):
            combined = _combinations(options, size)
            while not best.reached and (left is None or left > 0):
                states = list(islice(combined, self.batch if left is None else min(self.batch, left)))
                if not states:
                    break
                left = None if left is None else left - len(states)
                passed = yield from attempt.passing(ORIGIN, states)
                best = best_of((yield from attempt.ask(passed)), best)
        return best


def _combinations(options: Sequence[tuple[int, State, float]], size: int) -> Iterator[State]:
    """The states of so many options of different words, in falling order of the sum of their gains.

    Args:
        options: Word, state and gain of each, in falling order of gain.
        size: Options that are combined.
    """
    if len(options) < size:
        return
    start = tuple(range(size))
    heap: list[tuple[float, tuple[int, ...]]] = []
    seen = {start}
    _push(heap, options, start)
    while heap:
        _, chosen = heappop(heap)
        if len({options[place][0] for place in chosen}) == size:
            yield moved(ORIGIN, *(move for place in chosen for move in options[place][1]))
        for number, place in enumerate(chosen):
            limit = chosen[number + 1] if number + 1 < size else len(options)
            following = (*chosen[:number], place + 1, *chosen[number + 1 :])
            if place + 1 < limit and following not in seen:
                seen.add(following)
                _push(heap, options, following)


def _push(
    heap: list[tuple[float, tuple[int, ...]]], options: Sequence[tuple[int, State, float]], chosen: tuple[int, ...]
) -> None:
    heappush(heap, (-sum(options[place][2] for place in chosen), chosen))
