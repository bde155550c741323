"""What a shard of a run keeps of its rows: counts and sums that add up over shards, and no rows.

For measures of right and wrong a shard counts how many sources have which pair of results: the table of McNemar, with
the sums of rows that repeat an input. The intervals and p-values of all rows follow from the sum of the tables exactly.
For other measures a shard keeps the sums of each resample of a Poisson bootstrap. Of predicted scores it keeps the
numbers themselves: ranks and errors of all rows need them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hf_robust.core.typed_json import as_json
from hf_robust.evaluation.answered_pairs import said_of
from hf_robust.evaluation.guards import single_labels
from hf_robust.evaluation.outcomes import PairOutcomes, SuiteOutcomes
from hf_robust.reports.records.robustness_records import TransformationResult
from hf_robust.scoring import Measure
from hf_robust.scoring.clusters import sums_by_cluster
from hf_robust.scoring.measure_type import Floats
from hf_robust.scoring.poisson_bootstrap import poisson_sums
from hf_robust.scoring.worst_cases import JoinedRows

Table = list[list[float]]
"""Different rows of statistics, each with the number of its occurrences as the last value."""
ORIGINALS, WORST = "originals", "worst"


@dataclass(frozen=True)
class ShardSums:
    """The counts and sums of a shard.

    Args:
        record: All but the resamples, as JSON.
        resamples: Sums of the resamples by name; empty for measures of right and wrong.
        scores: For tasks of scores by transformation: predicted and right scores before and after, of shape (n, 4);
            and under the name of :func:`clusters_of` the cluster of each row.
    """

    record: Mapping[str, Any]
    resamples: Mapping[str, Floats]
    scores: Mapping[str, np.ndarray]


def clusters_of(name: str) -> str:
    """Under which name the clusters of the rows of a transformation are kept."""
    return f"{name}:clusters"


def sums_of_shard(outcomes: SuiteOutcomes, results: Sequence[TransformationResult]) -> ShardSums:
    """The counts and sums of the rows of a shard.

    Args:
        outcomes: The outcomes of its rows.
        results: Their results, by transformation.
    """
    measure, resamples, scores = outcomes.measure, dict[str, Floats](), dict[str, np.ndarray]()
    parts = []
    joined = JoinedRows()
    for one, result in zip(outcomes.pairs, results, strict=True):
        joined.add(one.name, (one.ids, one.before, one.after), result.consistency)
        parts.append(_of_pairs(one, result, measure))
        _resample(resamples, result.name, [one.stats, one.stats_after], one.clusters, measure)
        if outcomes.task.kind.scores:
            numbers = one.old.values_of_rows(), one.gold, one.new.values_of_rows(), one.gold_after
            scores[result.name] = np.array(numbers, np.float64).T
            scores[clusters_of(result.name)] = one.clusters.astype(np.uint64)
    record: dict[str, Any] = {"results": parts, "originals": None, "labels": None, "worst": None}
    if any(map(len, outcomes.pairs)):
        originals = outcomes.originals
        lowest = [np.column_stack([side, np.ones(len(side))]) for side in (originals.scores, joined.lowest)]
        sources = len(np.unique(originals.clusters))
        record["originals"] = {"n": len(originals), "sources": sources, **_sums([originals.stats])}
        record["worst"] = {"n": len(originals), "sources": sources, **_sums(lowest)}
        if measure.binary and single_labels(originals.gold):
            record["labels"] = counted(zip(map(str, originals.gold), map(str, originals.predicted)))
        for name, sides in ((ORIGINALS, [originals.stats]), (WORST, lowest)):
            _resample(resamples, name, sides, originals.clusters, measure)
            if measure.binary:
                record[name]["table"] = table_of(sides, originals.groups)
    return ShardSums(record, resamples, scores)


def _of_pairs(one: PairOutcomes, result: TransformationResult, measure: Measure) -> dict[str, Any]:
    """The counts and sums of the pairs of a transformation."""
    values = one.old.values_of_rows(), one.new.values_of_rows()
    found: dict[str, Any] = {
        "result": as_json(result),
        **_sums([one.stats, one.stats_after]),
        "secondary": {
            other.name: [
                other.row_stats(side, gold).sum(axis=0).tolist()
                for side, gold in zip(values, (one.gold, one.gold_after))
            ]
            for other in measure.secondary
            if not other.ranks_rows
        },
        "labels": None,
        "changed": len(np.unique(one.ids)) if one.several else len(one),
        "counts_changed": bool(one.entry.left_out or one.truncated.left_out or one.changes.removed),
    }
    if measure.binary:
        found["table"] = table_of([one.stats, one.stats_after], one.groups)
        if single_labels(one.gold):
            found["labels"] = counted(zip(map(str, said_of(one.old)), map(str, said_of(one.new))))
    return found


def _sums(sides: Sequence[Floats]) -> dict[str, Any]:
    return {"sums": [side.sum(axis=0).tolist() for side in sides]}


def _resample(
    resamples: dict[str, Floats], name: str, sides: Sequence[Floats], clusters: np.ndarray, measure: Measure
) -> None:
    if not measure.binary:
        resamples[name] = poisson_sums(np.hstack(sides), clusters.astype(np.uint64))


def table_of(sides: Sequence[Floats], groups: np.ndarray | None) -> Table:
    """How many clusters have which statistics.

    Args:
        sides: Statistics of the rows, before and after; of shape (n, k) each.
        groups: The cluster of each row; None where each row is a cluster of its own.

    Example:
        >>> right, wrong = [1.0, 1.0], [0.0, 1.0]
        >>> table_of([np.array([right, right, wrong]), np.array([right, right, right])], None)
        [[0.0, 1.0, 1.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0, 2.0]]
    """
    rows = sums_by_cluster(np.hstack(sides), groups)
    different, counts = np.unique(rows, axis=0, return_counts=True)
    table: Table = np.column_stack([different, counts]).tolist()
    return table


def added(tables: Iterable[Table]) -> Table:
    """The sum of tables; see :func:`table_of`.

    Example:
        >>> added([[[0.0, 1.0, 2.0]], [[0.0, 1.0, 3.0], [1.0, 1.0, 1.0]]])
        [[0.0, 1.0, 5.0], [1.0, 1.0, 1.0]]
    """
    counts: Counter[tuple[float, ...]] = Counter()
    for table in tables:
        for *row, times in table:
            counts[tuple(row)] += int(times)
    return [[*row, float(counts[row])] for row in sorted(counts)]


def expanded(table: Table, width: int) -> Floats:
    """The rows of a table, each as often as it occurs; of shape (n, width).

    Example:
        >>> expanded([[0.0, 1.0, 2.0]], 2).tolist()
        [[0.0, 1.0], [0.0, 1.0]]
    """
    rows = np.asarray(table, np.float64).reshape(len(table), width + 1)
    return np.repeat(rows[:, :-1], rows[:, -1].astype(np.int64), axis=0)


def counted(pairs: Iterable[tuple[str, str]]) -> list[list[Any]]:
    """Pairs of labels with their numbers, in the order in which they first occur.

    Example:
        >>> counted([("a", "b"), ("a", "a"), ("a", "b")])
        [['a', 'b', 2], ['a', 'a', 1]]
    """
    return [[one, other, times] for (one, other), times in Counter(pairs).items()]
