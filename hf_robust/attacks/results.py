"""What became of a row under attack."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Self

from hf_robust.attacks.states import Move, State
from hf_robust.core.deprecated_names import deprecated_arguments, deprecated_attribute
from hf_robust.core.quoted import quoted

SUCCESSFUL, FAILED, SKIPPED, MAXIMIZED, ERROR = STATUSES = ("successful", "failed", "skipped", "maximized", "error")


@dataclass(frozen=True)
class AttackResult:
    """What became of one row.

    Args:
        index: Index of the row in the dataset.
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
        answer: Why that is no answer, where it is none: the status of a prediction.
        score: The goal's score of the best state.
        moves: The edits of the best state, in the coordinates of the original row, with what stood there; ``made_by``
            names the transformation, where the moves tell.
        queries: Distinct inputs that were asked, the original among them.
        words: Words of the attacked texts.
        words_changed: Words that the edits touch or put in.
        similarity: Cosine of the sentence embeddings before and after; None where no encoder was asked.
        rejected: Candidates that each constraint refused.
    """

    index: int
    row_id: str
    status: str
    reason: str = ""
    out_of_budget: bool = False
    gold: Any = None
    before: Any = None
    before_score: float | None = None
    after: Any = None
    after_score: float | None = None
    answer: str = ""
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

    place = deprecated_attribute("AttackResult.place", "index", removed_in="0.4.0")

    @deprecated_arguments("0.4.0", place="index")
    def at(self, index: int) -> Self:
        """The same result for another index of the row."""
        return replace(self, index=index)

    def describe(self) -> dict[str, Any]:
        """The result as JSON holds it."""
        values = asdict(self)
        told = {"place": values.pop("index"), **values}  # the key in records of all versions
        told |= {"moves": [dict(one) for one in self.moves], "rejected": dict(self.rejected)}
        if not self.answer:
            del told["answer"]
        return told

    @classmethod
    def from_record(cls, described: Mapping[str, Any], rows: int | None = None) -> Self:
        """The result that :meth:`describe` described.

        Args:
            described: The record.
            rows: Number of rows of the dataset; None where it is not known.

        Raises:
            ValueError: When it is not a record of a result.
        """
        _check_record(described, rows)
        values = {**described, "moves": tuple(described["moves"])}
        return cls(index=values.pop("place"), **values)


_NUMBER = (int, float, type(None))
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("place", "queries", "words", "words_changed"), int),
    **dict.fromkeys(("row_id", "status", "reason", "answer"), str),
    **dict.fromkeys(("before_score", "after_score", "score", "similarity"), _NUMBER),
    "out_of_budget": bool,
    "moves": list,
    "rejected": dict,
}
_MOVE = {"role": str, "start": int, "end": int, "before": str, "after": str}


def _check_record(described: Any, rows: int | None) -> None:
    """Refuse what :meth:`AttackResult.describe` never wrote."""
    if not isinstance(described, Mapping):
        raise ValueError(f"a result must be a mapping, found {type(described).__name__}")
    known = {part.name for part in fields(AttackResult)} - {"index"} | {"place"}
    if described.keys() - known or {"place", "row_id", "status", "moves"} - described.keys():
        raise ValueError(f"a result has the keys {', '.join(sorted(known))}; found {', '.join(map(str, described))}")
    for name, value in described.items():
        if not isinstance(value, _TYPES.get(name, object)) or (_TYPES.get(name) is int and isinstance(value, bool)):
            raise ValueError(f"{name} of a result is {quoted(value)}")
    if described["status"] not in STATUSES:
        raise ValueError(
            f"the status of a result must be one of {', '.join(STATUSES)}; found {quoted(described['status'])}"
        )
    if not 0 <= described["place"] < (described["place"] + 1 if rows is None else rows):
        raise ValueError(f"a result is of the row {described['place']}, and there are {rows} rows")
    for move in described["moves"]:
        if not isinstance(move, Mapping) or not all(isinstance(move.get(key), kind) for key, kind in _MOVE.items()):
            raise ValueError(f"a move of a result must have {', '.join(_MOVE)}; found {quoted(move)}")
    if not all(isinstance(count, int) for count in described.get("rejected", {}).values()):
        raise ValueError("the counts of 'rejected' must be whole numbers")


def counted(results: Sequence[AttackResult]) -> dict[str, int]:
    """How many rows there are of each status.

    Example:
        >>> counted([AttackResult(0, "a", "failed"), AttackResult(1, "b", "failed")])["failed"]
        2
    """
    return {status: sum(result.status == status for result in results) for status in STATUSES}
