"""How the answers of a model that writes texts change: their similarity, length, refusals and empty answers."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from hf_robust.adapters.base import STATUSES
from hf_robust.adapters.language_models.refusals import is_refusal
from hf_robust.adapters.prediction_columns import PredictionColumn
from hf_robust.evaluation.outcomes import PairOutcomes
from hf_robust.reports.records.robustness_records import WrittenAnswers
from hf_robust.scoring.translation_scores import answer_similarity
from hf_robust.scoring.written_texts import words_of
from hf_robust.tasks import Task

_REFUSED = STATUSES.index("refused")
_OK = STATUSES.index("ok")


def written_answers(outcomes: PairOutcomes, task: Task) -> WrittenAnswers | None:
    """Return how the answers to the perturbed rows differ from those to the originals.

    Args:
        outcomes: The pairs of one transformation.

    Returns:
        None where the task has few right answers, such as a label, and where there are no pairs.
    """
    if not task.kind.open_ended or not len(outcomes):
        return None
    sides = [
        _Side(outcomes.old, task.inputs(outcomes.entry.original)),
        _Side(outcomes.new, task.inputs(outcomes.entry.perturbed)),
    ]
    words = tuple(side.words for side in sides)
    return WrittenAnswers(
        similarity=float(np.mean(answer_similarity(sides[1].texts, sides[0].texts))),
        unit="words" if task.spoken.spaced else "characters",
        length=(words[0], words[1]),
        length_ratio=words[1] / words[0] if words[0] else None,
        empty=(sides[0].empty, sides[1].empty),
        refused=(sides[0].refused, sides[1].refused),
    )


class _Side:
    """The answers to the originals or to the perturbed rows; all figures are means over the rows.

    Args:
        inputs: What the model was given of each row.
    """

    def __init__(self, answers: PredictionColumn, inputs: Sequence[dict[str, Any]]):
        self.texts: list[str] = answers.values_of_rows()
        self.words = float(np.mean([len(words_of(text)) for text in self.texts]))
        self.empty = float(np.mean([not text.strip() for text in self.texts] & (answers.statuses == _OK)))
        said = [_declines(text, row) for text, row in zip(self.texts, inputs, strict=True)]
        self.refused = float(np.mean(np.array(said) | (answers.statuses == _REFUSED)))


def _declines(text: str, row: dict[str, Any]) -> bool:
    """Whether an answer is a refusal, and no answer about a refusal."""
    return is_refusal(text, at_start=True) and not any(
        isinstance(value, str) and is_refusal(value) for value in row.values()
    )
