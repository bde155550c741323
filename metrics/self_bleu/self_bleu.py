"""How much texts repeat each other, as an `evaluate` module."""

from typing import Any

import evaluate

from hf_robust.scoring import CheckedTexts
from hf_robust.scoring import of_samples
from hf_robust.scoring import self_bleu
from hf_robust.scoring import text_features

_DESCRIPTION = """
Self-BLEU is the mean BLEU of each text against all the others: the lower, the more diverse the texts are.
"""

_KWARGS_DESCRIPTION = """
Args:
    predictions: texts (split at white space), or lists of words.
    max_n: longest n-grams, in words.
    size: texts of a sample, so that sets of unlike size compare; None takes all texts once.
    draws: samples whose median counts.
    seed: seed of the draws.
Returns:
    self_bleu: mean BLEU from 0 to 1, or the median over samples; None with fewer than two texts, or than size.
    n: texts given.
Examples:
    >>> import hf_robust as hr
    >>> metric = hr.load_metric("self_bleu")
    >>> metric.compute(predictions=["a good film", "a good film"], max_n=3)
    {'self_bleu': 1.0, 'n': 2}
"""

_CITATION = """
@inproceedings{zhu2018texygen,
  title = {Texygen: A Benchmarking Platform for Text Generation Models},
  author = {Zhu, Yaoming and others},
  booktitle = {Proceedings of SIGIR},
  year = {2018}
}
"""


@evaluate.utils.file_utils.add_start_docstrings(_DESCRIPTION, _KWARGS_DESCRIPTION)
class SelfBleu(CheckedTexts, evaluate.Metric):
    """Mean BLEU of each text against all the others."""

    def _info(self) -> evaluate.MetricInfo:
        return evaluate.MetricInfo(
            description=_DESCRIPTION,
            inputs_description=_KWARGS_DESCRIPTION,
            citation=_CITATION,
            features=text_features(),
        )

    def _compute(
        self, predictions: list[Any], max_n: int = 4, size: int | None = None, draws: int = 3, seed: int = 0
    ) -> dict[str, Any]:
        if size is None or size == 1:  # a text alone has no others
            found = self_bleu(predictions[:size], max_n)["self_bleu"]
        else:
            found = of_samples(predictions, lambda texts: self_bleu(texts, max_n)["self_bleu"], size, draws, seed)
        return {"self_bleu": found, "n": len(predictions)}
