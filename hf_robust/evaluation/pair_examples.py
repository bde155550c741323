"""Rows of a transformation as examples of a record."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from hf_robust.evaluation.header import changed_role, shown_prediction
from hf_robust.evaluation.outcomes import PairOutcomes
from hf_robust.perturb.undo_edits import steps_of
from hf_robust.suites.pairs import RECORD
from hf_robust.tasks import Task


def worst_pairs(outcomes: PairOutcomes, most: int, among: np.ndarray | None = None) -> list[int]:
    """The places of the pairs that lost most, the surest predictions first.

    Args:
        outcomes: The pairs.
        most: How many.
        among: Places of the pairs to choose from; None for all.
    """
    change = outcomes.after - outcomes.before
    lost = np.flatnonzero(change < 0)
    if among is not None:
        lost = np.intersect1d(lost, among)
    sure = -np.nan_to_num(outcomes.old.scores[lost])
    lost = lost[np.lexsort((sure, change[lost]))]  # of equal ones the first row first
    if outcomes.old.inputs is not None and outcomes.new.inputs is not None:  # rows with equal texts are shown once
        pairs = np.column_stack([outcomes.old.inputs[lost], outcomes.new.inputs[lost]])
        lost = lost[np.sort(np.unique(pairs, axis=0, return_index=True)[1])]
    return lost[:most].tolist()


def pair_examples(outcomes: PairOutcomes, task: Task, indices: Iterable[int]) -> list[dict[str, Any]]:
    """Pairs as a record holds them: the texts that changed, and what was said of both.

    Args:
        outcomes: The pairs.
        indices: Which pairs.
    """
    entry, before, after = outcomes.entry, outcomes.old, outcomes.new
    examples = []
    for index in indices:
        original, perturbed = entry.original[index], entry.perturbed[index]
        columns = {role: task.column(role) for role in task.fields}
        texts = [
            changed_role(task, role, original[name], perturbed[name], steps_of(perturbed[RECORD]["edits"], name))
            for role, name in columns.items()
        ]
        examples.append(
            {
                "source_id": perturbed[RECORD]["source_id"],
                "gold": task.show(outcomes.gold_after[index], perturbed, with_question=True),
                "original_prediction": shown_prediction(task, before[index], original),
                "perturbed_prediction": shown_prediction(task, after[index], perturbed),
                "original_score": before[index].score,
                "perturbed_score": after[index].score,
                "fields": [text for text in texts if text["before"] != text["after"]],
            }
        )
    return examples
