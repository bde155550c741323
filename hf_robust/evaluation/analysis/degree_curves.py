"""How the score falls as one parameter of a transformation grows: the rate of typos, the number of words."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import Any

import numpy as np

from hf_robust.core.checks import is_number
from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.outcomes import SuiteOutcomes
from hf_robust.scoring.clusters import sums_by_cluster
from hf_robust.scoring.many_groups import resampled_sums, spread
from hf_robust.scoring.measure_type import Floats
from hf_robust.suites.robustness import Suite

LEAST = 10  # originals that all values of a curve changed
MOST = 12  # curves
Series = list[tuple[float, int]]  # the values of a parameter, and the places of their transformations


def degree_curves(outcomes: SuiteOutcomes, suite: Suite, wanted: AnalysisOptions) -> dict[str, Any] | None:
    """For each transformation at several values of one numeric parameter, and the same otherwise, its score by value.

    All scores of a curve are of the same originals: those that every value changed.

    Args:
        outcomes: What the model did with each pair.
        wanted: What was asked for; its seed.

    Returns:
        None where no transformation occurs at several values.
    """
    curves, few = [], []
    for (name, parameter), series in _series(outcomes):
        common = _common(outcomes, [place for _, place in series])
        if len(common) < LEAST:
            few.append({"transformation": name, "parameter": parameter, "n": len(common)})
        else:
            found = _curve(outcomes, series, common, wanted.seed)
            curves.append({"transformation": name, "parameter": parameter, "n": len(common), **found})
    if not curves and not few:
        return None
    curves.sort(key=lambda curve: (curve["change"], curve["transformation"]))
    return {"least": LEAST, "curves": curves[:MOST], "few": few[:MOST], "left_out": max(len(curves) - MOST, 0)}


def _series(outcomes: SuiteOutcomes) -> Iterator[tuple[tuple[str, str], Series]]:
    """Transformations that differ in one number alone, by what they have in common and the parameter."""
    found: dict[tuple[str, int, str], dict[float, int]] = {}
    for place, one in enumerate(outcomes.pairs):
        stages = one.entry.stages
        for number, stage in enumerate(stages):
            for key, value in stage["params"].items():
                if is_number(value):
                    rest = [dict(other) for other in stages]
                    rest[number] = {**stage, "params": {**stage["params"], key: None}}
                    shared = json.dumps(rest, sort_keys=True, default=str)
                    found.setdefault((shared, number, key), {})[value] = place
    for (_, number, key), places in found.items():
        if len(places) > 1:
            series = sorted(places.items())
            value, last = series[-1]
            one = outcomes.pairs[last]
            name = one.name.replace(f"-{key}-{value}", "")  # what tells it from curves of other parameters stays
            yield (name, _parameter(one.entry.stages, number, key)), series


def _parameter(stages: Sequence[Mapping[str, Any]], index: int, key: str) -> str:
    return key if len(stages) == 1 else f"{stages[index]['name']}.{key}"


def _common(outcomes: SuiteOutcomes, indices: Sequence[int]) -> np.ndarray:
    """The originals that all of some transformations changed."""
    return reduce(np.intersect1d, [outcomes.original_of(index) for index in indices])


def _curve(outcomes: SuiteOutcomes, series: Series, common: np.ndarray, seed: int) -> dict[str, Any]:
    values = np.array([value for value, _ in series], np.float64)
    sides = [outcomes.originals.stats[common]]
    sides += [_mean_of_variants(outcomes, place)[common] for _, place in series]
    groups = outcomes.originals.groups
    columns = sums_by_cluster(np.hstack(sides), None if groups is None else groups[common])
    sums = resampled_sums(len(columns), lambda rows: columns[rows], width=columns.shape[1], seed=seed)
    with np.errstate(divide="ignore", invalid="ignore"):
        original, *scores = (float(outcomes.measure.aggregate(side.sum(axis=0))) for side in sides)
        drawn = np.array([outcomes.measure.aggregate(part) for part in np.split(sums, len(sides), axis=1)])
    ends = spread(drawn.T)[1:]
    reach = float(values[-1] - values[0])
    return {
        "original": original,
        "points": [
            {"value": value, "name": outcomes.pairs[place].name, "score": score, "interval": interval.tolist()}
            for (value, place), score, interval in zip(series, scores, ends, strict=True)
        ],
        "slope": float(_slope(values, np.array(scores))),
        "change": float(_slope(values, np.array(scores))) * reach,
        "change_interval": (spread((_slope(values, drawn[1:]) * reach)[:, None])[0]).tolist(),
    }


def _mean_of_variants(outcomes: SuiteOutcomes, index: int) -> Floats:
    """Statistics after a change by original; of several variants their mean."""
    stats = outcomes.by_original(index, outcomes.pairs[index].stats_after)
    times = np.bincount(outcomes.original_of(index), minlength=len(stats))
    return stats / np.maximum(times, 1)[:, None]


def _slope(values: Floats, scores: Floats) -> Floats:
    """The slope of the straight line that fits best; of scores of shape (values,) or (values, draws)."""
    centered = values - values.mean()
    return centered @ scores / (centered @ centered)
