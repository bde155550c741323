"""The goal against taggers of names: one that is there is not found."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hf_robust.attacks.goals.base import WRONG
from hf_robust.attacks.goals.measure_goals import MeasureGoal, doubt
from hf_robust.attacks.states import State
from hf_robust.core.errors import UsageError

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt
    from hf_robust.tasks.base import Task


@dataclass(frozen=True, kw_only=True)
class EntityLost(MeasureGoal):
    """A gold entity is no longer predicted with its boundaries and type. Other predicted entities do not count.

    Args:
        measure: As for the base.
        share: Share of the entities of the row that must be lost: 0 for one, 1 for all, .5 for more than half.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> task = hr.task("ner", label_names=["O", "B-PER"])
        >>> rows = Dataset.from_dict({"tokens": [["Dr", "Ann", "left"]], "ner_tags": [["O", "B-PER", "O"]]})
        >>> def model(rows):
        ...     return [["B-PER" if old == "Dr" else "O" for old in ("", *row[:-1])] for row in rows]
        >>> run = hr.attack(model, rows, "deepwordbug", task)
        >>> run.results[0].status, run.results[0].moves[0]["before"]
        ('successful', 'Dr')
    """

    share: float = 0.0

    name = "entity-lost"

    def __post_init__(self) -> None:
        if not 0 <= self.share <= 1:
            raise UsageError(f"share must lie between 0 and 1; found {self.share!r}")

    def check(self, task: "Task") -> None:
        """Refuse a task whose tags mark no entities."""
        super().check(task)
        if self._measure(task).name not in ("seqeval_f1", "span_f1"):
            raise UsageError(f"the goal {self.name!r} is for entities, and {task.name} has none")

    def _n_found(self, attempt: "Attempt", state: State, output: Any) -> tuple[float, float]:
        """How many gold entities are found, and how many there are."""
        measure = self._measure(attempt.row.task)
        right, _, gold = measure.row_stats([output.value], [attempt.row.gold_in(state)])[0]
        return float(right), float(gold)

    def score(self, attempt: "Attempt", state: State, output: Any) -> float:
        right, gold = self._n_found(attempt, state, output)
        return 1.0 - right / gold + doubt(output) if gold else 0.0

    def reached(self, attempt: "Attempt", state: State, output: Any) -> bool:
        right, gold = self._n_found(attempt, state, output)
        lost = gold - right
        return lost > 0 and (lost > self.share * gold or lost == gold)

    def skips(self, attempt: "Attempt", output: Any) -> str | None:
        """Why a row is not attacked: it has no entity, or one is lost already."""
        right, gold = self._n_found(attempt, (), output)
        if not gold:
            return "the row has no entity"
        return WRONG if right < gold else None
