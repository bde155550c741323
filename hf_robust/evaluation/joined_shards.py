"""The scores of a run from the counts and sums of its shards; see :mod:`hf_robust.evaluation.shard_sums`."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hf_robust.core.typed_json import changed, read_json
from hf_robust.evaluation.guards import LabelCounts, moved_labels
from hf_robust.evaluation.repeated_inputs import repeated
from hf_robust.evaluation.robustness_run import EXAMPLES, group_means
from hf_robust.evaluation.score_changes import score_change_of, with_corrected_rises
from hf_robust.evaluation.scored_suite import ScoredSuite
from hf_robust.evaluation.shard_sums import ORIGINALS, WORST, added, clusters_of, counted, expanded
from hf_robust.reports.records.robustness_records import (
    Groups,
    LabelShares,
    Originals,
    TransformationResult,
    TruncatedPairs,
    WorstCase,
)
from hf_robust.scoring import Measure, holm
from hf_robust.scoring.drops import drop_interval, drop_p
from hf_robust.scoring.measure_type import Floats, share
from hf_robust.scoring.paired import listed
from hf_robust.scoring.poisson_bootstrap import poisson_interval, poisson_p
from hf_robust.scoring.statistics import Aggregate, Interval
from hf_robust.scoring.unpaired import jackknife_error
from hf_robust.scoring.worst_cases import fall_interval


@dataclass(frozen=True)
class _Sides:
    """Two sides of rows, before and after, over all shards.

    Args:
        before: Sums of the statistics before.
        after: Sums of the statistics after.
        rows: The statistics of each cluster, before and after, where they are counted.
        resamples: Sums of resamples, before and after, where they are not.
    """

    before: Floats
    after: Floats
    rows: tuple[Floats, Floats] | None
    resamples: tuple[Floats, Floats] | None

    @classmethod
    def of(cls, parts: Sequence[Mapping[str, Any]], resamples: Sequence[Floats] | None) -> "_Sides":
        """The sides of the parts of all shards."""
        before, after = (np.sum([np.asarray(part["sums"][side]) for part in parts], axis=0) for side in (0, -1))
        if resamples is not None:
            whole = np.sum(resamples, axis=0)
            return cls(before, after, None, (whole[:, : len(before)], whole[:, -len(after) :]))
        width = sum(map(len, parts[0]["sums"]))
        rows = expanded(added(part["table"] for part in parts), width)
        return cls(before, after, (rows[:, : len(before)], rows[:, -len(after) :]), None)

    def drop(self, aggregate: Aggregate, binary: bool) -> tuple[Interval, float | None]:
        """The interval and the p-value of the drop."""
        if self.rows is not None:
            return drop_interval(*self.rows, aggregate), drop_p(*self.rows, aggregate, binary)
        assert self.resamples is not None
        if np.array_equal(*self.resamples):  # no row has another result, as in `drop_interval`
            return Interval(math.nan, math.nan), 1.0
        difference = float(aggregate(self.before) - aggregate(self.after))
        return poisson_interval(*self.resamples, aggregate), poisson_p(*self.resamples, difference, aggregate)

    def error(self, aggregate: Aggregate) -> float | None:
        """The standard error of the score after."""
        if self.rows is not None:
            return jackknife_error(self.rows[1], aggregate)
        assert self.resamples is not None
        scores = aggregate(self.resamples[1])
        scores = scores[np.isfinite(scores)]
        return float(scores.std(ddof=1)) if len(scores) > 1 else None


def joined_scores(
    records: Sequence[Mapping[str, Any]],
    resamples: Sequence[Mapping[str, Floats]],
    measure: Measure,
    positions: bool,
    predictions: Mapping[str, Any],
    scores: Sequence[Mapping[str, np.ndarray]] = (),
    score_range: Sequence[float] | None = None,
) -> ScoredSuite:
    """The scores over the rows of all shards.

    What needs the rows themselves is not there: the marks of rows, calibration and corrected drops.

    Args:
        records: What each shard recorded.
        resamples: Sums of the resamples of each shard.
        measure: What the rows were scored with.
        positions: Whether a label is the position of a candidate of its row.
        predictions: How much the model was asked.
        scores: Predicted and right scores of each shard, for a task of scores.
        score_range: The lowest and the highest score, where they are known.
    """
    numbers = range(len(records[0]["results"]))
    results = []
    for number in numbers:
        parts = [record["results"][number] for record in records]
        name = parts[0]["result"]["name"]
        result = _result(parts, _resamples(resamples, name, measure), measure)
        results.append(_with_scores(result, scores, score_range, measure) if scores else result)
    results = [changed(one, p_adjusted=p) for one, p in zip(results, holm([one.p_value for one in results]))]
    results = with_corrected_rises(results)
    scored = [(record, sums) for record, sums in zip(records, resamples) if record[ORIGINALS]]
    some, sums = [record for record, _ in scored], [one for _, one in scored]
    return ScoredSuite(
        predictions=predictions,
        originals=_originals([one[ORIGINALS] for one in some], _resamples(sums, ORIGINALS, measure), measure),
        labels=_labels(some, positions),
        answers=None,
        warnings=[],
        results=results,
        worst_case=_worst([one[WORST] for one in some], _resamples(sums, WORST, measure)),
        groups=Groups(linguistics=group_means(results, "linguistics"), level=group_means(results, "level")),
        generated=[],
        transfer=None,
    )


def _resamples(resamples: Sequence[Mapping[str, Floats]], name: str, measure: Measure) -> list[Floats] | None:
    return None if measure.binary else [one[name] for one in resamples]


def _result(
    parts: Sequence[Mapping[str, Any]], resamples: Sequence[Floats] | None, measure: Measure
) -> TransformationResult:
    """The result of a transformation over all shards."""
    own = [read_json(TransformationResult, part["result"], "result of a transformation") for part in parts]
    n, sides = sum(one.n for one in own), _Sides.of(parts, resamples)
    aggregate = measure.aggregate
    (original, perturbed), drop, interval, p_value = (None, None), None, None, None
    if n:
        original, perturbed = float(aggregate(sides.before)), float(aggregate(sides.after))
        drop = original - perturbed
        ends, p_value = sides.drop(aggregate, measure.binary)
        interval = listed(ends)
    same = [(one.consistency, one.n) for one in own if one.n]
    known = bool(same) and all(value is not None for value, _ in same)
    changed_rows = sum(part["changed"] for part in parts)
    coverage = changed_rows / own[0].total if any(part["counts_changed"] for part in parts) else own[0].coverage
    labels = [pair for part in parts for pair in part["labels"] or ()]
    moved = moved_labels(*_sides_of(labels)) if labels else {"kappa": None, "predicted": None}
    told = {
        "original": original,
        "perturbed": perturbed,
        "drop": drop,
        "relative_drop": drop / original if drop is not None and original else None,
        "interval": interval,
        "p_value": p_value,
        "n": n,
        "coverage": coverage,
        "consistency": sum(round(value * many) for value, many in same if value is not None) / n if known else None,
        "broken": _sum([one.broken for one in own]),
        "mended": _sum([one.mended for one in own]),
        "secondary": _secondary(parts, measure),
        "labels_move": any(one.labels_move for one in own),
        "corrected": None,
        "sources": sum(one.sources or 0 for one in own),
        **({"rows_by_step": [sum(rows) for rows in zip(*steps, strict=True)]} if (steps := _steps(own)) else {}),
        **moved,
        "calibration": None,
        "unanswerable": _pairwise([one.unanswerable for one in own]),
        "truncated": _truncated([one.truncated for one in own]),
        "written": None,
        "rows": None,
        "standard_error": sides.error(aggregate) if n else None,
        "examples": sorted(
            (one for result in parts for one in result["result"]["examples"]),
            key=lambda example: -(example.get("original_score") or 0.0),
        )[:EXAMPLES],
    }
    return read_json(TransformationResult, {**parts[0]["result"], **told}, "result of a transformation")


def _with_scores(
    result: TransformationResult,
    scores: Sequence[Mapping[str, np.ndarray]],
    score_range: Sequence[float] | None,
    measure: Measure,
) -> TransformationResult:
    """The result with how predicted scores change, and with the measures that rank all rows."""
    before, gold, after, gold_after = np.concatenate([one[result.name] for one in scores]).T
    if not len(before):
        return changed(result, scores=None)
    groups = repeated(np.concatenate([one[clusters_of(result.name)] for one in scores]))
    sides = (before, gold), (after, gold_after)
    ranked = {one.name: [one.score(*side) for side in sides] for one in measure.secondary if one.ranks_rows}
    found = score_change_of(before.tolist(), after.tolist(), gold.tolist(), gold_after.tolist(), groups, score_range)
    return changed(result, scores=found, secondary={**(result.secondary or {}), **ranked})


def _sides_of(labels: Sequence[Sequence[Any]]) -> tuple[list[str], list[str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for one, other, times in labels:
        counts[one, other] += times
    pairs = [(one, other) for one, other, times in counted(counts.elements()) for _ in range(times)]
    return [one for one, _ in pairs], [other for _, other in pairs]


def _sum(values: Sequence[int | None]) -> int | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None


def _pairwise(values: Sequence[tuple[int, int] | None]) -> list[int] | None:
    known = [value for value in values if value is not None]
    return [sum(side) for side in zip(*known)] if known else None


def _steps(own: Sequence[TransformationResult]) -> list[tuple[int, ...]]:
    """The rows by step of a chain in each shard."""
    return [one.rows_by_step for one in own if one.rows_by_step]


def _truncated(values: Sequence[TruncatedPairs | None]) -> dict[str, Any] | None:
    known = [value for value in values if value is not None]
    if not known:
        return None
    sums = {name: sum(getattr(one, name) for one in known) for name in ("inputs", "of", "identical", "pairs")}
    return {**sums, "left_out": any(one.left_out for one in known)}


def _secondary(parts: Sequence[Mapping[str, Any]], measure: Measure) -> dict[str, list[float | None]]:
    """The scores in other measures, before and after."""
    found = {}
    for other in measure.secondary:
        if other.ranks_rows:
            continue
        sums = [np.sum([part["secondary"][other.name][side] for part in parts], axis=0) for side in (0, 1)]
        with np.errstate(divide="ignore", invalid="ignore"):
            scores = [float(other.aggregate(side)) for side in sums]
        found[other.name] = [score if np.isfinite(score) else None for score in scores]
    return found


def _originals(parts: Sequence[Mapping[str, Any]], resamples: Sequence[Floats] | None, measure: Measure) -> Originals:
    if not parts:
        return Originals(n=0, score=None)
    sides = _Sides.of(parts, resamples)
    return Originals(
        n=sum(part["n"] for part in parts),
        sources=sum(part["sources"] for part in parts),
        score=float(measure.aggregate(sides.after)),
        standard_error=sides.error(measure.aggregate),
    )


def _labels(records: Sequence[Mapping[str, Any]], positions: bool) -> LabelShares | None:
    counts = LabelCounts(positions)
    for record in records:
        if record["labels"] is None:
            return None
        for gold, predicted, times in record["labels"]:
            counts.gold[gold] += times
            counts.predicted[predicted] += times
            counts.pairs[gold, predicted] += times
    return counts.describe()


def _worst(parts: Sequence[Mapping[str, Any]], resamples: Sequence[Floats] | None) -> WorstCase | None:
    if not parts:
        return None
    sides = _Sides.of(parts, resamples)
    original, worst = float(share(sides.before)), float(share(sides.after))
    if sides.rows is not None:
        interval = fall_interval(*sides.rows)
    else:
        low, high = sides.drop(share, binary=False)[0]
        interval = listed(Interval(max(0.0, low), high))
    told = {
        "n": sum(part["n"] for part in parts),
        "original": original,
        "worst": worst,
        "drop": original - worst,
        "interval": interval,
        "sources": sum(part["sources"] for part in parts),
        "standard_error": sides.error(share),
    }
    return read_json(WorstCase, told, "worst case")
