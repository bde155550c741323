"""Which right answers turn into which wrong ones, over all transformations and by transformation."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from hf_robust.evaluation.analysis.class_units import (
    ELSEWHERE,
    LOST,
    UNKNOWN,
    ClassUnits,
    class_units,
    known_classes,
    unit_of,
)
from hf_robust.evaluation.analysis.wanted import Analysis
from hf_robust.evaluation.outcomes import SuiteOutcomes
from hf_robust.scoring import wilson
from hf_robust.scoring.statistics import wilson_of_share
from hf_robust.suites.robustness import Suite

OTHERS = "others"
_CLASSES = 12  # of the map; of more the largest, and the rest together
_FLOWS, _FLOWS_OF_ONE, _TRANSFORMATIONS = 20, 3, 30


def error_flow(outcomes: SuiteOutcomes, suite: Suite, wanted: Analysis) -> dict[str, Any] | None:
    """Counts of answers that were right before and are wrong after, by right class and by what is said in its place.

    Args:
        outcomes: What the model did with each pair.
        suite: The suite.
        wanted: What was asked for.

    Returns:
        None for tasks without classes, and where no unit has one.
    """
    unit = unit_of(outcomes.task)
    if unit is None:
        return None
    named = [
        (one.name, class_units(one, outcomes.original_of(place), unit))
        for place, one in enumerate(outcomes.pairs)
        if len(one)
    ]
    every = [units for _, units in named]
    if not sum(len(units.ids) for units in every):
        return None
    labels = _labels(every, known_classes(outcomes.task, unit))
    counted = _Flows(labels, unit)
    together = _joined(every)
    flows = counted.flows(together, pooled=True)
    by_name = [_of_one(counted, name, units) for name, units in named]
    by_name.sort(key=lambda one: (-one["turned"], one["name"]))
    return {
        "unit": unit,
        **counted.map(together),
        "right": sum(one["right"] for one in by_name),
        "turned": sum(one["turned"] for one in by_name),
        "flows": flows[:_FLOWS],
        "by_transformation": by_name[:_TRANSFORMATIONS],
        "left_out": {
            "flows": max(len(flows) - _FLOWS, 0),
            "transformations": max(len(by_name) - _TRANSFORMATIONS, 0),
            "pairs": sum(units.unaligned for units in every),
        },
    }


def _labels(every: Sequence[ClassUnits], known: Sequence[str] | None) -> list[str]:
    """The classes that are right or said, in the order of the data set where it has one, else the largest first."""
    sizes: Counter[str] = Counter()
    for units in every:
        sizes.update(units.gold.tolist())
        sizes.update(dict.fromkeys(units.right.tolist(), 0))
        said = {*units.before.tolist(), *units.after.tolist()} - {ELSEWHERE, LOST}
        sizes.update(dict.fromkeys(said if known is None else said.intersection(known), 0))
    order = {label: place for place, label in enumerate(known or ())}
    return sorted(sizes, key=lambda label: (order.get(label, len(order)), -sizes[label], label))


def _joined(every: Sequence[ClassUnits]) -> ClassUnits:
    return ClassUnits(
        gold=np.concatenate([units.gold for units in every]),
        before=np.concatenate([units.before for units in every]),
        after=np.concatenate([units.after for units in every]),
        right=np.concatenate([units.right for units in every]),
        ids=np.concatenate([units.ids for units in every]),
    )


def _of_one(counted: "_Flows", name: str, units: ClassUnits) -> dict[str, Any]:
    was_right = units.before == units.right
    turned = int((was_right & (units.after != units.gold)).sum())
    return {
        "name": name,
        "right": int(was_right.sum()),
        "turned": turned,
        "flows": counted.flows(units)[:_FLOWS_OF_ONE],
    }


class _Flows:
    """Counts transitions between classes.

    Args:
        labels: The classes.
        unit: What has a class.
    """

    def __init__(self, labels: Sequence[str], unit: str):
        extra = [ELSEWHERE, LOST] if unit == "entity" else []
        self._labels = list(labels)
        self._said = [*labels, *extra, UNKNOWN]
        self._codes = {name: code for code, name in enumerate(self._said)}

    def _coded(self, column: np.ndarray) -> np.ndarray:
        """The number of each class; what is none of them has the last one."""
        last = len(self._said) - 1
        codes = self._codes
        return np.fromiter((codes.get(value, last) for value in column.tolist()), np.int64, len(column))

    def _matrix(self, gold: np.ndarray, said: np.ndarray) -> np.ndarray:
        size = len(self._said)
        return np.bincount(gold * size + said, minlength=size * size).reshape(size, size)

    def flows(self, units: ClassUnits, pooled: bool = False) -> list[dict[str, Any]]:
        """What right answers turn into, the most frequent first.

        Args:
            units: The units.
            pooled: Whether a unit occurs once a transformation: then a share rests on different units only.
        """
        gold, after = self._coded(units.gold), self._coded(units.after)
        was_right = units.before == units.right
        sizes = np.bincount(gold[was_right], minlength=len(self._said))
        matrix = self._matrix(gold[was_right], after[was_right])
        np.fill_diagonal(matrix, 0)
        rests_on = dict(enumerate(sizes.tolist()))
        if pooled:
            turned = np.flatnonzero(matrix.any(axis=1))
            rests_on = {place: len(np.unique(units.ids[was_right & (gold == place)])) for place in turned.tolist()}
        found = []
        for place, other in zip(*(side.tolist() for side in np.nonzero(matrix)), strict=True):
            count, right, different = int(matrix[place, other]), int(sizes[place]), rests_on[place]
            ends = wilson_of_share(count / right, different) if pooled else wilson(count, right)
            found.append(
                {
                    "gold": self._said[place],
                    "said": self._said[other],
                    "count": count,
                    "right": right,
                    "different": different,
                    "share": count / right,
                    "interval": list(ends),
                }
            )
        return sorted(found, key=lambda flow: (-flow["count"], flow["gold"], flow["said"]))

    def map(self, units: ClassUnits) -> dict[str, Any]:
        """By right class how much more often (after minus before, as a share of the class) each answer is given."""
        sides = ((units.right, units.before), (units.gold, units.after))
        before, after = (self._matrix(self._coded(gold), self._coded(said)) for gold, said in sides)
        sizes = after.sum(axis=1)
        columns = self._folded(sizes)
        rows = [(name, codes) for name, codes in columns if sizes[codes].any() or before[codes].any()]
        extra = [name for name in self._said[len(self._labels) :] if (before + after)[:, self._codes[name]].any()]
        columns = [*columns, *((name, [self._codes[name]]) for name in extra)]
        shares = [_shares(matrix, rows, columns) for matrix in (before, after)]
        return {
            "classes": [
                {"name": name, "n": int(sizes[codes].sum()), "changes": change}
                for (name, codes), change in zip(rows, _differences(*shares), strict=True)
            ],
            "said": [name for name, _ in columns],
        }

    def _folded(self, sizes: np.ndarray) -> list[tuple[str, list[int]]]:
        """The classes of the map, each with its numbers: of many the largest, and the rest together."""
        codes = list(range(len(self._labels)))
        if len(codes) <= _CLASSES:
            return [(self._labels[code], [code]) for code in codes]
        largest = set(sorted(codes, key=lambda code: -sizes[code])[: _CLASSES - 1])
        named = [(self._labels[code], [code]) for code in codes if code in largest]
        return [*named, (OTHERS, [code for code in codes if code not in largest])]


def _shares(
    matrix: np.ndarray, rows: Sequence[tuple[str, list[int]]], columns: Sequence[tuple[str, list[int]]]
) -> np.ndarray:
    """Of each class of the map the share of answers; NaN for one without units."""
    counts = np.array([[matrix[np.ix_(own, other)].sum() for _, other in columns] for _, own in rows], np.float64)
    totals = np.array([matrix[own].sum() for _, own in rows], np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        return counts / totals[:, None]


def _differences(before: np.ndarray, after: np.ndarray) -> list[list[float | None]]:
    return [[float(value) if np.isfinite(value) else None for value in row] for row in after - before]
