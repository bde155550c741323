"""Numbers of answers by status, from predictions: parts of the records of all evaluations."""

from collections import Counter
from collections.abc import Mapping, Sequence

from hf_robust.adapters.base import STATUSES, Prediction
from hf_robust.reports.answers_view import status_counts
from hf_robust.reports.records.answer_records import NO_ANSWER, AnswerCounts
from hf_robust.reports.run_warnings import run_warning
from hf_robust.reports.wording import percent

LEAST_ANSWERED = 0.9  # with more than one row in ten unanswered, a score is as much about the format as about the task


def answer_counts(statuses: Mapping[str, int], unaligned: int = 0, wrong: int | None = None) -> AnswerCounts:
    """Return the counts for a record.

    Args:
        statuses: Number of answers by status, without failed requests.
        unaligned: Number of entities in the answers that are not in the texts.
        wrong: Number of answers that are wrong; None for scores that are not right or wrong.

    Example:
        >>> answer_counts({"refused": 1, "ok": 3}).answered
        0.75
    """
    total = sum(statuses.values())
    return AnswerCounts(
        answered=statuses.get("ok", 0) / total if total else None,
        statuses={status: statuses[status] for status in STATUSES if statuses.get(status)},
        unaligned=unaligned,
        wrong=wrong,
    )


def counted_predictions(predictions: Sequence[Prediction], wrong: Sequence[bool | None]) -> AnswerCounts:
    """Return the counts of some predictions.

    Args:
        predictions: Predictions whose requests did not fail.
        wrong: Whether each is wrong; None where that is not known.
    """
    return answer_counts(
        Counter(one.status for one in predictions),
        sum(one.unaligned for one in predictions),
        sum(bool(is_wrong) for one, is_wrong in zip(predictions, wrong, strict=True) if one.status == "ok"),
    )


def said_label(prediction: Prediction) -> str:
    """Return a predicted label to count; ``NO_ANSWER`` where there is none.

    Example:
        >>> said_label(Prediction("positive")), said_label(Prediction("", status="refused"))
        ('positive', '(no answer)')
    """
    return str(prediction.value) if prediction.status == "ok" else NO_ANSWER


def few_answers(told: AnswerCounts, inputs: str) -> list[dict[str, str]]:
    """Return a warning when many inputs have no answer.

    Args:
        inputs: What the inputs are, for example ``"original rows"``.
    """
    if told.answered is None or told.answered >= LEAST_ANSWERED:
        return []
    counts = status_counts(told.statuses.items())
    message = f"Only {percent(told.answered)} of the {inputs} have an answer ({counts}). The others count as wrong."
    return [run_warning("few-answers", message)]
