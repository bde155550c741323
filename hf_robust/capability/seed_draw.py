"""Which of the cases that templates made are kept: every text once, and of more than are asked for a draw."""

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from hf_robust.capability.cases import CASE
from hf_robust.capability.spec import Capability

if TYPE_CHECKING:
    from datasets import Dataset

ALREADY = "negated already, or no such verb"
TWICE = "the same text came out twice"
CONTRADICTING = "the same text came out with other labels"


def _field(cases: "Dataset", name: str) -> list:
    """One field of the record of all cases."""
    return [value for chunk in cases.data.column(CASE).chunks for value in chunk.field(name).to_pylist()]


def different(cases: "Dataset") -> tuple[list[int], dict[str, int]]:
    """Places of cases with different texts: of equal ones that with the smallest sources, none where labels differ."""
    groups: dict[str, list[int]] = {}
    for place, id in enumerate(_field(cases, "case_id")):
        groups.setdefault(id, []).append(place)
    places: list[int] = []
    dropped: Counter[str] = Counter()
    several = any(len(group) > 1 for group in groups.values())
    accepted, sources = (_field(cases, name) if several else [] for name in ("accepted", "source_ids"))
    for group in groups.values():
        if len(group) == 1:
            places.append(group[0])
        elif len({tuple(accepted[place]) for place in group}) > 1:
            dropped[CONTRADICTING] += len(group)
        else:
            places.append(min(group, key=lambda place: sources[place]))
            dropped[TWICE] += len(group) - 1
    return sorted(places), dict(dropped)


def silent_rows(capability: Capability, cases: "Dataset", searched: int) -> int:
    """Rows that gave no case because nothing in them could be negated."""
    if not any(template.negations for template in capability.transform.templates):
        return 0
    return searched - len({sources[0] for sources in _field(cases, "source_ids")})


def drawn(cases: "Dataset", indices: list[int], seed: int, most: int | None, ids: Sequence[str]) -> list[int]:
    """At most so many cases, with as few repeats of a searched row as can be; fewer are a part of more.

    All rows come once before one comes twice. Of rows that are found for several capabilities each has one by a draw,
    which takes it first, so that the same sentence is seldom drawn for two.

    Args:
        cases: The cases of a capability.
        indices: Those that may be drawn.
        seed: Seed of the draw.
        most: So many at most; None for all.
        ids: All capabilities of the specification.
    """
    if most is None or len(indices) <= most:
        return indices
    names, sources, own = (_field(cases, name) for name in ("case_id", "source_ids", "capability"))

    def foreign(index: int) -> int:
        return sum(ids[_hashed(seed, source) % len(ids)] != own[index] for source in sources[index])

    order = sorted(indices, key=lambda index: (foreign(index), _hashed(seed, names[index])))
    used: Counter[str] = Counter()
    rounds = {}
    for index in order:
        rounds[index] = max((used[source] for source in sources[index]), default=0)
        used.update(sources[index])
    return sorted(sorted(order, key=rounds.__getitem__)[:most])


def _hashed(seed: int, name: str) -> int:
    return int.from_bytes(blake2b(f"{seed}|{name}".encode("utf-8", "surrogatepass"), digest_size=8).digest())
