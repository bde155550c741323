"""Share of words whose predicted sense is one that people gave them, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedCases
from hf_robust.scoring import sense_features
from hf_robust.scoring import sense_scores

_DESCRIPTION = """
Sense accuracy is the share of words whose predicted sense key is one that people gave them.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: predicted sense keys.
    references: a key a row, or the list of those that are right.
    confidence: coverage of the interval.
Returns:
    sense_accuracy: share of words with a right sense.
    interval: [low, high], Wilson's score interval.
    n: words. n_right: words with a right sense.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("sense_accuracy")
    >>> result = metric.compute(
    ...     predictions=["bank%1:14:00::", "run%2:38:00::"],
    ...     references=["bank%1:14:00::", ["run%2:38:04::"]],
    ... )
    >>> result["sense_accuracy"], result["n_right"]
    (0.5, 1)
"""

_CITATION = """
@inproceedings{raganato2017word,
  title = {Word Sense Disambiguation: A Unified Evaluation Framework and Empirical Comparison},
  author = {Raganato, Alessandro and Camacho-Collados, Jose and Navigli, Roberto},
  booktitle = {Proceedings of EACL},
  year = {2017}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class SenseAccuracy(CheckedCases, evaluate.Metric):
    """Share of words whose predicted sense is right."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=sense_features(),
        )

    def _compute(
        self,
        predictions: list[Any],
        references: list[Any],
        confidence: float = 0.95,
    ) -> dict[str, Any]:
        return dict(sense_scores(predictions, references, confidence=confidence))
