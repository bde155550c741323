"""Scores by slice: how the model does on the originals of each, and what each transformation costs it there."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.outcomes import SuiteOutcomes
from hf_robust.scoring import holm
from hf_robust.scoring.clusters import effective_sizes, in_order, sums_by_cluster
from hf_robust.scoring.many_groups import (
    gaps_to_rest,
    membership_p,
    paired_share_intervals,
    resampled_sums,
    sign_flip_p,
    spread,
)
from hf_robust.scoring.measure_type import Floats, row_share, share, units
from hf_robust.scoring.statistics import wilson_of_share
from hf_robust.slices.slice_table import SliceInfo
from hf_robust.suites.robustness import Suite

LEAST = 10  # rows, and things to find in them; a score of fewer says nothing
MOST = 100  # slices that are kept
_WIDTH = 8000  # columns that are summed together


def slice_scores(outcomes: SuiteOutcomes, suite: Suite, wanted: AnalysisOptions) -> dict[str, Any] | None:
    """The score of each slice, its gap to the rows outside, and the drop of each transformation in it.

    Args:
        outcomes: What the model did with each pair. Predicted scores are measured by their closeness, not by a
            correlation.
        wanted: What was asked for; its seed.

    Returns:
        None where no slices were asked for. Slices with fewer than 10 rows, or than 10 things to find where the measure
        scores what is to be found (entities), are only named, with their numbers. Rows with equal inputs count as one.
    """
    table = outcomes.slices
    if table is None:
        return None
    if (
        outcomes.measure.row_label
    ):  # a correlation falls in a slice of similar gold values, however near predictions are
        outcomes = _by_row_scores(outcomes)
    things, groups = _things(outcomes), outcomes.originals.groups
    sizes = _counted(np.ones(len(things)), table.members, groups)
    to_find = _counted(things, table.members, groups)
    enough = (sizes >= LEAST) & (to_find >= LEAST)
    large = np.flatnonzero(enough)
    scored = _scores(outcomes, table.members[:, large], [table.slices[place] for place in large], wanted.seed)
    order = sorted(range(len(large)), key=lambda place: (scored[place]["p_value"] is None, _first(scored[place])))
    kept = order[:MOST]
    places = [place for place, one in enumerate(outcomes.pairs) if len(one)]
    return {
        "n": len(table),
        "least": LEAST,
        "slices": [scored[place] for place in kept],
        "transformations": [outcomes.pairs[place].name for place in places],
        "drops": _drops(outcomes, table.members[:, large[kept]], places, wanted.seed),
        "small": [
            {"name": table.slices[place].name, "n": int(sizes[place]), "to_find": int(to_find[place])}
            for place in np.flatnonzero(~enough)
        ][:MOST],
        "left_out": len(order) - len(kept) + max(len(sizes) - len(large) - MOST, 0),
        "notes": list(table.notes),
    }


def _by_row_scores(outcomes: SuiteOutcomes) -> SuiteOutcomes:
    """The same outcomes, measured by the mean of the row scores."""
    return replace(
        outcomes,
        measure=replace(outcomes.measure, aggregate=share, row_score=row_share),
        pairs=tuple(
            replace(one, stats=_with_ones(one.before), stats_after=_with_ones(one.after)) for one in outcomes.pairs
        ),
    )


def _with_ones(scores: Floats) -> Floats:
    return np.column_stack([scores, np.ones(len(scores))])


def _things(outcomes: SuiteOutcomes) -> Floats:
    """How many things of each original row are scored."""
    return units(outcomes.measure, outcomes.originals.stats)


def _counted(values: Floats, members: np.ndarray, groups: np.ndarray | None) -> Floats:
    """The sum of the values of the rows in each slice; of the rows of one cluster their mean."""
    if groups is None:
        return values @ members
    inside = members.astype(np.float64)
    rows = sums_by_cluster(inside, groups)
    counted: Floats = (sums_by_cluster(inside * values[:, None], groups) / np.maximum(rows, 1)).sum(axis=0)
    return counted


def _first(scored: dict[str, Any]) -> tuple:
    """Sort key: the slices that differ most surely, then the largest."""
    return scored["p_value"] or 0.0, -scored["n"], scored["name"]


def _scores(
    outcomes: SuiteOutcomes, members: np.ndarray, slices: Sequence[SliceInfo], seed: int
) -> list[dict[str, Any]]:
    if not slices:
        return []
    originals, aggregate = outcomes.originals, outcomes.measure.aggregate
    scores = aggregate(members.T.astype(np.float64) @ originals.stats)
    gaps = gaps_to_rest(originals.stats, members, aggregate)
    things = _things(outcomes)
    nothing_else = things.sum() - things @ members <= 0  # the score of the rest is 0 whatever the model says
    gaps[nothing_else] = np.nan
    tested = membership_p(originals.stats, members, aggregate, clusters=originals.groups, seed=seed)
    p_values = [None if empty else p for p, empty in zip(tested, nothing_else, strict=True)]
    ends = _score_intervals(outcomes, members, seed)
    return [
        {
            **{key: value for key, value in info.describe().items() if key != "params"},
            "n": int(members[:, number].sum()),
            "score": _finite(scores[number]),
            "interval": _ends(ends[number]),
            "gap": _finite(gaps[number]),
            "p_value": p_values[number],
            "p_adjusted": adjusted,
        }
        for number, (info, adjusted) in enumerate(zip(slices, holm(p_values), strict=True))
    ]


def _score_intervals(outcomes: SuiteOutcomes, members: np.ndarray, seed: int) -> Floats:
    originals = outcomes.originals
    if outcomes.measure.binary:
        shares = (originals.scores @ members) / members.sum(axis=0)
        worth = effective_sizes(originals.scores, members, originals.groups)
        return np.array([wilson_of_share(*pair) for pair in zip(shares.tolist(), worth.tolist(), strict=True)])
    sums = _drawn(members, originals.stats, originals.groups, seed)
    return spread(outcomes.measure.aggregate(sums))


def _drawn(members: np.ndarray, stats: Floats, groups: np.ndarray | None, seed: int) -> Floats:
    """Sums over the rows of each slice, the clusters drawn again and again; of shape (draws, slices, statistics)."""
    width = members.shape[1] * stats.shape[1]
    order, starts = in_order(np.arange(len(stats)) if groups is None else groups)

    def columns(clusters: slice) -> Floats:
        bounds = starts[clusters.start : clusters.stop + 1]
        rows = order[bounds[0] : bounds[-1]]
        inside = (members[rows][:, :, None] * stats[rows][:, None, :]).reshape(-1, width)
        return inside if groups is None else np.add.reduceat(inside, bounds[:-1] - bounds[0], axis=0)

    sums = resampled_sums(len(starts) - 1, columns, width=width, seed=seed)
    return sums.reshape(-1, members.shape[1], stats.shape[1])


def _drops(
    outcomes: SuiteOutcomes, members: np.ndarray, indices: Sequence[int], seed: int
) -> list[list[dict[str, Any]]]:
    """For each slice the drop of each transformation; p-values are corrected over all of them."""
    if not members.shape[1]:
        return []
    columns = [
        list(_cells(outcomes, index, members, ends))
        for index, ends in zip(indices, _drop_intervals(outcomes, indices, members, seed), strict=True)
    ]
    adjusted = iter(holm([cell["p_value"] for column in columns for cell in column]))
    for column in columns:
        for cell in column:
            cell["p_adjusted"] = next(adjusted)
            del cell["p_value"]
    return [list(row) for row in zip(*columns, strict=True)]


def _cells(outcomes: SuiteOutcomes, index: int, members: np.ndarray, ends: Floats) -> Iterator[dict[str, Any]]:
    pairs, aggregate = outcomes.pairs[index], outcomes.measure.aggregate
    inside = members[outcomes.original_of(index)]
    weights = inside.T.astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        drops = aggregate(weights @ pairs.stats) - aggregate(weights @ pairs.stats_after)
    groups = outcomes.originals.groups
    p_values = sign_flip_p(outcomes.by_original(index, pairs.after - pairs.before), members, groups)
    clusters = None if groups is None else pairs.groups
    sizes = _counted(np.ones(len(pairs)), inside, clusters)
    to_find = _counted(units(outcomes.measure, pairs.stats), inside, clusters)
    for column, n in enumerate(inside.sum(axis=0).tolist()):
        enough = sizes[column] >= LEAST and to_find[column] >= LEAST
        yield {
            "n": n,
            "drop": _finite(drops[column]) if enough else None,
            "interval": _ends(ends[column]) if enough else None,
            "p_value": p_values[column] if enough else None,
        }


def _drop_intervals(
    outcomes: SuiteOutcomes, indices: Sequence[int], members: np.ndarray, seed: int
) -> Iterator[Floats]:
    """For each transformation the intervals of the drops in all slices."""
    if outcomes.measure.binary and not any(outcomes.pairs[index].several for index in indices):
        for index in indices:
            yield _share_intervals(outcomes, index, members)
        return
    k = outcomes.originals.stats.shape[1]
    together = max(1, _WIDTH // (2 * k * members.shape[1]))
    for start in range(0, len(indices), together):
        part = indices[start : start + together]
        joined = [
            outcomes.by_original(index, np.hstack([outcomes.pairs[index].stats, outcomes.pairs[index].stats_after]))
            for index in part
        ]
        sums = _drawn(members, np.hstack(joined), outcomes.originals.groups, seed)
        for before, after in zip(*[iter(np.split(sums, 2 * len(part), axis=2))] * 2, strict=True):
            with np.errstate(divide="ignore", invalid="ignore"):
                yield spread(outcomes.measure.aggregate(before) - outcomes.measure.aggregate(after))


def _share_intervals(outcomes: SuiteOutcomes, index: int, members: np.ndarray) -> Floats:
    pairs = outcomes.pairs[index]
    before, after = pairs.before >= 1, pairs.after >= 1
    inside = members[outcomes.original_of(index)]
    weights, n = inside.astype(np.float64), inside.sum(axis=0)
    # each row counts for as much as the independent rows that the rows of the slice are worth
    weights *= effective_sizes((1 + pairs.after - pairs.before) / 2, inside, pairs.groups) / np.maximum(n, 1)
    states = (before & after, before & ~after, ~before & after, ~before & ~after)
    return paired_share_intervals(*(state @ weights for state in states))


def _finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _ends(ends: Floats) -> list[float] | None:
    return None if np.isnan(ends).any() else [float(end) for end in ends]
