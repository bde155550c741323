"""Polarities of aspects: accuracy over aspects, and F1 averaged over the polarities."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.scoring.inputs import as_list
from hf_robust.scoring.measure_type import Floats, Measure, paired_rows, ratio, row_f1, row_share, share, table

_POLARITIES = ("positive", "negative", "neutral", "conflict")


def aspect_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    """Of each row: aspects whose polarity is right, and all of them.

    Args:
        predictions: A list of polarities a row, one an aspect.
        references: The right ones, as names or as aspects ``{"polarity": ...}``.

    Raises:
        UsageError: A row has no list, or another number of polarities than aspects.

    Example:
        >>> aspect_stats([["positive", "neutral"]], [[{"polarity": "positive"}, {"polarity": "negative"}]]).tolist()
        [[1.0, 2.0]]
    """
    pairs = _rows(predictions, references)
    rows = [(sum(one == other for one, other in zip(found, gold)), len(gold)) for found, gold in pairs]
    return table(rows, 2)


def _rows(predictions: Sequence[Any], references: Sequence[Any]) -> list[tuple[list[Any], list[Any]]]:
    rows = []
    for row, (predicted, expected) in enumerate(paired_rows(predictions, references)):
        found, gold = _polarities(predicted, "predictions", row), _polarities(expected, "references", row)
        if len(found) != len(gold):
            raise UsageError(
                f"row {row}: {len(found)} predicted polarities for {len(gold)} aspects; give one an aspect"
            )
        rows.append((found, gold))
    return rows


def _polarities(value: Any, column: str, row: int) -> list[Any]:
    if value is None or isinstance(value, str | int | float | Mapping):
        raise UsageError(f"{column} row {row}: expected a list with one polarity an aspect, found {quoted(value)}")
    return [one.get("polarity") if isinstance(one, Mapping) else one for one in as_list(value)]


def _class_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    """Of each row and each polarity: found rightly, found, there to find. Usual polarities have their fixed columns."""
    pairs = _rows(predictions, references)
    others = {label for _, gold in pairs for label in gold} - {*_POLARITIES}
    classes = [*_POLARITIES, *sorted(others, key=str)]
    rows = [[count for label in classes for count in _counts(label, found, gold)] for found, gold in pairs]
    return table(rows, 3 * len(classes))


def _counts(label: Any, predicted: list[Any], gold: list[Any]) -> tuple[int, int, int]:
    right = sum(label_found == label_gold == label for label_found, label_gold in zip(predicted, gold))
    return right, predicted.count(label), gold.count(label)


def _macro_f1(sums: Floats) -> Floats:
    right, found, gold = (sums[..., place::3] for place in range(3))
    scores, present = ratio(2 * right, found + gold, 0.0), gold > 0
    return ratio((scores * present).sum(axis=-1), present.sum(axis=-1), np.nan)


def _row_macro(stats: Floats) -> Floats:
    sums = np.stack([stats[:, place::3].sum(axis=1) for place in range(3)], axis=1)
    # a polarity that no reference has is in no column, so what is found is counted by what is there to find
    return row_f1(np.column_stack([sums[:, 0], sums[:, 2], sums[:, 2]]))


ASPECT_MACRO_F1 = Measure("aspect_macro_f1", "Aspect polarity F1 (macro)", _class_stats, _macro_f1, _row_macro)
ASPECT_ACCURACY = Measure(
    "aspect_accuracy", "Aspect accuracy", aspect_stats, share, row_share, secondary=(ASPECT_MACRO_F1,)
)
