"""Entities as spans that may lie in each other: strict F1 over all, by type, and over nested and other entities."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypedDict

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.scoring.measure_type import Floats, Measure, micro_f1, paired_rows, ratio, row_f1, table
from hf_robust.scoring.statistics import bootstrap
from hf_robust.tasks.nested_entities import Entities, contain, entities_of_row, nested_among

NESTED, FLAT = "nested entities", "flat entities"


class TypeScore(TypedDict):
    """Scores of the entities of one type, or of the nested ones."""

    precision: float
    recall: float
    f1: float | None
    interval: list[float] | None
    n: int


class SpanScores(TypedDict):
    """Scores of entities; see :func:`span_scores`."""

    span_f1: float | None
    precision: float
    recall: float
    n: int
    n_entities: int
    types: dict[str, TypeScore]
    nested: TypeScore
    flat: TypeScore


def span_scores(
    predictions: Sequence[Any], references: Sequence[Any], *, confidence: float = 0.95, seed: int = 0
) -> SpanScores:
    """Micro F1 over entities; one is right if its start, its end and its type are.

    A gold entity is nested if it lies in another one of its row, or another one lies in it; all others are flat. A
    predicted entity belongs to the nested ones if it lies in a nested gold entity or contains one.

    Args:
        predictions: For each row a list of entities, ``{"start", "end", "type"}`` or ``(start, end, type)``. The same
            one twice counts once.
        references: The right ones.
        confidence: Coverage of the intervals.
        seed: Seed of the bootstrap.

    Returns:
        ``span_f1``, ``precision``, ``recall``, ``n`` (rows), ``n_entities`` (in the references), and under ``types``,
        ``nested`` and ``flat`` the same of parts of the entities, with the ``interval`` of F1. ``span_f1`` is None
        without rows.

    Raises:
        UsageError: A row is no list of entities, or the columns differ in length.

    Sources: Finkel and Manning 2009, "Nested Named Entity Recognition", section 5 (F1 over all entities); Efron 1979
        for the interval.

    Example:
        >>> gold = [[(0, 3, "ORG"), (2, 3, "LOC"), (5, 5, "PER")]]
        >>> scores = span_scores([[(0, 3, "ORG"), (5, 5, "PER")]], gold)
        >>> scores["span_f1"], scores["nested"]["recall"], scores["flat"]["recall"], scores["types"]["LOC"]["f1"]
        (0.8, 0.5, 1.0, 0.0)
    """
    pairs = _pairs(predictions, references)
    right, found, gold = _stats(pairs).sum(axis=0)
    kinds = sorted({kind for pair in pairs for row in pair for *_, kind in row})
    parts = np.split(part_stats(predictions, references, [*kinds, NESTED, FLAT]), len(kinds) + 2, axis=1)

    def score(columns: Floats) -> TypeScore:
        sums = columns.sum(axis=0)
        is_defined = bool(sums[1] + sums[2])
        return TypeScore(
            precision=float(ratio(sums[0], sums[1], 0.0)),
            recall=float(ratio(sums[0], sums[2], 0.0)),
            f1=float(micro_f1(sums)) if is_defined else None,
            interval=list(bootstrap(columns, micro_f1, confidence=confidence, seed=seed)) if is_defined else None,
            n=int(sums[2]),
        )

    return SpanScores(
        span_f1=float(micro_f1(np.array([right, found, gold]))) if pairs else None,
        precision=float(ratio(right, found, 0.0)),
        recall=float(ratio(right, gold, 0.0)),
        n=len(pairs),
        n_entities=int(gold),
        types={kind: score(columns) for kind, columns in zip(kinds, parts)},
        nested=score(parts[-2]),
        flat=score(parts[-1]),
    )


def span_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    """Of each row: entities found rightly, found at all, and there to find.

    Args:
        predictions: For each row a list of entities.
        references: The right ones.

    Raises:
        UsageError: A row is no list of entities.

    Example:
        >>> span_stats([[(0, 3, "ORG")]], [[(0, 3, "ORG"), (2, 3, "LOC")]]).tolist()
        [[1.0, 1.0, 2.0]]
    """
    return _stats(_pairs(predictions, references))


def part_stats(predictions: Sequence[Any], references: Sequence[Any], parts: Sequence[str]) -> Floats:
    """The same for parts of the entities: those of a type, the nested ones, and the flat ones.

    Args:
        predictions: For each row a list of entities.
        references: The right ones.
        parts: Types, :data:`NESTED` and :data:`FLAT`.

    Returns:
        (n, 3 * parts), part by part.

    Example:
        >>> part_stats([[(0, 3, "ORG")]], [[(0, 3, "ORG"), (2, 3, "LOC")]], ["LOC", NESTED]).tolist()
        [[0.0, 0.0, 1.0, 1.0, 1.0, 2.0]]
    """
    pairs = _pairs(predictions, references)
    split = [_by_part(found, gold) if {NESTED, FLAT} & set(parts) else {} for found, gold in pairs]
    columns = [
        _stats(
            [
                halves.get(part) or (_of_type(found, part), _of_type(gold, part))
                for (found, gold), halves in zip(pairs, split)
            ]
        )
        for part in parts
    ]
    return np.hstack(columns) if columns else np.empty((len(pairs), 0))


def _pairs(predictions: Sequence[Any], references: Sequence[Any]) -> list[tuple[Entities, Entities]]:
    pairs = []
    for row, (found, gold) in enumerate(paired_rows(predictions, references)):
        try:
            pairs.append((entities_of_row(found), entities_of_row(gold)))
        except UsageError as error:
            raise UsageError(f"row {row}: {error}") from None
    return pairs


def _stats(pairs: Sequence[tuple[Entities, Entities]]) -> Floats:
    return table([(len(found & gold), len(found), len(gold)) for found, gold in pairs], 3)


def _of_type(entities: Entities, kind: str) -> Entities:
    return frozenset(one for one in entities if one[2] == kind)


def _by_part(found: Entities, gold: Entities) -> dict[str, tuple[Entities, Entities]]:
    """What was found and what is right, of the nested entities and of the flat ones."""
    inner = nested_among(gold)
    near = frozenset(one for one in found if any(contain(one, other) for other in inner))
    return {NESTED: (near, inner), FLAT: (found - near, gold - inner)}


def _f1_of_part(sums: Floats) -> Floats:
    """Micro F1 of a part of the entities; NaN where none of it is gold or predicted."""
    return np.where(sums[..., 1] + sums[..., 2] == 0, np.nan, micro_f1(sums))


def _measure(name: str, label: str, stats: Any, *secondary: Measure) -> Measure:
    return Measure(
        name, label, stats, micro_f1, row_f1, normalize=entities_of_row, secondary=secondary, predicted_column=1
    )


NESTED_SPAN_F1 = _measure("nested_span_f1", "Span F1 (nested entities)", partial(part_stats, parts=(NESTED,)))
FLAT_SPAN_F1 = _measure("flat_span_f1", "Span F1 (flat entities)", partial(part_stats, parts=(FLAT,)))
# beside the F1 of all entities, that of a part without entities is undefined
_PARTS = (replace(one, aggregate=_f1_of_part) for one in (NESTED_SPAN_F1, FLAT_SPAN_F1))
SPAN_F1 = _measure("span_f1", "Span F1 (micro)", span_stats, *_PARTS)
