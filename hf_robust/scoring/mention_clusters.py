"""Coreference: MUC, B-cubed and CEAFe of clusters of mentions, and their mean, the CoNLL score."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, TypedDict

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.scoring.assignment import best_total
from hf_robust.scoring.inputs import as_list
from hf_robust.scoring.measure_type import Floats, Measure, paired_rows, ratio, table

Mention = tuple[int, int]
Clusters = list[frozenset[Mention]]
_PARTS = ("muc", "b3", "ceafe")


class Coreference(TypedDict):
    """Scores of clusters; see :func:`coreference_scores`."""

    conll_f1: float | None
    muc: list[float]
    b3: list[float]
    ceafe: list[float]
    n: int
    n_mentions: int


def coreference_scores(predictions: Sequence[Any], references: Sequence[Any]) -> Coreference:
    """MUC, B-cubed and CEAFe over documents, and the mean of their F1, as the CoNLL shared tasks score.

    Args:
        predictions: The clusters of each document: lists of mentions ``[start, end]``. A mention that stands in several
            clusters counts in the first.
        references: The right clusters. Clusters of one mention count, as they do in the official scorer; leave them
            out on both sides where the data has none.

    Returns:
        ``conll_f1``, then ``muc``, ``b3`` and ``ceafe``, each ``[precision, recall, F1]``, ``n`` (documents) and
        ``n_mentions`` (in the references). ``conll_f1`` is None without documents.

    Raises:
        UsageError: Columns of different length, or a value that is no list of clusters.

    Source: Pradhan et al. 2014, "Scoring Coreference Partitions of Predicted Mentions: A Reference Implementation";
        Vilain et al. 1995 (MUC), Bagga and Baldwin 1998 (B-cubed), Luo 2005 (CEAF, entity-based).

    Example:
        >>> gold = [[[[0, 0], [1, 1], [2, 2]], [[3, 3], [4, 4]]]]
        >>> found = [[[[0, 0], [1, 1]], [[2, 2], [3, 3], [4, 4]]]]
        >>> scores = coreference_scores(found, gold)
        >>> [round(scores[name][2], 3) for name in ("muc", "b3", "ceafe")], round(scores["conll_f1"], 3)
        ([0.667, 0.733, 0.8], 0.733)
    """
    stats = coreference_stats(predictions, references)
    sums = stats.sum(axis=0)
    parts = {name: _prf(sums, place) for place, name in enumerate(_PARTS)}
    mentions = sum(len(cluster) for value in as_list(references) for cluster in _clusters(value, "references", 0))
    conll = float(_conll(sums)) if len(stats) else None
    return Coreference(conll_f1=conll, **parts, n=len(stats), n_mentions=mentions)  # type: ignore[typeddict-item]


def coreference_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    """Of each document, for each of the three measures: precision and recall as a part and a whole, 12 numbers.

    Example:
        >>> coreference_stats([[[[0, 0], [2, 2]]]], [[[[0, 0], [2, 2]], [[5, 5], [7, 7]]]])[0, :4].tolist()
        [1.0, 1.0, 1.0, 2.0]
    """
    rows = []
    for row, (predicted, expected) in enumerate(paired_rows(predictions, references)):
        found, gold = _clusters(predicted, "predictions", row), _clusters(expected, "references", row)
        rows.append(
            (*_muc(found, gold), *_muc(gold, found), *_b3(found, gold), *_b3(gold, found), *_ceafe(found, gold))
        )
    return table(rows, 12)


def _clusters(value: Any, column: str, row: int) -> Clusters:
    """Clusters as sets of mentions, without empty ones; a mention counts in the first that has it."""
    seen: set[Mention] = set()
    clusters = []
    try:
        for given in as_list(value):
            mentions = {_mention(span) for span in as_list(given)}
            clusters.append(frozenset(mentions - seen))
            seen |= mentions
    except (TypeError, ValueError, KeyError, IndexError):
        raise UsageError(
            f"{column} row {row}: expected clusters, lists of mentions [start, end], found {quoted(value)}"
        ) from None
    return [cluster for cluster in clusters if cluster]


def _mention(span: Any) -> Mention:
    start, end = (span["start"], span["end"]) if isinstance(span, Mapping) else span
    return int(start), int(end)


def _owners(clusters: Clusters) -> dict[Mention, int]:
    return {mention: place for place, cluster in enumerate(clusters) for mention in cluster}


def _muc(clusters: Clusters, others: Clusters) -> tuple[int, int]:
    """Links of the clusters that the others hold too, and all of their links."""
    owners = _owners(others)
    kept = 0
    for cluster in clusters:
        known = [owners[mention] for mention in cluster if mention in owners]
        kept += len(known) - len(set(known))
    return kept, sum(len(cluster) - 1 for cluster in clusters)


def _b3(clusters: Clusters, others: Clusters) -> tuple[float, int]:
    """Sum over mentions of the share of their cluster that the other cluster of the mention holds, and all mentions."""
    owners = _owners(others)
    total = 0.0
    for cluster in clusters:
        sizes: dict[int, int] = {}
        for mention in cluster:
            if mention in owners:
                sizes[owners[mention]] = sizes.get(owners[mention], 0) + 1
        total += sum(size * size for size in sizes.values()) / len(cluster)
    return total, sum(map(len, clusters))


def _ceafe(predicted: Clusters, gold: Clusters) -> tuple[float, int, float, int]:
    """Similarity of the clusters under the best one-to-one alignment, with how many clusters there are on each side."""
    owners = _owners(gold)
    shared = np.zeros((len(predicted), len(gold)))
    for index, cluster in enumerate(predicted):
        for mention in cluster & owners.keys():
            shared[index, owners[mention]] += 1
    sizes = np.array([[len(cluster)] for cluster in predicted]).reshape(-1, 1) + np.array(
        [len(cluster_gold) for cluster_gold in gold]
    )
    best = best_total(ratio(2 * shared, sizes, 0.0))
    return best, len(predicted), best, len(gold)


def _prf(sums: Floats, part: int) -> list[float]:
    right, found, kept, gold = (sums[4 * part + place] for place in range(4))
    precision, recall = ratio(right, found, 0.0), ratio(kept, gold, 0.0)
    return [float(precision), float(recall), float(_f1(sums, part))]


def _f1(sums: Floats, part: int) -> Floats:
    right, found, kept, gold = (sums[..., 4 * part + place] for place in range(4))
    precision, recall = ratio(right, found, 0.0), ratio(kept, gold, 0.0)
    return ratio(2 * precision * recall, precision + recall, 0.0)


def _conll(sums: Floats) -> Floats:
    return sum((_f1(sums, part) for part in range(3)), start=np.zeros(sums.shape[:-1])) / 3


def _row_f1(stats: Floats, part: int) -> Floats:
    # neither side has a link (a mention, a cluster): nothing is wrong
    return np.where(stats[:, 4 * part + 1] + stats[:, 4 * part + 3] == 0, 1.0, _f1(stats, part))


def _row_conll(stats: Floats) -> Floats:
    return sum((_row_f1(stats, part) for part in range(3)), start=np.zeros(len(stats))) / 3


def same_clusters(value: Any) -> Collection[frozenset[Mention]]:
    """Clusters in a form in which their order, and that of their mentions, says nothing.

    Example:
        >>> same_clusters([[[0, 0], [2, 2]], [[4, 4]]]) == same_clusters([[[4, 4]], [[2, 2], [0, 0]]])
        True
    """
    return frozenset(_clusters(value, "predictions", 0))


def _part_measure(index: int, label: str) -> Measure:
    def stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
        return coreference_stats(predictions, references)[:, 4 * index : 4 * index + 4]

    aggregate: Callable[[Floats], Floats] = lambda sums: _f1(sums, 0)  # noqa: E731
    return Measure(
        f"{_PARTS[index]}_f1", label, stats, aggregate, lambda rows: _row_f1(rows, 0), normalize=same_clusters
    )


MUC_F1, B3_F1, CEAFE_F1 = (
    _part_measure(place, label) for place, label in enumerate(("MUC F1", "B-cubed F1", "CEAFe F1"))
)
CONLL_F1 = Measure(
    "conll_f1",
    "Coreference F1 (CoNLL)",
    coreference_stats,
    _conll,
    _row_conll,
    normalize=same_clusters,
    secondary=(MUC_F1, B3_F1, CEAFE_F1),
)
