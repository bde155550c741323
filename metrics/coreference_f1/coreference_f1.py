"""MUC, B-cubed, CEAFe and the CoNLL score of clusters of mentions, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedInputs
from hf_robust.scoring import cluster_features
from hf_robust.scoring import coreference_scores

_DESCRIPTION = """
The CoNLL score of coreference is the mean F1 of MUC (links), B-cubed (mentions) and CEAFe
(entities). It needs no network.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: clusters of each document: lists of mentions [start, end].
    references: the right clusters, in the same order.
Returns:
    conll_f1: mean of the three F1.
    muc, b3, ceafe: [precision, recall, F1] of each.
    n: documents. n_mentions: mentions in the references.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("coreference_f1")
    >>> result = metric.compute(predictions=[[[[0, 0], [2, 2]]]], references=[[[[0, 0], [2, 2]], [[5, 5], [7, 8]]]])
    >>> result["muc"]
    [1.0, 0.5, 0.6666666666666666]
"""

_CITATION = """
@inproceedings{pradhan2014scoring,
  title = {Scoring Coreference Partitions of Predicted Mentions: A Reference Implementation},
  author = {Pradhan, Sameer and Luo, Xiaoqiang and Recasens, Marta and Hovy, Eduard and others},
  booktitle = {Proceedings of ACL},
  year = {2014}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class CoreferenceF1(CheckedInputs, evaluate.Metric):
    """Scores of clusters of mentions."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=cluster_features(),
        )

    def _compute(
        self,
        predictions: list[Any],
        references: list[Any],
    ) -> dict[str, Any]:
        return dict(coreference_scores(predictions, references))
