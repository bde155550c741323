"""Sets of labels: F1 over all labels together and by label, and the share of sets without a mistake."""

from collections.abc import Callable, Collection, Sequence
from itertools import chain
from typing import Any, TypedDict

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.scoring.inputs import as_list
from hf_robust.scoring.measure_type import (
    Floats,
    Measure,
    micro_f1,
    paired_rows,
    ratio,
    row_f1,
    row_share,
    share,
    table,
    with_ones,
)
from hf_robust.scoring.statistics import bootstrap

Sets = tuple[frozenset[Any], frozenset[Any]]


class LabelScore(TypedDict):
    """The F1 of one label; see :func:`label_set_scores`."""

    f1: float
    interval: list[float]
    n: int


class LabelSetScores(TypedDict):
    """Scores of sets of labels; see :func:`label_set_scores`."""

    micro_f1: float | None
    macro_f1: float | None
    subset_accuracy: float | None
    n: int
    labels: dict[str, LabelScore]


def label_set_scores(
    predictions: Sequence[Any],
    references: Sequence[Any],
    *,
    resamples: int = 2000,
    confidence: float = 0.95,
    seed: int = 0,
) -> LabelSetScores:
    """Scores of sets of labels, together and by label.

    Args:
        predictions: For each row a list of labels.
        references: The right ones.
        resamples: Resamples of the bootstrap over rows.
        confidence: Coverage of the intervals.
        seed: Seed of the bootstrap.

    Returns:
        ``micro_f1`` (over all labels of all rows), ``macro_f1`` (mean of the F1 of the labels that are right in some
        row), ``subset_accuracy`` (share of rows with exactly the right labels), ``n`` (rows), and ``labels``: for each
        label its ``f1``, the ``interval`` of it and ``n``, the number of rows in which it is right. None without rows.

    Raises:
        UsageError: A row is no list of labels, or the columns differ in length.

    Sources: Tsoumakas and Katakis 2007, "Multi-Label Classification: An Overview", section 4 (subset accuracy is
        there called accuracy of the exact match); Efron 1979 for the interval.

    Example:
        >>> scores = label_set_scores([["joy"], ["joy", "anger"]], [["joy"], ["anger"]])
        >>> scores["micro_f1"], scores["macro_f1"], scores["subset_accuracy"]
        (0.8, 0.8333333333333333, 0.5)
        >>> scores["labels"]["anger"]["f1"], scores["labels"]["anger"]["n"]
        (1.0, 1)
    """
    names = sorted({*chain.from_iterable(one for pair in _pairs(predictions, references) for one in pair)}, key=str)
    by_label = label_stats(predictions, references, names)
    rows = len(by_label)
    measures = LABEL_MICRO_F1, LABEL_MACRO_F1, SUBSET_ACCURACY
    micro, macro, exact = (one.score(predictions, references) if rows else None for one in measures)
    labels = {
        str(name): LabelScore(
            f1=float(micro_f1(stats.sum(axis=0))),
            interval=list(bootstrap(stats, micro_f1, resamples, confidence, seed)),
            n=int(stats[:, 2].sum()),
        )
        for name, stats in zip(names, np.split(by_label, len(names), axis=1) if names else [], strict=True)
    }
    return LabelSetScores(micro_f1=micro, macro_f1=macro, subset_accuracy=exact, n=rows, labels=labels)


def label_stats(predictions: Sequence[Any], references: Sequence[Any], labels: Sequence[Any]) -> Floats:
    """Of each row and each label: whether it was found rightly, found at all, and there to find.

    Args:
        predictions: For each row a list of labels.
        references: The right ones.
        labels: The labels that are counted.

    Returns:
        (n, 3 * labels), label by label; three columns of zeros where there are no labels.

    Example:
        >>> label_stats([["joy", "anger"]], [["anger"]], ["anger", "joy"]).tolist()
        [[1.0, 1.0, 1.0, 0.0, 1.0, 0.0]]
    """
    place = {label: number for number, label in enumerate(labels)}
    pairs = _pairs(predictions, references)
    stats = np.zeros((len(pairs), max(1, len(place)), 3))  # a table has columns also where no label is known
    for row, (found, gold) in enumerate(pairs):
        for column, members in enumerate((found & gold, found, gold)):
            stats[row, [place[label] for label in members if label in place], column] = 1.0
    return stats.reshape(len(pairs), -1) if pairs else np.empty((0, stats.shape[1] * 3))


def _pairs(predictions: Sequence[Any], references: Sequence[Any]) -> list[Sets]:
    return [
        (_labels(predicted, "predictions", row), _labels(expected, "references", row))
        for row, (predicted, expected) in enumerate(paired_rows(predictions, references))
    ]


def _labels(value: Any, column: str, row: int) -> frozenset[Any]:
    if value is None or isinstance(value, str | int | float | dict):
        if isinstance(value, str) and not value:  # what stands for an answer that is missing
            return frozenset()
        raise UsageError(
            f"{column} row {row}: expected a list of labels, found {quoted(value)}; for one label a row use "
            "measure='accuracy'"
        )
    return frozenset(value if isinstance(value, Collection) else as_list(value))


def _micro_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    pairs = _pairs(predictions, references)
    return table([(len(found & gold), len(found), len(gold)) for found, gold in pairs], 3)


def _exact_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    pairs = _pairs(predictions, references)
    return with_ones((found == gold for found, gold in pairs), len(pairs))


def _macro_stats(labels: Sequence[Any] | None) -> Callable[[Sequence[Any], Sequence[Any]], Floats]:
    def stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
        known = labels
        if known is None:  # a label that no reference has is in no mean
            known = sorted({*chain.from_iterable(gold for _, gold in _pairs(predictions, references))}, key=str)
        return label_stats(predictions, references, known)

    return stats


def _macro_f1(sums: Floats) -> Floats:
    right, found, gold = (sums[..., place::3] for place in range(3))
    scores, present = ratio(2 * right, found + gold, 0.0), gold > 0
    return ratio((scores * present).sum(axis=-1), present.sum(axis=-1), np.nan)


def _row_macro(stats: Floats) -> Floats:
    return row_f1(np.stack([stats[:, place::3].sum(axis=1) for place in range(3)], axis=1))


def _same_set(value: Any) -> Any:
    return tuple(sorted(value, key=str)) if isinstance(value, Collection) and not isinstance(value, str) else value


def label_macro_f1(labels: Sequence[Any] | None = None) -> Measure:
    """Mean of the F1 of all labels that occur in the references.

    Args:
        labels: The labels, in an order that is the same for all rows of an evaluation; those of the references at hand
            when None.
    """
    name, label = "label_macro_f1", "Macro F1"
    return Measure(name, label, _macro_stats(labels), _macro_f1, _row_macro, normalize=_same_set)


LABEL_MACRO_F1 = label_macro_f1()
SUBSET_ACCURACY = Measure(
    "subset_accuracy", "Subset accuracy", _exact_stats, share, row_share, binary=True, normalize=_same_set
)


def label_micro_f1(labels: Sequence[Any] | None = None) -> Measure:
    """F1 over all labels of all rows together, with macro F1 and subset accuracy beside it.

    Args:
        labels: As for :func:`label_macro_f1`.
    """
    beside = (LABEL_MACRO_F1 if labels is None else label_macro_f1(labels), SUBSET_ACCURACY)
    return Measure(
        *("label_micro_f1", "Micro F1", _micro_stats, micro_f1, row_f1),
        normalize=_same_set,
        secondary=beside,
        predicted_column=1,
    )


LABEL_MICRO_F1 = label_micro_f1()
