"""Strict F1 over entities that may be nested, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedInputs
from hf_robust.scoring import span_features
from hf_robust.scoring import span_scores

_DESCRIPTION = """
Span F1 is the micro F1 over entities that may be nested. An entity is right if its start, its end and its type are
right.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: for each text a list of entities with start, end and type.
    references: the right entities, in the same form.
    confidence: coverage of the intervals.
Returns:
    span_f1, precision, recall: over all entities.
    types: for each type precision, recall, f1, its interval, and n, the number of right entities.
    nested, flat: the same for nested entities and for the others.
    n: texts. n_entities: right entities.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("span_f1")
    >>> outer, inner = {"start": 0, "end": 14, "type": "ORG"}, {"start": 0, "end": 8, "type": "LOC"}
    >>> result = metric.compute(predictions=[[outer]], references=[[outer, inner]])
    >>> result["precision"], result["recall"], result["types"]["LOC"]["f1"]
    (1.0, 0.5, 0.0)
"""

_CITATION = """
@inproceedings{finkel2009nested,
  title = {Nested Named Entity Recognition},
  author = {Finkel, Jenny Rose and Manning, Christopher D.},
  booktitle = {Proceedings of EMNLP},
  year = {2009}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class SpanF1(CheckedInputs, evaluate.Metric):
    """Strict F1 over entities that may be nested."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=span_features(),
        )

    def _compute(self, predictions: list[Any], references: list[Any], confidence: float = 0.95) -> dict[str, Any]:
        return dict(span_scores(predictions, references, confidence=confidence))
