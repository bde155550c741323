"""How often a model gives none of the labels that a test case accepts, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedCases
from hf_robust.scoring import case_features
from hf_robust.scoring import failure_rate

_DESCRIPTION = """
The failure rate is the share of test cases whose prediction is not among the labels that are right for the case.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: predicted labels, names or numbers.
    references: for each case the labels that are right: one, or a list of them.
    confidence: coverage of the interval.
    groups: the source of each case, or a list of several; cases of one source widen the interval.
Returns:
    failure_rate: n_failed / n.
    interval: [low, high], Wilson's score interval.
    n_failed: cases whose prediction is not accepted. n: all cases.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("failure_rate")
    >>> result = metric.compute(predictions=["neg", "neutral"], references=[["pos", "neutral"], ["neutral"]])
    >>> result["failure_rate"], result["n_failed"]
    (0.5, 1)
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
class FailureRate(CheckedCases, evaluate.Metric):
    """Share of test cases that a model fails."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=case_features(),
        )

    def _compute(
        self, predictions: list[Any], references: list[Any], confidence: float = 0.95, groups: list[Any] | None = None
    ) -> dict[str, Any]:
        return dict(failure_rate(predictions, references, confidence, groups))
