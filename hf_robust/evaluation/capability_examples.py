"""The worst examples of a capability: which cases a report shows."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from hf_robust.capability.cases import CASE, column_of
from hf_robust.core.text_diff import diff
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from hf_robust.evaluation.capability_scores import Part

TURNED, MOST = 3, 5


def worst_examples(seeds: "Part", expanded: "Part", task: Task) -> list[dict[str, Any]]:
    """Expansions that fail although their seed passes, then seeds (or pairs) that fail; the surest predictions first.

    Args:
        seeds: The seeds with predictions.
        expanded: The expansions with predictions.
        task: Gives the roles of the texts.
    """
    places = {id: place for place, id in enumerate(_ids(seeds))}
    found = []
    for place in _distinct(expanded, _turned(seeds, expanded, places), "seed_id", TURNED):
        found.append(_example(expanded, place, task, seeds, places[_case(expanded, place)["seed_id"]]))
    failing = (place for place, failed in enumerate(seeds.failed) if failed)
    for place in _distinct(seeds, failing, "template", MOST - len(found)):
        other = places.get(_case(seeds, place)["expectation"]["other"])
        found.append(_example(seeds, place, task, seeds, other))
    return found


def _ids(part: "Part") -> list[str]:
    return column_of(part.table, "case_id")


def _case(part: "Part", place: int) -> Mapping[str, Any]:
    return part.table[place][CASE]


def _turned(seeds: "Part", expanded: "Part", places: Mapping[str, int]) -> Iterator[int]:
    for place, (failed, seed) in enumerate(zip(expanded.failed, column_of(expanded.table, "seed_id"))):
        if failed and seed in places and seeds.failed[places[seed]] is False:
            yield place


def _distinct(part: "Part", places: Iterable[int], by: str, most: int) -> list[int]:
    """The surest, first one for each value of a field of the record, then the rest."""
    order = sorted(places, key=lambda place: (-(part.predictions[place].score or 0.0), place))[:500]
    seen: set = set()
    first, rest = [], []
    for place in order:
        value = _case(part, place)[by]
        (rest if value in seen else first).append(place)
        seen.add(value)
        if len(first) == most:
            break
    return [*first, *rest][:most]


def _example(part: "Part", place: int, task: Task, others: "Part", other: int | None) -> dict[str, Any]:
    row, prediction = part.table[place], part.predictions[place]
    case = row[CASE]
    before = row if other is None else others.table[other]
    compared = None if other is None else others.predictions[other]
    fields = []
    for role in task.text_roles:
        old, new = (str(one[role] or "") for one in (before, row))
        if other is None or old != new or role == task.text_roles[0]:
            fields.append({"field": role, "before": old, "after": new, "diff": [list(part) for part in diff(old, new)]})
    return {
        "case_id": case["case_id"],
        "kind": case["kind"],
        "test": case["test"],
        "template": case["template"],
        "accepted": list(case["accepted"]),
        "expectation": case["expectation"]["kind"],
        "expected_label": case["expectation"]["label"],
        "prediction": str(prediction.value),
        "score": prediction.score,
        "compared_prediction": None if compared is None else str(compared.value),
        "compared_score": None if compared is None else compared.score,
        "fields": fields,
        "root_cause": None,
    }
