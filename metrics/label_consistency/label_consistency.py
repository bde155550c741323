"""How far people agree with the labels of test cases, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedRatings
from hf_robust.scoring import label_consistency
from hf_robust.scoring import rating_features

_DESCRIPTION = """
Label consistency is the share of test cases whose label a person confirms; relevancy says how well people find that a
case tests its linguistic capability.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: the label that a person gave each case, name or number; None where nobody did.
    references: for each case the labels that are right by its specification: one, or a list of them.
    relevancy: ratings from 1 to 5 of how well the case tests its capability; None where nobody rated; may be left out.
    confidence: coverage of the interval.
Returns:
    label_consistency: share of labelled cases whose label is among the right ones, None when none is labelled.
    interval: [low, high], Wilson's score interval.
    relevancy: mean rating moved to 0 to 1, None without ratings.
    n: labelled cases. n_relevancy: rated cases.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("label_consistency")
    >>> result = metric.compute(predictions=["pos", "neg"], references=[["pos"], ["pos"]], relevancy=[5, 4])
    >>> result["label_consistency"], result["relevancy"]
    (0.5, 0.875)
"""

_CITATION = """
@misc{s2lct2023,
  title = {S2LCT: Specification- and Syntax-based Automated Testing Linguistic Capabilities of {NLP} Models},
  author = {Anonymous},
  year = {2023}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class LabelConsistency(CheckedRatings, evaluate.Metric):
    """Share of test cases whose label a person confirms."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=rating_features(),
        )

    def _compute(
        self,
        predictions: list[Any],
        references: list[Any],
        relevancy: list[Any] | None = None,
        confidence: float = 0.95,
    ) -> dict[str, Any]:
        given = [labels[0] if labels else None for labels in predictions]
        return dict(label_consistency(given, references, relevancy, confidence))
