"""Accuracy when every row meets the perturbation that hurts it most, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import ACCURACY
from hf_robust.scoring import CheckedInputs
from hf_robust.scoring import grouped_features
from hf_robust.scoring import worst_case_by_id

_DESCRIPTION = """
Worst-case accuracy is the share of source rows on which a model is right for the original and for every
perturbed version of it.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: predicted class names or numbers, for originals and perturbed rows alike.
    references: gold values of the same rows.
    ids: source id of each row, str or int: an original and its perturbed versions share one.
    is_original: one bool a row, True for the one original of each id; adds the drop.
    confidence: coverage of the intervals.
    resamples: resamples of the bootstrap over ids.
    seed: seed of the bootstrap.
Returns:
    worst_case_accuracy: share of ids with every row right.
    interval: [low, high], bootstrap over ids.
    mean: accuracy over all rows.
    n: ids. n_rows: rows.
    original, drop, drop_interval: accuracy of the originals, original - worst_case_accuracy and its interval;
        only with is_original.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("worst_case_accuracy")
    >>> result = metric.compute(predictions=[1, 0, 1, 1], references=[1, 1, 1, 1], ids=["a", "a", "b", "b"])
    >>> result["worst_case_accuracy"], result["mean"]
    (0.5, 0.75)
"""

_CITATION = """
@article{liang2023holistic,
  title = {Holistic Evaluation of Language Models},
  author = {Liang, Percy and others},
  journal = {Transactions on Machine Learning Research},
  year = {2023}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class WorstCaseAccuracy(CheckedInputs, evaluate.Metric):
    """Share of source rows that no perturbation breaks."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=grouped_features(),
        )

    def _compute(
        self,
        predictions: list[Any],
        references: list[Any],
        ids: list[Any],
        is_original: list[bool] | None = None,
        confidence: float = 0.95,
        resamples: int = 2000,
        seed: int = 0,
    ) -> dict[str, Any]:
        scores = ACCURACY.row_score(ACCURACY.row_stats(predictions, references))
        result = worst_case_by_id(
            scores,
            ids,
            is_original,
            confidence=confidence,
            resamples=resamples,
            seed=seed,
        )
        return {"worst_case_accuracy": result.pop("worst_case"), **result}
