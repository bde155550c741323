"""How often an attack turned a right prediction into a wrong one, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedInputs
from hf_robust.scoring import attack_success_rate
from hf_robust.scoring import paired_features

_DESCRIPTION = """
The attack success rate is the share of rows that a model got right before an attack and wrong after it. Rows
that were wrong before are not counted in the denominator.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: predictions on the attacked rows; where the attack found nothing, the original prediction.
    original_predictions: predictions on the originals, in the same order.
    references: gold values.
    attacked_references: gold values of the attacked rows, where they differ (moved tags or spans).
    measure: "accuracy", "token_accuracy", "seqeval_f1", "squad_f1", "squad_exact_match", "squad_v2_f1", "relation_f1",
        "las" (trees), "conll_f1" (clusters), "sense_accuracy", "aspect_accuracy" or "bleu"; a row is right when its
        score is 1.
    language: code of the language of answers: "zh" compares them without marks and counts F1 over characters.
    confidence: coverage of the interval.
Returns:
    attack_success_rate: n_success / n_attacked, None when no row was right before.
    interval: [low, high], Wilson's score interval.
    n_attacked: rows right before the attack. n_success: those of them wrong after it. n: all rows.
    accuracy_before: n_attacked / n.
    accuracy_under_attack: share of all rows right before and after.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("attack_success_rate")
    >>> result = metric.compute(original_predictions=["pos", "neg", "pos"], predictions=["neg", "neg", "pos"],
    ...                         references=["pos", "pos", "pos"])
    >>> result["attack_success_rate"], result["n_attacked"]
    (0.5, 2)
"""

_CITATION = """
@inproceedings{morris2020textattack,
  title = {TextAttack: A Framework for Adversarial Attacks, Data Augmentation, and Adversarial Training in
    NLP},
  author = {Morris, John X. and others},
  booktitle = {Proceedings of EMNLP: System Demonstrations},
  year = {2020}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class AttackSuccessRate(CheckedInputs, evaluate.Metric):
    """Share of right rows that an attack broke."""

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
        attacked_references: list[Any] | None = None,
        measure: str = "accuracy",
        language: str = "en",
        confidence: float = 0.95,
    ) -> dict[str, Any]:
        return dict(
            attack_success_rate(
                original_predictions,
                predictions,
                references,
                attacked_references,
                measure,
                language=language,
                confidence=confidence,
            )
        )
