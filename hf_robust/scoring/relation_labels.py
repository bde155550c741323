"""Relation extraction: micro F1 over the relations that there are, leaving out "no relation"."""

import re
from collections.abc import Sequence
from typing import Any, TypedDict

from hf_robust.scoring.inputs import check_labels
from hf_robust.scoring.measure_type import Floats, Measure, micro_f1, paired_rows, ratio, row_f1, table

_NO_RELATION = frozenset({"norelation", "other", "na", "none", ""})
_APART = re.compile(r"[\W_]+")


class Relations(TypedDict):
    """Scores of relations; see :func:`relation_scores`."""

    relation_f1: float | None
    precision: float
    recall: float
    accuracy: float | None
    n: int
    n_relations: int


def relation_scores(predictions: Sequence[Any], references: Sequence[Any]) -> Relations:
    """Micro F1 over the relations that there are: rows without one only count where one is found in them.

    Args:
        predictions: Names of relations, one a row; None counts as no relation.
        references: The right names.

    Returns:
        ``relation_f1``, ``precision``, ``recall``, ``accuracy`` over all rows, ``n``, and ``n_relations`` (rows that
        have one). None where there are no rows.

    Raises:
        UsageError: A value is no label.
        LabelError: One column holds names and the other numbers.

    Source: Zhang et al. 2017, "Position-aware Attention and Supervised Data Improve Slot Filling", section 4.

    Example:
        >>> scores = relation_scores(["kills", "Other", "lives in"], ["kills", "kills", "Other"])
        >>> scores["precision"], scores["recall"], scores["relation_f1"]
        (0.5, 0.5, 0.5)
    """
    stats = relation_stats(predictions, references)
    sums, n = stats.sum(axis=0), len(stats)
    wrong = sum(found != gold for found, gold in paired_rows(predictions, references))
    return Relations(
        relation_f1=float(micro_f1(sums)) if n else None,
        precision=float(ratio(sums[0], sums[1], 0.0)),
        recall=float(ratio(sums[0], sums[2], 0.0)),
        accuracy=(n - wrong) / n if n else None,
        n=n,
        n_relations=int(sums[2]),
    )


def is_no_relation(label: Any) -> bool:
    """Whether a label says that there is no relation; the name may be written in any case.

    Args:
        label: Name of a relation; None is no relation, a number is one.

    Example:
        >>> [is_no_relation(label) for label in ("no_relation", "Other", "N/A", None, "per:title", 0)]
        [True, True, True, True, False, False]
    """
    return label is None or (isinstance(label, str) and _APART.sub("", label).casefold() in _NO_RELATION)


def relation_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    """Of each row: relations found rightly, found at all, and there to find.

    Args:
        predictions: Names of relations, one a row; None counts as no relation.
        references: The right names.

    Raises:
        UsageError: A value is no label.
        LabelError: One column holds names and the other numbers.

    Example:
        >>> relation_stats(["kills", "Other", "kills"], ["kills", "kills", "Other"]).tolist()
        [[1.0, 1.0, 1.0], [0.0, 0.0, 1.0], [0.0, 1.0, 0.0]]
    """
    pairs = paired_rows(predictions, references)
    check_labels([found for found, _ in pairs], [gold for _, gold in pairs])
    rows = []
    for found, gold in pairs:
        is_found, is_gold = not is_no_relation(found), not is_no_relation(gold)
        rows.append((is_found and is_gold and found == gold, is_found, is_gold))
    return table(rows, 3)


def relation_f1(secondary: Measure) -> Measure:
    """The measure, with the one that is reported beside it.

    Source: Zhang et al. 2017, "Position-aware Attention and Supervised Data Improve Slot Filling", section 4.

    Example:
        >>> from hf_robust.scoring import ACCURACY
        >>> relation_f1(ACCURACY).score(["a", "b", "none"], ["a", "none", "none"])
        0.6666666666666666
    """
    return Measure(
        "relation_f1",
        "Relation F1 (micro)",
        relation_stats,
        micro_f1,
        row_f1,
        secondary=(secondary,),
        predicted_column=1,
    )
