"""Attachment scores of dependency trees: how many tokens have the right head, with the right relation."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.scoring.inputs import as_list
from hf_robust.scoring.measure_type import Floats, Measure, paired_rows, row_share, share, table

_PUNCTUATION = frozenset({"punct", "p"})  # of Universal Dependencies, Stanford and CoNLL-2009


class Attachment(TypedDict):
    """Scores of trees; see :func:`dependency_scores`."""

    las: float | None
    uas: float | None
    label_accuracy: float | None
    n: int
    n_tokens: int


def dependency_scores(predictions: Sequence[Any], references: Sequence[Any], *, punctuation: bool = True) -> Attachment:
    """Labelled and unlabelled attachment score over all tokens.

    Args:
        predictions: Trees ``{"heads": [...], "deprels": [...]}``; heads count tokens from 1, the root has 0.
        references: The right trees.
        punctuation: Whether tokens whose right relation is ``punct`` (or ``P``) are counted.

    Returns:
        ``las`` (right head and relation), ``uas`` (right head), ``label_accuracy`` (right relation), ``n`` (trees) and
        ``n_tokens``. None where there is no token.

    Raises:
        UsageError: A value is no tree, or has another number of tokens than its reference.

    Source: Buchholz and Marsi 2006, "CoNLL-X shared task on Multilingual Dependency Parsing", section 4.

    Example:
        >>> gold = [{"heads": [2, 0, 2], "deprels": ["nsubj", "root", "punct"]}]
        >>> found = [{"heads": [2, 0, 1], "deprels": ["obj", "root", "punct"]}]
        >>> dependency_scores(found, gold, punctuation=False)
        {'las': 0.5, 'uas': 1.0, 'label_accuracy': 0.5, 'n': 1, 'n_tokens': 2}
    """
    stats = _tree_stats(predictions, references, punctuation)
    both, heads, labels, tokens = stats.sum(axis=0)
    las, uas, label = (float(part / tokens) if tokens else None for part in (both, heads, labels))
    return Attachment(las=las, uas=uas, label_accuracy=label, n=len(stats), n_tokens=int(tokens))


def _tree_stats(predictions: Sequence[Any], references: Sequence[Any], punctuation: bool = True) -> Floats:
    """Of each tree: tokens with both right, with the right head, with the right relation, and all of them."""
    rows = []
    for row, (predicted, expected) in enumerate(paired_rows(predictions, references)):
        found, gold = _tree(predicted, "predictions", row), _tree(expected, "references", row)
        if len(found) != len(gold):
            raise UsageError(f"row {row}: a predicted tree of {len(found)} tokens for a gold tree of {len(gold)}")
        kept = [pair for pair in zip(found, gold) if punctuation or str(pair[1][1]).casefold() not in _PUNCTUATION]
        heads = sum(one[0] == other[0] for one, other in kept)
        labels = sum(one[1] == other[1] for one, other in kept)
        rows.append((sum(one == other for one, other in kept), heads, labels, len(kept)))
    return table(rows, 4)


def _tree(value: Any, column: str, row: int) -> list[tuple[int, Any]]:
    if not isinstance(value, Mapping) or value.get("heads") is None or value.get("deprels") is None:
        raise UsageError(f"{column} row {row}: expected {{'heads': [...], 'deprels': [...]}}, found {quoted(value)}")
    heads, deprels = as_list(value["heads"]), as_list(value["deprels"])
    if len(heads) != len(deprels):
        raise UsageError(f"{column} row {row}: {len(heads)} heads, but {len(deprels)} relations; give one a token")
    try:
        return [(int(head), relation) for head, relation in zip(heads, deprels)]
    except (TypeError, ValueError):
        raise UsageError(f"{column} row {row}: heads must be numbers, found {quoted(heads)}") from None


def _las_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    return _tree_stats(predictions, references)[:, [0, 3]]


def _uas_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    return _tree_stats(predictions, references)[:, [1, 3]]


def _same_tree(value: Any) -> Any:
    return tuple(_tree(value, "predictions", 0))


UAS = Measure("uas", "Unlabelled attachment score", _uas_stats, share, row_share, normalize=_same_tree)
LAS = Measure("las", "Labelled attachment score", _las_stats, share, row_share, normalize=_same_tree, secondary=(UAS,))
