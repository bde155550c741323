"""How far a score falls between originals and their perturbed versions, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedInputs
from hf_robust.scoring import paired_features
from hf_robust.scoring import robustness_gap

_DESCRIPTION = """
The robustness gap is the fall of a score between original inputs and perturbed versions of the same inputs,
with a paired bootstrap interval, a p-value, the share of rows that could be perturbed, and how many rows
broke or were fixed.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: predictions on the perturbed rows: class names or numbers, tag lists, or answer strings.
    original_predictions: predictions on the originals, in the same order.
    references: gold values of the originals; for answers ``{"text": [...], "answer_start": [...]}``.
    perturbed_references: gold values of the perturbed rows, where they differ from the originals'.
    measure: "accuracy", "token_accuracy", "seqeval_f1", "squad_f1", "squad_exact_match", "squad_v2_f1", "relation_f1",
        "las" (trees), "conll_f1" (clusters), "sense_accuracy", "aspect_accuracy" or "bleu".
    language: code of the language of answers: "zh" compares them without marks and counts F1 over characters.
    total: number of rows before those that could not be perturbed were left out.
    confidence: coverage of the interval.
    resamples: resamples of the paired bootstrap.
    seed: seed of the bootstrap and of the permutation test.
Returns:
    original: score on the originals, 0 to 1.
    perturbed: score on the perturbed rows.
    drop: original - perturbed.
    relative_drop: drop / original, None when original is 0.
    interval: [low, high] of the drop.
    p_value: McNemar for right/wrong measures, else a paired permutation test.
    n: rows. total: as given. coverage: n / total.
    consistency: share of rows whose prediction stayed the same.
    broken: rows right before and wrong after. mended: the reverse.
    secondary: further scores, name -> [original, perturbed].
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("robustness_gap")
    >>> result = metric.compute(original_predictions=[1, 0, 1, 0], predictions=[1, 1, 0, 0],
    ...                         references=[1, 0, 1, 1], total=5)
    >>> result["original"], result["perturbed"], result["drop"], result["coverage"]
    (0.75, 0.25, 0.5, 0.8)
"""

_CITATION = """
@inproceedings{koehn2004statistical,
  title = {Statistical Significance Tests for Machine Translation Evaluation},
  author = {Koehn, Philipp},
  booktitle = {Proceedings of EMNLP},
  year = {2004}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class RobustnessGap(CheckedInputs, evaluate.Metric):
    """Original minus perturbed score on the same rows."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=paired_features(),
        )

    def _compute(
        self,
        predictions: list[Any],
        original_predictions: list[Any],
        references: list[Any],
        perturbed_references: list[Any] | None = None,
        measure: str = "accuracy",
        language: str = "en",
        total: int | None = None,
        confidence: float = 0.95,
        resamples: int = 2000,
        seed: int = 0,
    ) -> dict[str, Any]:
        return dict(
            robustness_gap(
                original_predictions,
                predictions,
                references,
                perturbed_references,
                measure,
                language=language,
                total=total,
                confidence=confidence,
                resamples=resamples,
                seed=seed,
            )
        )
