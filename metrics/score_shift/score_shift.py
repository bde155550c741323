"""How far predicted scores move between originals and perturbed versions, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedScores
from hf_robust.scoring import score_features
from hf_robust.scoring import score_shift

_DESCRIPTION = """
How far the scores of a regression model move between originals and their perturbed versions: the mean shift, and the
rise of the mean absolute error, each with a paired bootstrap interval.
"""

_KWARGS_DESCRIPTION = """
Args:
    original_predictions: predicted scores of the originals.
    predictions: predicted scores of the perturbed versions, in the same order.
    references: the right scores.
    confidence: coverage of the intervals.
Returns:
    shift, shift_interval: mean of the predictions minus the original predictions.
    mean_change: mean absolute difference of the two.
    mae_original, mae_perturbed: mean absolute errors.
    mae_rise, mae_interval, mae_p_value: their difference (paired permutation test).
    n: rows. All but p-value and n are in the units of the scores.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("score_shift")
    >>> result = metric.compute(original_predictions=[4.0, 2.0], predictions=[3.0, 2.0], references=[4.0, 1.0])
    >>> result["shift"], result["mae_original"], result["mae_perturbed"]
    (-0.5, 0.5, 1.0)
"""

_CITATION = """
@article{efron1979bootstrap,
  title = {Bootstrap Methods: Another Look at the Jackknife},
  author = {Efron, Bradley},
  journal = {The Annals of Statistics},
  volume = {7},
  number = {1},
  year = {1979}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class ScoreShift(CheckedScores, evaluate.Metric):
    """Shift of predicted scores."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=score_features(),
        )

    def _compute(
        self,
        predictions: list[Any],
        references: list[Any],
        original_predictions: list[Any],
        confidence: float = 0.95,
    ) -> dict[str, Any]:
        return dict(score_shift(original_predictions, predictions, references, confidence=confidence))
