"""The F1 of each label of rows that have several: of the originals, and how far it falls under each transformation."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

import numpy as np

from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.outcomes import SuiteOutcomes
from hf_robust.scoring.clusters import sums_by_cluster
from hf_robust.scoring.label_sets import label_stats
from hf_robust.scoring.many_groups import resampled_sums, spread
from hf_robust.scoring.measure_type import Floats, micro_f1
from hf_robust.scoring.nested_spans import FLAT, NESTED, part_stats
from hf_robust.suites.robustness import Suite
from hf_robust.tasks.nested_entities import NestedEntities, entities_of_row, nested_among

Count = Callable[[Sequence[Any], Sequence[Any], Sequence[str]], Floats]
LEAST = 10  # rows that have a label: the F1 of fewer is not told
MOST = 30  # labels, the most frequent ones


def label_drops(outcomes: SuiteOutcomes, suite: Suite, wanted: AnalysisOptions) -> dict[str, Any] | None:
    """For each label, or type of nested entities, its F1 on the originals and its drop under each transformation.

    Args:
        outcomes: What the model did with each pair.
        wanted: What was asked for; its seed.

    Returns:
        None for tasks whose rows do not have several labels, and where no label has enough rows. For nested entities
        the rows are entities, and two more labels stand for the nested and for the flat ones.
    """
    of_spans = isinstance(outcomes.task.kind, NestedEntities)
    if not outcomes.task.kind.many_labels and not of_spans:
        return None
    originals, count = outcomes.originals, part_stats if of_spans else label_stats
    sizes = Counter(_parts(originals.gold) if of_spans else chain.from_iterable(originals.gold))
    enough = [label for label, rows in sizes.most_common() if rows >= LEAST]
    labels = enough[:MOST]
    if not labels:
        return None
    stats = count(originals.predicted, originals.gold, labels)
    scores, ends = _scores(stats, originals.groups, wanted.seed)
    named = [one for one in enumerate(outcomes.pairs) if len(one[1])]
    drops = [_drops(outcomes, place, labels, count, wanted.seed) for place, _ in named]
    return {
        "least": LEAST,
        "of": "entity" if of_spans else "row",
        "transformations": [pairs.name for _, pairs in named],
        "labels": [
            {"name": label, "n": sizes[label], "score": score, "interval": interval}
            for label, score, interval in zip(labels, scores, ends, strict=True)
        ],
        "drops": [list(row) for row in zip(*drops)],
        "left_out": {"rare": len(sizes) - len(enough), "others": len(enough) - len(labels)},
    }


def _parts(gold: Sequence[Any]) -> Iterator[str]:
    """For each entity of the rows its type, and whether it is nested."""
    for row in map(entities_of_row, gold):
        inner = nested_among(row)
        for one in row:
            yield from (one[2], NESTED if one in inner else FLAT)


def _scores(stats: Floats, groups: np.ndarray | None, seed: int) -> tuple[list[float], list[list[float] | None]]:
    """The F1 of each label, with its interval."""
    columns = sums_by_cluster(stats, groups)
    drawn = _by_label(resampled_sums(len(columns), lambda rows: columns[rows], width=columns.shape[1], seed=seed))
    return _by_label(stats.sum(axis=0)).tolist(), _ends(drawn)


def _drops(outcomes: SuiteOutcomes, index: int, labels: list[str], count: Count, seed: int) -> list[dict[str, Any]]:
    """The drop of the F1 of each label under one transformation."""
    pairs = outcomes.pairs[index]
    before = count(pairs.old.values_of_rows(), pairs.gold, labels)
    after = count(pairs.new.values_of_rows(), pairs.gold_after, labels)
    columns = sums_by_cluster(np.hstack([before, after]), pairs.groups)
    sums = resampled_sums(len(columns), lambda rows: columns[rows], width=columns.shape[1], seed=seed)
    drawn = np.subtract(*map(_by_label, np.split(sums, 2, axis=1)))
    drops = np.subtract(_by_label(before.sum(axis=0)), _by_label(after.sum(axis=0)))
    sizes = after[:, 2::3].sum(axis=0).astype(int)
    return [
        {"n": n, "drop": drop if n >= LEAST else None, "interval": ends if n >= LEAST else None}
        for n, drop, ends in zip(sizes.tolist(), drops.tolist(), _ends(drawn), strict=True)
    ]


def _by_label(sums: Floats) -> Floats:
    """The F1 of each label, from the sums of its three columns."""
    return micro_f1(sums.reshape(*sums.shape[:-1], -1, 3))


def _ends(drawn: Floats) -> list[list[float] | None]:
    """The interval of each column; None where it is not known, or where no draw differs from another."""
    return [ends.tolist() if ends[0] < ends[1] else None for ends in spread(drawn)]
