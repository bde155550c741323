"""What raters can rate of a capability suite: its cases, whose right label they say themselves."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.audit.pools import CAPABILITY, Pool, Rated, ShownCase
from hf_robust.audit.questions import OF_CASE, OF_EXPANSION
from hf_robust.capability.cases import CASE, CapabilityEntry, column_of, sources_of
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset

SEED, EXPANDED = "seed", "expanded"


def case_pool(entry: CapabilityEntry, task: Task, specification: Mapping[str, Any] | None) -> Pool:
    """The cases of one capability that have a right label of their own; those that are compared with others have none.

    Args:
        entry: The capability.
        task: The suite's task.
        specification: What the suite has on record of its specification.
    """
    tables = {SEED: entry.seeds, EXPANDED: entry.expanded}
    places = {part: _with_label(table) for part, table in tables.items()}
    sources = {part: _sources(table, places[part]) for part, table in tables.items()}
    seeds: dict[str, int] = {}

    def show(part: str, chosen: Sequence[int]) -> list[ShownCase]:
        if part == EXPANDED and not seeds:
            seeds.update({id: place for place, id in enumerate(column_of(entry.seeds, "case_id"))})
        rows = (tables[part][places[part][place]] for place in chosen)
        return [_shown(row, entry, task, seeds.get(row[CASE]["seed_id"]) if part == EXPANDED else None) for row in rows]

    version = str((specification or {}).get("version") or "")
    about = {"specification": (specification or {}).get("name"), "sha256": (specification or {}).get("sha256")}
    return Pool(Rated(CAPABILITY, entry.id, version, about), sources, show)


def _with_label(table: "Dataset") -> list[int]:
    return [place for place, accepted in enumerate(column_of(table, "accepted")) if accepted]


def _sources(table: "Dataset", indices: Sequence[int]) -> list[tuple[str, ...]]:
    every = sources_of(table)
    return [every[index] for index in indices]


def _shown(row: Mapping[str, Any], entry: CapabilityEntry, task: Task, seed: int | None) -> ShownCase:
    case = row[CASE]
    about = entry.name if not entry.description else f"{entry.name}: {entry.description}"
    return ShownCase(
        task.name,
        _text(row, task),
        OF_EXPANSION if seed is not None else OF_CASE,
        original="" if seed is None else _text(entry.seeds[seed], task),
        about=about,
        choices=tuple(task.label_names or ()),
        accepted=tuple(case["accepted"]),
        id=case["case_id"],
    )


def _text(row: Mapping[str, Any], task: Task) -> str:
    texts = {role: row[role] or "" for role in task.text_roles}
    return "\n".join(f"{role}: {text}" if len(texts) > 1 else text for role, text in texts.items())
