"""F1 of a pronoun's links to two names, by gender, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedInputs
from hf_robust.scoring import gap_scores
from hf_robust.scoring import link_features

_DESCRIPTION = """
GAP F1 asks of each text whether its pronoun goes with name A, and whether with name B. It is given for all rows, for
masculine and for feminine pronouns; the bias is feminine over masculine F1.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: {"a": bool, "b": bool}, or the clusters of each text.
    references: {"a": bool, "b": bool}; where predictions are clusters, also the places "pronoun", "a_span", "b_span".
    genders: the pronoun of each row, or its gender; adds the scores of each gender.
Returns:
    gap_f1: F1 over all links. accuracy: share of right decisions, two a row.
    masculine_f1, feminine_f1, bias: F1 by gender, and feminine over masculine; None without genders.
    n: rows.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("gap_f1")
    >>> result = metric.compute(predictions=[{"a": True, "b": False}], references=[{"a": True, "b": False}])
    >>> result["gap_f1"]
    1.0
"""

_CITATION = """
@article{webster2018mind,
  title = {Mind the {GAP}: A Balanced Corpus of Gendered Ambiguous Pronouns},
  author = {Webster, Kellie and Recasens, Marta and Axelrod, Vera and Baldridge, Jason},
  journal = {Transactions of the Association for Computational Linguistics},
  year = {2018}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class GapF1(CheckedInputs, evaluate.Metric):
    """Scores of a pronoun's links to two names, by gender."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=link_features(),
        )

    def _compute(
        self,
        predictions: list[Any],
        references: list[Any],
        genders: list[str] | None = None,
    ) -> dict[str, Any]:
        return dict(gap_scores(predictions, references, genders))
