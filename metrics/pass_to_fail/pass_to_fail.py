"""Expanded test cases that fail although their seed passes, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedCases
from hf_robust.scoring import case_features
from hf_robust.scoring import pass_to_fail

_DESCRIPTION = """
Pass-to-fail counts expanded test cases that a model fails although it passes the seed that they were grown from.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: predicted labels of the expanded cases, names or numbers.
    references: for each expanded case the labels that are right: one, or a list of them.
    seed_predictions: the prediction on the seed of each expanded case, in the same order.
    seed_references: the labels that are right for that seed.
    confidence: coverage of the interval.
    groups: the source of each expanded case, or a list of several; cases of one source widen the interval.
Returns:
    pass_to_fail: expanded cases that fail while their seed passes.
    pass_to_fail_rate: pass_to_fail / n_passed, None when no seed passes.
    interval: [low, high], Wilson's score interval of the rate.
    n_passed: expanded cases whose seed passes. n: all expanded cases.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("pass_to_fail")
    >>> result = metric.compute(predictions=["neg", "pos", "neg"], references=["pos", "pos", "pos"],
    ...                         seed_predictions=["pos", "pos", "neg"], seed_references=["pos", "pos", "pos"])
    >>> result["pass_to_fail"], result["pass_to_fail_rate"]
    (1, 0.5)
"""

_CITATION = """
@misc{s2lct2023,
  title = {S2LCT: Specification- and Syntax-based Automated Testing Linguistic Capabilities of {NLP} Models},
  author = {Anonymous},
  year = {2023}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class PassToFail(CheckedCases, evaluate.Metric):
    """Failures that only the expansion of a seed brings to light."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=case_features(seeds=True),
        )

    def _compute(
        self,
        predictions: list[Any],
        references: list[Any],
        seed_predictions: list[Any],
        seed_references: list[Any],
        confidence: float = 0.95,
        groups: list[Any] | None = None,
    ) -> dict[str, Any]:
        return dict(pass_to_fail(predictions, references, seed_predictions, seed_references, confidence, groups))
