"""How the scores that a model predicts change: their error and their mean."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from hf_robust.core.typed_json import changed
from hf_robust.evaluation.outcomes import PairOutcomes
from hf_robust.reports.records.robustness_records import TransformationResult
from hf_robust.reports.records.score_records import ScoreChange
from hf_robust.scoring import holm
from hf_robust.scoring.score_measures import score_shift
from hf_robust.tasks import Task


def score_change(outcomes: PairOutcomes, task: Task) -> ScoreChange | None:
    """Return how the predictions for the perturbed rows differ from those for the originals.

    Args:
        outcomes: The pairs of one transformation.

    Returns:
        None where a prediction is no score, and where there are no pairs.
    """
    if not task.kind.scores or not len(outcomes):
        return None
    sides = outcomes.old.values_of_rows(), outcomes.new.values_of_rows()
    return score_change_of(*sides, outcomes.gold, outcomes.gold_after, outcomes.groups, task.score_range)


def score_change_of(
    predicted: Sequence[float],
    predicted_after: Sequence[float],
    gold: Sequence[float],
    gold_after: Sequence[float],
    groups: np.ndarray | None,
    score_range: Sequence[float] | None,
) -> ScoreChange:
    """The same from columns of numbers with at least one row.

    Args:
        predicted: Predicted scores of the originals.
        predicted_after: Those of the perturbed rows.
        gold: Right scores of the originals.
        gold_after: Those of the perturbed rows.
        groups: The cluster of each row; None where each row is a cluster of its own.
        score_range: The lowest and the highest score; None where it is not known.
    """
    found = score_shift(predicted, predicted_after, gold, gold_after, groups=groups)
    before, after, rise = found["mae_original"], found["mae_perturbed"], found["mae_rise"]
    shift, change = found["shift"], found["mean_change"]
    assert before is not None and after is not None and rise is not None and shift is not None and change is not None
    low, high = score_range or (0.0, 0.0)
    return ScoreChange(
        error=(before, after),
        rise=rise,
        share=rise / (high - low) if high > low else None,
        rise_interval=_ends(found["mae_interval"]),
        p_value=found["mae_p_value"],
        shift=shift,
        shift_interval=_ends(found["shift_interval"]),
        change=change,
    )


def _ends(interval: Sequence[float] | None) -> tuple[float, float] | None:
    return None if interval is None else (interval[0], interval[1])


def with_corrected_rises(results: Sequence[TransformationResult]) -> list[TransformationResult]:
    """Return results whose p-values of risen errors are corrected over all of them.

    Args:
        results: The results of a run.
    """
    adjusted = iter(holm([one.scores.p_value for one in results if one.scores]))
    return [
        changed(one, scores=replace(one.scores, p_adjusted=next(adjusted))) if one.scores else one for one in results
    ]
