"""What searches with many states at a time share: states word by word, their neighbors, weighted draws."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from hf_robust.attacks.asking import Asking, together
from hf_robust.attacks.states import ORIGIN, AttackOutcome, State, Unit, moved
from hf_robust.core.randomness import RowRandom

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt


class PopulationWords:
    """The words of a row as the dimensions of its states.

    Args:
        units: Words, in any order.

    Attributes:
        units: The words in the order of the moves of a state.

    Example:
        >>> from hf_robust.attacks.states import Move
        >>> words = PopulationWords([Unit("text", 0, 1), Unit("text", 2, 6)])
        >>> words.parts((Move("text", 2, 6, "dull"),))
        {1: (Move(role='text', start=2, end=6, text='dull'),)}
    """

    def __init__(self, units: Iterable[Unit]):
        self.units = sorted(units)
        self._starts = [unit[:2] for unit in self.units]

    def word_index(self, unit: Sequence) -> int:
        """The word in which, or after which, a move or a unit begins."""
        return max(0, bisect_right(self._starts, (unit[0], unit[1])) - 1)

    def parts(self, state: State) -> dict[int, State]:
        """The moves of a state by the number of their word; words without any are left out."""
        parts: dict[int, State] = {}
        for move in state:
            index = self.word_index(move)
            parts[index] = (*parts.get(index, ()), move)
        return parts

    def differ(self, first: State, second: State) -> list[int]:
        """The numbers of the words in which two states differ."""
        mine, others = self.parts(first), self.parts(second)
        return sorted(index for index in mine.keys() | others.keys() if mine.get(index) != others.get(index))

    def mixed(self, first: State, second: State, taken: Iterable[int]) -> State:
        """A state in which some words are as in another, by number."""
        parts, others = self.parts(first), self.parts(second)
        for index in taken:
            parts[index] = others.get(index, ORIGIN)
        state = ORIGIN
        for index in sorted(parts):
            state = moved(state, *parts[index])
        return state


class Patience:
    """Tells when a search goes round in what it has asked before.

    Args:
        attempt: The attack of the row.
        rounds: Rounds in a row without a new query that are borne.
    """

    def __init__(self, attempt: "Attempt", rounds: int = 3):
        self._attempt = attempt
        self._rounds = self._left = rounds
        self._queries = -1

    def ends(self) -> bool:
        """Whether it is at an end; to be asked once a round."""
        self._left = self._left - 1 if self._attempt.queries == self._queries else self._rounds
        self._queries = self._attempt.queries
        return self._left <= 0


def drawn(rng: RowRandom, weights: Sequence[float]) -> int:
    """The number of a weight, the likelier the heavier it is; where none is above 0, any.

    Example:
        >>> drawn(RowRandom(1), [0.0, 2.0, 0.0])
        1
    """
    total = sum(weight for weight in weights if weight > 0)
    if total <= 0:
        return rng.randrange(len(weights))
    at = rng.random() * total
    last = 0
    for number, weight in enumerate(weights):
        if weight > 0:
            last = number
            at -= weight
            if at < 0:
                break
    return last


def neighbors(
    attempt: "Attempt", wanted: Iterable[tuple[State, Unit]]
) -> Asking[dict[tuple[State, Unit], list[State]]]:
    """The states one move away, for pairs of a state and a word, whatever they ask of models being asked at once."""
    units: dict[State, dict[Unit, None]] = {}
    for state, unit in wanted:
        units.setdefault(state, {})[unit] = None
    groups = yield from together([attempt.candidates(state, list(own)) for state, own in units.items()])
    return {
        (state, unit): group
        for (state, own), found in zip(units.items(), groups)
        for unit, group in zip(own, found, strict=True)
    }


def asked(attempt: "Attempt", states: Iterable[State]) -> Asking[dict[State, AttackOutcome]]:
    """What the model says of states, by state, in one question."""
    once = list(dict.fromkeys(states))
    return dict(zip(once, (yield from attempt.ask(once)), strict=True))


def kept(attempt: "Attempt", pairs: Sequence[tuple[State, State]]) -> Asking[list[State]]:
    """The first state of each pair where it passes the constraints, else the second, which is known to pass."""
    new = [one for one, other in pairs if one not in (other, ORIGIN)]
    passed = {ORIGIN, *(yield from attempt.passing(ORIGIN, list(dict.fromkeys(new))))}
    return [one if one in passed else other for one, other in pairs]
