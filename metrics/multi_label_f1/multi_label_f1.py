"""F1 of sets of labels, over all labels and for each label with an interval, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedInputs
from hf_robust.scoring import label_set_features
from hf_robust.scoring import label_set_scores

_DESCRIPTION = """
Micro F1, macro F1 and subset accuracy of multi-label classification, from lists of labels; and the F1 of each label
with a bootstrap interval.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: for each text the list of its predicted labels: names or numbers. It may be empty.
    references: the right labels.
    confidence: coverage of the intervals.
Returns:
    micro_f1: F1 over all labels of all texts.
    macro_f1: mean of the F1 of the labels that are right for some text.
    subset_accuracy: share of texts with exactly the right labels.
    n: texts. labels: for each label its f1, the interval of it, and n, the number of texts for which it is right.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("multi_label_f1")
    >>> result = metric.compute(predictions=[["joy"], ["joy", "anger"]], references=[["joy"], ["anger"]])
    >>> result["micro_f1"], result["subset_accuracy"], result["labels"]["anger"]["f1"]
    (0.8, 0.5, 1.0)
"""

_CITATION = """
@article{tsoumakas2007multi,
  title = {Multi-Label Classification: An Overview},
  author = {Tsoumakas, Grigorios and Katakis, Ioannis},
  journal = {International Journal of Data Warehousing and Mining},
  volume = {3},
  number = {3},
  year = {2007}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class MultiLabelF1(CheckedInputs, evaluate.Metric):
    """F1 of sets of labels."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=label_set_features(),
        )

    def _compute(self, predictions: list[Any], references: list[Any], confidence: float = 0.95) -> dict[str, Any]:
        return dict(label_set_scores(predictions, references, confidence=confidence))
