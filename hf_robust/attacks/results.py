"""What became of a row under attack."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from hf_robust.attacks.states import Move, State

SUCCESSFUL, FAILED, SKIPPED, MAXIMIZED, ERROR = STATUSES = ("successful", "failed", "skipped", "maximized", "error")


@dataclass(frozen=True)
class AttackResult:
    """What became of one row.

    Args:
        place: Number of the row in the data set.
        row_id: Id of the row.
        status: ``successful``; ``failed``; ``skipped``: the model was wrong about the original, so there is nothing to
            attack; ``maximized``: of a goal without a yes or no; ``error``: with the reason.
        reason: Why it was skipped, or what went wrong.
        out_of_budget: Whether the queries were used up.
        gold: The gold value, as it is scored.
        before: What the model says of the original.
        before_score: How sure it is, where it says so.
        after: What it says of the best state.
        after_score: How sure it is.
        score: The goal's score of the best state.
        moves: The edits of the best state, in the coordinates of the original row, with what stood there; ``made_by``
            names the transformation, where the moves tell.
        queries: Distinct inputs that were asked, the original among them.
        words: Words of the attacked texts.
        words_changed: Words that the edits touch or put in.
        similarity: Cosine of the sentence embeddings before and after; None where no encoder was asked.
        rejected: Candidates that each constraint refused.
    """

    place: int
    row_id: str
    status: str
    reason: str = ""
    out_of_budget: bool = False
    gold: Any = None
    before: Any = None
    before_score: float | None = None
    after: Any = None
    after_score: float | None = None
    score: float | None = None
    moves: tuple[Mapping[str, Any], ...] = ()
    queries: int = 0
    words: int = 0
    words_changed: int = 0
    similarity: float | None = None
    rejected: Mapping[str, int] = field(default_factory=dict)

    @property
    def changed(self) -> bool:
        """Whether the row that comes of it differs from the original."""
        return bool(self.moves) and self.status in (SUCCESSFUL, MAXIMIZED)

    @property
    def state(self) -> State:
        """The best state."""
        return tuple(Move(one["role"], one["start"], one["end"], one["after"]) for one in self.moves)

    def at(self, place: int) -> Self:
        """The same result for another place of the row."""
        return replace(self, place=place)

    def describe(self) -> dict[str, Any]:
        """The result as JSON holds it."""
        return {**asdict(self), "moves": [dict(one) for one in self.moves], "rejected": dict(self.rejected)}

    @classmethod
    def from_record(cls, described: Mapping[str, Any]) -> Self:
        """The result that :meth:`describe` described."""
        return cls(**{**described, "moves": tuple(described["moves"])})


def counted(results: Sequence[AttackResult]) -> dict[str, int]:
    """How many rows there are of each status.

    Example:
        >>> counted([AttackResult(0, "a", "failed"), AttackResult(1, "b", "failed")])["failed"]
        2
    """
    return {status: sum(result.status == status for result in results) for status in STATUSES}
