"""Regression: a score for one text, or for how alike two texts are."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from numbers import Real
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import LabelError
from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import TEXT_TYPES, has_type, pieces
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong
from hf_robust.tasks.labels import SeenRange

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks.base import Task

TEXT_REGRESSION = "text-regression"
SIMILARITY_SCORING = "semantic-similarity-scoring"
_NUMBER_TYPES = ("float", "double", "int", "uint")


class Scores(TaskKind):
    """One number a row: how positive, how many stars, how alike two texts are."""

    hub_category = "text-classification"
    scores = True
    whole_labels = False
    wanted = "a number, or an array of them (n,)"
    value_keys = ("value",)

    def of_roles(self, roles: Sequence[str]) -> "TaskKind":
        """The kind of pairs where a role of it is named."""
        pairs = TASKS[SIMILARITY_SCORING]
        return pairs if any(role in pairs.texts for role in roles) else self

    def is_missing(self, value: Any, names: Sequence[str] | None) -> bool:
        """None and NaN; -1 is a score."""
        return value is None or value != value

    def expected(self, role: str, feature: Any) -> str | None:
        """A number, which may be written as a text."""
        return None if has_type(feature, (*_NUMBER_TYPES, *TEXT_TYPES)) else "a number a row"

    def bound(self, task: "Task", dataset: "Dataset") -> "Task":
        """The task with the range of its scores, where the user did not state one."""
        column = task.column(task.label_role)
        if column not in dataset.column_names:
            return task
        stated = None if isinstance(task.score_range, SeenRange) else task.score_range
        low, high = math.inf, -math.inf
        values = (value for piece in pieces(dataset, column) for value in piece)
        for row, value in enumerate(values):
            if value is None or value != value:
                continue
            number = _number(value)
            if number is None:
                raise LabelError(
                    f"row {row} of column {column!r} holds {quoted(value)}, which is no number; turn it into one, or "
                    "leave it out, with dataset.map"
                )
            if stated is not None and not stated[0] <= number <= stated[1]:
                raise LabelError(
                    f"row {row} of column {column!r} has the score {number:g}, outside of the range {stated[0]:g} to "
                    f"{stated[1]:g}; use hr.task({task.name!r}, score_range=[...]), or correct the row with dataset.map"
                )
            low, high = min(low, number), max(high, number)
        if stated is not None or low > high:
            return task
        return replace(task, score_range=SeenRange((low, high)))

    def check_scored(self, task: "Task", dataset: "Dataset") -> None:
        """Refuse rows that all have one score: a correlation is undefined there."""
        scores = set(task.references(dataset))
        if len(scores) == 1 and len(dataset) > 1:
            raise LabelError(
                f"all {len(dataset)} gold scores are {scores.pop():g}, so their correlation with predicted scores is "
                "undefined; add rows with other scores"
            )

    def references(self, values: Sequence[Any], task: "Task") -> list[float]:
        """The numbers.

        Raises:
            LabelError: A value is no number.
        """
        found = [_number(value) for value in values]
        if None in found:
            raise LabelError(f"{task.name} needs a number a row, found {quoted(values[found.index(None)])}")
        return [one for one in found if one is not None]

    def read_value(self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong) -> float:
        """The number; of a list the only one."""
        if isinstance(value, (list, tuple)) and len(value) == 1:
            value = value[0]
        if not isinstance(value, Real) or isinstance(value, bool):
            raise wrong(f"{type(value).__name__}: {quoted(value)}")
        return float(value)

    def show(self, value: Any) -> str:
        """The number with few digits."""
        return f"{value:.4g}"


def _number(value: Any) -> float | None:
    """A value as a finite number, also one that is written as a text; None for any other."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) else None


TASKS.register(
    Scores(
        TEXT_REGRESSION,
        ("text",),
        ("score",),
        aliases=("regression", "text-scoring", "sentiment-scoring"),
        measure="pearson",
        on_hub=False,
    )
)
TASKS.register(
    Scores(
        SIMILARITY_SCORING,
        ("sentence1", "sentence2"),
        ("score",),
        aliases=("sts", "semantic-textual-similarity", "similarity-scoring", "text-pair-regression"),
        measure="pearson",
    )
)
