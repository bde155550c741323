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
from hf_robust.evaluation.analysis.wanted import AnalysisOptions
from hf_robust.evaluation.outcomes import SuiteOutcomes
from hf_robust.reports.records.answer_records import NO_ANSWER
from hf_robust.scoring import wilson
from hf_robust.scoring.statistics import wilson_of_share
from hf_robust.suites.robustness import Suite

OTHERS = "others"
_CLASSES = 12  # of the map; of more the largest, and the rest together
_FLOWS, _FLOWS_OF_ONE, _TRANSFORMATIONS = 20, 3, 30  # rows of the tables: all flows, flows of one, transformations


def error_flow(outcomes: SuiteOutcomes, suite: Suite, wanted: AnalysisOptions) -> dict[str, Any] | None:
    """Counts of answers that were right before and are wrong after, by right class and by what is said in its place.

    Args:
        outcomes: What the model did with each pair.
        wanted: What was asked for.

    Returns:
        None for tasks without classes, and where no unit has one.
    """
    unit = unit_of(outcomes.task)
    if unit is None:
        return None
    named = [
        (one.name, class_units(one, outcomes.source_of(place), unit))
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
    repeats = outcomes.originals.groups is not None
    by_name = [_of_transformation(counted, name, units, repeats) for name, units in named]
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
    """The classes that are right or said, in the order of the dataset where it has one, else the largest first."""
    sizes: Counter[str] = Counter()
    for units in every:
        sizes.update(units.gold.tolist())
        sizes.update(dict.fromkeys(units.right.tolist(), 0))
        said = {*units.before.tolist(), *units.after.tolist()} - {ELSEWHERE, LOST, NO_ANSWER}
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


def _of_transformation(counted: "_Flows", name: str, units: ClassUnits, repeats: bool) -> dict[str, Any]:
    was_right = units.before == units.right
    n_wrong_after = int((was_right & (units.after != units.gold)).sum())
    return {
        "name": name,
        "right": int(was_right.sum()),
        "turned": n_wrong_after,
        "flows": counted.flows(units, pooled=repeats)[:_FLOWS_OF_ONE],
    }


class _Flows:
    """Counts transitions between classes.

    Args:
        labels: The classes.
        unit: What has a class.
    """

    def __init__(self, labels: Sequence[str], unit: str):
        extra = {"entity": [ELSEWHERE, LOST], "label": [LOST]}.get(unit, [NO_ANSWER])
        self._labels = list(labels)
        self._said = [*labels, *extra, UNKNOWN]
        self._codes = {name: code for code, name in enumerate(self._said)}

    def _coded(self, column: np.ndarray) -> np.ndarray:
        """The number of each class; what is none of them has the last one."""
        last = len(self._said) - 1
        codes = self._codes
        return np.fromiter((codes.get(value, last) for value in column.tolist()), np.int64, len(column))

    def _pairs(self, gold: np.ndarray, said: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The pairs of classes that occur with their counts; a table of all pairs is too large for many classes."""
        pairs, counts = np.unique(gold * len(self._said) + said, return_counts=True)
        return *np.divmod(pairs, len(self._said)), counts

    def flows(self, units: ClassUnits, pooled: bool = False) -> list[dict[str, Any]]:
        """What right answers turn into, the most frequent first.

        Args:
            pooled: Whether a unit may occur several times (once a transformation, or once for each row with the same
                input): then a share rests on different units only.
        """
        gold, after = self._coded(units.gold), self._coded(units.after)
        was_right = units.before == units.right
        sizes = np.bincount(gold[was_right], minlength=len(self._said))
        rests_on = _different(gold[was_right], units.ids[was_right], len(self._said)) if pooled else sizes
        found = []
        for place, other, count in zip(
            *map(np.ndarray.tolist, self._pairs(gold[was_right], after[was_right])), strict=True
        ):
            if place == other:
                continue
            right, different = int(sizes[place]), int(rests_on[place])
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
        (right, before), (gold, after) = ((self._coded(one), self._coded(other)) for one, other in sides)
        sizes = np.bincount(gold, minlength=len(self._said))
        columns = self._folded(sizes)
        classes = len(columns)
        columns += [(name, [self._codes[name]]) for name in self._said[len(self._labels) :]]
        place_of = np.zeros(len(self._said), np.int64)
        for place, (_, codes) in enumerate(columns):
            place_of[codes] = place
        tables = [
            _table(place_of[one], place_of[other], len(columns)) for one, other in ((right, before), (gold, after))
        ]
        occurs = np.concatenate(tables).max(axis=0)
        shown = [place for place in range(len(columns)) if place < classes or occurs[place]]
        rows = [place for place in range(classes) if any(table[place].any() for table in tables)]
        shares = [_shares(table[np.ix_(rows, shown)]) for table in tables]
        return {
            "classes": [
                {"name": columns[place][0], "n": int(sizes[columns[place][1]].sum()), "changes": change}
                for place, change in zip(rows, _differences(*shares), strict=True)
            ],
            "said": [columns[place][0] for place in shown],
        }

    def _folded(self, sizes: np.ndarray) -> list[tuple[str, list[int]]]:
        """The classes of the map, each with its numbers: of many the largest, and the rest together."""
        codes = list(range(len(self._labels)))
        if len(codes) <= _CLASSES:
            return [(self._labels[code], [code]) for code in codes]
        largest = set(sorted(codes, key=lambda code: -sizes[code])[: _CLASSES - 1])
        named = [(self._labels[code], [code]) for code in codes if code in largest]
        return [*named, (OTHERS, [code for code in codes if code not in largest])]


def _different(gold: np.ndarray, ids: np.ndarray, classes: int) -> np.ndarray:
    """For each class the number of different units."""
    names, codes = np.unique(ids, return_inverse=True)
    pairs = np.unique(gold * len(names) + codes)
    return np.bincount(pairs // max(len(names), 1), minlength=classes)


def _table(gold: np.ndarray, said: np.ndarray, size: int) -> np.ndarray:
    """How often each pair of places of the map occurs."""
    return np.bincount(gold * size + said, minlength=size * size).reshape(size, size)


def _shares(counts: np.ndarray) -> np.ndarray:
    """Of each class of the map the share of answers; NaN for one without units."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return counts / counts.sum(axis=1, keepdims=True)


def _differences(before: np.ndarray, after: np.ndarray) -> list[list[float | None]]:
    return [[float(value) if np.isfinite(value) else None for value in row] for row in after - before]
