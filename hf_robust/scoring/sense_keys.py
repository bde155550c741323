"""Word senses: a prediction is right when it is one of the keys that people gave the word."""

from collections.abc import Sequence
from typing import Any, TypedDict

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.scoring.measure_type import Floats, Measure, paired_rows, row_share, share, with_ones
from hf_robust.scoring.statistics import wilson


class Senses(TypedDict):
    """Scores of word senses; see :func:`sense_scores`."""

    sense_accuracy: float | None
    interval: list[float] | None
    n: int
    n_right: int


def sense_scores(predictions: Sequence[Any], references: Sequence[Any], *, confidence: float = 0.95) -> Senses:
    """Share of words whose predicted sense is one that people gave them.

    Where a model answers every word this is also the F1 of the evaluation framework.

    Args:
        predictions: One sense key a row; None (the model gave none) is wrong.
        references: A key, or the list of those that are right.
        confidence: Coverage of the interval.

    Returns:
        ``sense_accuracy``, its Wilson ``interval``, ``n`` and ``n_right``. None where there are no rows.

    Raises:
        UsageError: A prediction is no key, or a row has no right key.

    Source: Raganato et al. 2017, "Word Sense Disambiguation: A Unified Evaluation Framework and Empirical Comparison".

    Example:
        >>> scores = sense_scores(["bank%1:14:00::", "run%2:38:00::"], ["bank%1:14:00::", ["run%2:38:04::"]])
        >>> scores["sense_accuracy"], scores["n_right"]
        (0.5, 1)
    """
    stats = sense_stats(predictions, references)
    n, right = len(stats), int(stats[:, 0].sum())
    return Senses(
        sense_accuracy=right / n if n else None,
        interval=list(wilson(right, n, confidence)) if n else None,
        n=n,
        n_right=right,
    )


def sense_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    """Of each row: whether the key is right, and 1.

    Args:
        predictions: One sense key a row; None (the model gave none) is wrong.
        references: A key, or the list of those that are right.

    Raises:
        UsageError: A prediction is no key, or a row has no right key.

    Source: Raganato et al. 2017, "Word Sense Disambiguation: A Unified Evaluation Framework and Empirical Comparison".

    Example:
        >>> sense_stats(["bank%1:14:00::"], [["bank%1:14:00::", "bank%1:06:00::"]]).tolist()
        [[1.0, 1.0]]
    """
    scores = []
    for row, (key, keys) in enumerate(paired_rows(predictions, references)):
        if key is not None and not isinstance(key, str):
            raise UsageError(f"predictions row {row}: expected one sense key, found {quoted(key)}")
        right = [keys] if isinstance(keys, str) else list(keys or ())
        if not right or not all(isinstance(one, str) for one in right):
            raise UsageError(f"references row {row}: expected a sense key or a list of them, found {quoted(keys)}")
        scores.append(float(key in right))
    return with_ones(scores, len(scores))


SENSE_ACCURACY = Measure("sense_accuracy", "Sense accuracy", sense_stats, share, row_share, binary=True)
