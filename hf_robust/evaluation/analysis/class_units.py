"""What has a class and is answered with one: rows, tokens, or the entities and labels that are there to find."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from hf_robust.evaluation.answered_pairs import said_of
from hf_robust.evaluation.outcomes import PairOutcomes
from hf_robust.tasks import Task
from hf_robust.tasks.chunk_tags import to_bio
from hf_robust.tasks.nested_entities import NestedEntities
from hf_robust.tasks.tagging import Tagging

LOST = "nothing"  # no entity is found there, or the label is not predicted
ELSEWHERE = "other bounds"  # an entity of the right type, with other first or last tokens
UNKNOWN = "no label of the data"
_PER_ROW = 10_000  # more units than a row has

_Entity = tuple[int, int, str]


@dataclass(frozen=True)
class ClassUnits:
    """The units of the pairs of one transformation, a value a unit.

    Args:
        gold: The right class after the change.
        before: What was said before; equal to ``right`` where it was right.
        after: What was said after.
        right: The right class before the change.
        ids: What it is, the same over transformations.
        unaligned: Pairs without as many units after as before, which are not counted.
    """

    gold: np.ndarray
    before: np.ndarray
    after: np.ndarray
    right: np.ndarray
    ids: np.ndarray
    unaligned: int = 0


def unit_of(task: Task) -> str | None:
    """``row``, ``token``, ``entity`` or ``label``: what has a class in a task; None where nothing has."""
    kind = task.kind
    if kind.labels_of(()) is None:
        return None
    if kind.many_labels:
        return "label"
    if isinstance(kind, NestedEntities):
        return "entity"
    if isinstance(kind, Tagging):
        return "entity" if kind.chunked else "token"
    return "row"


def known_classes(task: Task, unit: str) -> list[str] | None:
    """The classes of a task in their order; None where they are not known.

    Args:
        unit: What has a class, see :func:`unit_of`.
    """
    if task.scored_names is None or unit != "entity" or not isinstance(task.kind, Tagging):
        return None if task.label_names is None else list(task.label_names)
    return list(dict.fromkeys(name[2:] for name in task.scored_names if name[1:2] == "-"))


def class_units(pairs: PairOutcomes, originals: np.ndarray, unit: str) -> ClassUnits:
    """The units of the pairs of one transformation.

    Args:
        originals: The number of the original of each pair.
        unit: What has a class, see :func:`unit_of`.
    """
    if unit == "row":
        columns = (pairs.gold, said_of(pairs.old), pairs.gold_after, said_of(pairs.new))
        right, before, gold, after = (np.array(column, object) for column in columns)
        return ClassUnits(gold, before, after, right, originals.astype(np.int64) * _PER_ROW)
    columns = (pairs.gold, pairs.old.values_of_rows(), pairs.gold_after, pairs.new.values_of_rows())
    splits: dict[str, Callable[..., list[tuple[str, str]]]] = {"entity": _either, "label": _members}
    split = splits.get(unit, _tokens)
    units: list[tuple[int, str, str, str, str]] = []
    unaligned = 0
    for original, values in zip(originals.tolist(), zip(*map(_tuples, columns), strict=True), strict=True):
        rows = [split(*values[:2]), split(*values[2:])]
        if len(rows[0]) != len(rows[1]):
            unaligned += 1
            continue
        for index, ((right, before), (gold, after)) in enumerate(zip(*rows, strict=True)):
            units.append((original * _PER_ROW + index, right, before, gold, after))
    ids, *texts = zip(*units, strict=True) if units else ((),) * 5
    right, before, gold, after = (np.array(column, object) for column in texts)
    return ClassUnits(gold, before, after, right, np.array(ids, np.int64), unaligned)


def _tuples(column: Sequence[Any]) -> Iterator[tuple[str, ...]]:
    return map(tuple, column)


def _tokens(gold: tuple[str, ...], said: tuple[str, ...]) -> list[tuple[str, str]]:
    return list(zip(gold, said))


def _members(gold: tuple[str, ...], said: tuple[str, ...]) -> list[tuple[str, str]]:
    """For each label of a row itself, or nothing where it is not predicted."""
    return [(label, label if label in said else LOST) for label in gold]


def _either(gold: tuple[Any, ...], said: tuple[Any, ...]) -> list[tuple[str, str]]:
    """The entities of a row, which stand in a list or in tags."""
    if any(isinstance(one, Mapping) for one in (*gold, *said)):
        return _compared(*(tuple((one["start"], one["end"], one["type"]) for one in row) for row in (gold, said)))
    return _entities(gold, said)


@lru_cache(maxsize=100_000)
def _entities(gold: tuple[str, ...], said: tuple[str, ...]) -> list[tuple[str, str]]:
    """For each entity that is there its type, and what is found in its place."""
    return _compared(chunks(gold), chunks(said))


def _compared(gold: Sequence[_Entity], found: Sequence[_Entity]) -> list[tuple[str, str]]:
    exact = {(first, last): kind for first, last, kind in found}
    return [
        (entity[2], entity[2] if entity in found else exact.get(entity[:2]) or _overlapping(entity, found))
        for entity in gold
    ]


def _overlapping(entity: _Entity, entities: Sequence[_Entity]) -> str:
    first, last, kind = entity
    kinds = [other for start, end, other in entities if start < last and first < end]
    if not kinds:
        return LOST
    return ELSEWHERE if kind in kinds else kinds[0]


@lru_cache(maxsize=100_000)
def chunks(tags: tuple[str, ...]) -> tuple[_Entity, ...]:
    """First token, token after the last, and type of each chunk.

    Example:
        >>> chunks(("B-PER", "I-PER", "O", "B-LOC"))
        ((0, 2, 'PER'), (3, 4, 'LOC'))
    """
    found: list[_Entity] = []
    for place, tag in enumerate(to_bio(tags)):
        if tag[:2] == "B-":
            found.append((place, place + 1, tag[2:]))
        elif tag[:2] == "I-":
            found[-1] = (found[-1][0], place + 1, found[-1][2])
    return tuple(found)
