"""The mean of the F1 scores of all labels."""

from collections.abc import Sequence
from typing import Any


def macro_f1(predictions: Sequence[Any], references: Sequence[Any]) -> float | None:
    """The unweighted mean over the labels that occur, in the references or the predictions, of their F1.

    Args:
        predictions: Labels.
        references: Gold labels, in the same order.

    Returns:
        A number from 0 to 1; None without rows.

    Example:
        >>> round(macro_f1(["a", "b", "b"], ["a", "a", "b"]), 4)
        0.6667
    """
    pairs = list(zip(predictions, references, strict=True))
    scores = []
    for label in sorted({label for pair in pairs for label in pair}):
        both = sum(said == gold == label for said, gold in pairs)
        either = sum((said == label) + (gold == label) for said, gold in pairs)
        scores.append(2 * both / either)
    return sum(scores) / len(scores) if scores else None
