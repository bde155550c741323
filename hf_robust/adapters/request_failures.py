"""Inputs that have no answer because requests failed: how many a run accepts, and the error when there are more."""

import math
import re
from collections import Counter
from typing import Any

from hf_robust.adapters.base import model_inside
from hf_robust.core.checks import is_number
from hf_robust.core.errors import UnansweredError, UsageError
from hf_robust.core.quoted import quoted
from hf_robust.core.text import one_line

MAX_ERRORS = 0.01  # the scores of 99 % of the rows differ from those of all rows by at most one point
# a server gives such an answer each time it is asked; time-outs and too many requests pass
_REFUSED_FOR_GOOD = re.compile(r"\bHTTP 4(?!08|25|29)\d\d\b")
_LONGEST_REASON = 200  # characters: some servers return whole pages


def check_max_errors(value: Any) -> float:
    """Return the largest share of inputs that may have no answer.

    Args:
        value: What the user gave.

    Raises:
        UsageError: It is not a number from 0 to 1.

    Example:
        >>> check_max_errors(0.05)
        0.05
    """
    if not (is_number(value) and 0 <= value <= 1):
        raise UsageError(f"max_errors must be a share of the inputs from 0 to 1, found {quoted(value)}")
    return value


def begin_run(predictor: Any) -> None:
    """Let a predictor that counts what it asks start anew, so that a run does not report what earlier runs counted.

    Args:
        predictor: A predictor, which may wrap another.

    Example:
        >>> begin_run(object())
    """
    counting = model_inside(predictor, "begin_run")
    if counting is not None:
        counting.begin_run()


def failure_reasons(predictor: Any) -> Counter[str]:
    """Return how often the requests of a model failed, by reason.

    Args:
        predictor: A predictor, which may wrap another.

    Example:
        >>> failure_reasons(object())
        Counter()
    """
    return Counter(getattr(model_inside(predictor, "failures"), "failures", None) or {})


def check_failures(predictor: Any, failed: int, asked: int, limit: float, cached: bool) -> None:
    """Raise an error when more inputs than allowed have no answer.

    Args:
        predictor: The model.
        failed: Number of inputs without an answer.
        asked: Number of all inputs.
        limit: The largest share that is allowed.
        cached: Whether predictions are kept on disk.

    Raises:
        UnansweredError: With the number of inputs, the most frequent reason and what a rerun does.

    Example:
        >>> check_failures(object(), 1, 100, 0.01, cached=True)
    """
    if failed <= limit * asked:
        return
    message = f"{failed} of {asked} inputs ({failed / asked:.1%}) have no answer, because requests failed"
    reasons = failure_reasons(predictor).most_common(1)
    if reasons and reasons[0][0]:
        message += f" (most often: {one_line(reasons[0][0])[:_LONGEST_REASON]})"
    message += f". There is no score, since at most {limit:.1%} may have none (`max_errors`). "
    for_good = bool(reasons) and _REFUSED_FOR_GOOD.search(str(reasons[0][0])) is not None
    if for_good:
        least = math.ceil(100 * failed / asked) / 100
        message += f"The server refuses such inputs: leave them out, or accept them with `max_errors` {least:g}. "
    advice = getattr(model_inside(predictor, "advice"), "advice", None)
    if advice is not None and (said := advice()):
        message += said
    elif cached or getattr(model_inside(predictor, "keeps_answers"), "keeps_answers", False):
        message += f"All other answers are stored: run the same command again to ask only for these {failed}."
    elif not for_good:
        message += "Give `cache_dir` to store the answers, so that a rerun asks only for the missing ones."
    raise UnansweredError(message.rstrip())
