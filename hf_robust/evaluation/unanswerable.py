"""Questions without an answer: which models may say so, and how many rows have none."""

from typing import Any

from hf_robust.scoring import Measure
from hf_robust.scoring.answer_measures import SQUAD_V2_F1, has_answer


def for_unanswerable(predictor: Any, measure: Measure) -> Any:
    """The model as it is scored: where questions have no answer, it may say so.

    Data whose questions all have answers leave every model as it is, so its scores stay comparable.

    Args:
        predictor: The model.
        measure: What it is scored with.
    """
    allow = getattr(predictor, "for_unanswerable", None)
    return allow() if allow is not None and measure.name == SQUAD_V2_F1.name else predictor


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
