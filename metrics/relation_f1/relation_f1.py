"""Micro F1 over relations without "no relation", as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedInputs
from hf_robust.scoring import label_features
from hf_robust.scoring import relation_scores

_DESCRIPTION = """
Relation F1 is the micro F1 over the relations that there are. A row without a relation counts only where one is
found in it.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: predicted names of relations.
    references: the right names, in the same order.
Returns:
    relation_f1, precision, recall: over rows with a relation, found or right.
    accuracy: over all rows.
    n: rows. n_relations: rows whose right label is a relation.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("relation_f1")
    >>> result = metric.compute(predictions=["kills", "Other", "kills"], references=["kills", "kills", "Other"])
    >>> result["relation_f1"]
    0.5
"""

_CITATION = """
@inproceedings{zhang2017position,
  title = {Position-aware Attention and Supervised Data Improve Slot Filling},
  author = {Zhang, Yuhao and Zhong, Victor and Chen, Danqi and Angeli, Gabor and Manning, Christopher D.},
  booktitle = {Proceedings of EMNLP},
  year = {2017}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class RelationF1(CheckedInputs, evaluate.Metric):
    """Micro F1 over relations without "no relation"."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=label_features(),
        )

    def _compute(
        self,
        predictions: list[Any],
        references: list[Any],
    ) -> dict[str, Any]:
        return dict(relation_scores(predictions, references))
