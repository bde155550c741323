"""From one model to another: rows that broke, rows that were fixed, and answers that changed."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from hf_robust.adapters import PredictionColumn
from hf_robust.evaluation.aligned_answers import answered_consistency
from hf_robust.evaluation.header import changed_role, shown_prediction
from hf_robust.evaluation.outcomes import PairOutcomes
from hf_robust.evaluation.shared_originals import Outcomes, SharedOriginals
from hf_robust.perturb.undo_edits import steps_of
from hf_robust.scoring import Measure, robustness_gap
from hf_robust.scoring.measure_type import Floats
from hf_robust.suites.pairs import RECORD
from hf_robust.tasks import Task

EXAMPLES = 3  # that broke, and as many that were fixed
ORIGINALS = "originals"


def changes(
    before: Outcomes, after: Outcomes, shared: SharedOriginals, task: Task, measure: Measure
) -> list[dict[str, Any]]:
    """What another model changes, on the originals and on the rows of each transformation.

    Args:
        before: The outcomes of the first model.
        after: Those of the other one.
        shared: Their originals.
        measure: What rows are scored with.

    Returns:
        For the originals and each transformation ``n``, the score ``before`` and ``after``, their ``difference`` (below
        zero: it fell) with ``interval`` and ``p_value`` as of
        :func:`hf_robust.scoring.robustness_gap`, ``broken`` (right, now wrong), ``mended`` (wrong, now right),
        ``churn`` (share of answers that are others) and ``examples``.
    """
    firsts = [(int(place), int(pair)) for place, pair in shared.firsts]
    said = shared.predicted(before), shared.predicted(after)
    stats = shared.stats(before), shared.stats(after)
    scores = shared.scores(before), shared.scores(after)
    right = _right(*scores)
    found = [
        {
            **_change(ORIGINALS, said, shared.gold(before), measure, shared.groups(before), stats, scores),
            "examples": [
                _example(before[place], after[place], pair, task, kind, False)
                for kind, chosen in _chosen(*right)
                for place, pair in (firsts[number] for number in chosen)
            ],
        }
    ]
    for one, other in zip(before, after, strict=True):
        columns, scores = (one.new, other.new), (one.after, other.after)
        sides, stats = _right(*scores), (one.stats_after, other.stats_after)
        examples = [_example(one, other, pair, task, kind, True) for kind, chosen in _chosen(*sides) for pair in chosen]
        change = _change(one.name, columns, one.gold_after, measure, one.groups, stats, scores)
        found.append({**change, "examples": examples})
    return found


def _change(
    name: str,
    said: tuple[PredictionColumn, PredictionColumn],
    gold: Sequence[Any],
    measure: Measure,
    groups: np.ndarray | None,
    stats: tuple[Floats, Floats],
    scores: tuple[Floats, Floats],
) -> dict[str, Any]:
    old, new = (one.values_of_rows() for one in said)
    gap = robustness_gap(old, new, gold, None, measure, groups=groups, stats=stats)
    ends, consistency = gap["interval"], answered_consistency(*said, measure)
    before, after = _right(*scores)
    return {
        "name": name,
        "n": gap["n"],
        "before": gap["original"],
        "after": gap["perturbed"],
        "difference": None if gap["drop"] is None else -gap["drop"] + 0.0,
        "interval": None if ends is None else [-ends[1] + 0.0, -ends[0] + 0.0],
        "p_value": gap["p_value"],
        "broken": int((before & ~after).sum()),
        "mended": int((~before & after).sum()),
        "churn": None if consistency is None else 1 - consistency,
    }


def _right(before: Floats, after: Floats) -> tuple[np.ndarray, np.ndarray]:
    return before >= 1.0, after >= 1.0


def _chosen(before: np.ndarray, after: np.ndarray) -> list[tuple[str, list[int]]]:
    """The first rows that broke, and the first that were fixed."""
    sides = {"broken": before & ~after, "mended": ~before & after}
    return [(kind, np.flatnonzero(rows)[:EXAMPLES].tolist()) for kind, rows in sides.items()]


def _example(
    first: PairOutcomes, second: PairOutcomes, pair: int, task: Task, kind: str, perturbed: bool
) -> dict[str, Any]:
    original, changed = first.entry.original[pair], first.entry.perturbed[pair]
    shown = changed if perturbed else original
    before, after = (side.new[pair] if perturbed else side.old[pair] for side in (first, second))
    gold = first.gold_after[pair] if perturbed else first.gold[pair]
    columns = {role: task.column(role) for role in task.fields}
    return {
        "kind": kind,
        "source_id": changed[RECORD]["source_id"],
        "gold": task.show(gold, shown, with_question=True),
        "original_prediction": shown_prediction(task, before, shown),
        "perturbed_prediction": shown_prediction(task, after, shown),
        "original_score": before.score,
        "perturbed_score": after.score,
        "fields": [
            changed_role(
                task,
                role,
                original[name],
                shown[name],
                steps_of(changed[RECORD]["edits"], name) if perturbed else None,
            )
            for role, name in columns.items()
        ],
    }
