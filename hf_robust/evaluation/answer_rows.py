"""The answers behind a report: one row for each pair, with inputs, answers and statuses before and after the change."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.adapters import PredictionColumn
from hf_robust.adapters.base import STATUSES, model_inside
from hf_robust.evaluation.outcomes import PairOutcomes
from hf_robust.suites.pairs import RECORD
from hf_robust.suites.rows import fields_of
from hf_robust.tasks import Task

SIDES = ("original", "perturbed")


@dataclass(frozen=True)
class AnswerRows:
    """Makes the rows when they are asked for; until then only the predictions are kept.

    Args:
        task: The task of the suite.
        pairs: What the model did with the pairs of each transformation.
        writing: The model, where it has stored what it wrote; else None, so that no weights are kept in memory.
    """

    task: Task
    pairs: Sequence[PairOutcomes]
    writing: Any

    def __call__(self) -> list[dict[str, Any]]:
        """Return one row for each pair that was scored, in the order of the suite."""
        return [row for one in self.pairs for row in self._rows(one)]

    def _rows(self, outcomes: PairOutcomes) -> list[dict[str, Any]]:
        entry = outcomes.entry
        inputs = [self.task.inputs(rows) for rows in (entry.original, entry.perturbed)]
        raw = None if self.writing is None else [self.writing.written(list(rows)) for rows in inputs]
        answers: tuple[PredictionColumn, ...] = (outcomes.old, outcomes.new)
        values = [one.values_of_rows() for one in answers]
        ids = [name for (names,) in fields_of(entry.perturbed, RECORD, "source_id") for name in names.to_pylist()]
        rows = []
        for place in range(len(outcomes)):
            row: dict[str, Any] = {"transformation": outcomes.name, "source_id": ids[place]}
            for side, given in zip(SIDES, inputs):
                row |= {f"{side}_{role}": given[place][role] for role in self.task.input_roles}
            row |= {"original_gold": outcomes.gold[place], "perturbed_gold": outcomes.gold_after[place]}
            for number, side in enumerate(SIDES):
                prediction = answers[number][place]
                row[f"{side}_answer"] = values[number][place]
                row[f"{side}_status"] = STATUSES[answers[number].statuses[place]]
                row[f"{side}_probability"] = prediction.score
                if raw is not None:
                    row[f"{side}_raw"] = raw[number][place]
            row |= {"original_score": float(outcomes.before[place]), "perturbed_score": float(outcomes.after[place])}
            rows.append(row)
        return rows


def answer_rows(task: Task, pairs: Sequence[PairOutcomes], predictor: Any) -> AnswerRows:
    """Return what makes the rows.

    Args:
        task: The task of the suite.
        pairs: What the model did with the pairs of each transformation.
        predictor: The model, which may wrap another.
    """
    return AnswerRows(task, tuple(pairs), model_inside(predictor, "written"))
