"""What kinds of change a model withstands: means over transformations by linguistics, and by linguistics and level."""

from collections.abc import Iterable, Iterator, Sequence
from statistics import fmean
from typing import Any

import numpy as np

from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.outcomes import SuiteOutcomes
from hf_robust.reports.evidence import LEAST_ROWS
from hf_robust.scoring import holm
from hf_robust.scoring.many_groups import resampled_sums, sign_flip_p, spread
from hf_robust.scoring.measure_type import Floats
from hf_robust.suites.robustness import Suite
from hf_robust.transforms.base import LEVELS, LINGUISTICS

_NOTHING = 1e-12


def profile(outcomes: SuiteOutcomes, suite: Suite, wanted: AnalysisOptions) -> dict[str, Any] | None:
    """By linguistics the share of the score that is kept, by linguistics and level the mean drop.

    Intervals and p-values are over originals: those that several transformations changed are drawn together, and so are
    those with equal inputs. A transformation that changed fewer than 30 originals counts only where its kind has no
    other.

    Args:
        outcomes: What the model did with each pair.
        wanted: What was asked for; its seed.

    Returns:
        None where all transformations are of one kind, as there is nothing to compare.
    """
    places = [place for place, one in enumerate(outcomes.pairs) if len(one)]
    kinds = {place: _kind(outcomes, place) for place in places}
    if len(set(kinds.values())) < 2:
        return None
    drawn = _drawn_scores(outcomes, places, wanted.seed)
    measured = {place: _scores(outcomes, place) for place in places}
    cells = [
        _cell(outcomes, kind, members, measured, drawn)
        for kind, members in _with_rows(outcomes, _grouped(places, kinds))
    ]
    for cell, adjusted in zip(cells, holm([cell["p_value"] for cell in cells]), strict=True):
        cell["p_adjusted"] = adjusted
    by_name = _grouped(places, {place: kind[0] for place, kind in kinds.items()})
    groups = [_group(outcomes, name, members, measured, drawn) for name, members in _with_rows(outcomes, by_name)]
    return {"task": outcomes.task.name, "groups": groups, "cells": cells}


def _kind(outcomes: SuiteOutcomes, index: int) -> tuple[str, str]:
    entry = outcomes.pairs[index].entry
    return entry.linguistics, entry.level


def _order(kind: Any) -> tuple:
    """Names in their usual order, those of others' after them."""
    names = (kind,) if isinstance(kind, str) else kind
    orders = (LINGUISTICS, LEVELS)
    return tuple(
        (order.index(name) if name in order else len(order), name)
        for name, order in zip(names, orders[: len(names)], strict=True)
    )


def _grouped(indices: Iterable[int], kinds: dict[int, Any]) -> list[tuple[Any, list[int]]]:
    groups: dict[Any, list[int]] = {}
    for index in indices:
        groups.setdefault(kinds[index], []).append(index)
    return sorted(groups.items(), key=lambda item: _order(item[0]))


def _with_rows(outcomes: SuiteOutcomes, grouped: list[tuple[Any, list[int]]]) -> list[tuple[Any, list[int]]]:
    """Of each kind the transformations that changed enough originals; all of a kind that has none of these."""
    found = []
    for kind, members in grouped:
        enough = [place for place in members if _originals(outcomes, [place]) >= LEAST_ROWS]
        found.append((kind, enough or members))
    return found


def _originals(outcomes: SuiteOutcomes, members: Sequence[int]) -> int:
    """How many originals the transformations changed together."""
    return len(np.unique(np.concatenate([outcomes.original_of(place) for place in members])))


def _scores(outcomes: SuiteOutcomes, index: int) -> tuple[float, float]:
    pairs, aggregate = outcomes.pairs[index], outcomes.measure.aggregate
    return float(aggregate(pairs.stats.sum(axis=0))), float(aggregate(pairs.stats_after.sum(axis=0)))


def _drawn_scores(outcomes: SuiteOutcomes, indices: Sequence[int], seed: int) -> dict[int, tuple[Floats, Floats]]:
    """Scores before and after each transformation, on originals that are drawn again and again."""
    joined = [
        outcomes.by_source(index, np.hstack([outcomes.pairs[index].stats, outcomes.pairs[index].stats_after]))
        for index in indices
    ]
    columns = np.hstack(joined)
    sums = resampled_sums(len(columns), lambda rows: columns[rows], width=columns.shape[1], seed=seed)
    parts = np.split(sums, 2 * len(indices), axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        scores = [outcomes.measure.aggregate(part) for part in parts]
    return {index: (scores[2 * position], scores[2 * position + 1]) for position, index in enumerate(indices)}


def _cell(
    outcomes: SuiteOutcomes,
    kind: tuple[str, str],
    members: Sequence[int],
    measured: dict[int, tuple[float, float]],
    drawn: dict[int, tuple[Floats, Floats]],
) -> dict[str, Any]:
    # whole numbers where there is one transformation and rows are right or wrong: they have an exact test
    weights = [1.0 if len(members) == 1 else 1 / len(outcomes.pairs[place]) for place in members]
    changes = np.sum([_change(outcomes, place, weight) for place, weight in zip(members, weights, strict=True)], axis=0)
    every = np.ones((len(changes), 1), np.bool_)
    return {
        "linguistics": kind[0],
        "level": kind[1],
        "n_results": len(members),
        "n": int(sum(len(outcomes.pairs[place]) for place in members)),
        "originals": _originals(outcomes, members),
        "drop": fmean(measured[place][0] - measured[place][1] for place in members),
        "interval": _interval([drawn[place][0] - drawn[place][1] for place in members]),
        "p_value": sign_flip_p(changes, every, outcomes.originals.groups)[0],
    }


def _change(outcomes: SuiteOutcomes, index: int, weight: float) -> Floats:
    pairs = outcomes.pairs[index]
    return outcomes.by_original(index, (pairs.after - pairs.before) * weight)


def _group(
    outcomes: SuiteOutcomes,
    name: str,
    members: Sequence[int],
    measured: dict[int, tuple[float, float]],
    drawn: dict[int, tuple[Floats, Floats]],
) -> dict[str, Any]:
    usable = [place for place in members if measured[place][0] > _NOTHING]
    return {
        "name": name,
        "n_results": len(usable),
        "n": int(sum(len(outcomes.pairs[place]) for place in usable)),
        "originals": _originals(outcomes, usable) if usable else 0,
        "kept": fmean(measured[place][1] / measured[place][0] for place in usable) if usable else None,
        "interval": _interval(list(_kept_when_drawn(drawn, usable))),
    }


def _kept_when_drawn(drawn: dict[int, tuple[Floats, Floats]], members: Sequence[int]) -> Iterator[Floats]:
    for place in members:
        before, after = drawn[place]
        yield np.divide(after, before, out=np.full(len(before), np.nan), where=before > _NOTHING)


def _interval(values: Sequence[Floats]) -> list[float] | None:
    """The interval of the mean of drawn values."""
    if not values:
        return None
    ends = spread(np.mean(values, axis=0)[:, None])[0]
    return None if np.isnan(ends).any() else ends.tolist()
