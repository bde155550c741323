"""Questions without an answer: which models may say so, and how many rows have none."""

from typing import Any

from hf_robust.scoring import Measure
from hf_robust.scoring.answer_measures import SQUAD_V2_F1, has_answer


def for_questions(predictor: Any, measure: Measure) -> Any:
    """The model as it is scored: where all questions have an answer, it always gives one.

    A model may say that there is no answer, also outside of an evaluation. On data whose questions all have answers it
    may not, so that its scores compare with published ones.

    Args:
        measure: What it is scored with, which tells whether some question has no answer.
    """
    answerable = getattr(predictor, "for_answerable", None)
    return predictor if answerable is None or measure.name == SQUAD_V2_F1.name else answerable()


def unanswerable_rows(measure: Measure, before: Any, after: Any) -> dict[str, list[int]]:
    """What a record says of the questions without an answer; nothing for another measure.

    Args:
        measure: What the rows are scored with.
        before: References of the originals.
        after: References of the perturbed rows.
    """
    if measure.name != SQUAD_V2_F1.name:
        return {}
    return {"unanswerable": [sum(not has_answer(one) for one in gold) for gold in (before, after)]}
