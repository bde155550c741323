"""Several kinds of moves as one."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hf_robust.attacks.asking import Asking
from hf_robust.attacks.moves.base import Moves
from hf_robust.attacks.states import State, Unit

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt
    from hf_robust.tasks.base import Task


@dataclass(frozen=True, kw_only=True)
class Several(Moves):
    """All moves of several kinds, one kind after another.

    Args:
        kinds: The kinds of moves.
    """

    kinds: tuple[Moves, ...]

    name = "several"

    @property
    def needs(self) -> frozenset[str]:
        return frozenset[str]().union(*(kind.needs for kind in self.kinds))

    @property
    def resources(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for kind in self.kinds for name in kind.resources))

    @property
    def keeps_meaning(self) -> bool:
        return all(kind.keeps_meaning for kind in self.kinds)

    @property
    def white_box(self) -> bool:
        return any(kind.white_box for kind in self.kinds)

    @property
    def any_language(self) -> bool:
        return all(kind.any_language for kind in self.kinds)

    @property
    def left_out(self) -> tuple[str, ...]:
        return tuple(name for kind in self.kinds for name in kind.left_out)

    def for_language(self, language: str) -> "Several":
        return replace(self, kinds=tuple(kind.for_language(language) for kind in self.kinds))

    def check(self, task: "Task") -> None:
        for kind in self.kinds:
            kind.check(task)

    def moves(self, attempt: "Attempt", state: State, units: Sequence[Unit]) -> Asking[list[list[State]]]:
        found: list[list[State]] = [[] for _ in units]
        for kind in self.kinds:
            own = yield from kind.moves(attempt, state, units)
            for group, more in zip(found, own):
                group += more
        return found
