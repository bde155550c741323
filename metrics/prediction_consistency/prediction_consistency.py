"""How often a prediction stays the same when its input is perturbed, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedInputs
from hf_robust.scoring import paired_features
from hf_robust.scoring import prediction_consistency

_DESCRIPTION = """
Prediction consistency is the share of rows whose prediction does not change when the input is perturbed. It
needs no gold labels.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: predictions on the perturbed rows: class names or numbers, tag lists, or answer strings.
    original_predictions: predictions on the originals, in the same order.
    references: not used and may be left out; taken so that the module combines with those that need it.
    measure: decides what "the same" means: "squad_f1" and "squad_exact_match" normalise answers first.
    language: code of the language of answers: "zh" compares them without marks, in full width or not.
    confidence: coverage of the intervals.
Returns:
    consistency: share of rows with the same prediction.
    interval: [low, high], Wilson's score interval.
    n: rows. n_same: rows with the same prediction.
    tag_consistency: for tag lists, share of equal tags over rows with as many tokens as before.
    tag_interval: its bootstrap interval over rows.
    n_tags: tags compared. n_other_length: rows left out because their number of tokens changed.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("prediction_consistency")
    >>> metric.compute(original_predictions=[1, 0, 1, 0], predictions=[1, 1, 1, 0])["consistency"]
    0.75
"""

_CITATION = """
@inproceedings{ribeiro2020beyond,
  title = {Beyond Accuracy: Behavioral Testing of {NLP} Models with {CheckList}},
  author = {Ribeiro, Marco Tulio and Wu, Tongshuang and Guestrin, Carlos and Singh, Sameer},
  booktitle = {Proceedings of ACL},
  year = {2020}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class PredictionConsistency(CheckedInputs, evaluate.Metric):
    """Share of predictions that a perturbation leaves as they were."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=paired_features(),
        )

    def add_batch(self, *, predictions: Any = None, references: Any = None, **columns: Any) -> None:
        """Add rows; without references the predictions fill their column, which nothing reads."""
        references = predictions if references is None else references
        super().add_batch(predictions=predictions, references=references, **columns)

    def _compute(
        self,
        predictions: list[Any],
        original_predictions: list[Any],
        references: list[Any],
        measure: str = "accuracy",
        language: str = "en",
        confidence: float = 0.95,
    ) -> dict[str, Any]:
        return dict(
            prediction_consistency(original_predictions, predictions, measure, language=language, confidence=confidence)
        )
