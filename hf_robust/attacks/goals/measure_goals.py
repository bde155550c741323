"""Goals by the measure that a task is scored with: for any task that has one."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hf_robust.attacks.goals.base import WRONG, GoalFunction
from hf_robust.attacks.states import State
from hf_robust.core.errors import UsageError
from hf_robust.scoring.measure_type import Measure
from hf_robust.scoring.measures import measure_for, measure_named
from hf_robust.scoring.translation_scores import BLEU

if TYPE_CHECKING:
    from hf_robust.attacks.attempt import Attempt
    from hf_robust.tasks.base import Task

DOUBT = 0.05  # what a model's doubt counts beside its mistakes: it leads a search on while nothing is wrong yet


def doubt(output: Any) -> float:
    """What a prediction's doubt counts for; nothing where a model does not tell."""
    return 0.0 if output.score is None else DOUBT * (1.0 - float(output.score))


@dataclass(frozen=True, kw_only=True)
class MeasureGoal(GoalFunction):
    """Base of goals by the score of a row (0 to 1), with the gold value updated by the edits.

    Args:
        measure: Name of the measure. None: that of the task.
    """

    measure: str | None = None

    def check(self, task: "Task") -> None:
        """Refuse a task with classes, whose probabilities say more, and one without a measure."""
        if task.kind.classifies:
            raise UsageError(f"the goal {self.name!r} is for other tasks; for {task.name} take Untargeted or Targeted")
        measure = self._measure(task)
        some = ["a"] if measure.name == BLEU.name else []
        measure.row_stats(some, some)  # which raises where a package is missing that it needs

    def _measure(self, task: "Task") -> Measure:
        if self.measure is None:
            return measure_for(task.name, task.language)
        return measure_named(self.measure, task.language)

    def row_score(self, attempt: "Attempt", state: State, output: Any) -> float:
        """The score of what the model says of a state."""
        measure = self._measure(attempt.row.task)
        gold = attempt.row.gold_in(state)
        if gold is None:  # a row without a reference: the answer to the original is one
            gold = output.value if attempt.first is None else attempt.first.output.value
        stats = measure.row_stats([output.value], [gold])
        return float(measure.row_score(stats)[0])

    def score(self, attempt: "Attempt", state: State, output: Any) -> float:
        return 1.0 - self.row_score(attempt, state, output) + doubt(output)


@dataclass(frozen=True, kw_only=True)
class ScoreBelow(MeasureGoal):
    """The score of the row falls below a value. With 1, any error is enough.

    Args:
        measure: Name of the measure. None: that of the task.
        below: The value, between 0 and 1.
        relative: Whether the value is a share of the score of the original.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> rows = Dataset.from_dict({"source": ["Guten Tag"], "target": ["Good day"]})
        >>> def model(texts):
        ...     return ["Good day" if text == "Guten Tag" else "Bad night" for text in texts]
        >>> goal = ScoreBelow(measure="chrf", below=0.5)
        >>> hr.attack(model, rows, "deepwordbug", "translation", goal=goal).results[0].after
        'Bad night'
    """

    below: float = 1.0
    relative: bool = False

    name = "score-below"

    def __post_init__(self) -> None:
        if not 0 < self.below <= 1:
            raise UsageError(f"below must lie between 0 and 1; found {self.below!r}")

    def reached(self, attempt: "Attempt", state: State, output: Any) -> bool:
        whole = 1.0
        if self.relative:
            first = output if attempt.first is None else attempt.first.output
            whole = self.row_score(attempt, (), first)
        return self.row_score(attempt, state, output) < self.below * whole

    def skips(self, attempt: "Attempt", output: Any) -> str | None:
        """Why a row is not attacked: there is nothing right that could be lost."""
        if self.row_score(attempt, (), output) == 0.0:
            return WRONG
        return super().skips(attempt, output)


@dataclass(frozen=True, kw_only=True)
class LowestScore(MeasureGoal):
    """The score of the row falls as far as possible. There is no boolean.

    Args:
        measure: Name of the measure. None: that of the task.

    Source: Tan et al. (2020), It's Morphin' Time! Combating Linguistic Discrimination with Inflectional Perturbations,
        section 3.1, with BLEU.
    """

    name = "lowest-score"
    maximizes = True

    def reached(self, attempt: "Attempt", state: State, output: Any) -> bool:
        return False

    def skips(self, attempt: "Attempt", output: Any) -> str | None:
        """Why a row is not attacked: there is nothing right that could be lost."""
        wrong = self.row_score(attempt, (), output) == 0.0
        return WRONG if wrong else None
