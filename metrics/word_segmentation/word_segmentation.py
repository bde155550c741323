"""Precision, recall and F1 of the words of texts without spaces, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedInputs
from hf_robust.scoring import segmentation_scores
from hf_robust.scoring import text_features

_DESCRIPTION = """
Word F1 is the micro F1 over the words of a corpus. A word is right when both of its edges are.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: for each text its words, as a list or with spaces between them.
    references: the right words; those of a text must have the same characters.
    vocabulary: words of the training data, for the recall of those that it lacks.
Returns:
    word_f1, precision, recall: over the words of all texts.
    oov_recall: recall of words that the vocabulary lacks; None without one.
    n: texts. n_words: right words. n_oov: those that the vocabulary lacks.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("word_segmentation")
    >>> result = metric.compute(predictions=[["他", "在清华"]], references=[["他", "在", "清华"]])
    >>> result["precision"], round(result["word_f1"], 2)
    (0.5, 0.4)
"""

_CITATION = """
@inproceedings{emerson2005second,
  title = {The Second International Chinese Word Segmentation Bakeoff},
  author = {Emerson, Thomas},
  booktitle = {Proceedings of the Fourth SIGHAN Workshop on Chinese Language Processing},
  year = {2005}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class WordSegmentation(CheckedInputs, evaluate.Metric):
    """Precision, recall and F1 of words."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=text_features(paired=True),
        )

    def _compute(
        self,
        predictions: list[Any],
        references: list[Any],
        vocabulary: list[str] | None = None,
    ) -> dict[str, Any]:
        return dict(segmentation_scores(predictions, references, vocabulary=vocabulary))
