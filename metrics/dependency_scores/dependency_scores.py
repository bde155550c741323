"""Labelled and unlabelled attachment score of dependency trees, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedInputs
from hf_robust.scoring import dependency_scores
from hf_robust.scoring import tree_features

_DESCRIPTION = """
The unlabelled attachment score (UAS) is the share of tokens with the right head, the labelled one (LAS) of those with
the right relation, too.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: trees {"heads": [...], "deprels": [...]}; heads count tokens from 1, the root has 0.
    references: the right trees, in the same order.
    punctuation: whether tokens whose right relation is `punct` are counted.
Returns:
    las: share of tokens with the right head and relation.
    uas: share of tokens with the right head. label_accuracy: with the right relation.
    n: trees. n_tokens: tokens counted.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("dependency_scores")
    >>> result = metric.compute(
    ...     predictions=[{"heads": [2, 0], "deprels": ["obj", "root"]}],
    ...     references=[{"heads": [2, 0], "deprels": ["nsubj", "root"]}],
    ... )
    >>> result["las"], result["uas"]
    (0.5, 1.0)
"""

_CITATION = """
@inproceedings{buchholz2006conll,
  title = {{CoNLL-X} Shared Task on Multilingual Dependency Parsing},
  author = {Buchholz, Sabine and Marsi, Erwin},
  booktitle = {Proceedings of CoNLL},
  year = {2006}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class DependencyScores(CheckedInputs, evaluate.Metric):
    """Attachment scores of dependency trees."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=tree_features(),
        )

    def _compute(
        self,
        predictions: list[Any],
        references: list[Any],
        punctuation: bool = True,
    ) -> dict[str, Any]:
        return dict(dependency_scores(predictions, references, punctuation=punctuation))
