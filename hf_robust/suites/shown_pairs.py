"""Pairs that a card shows: one of each of the first entries, a text before and after the change."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.core.doc import plain_text
from hf_robust.suites.card import code, listed, quoted
from hf_robust.suites.manifest_records import ShownPair

if TYPE_CHECKING:
    from hf_robust.suites.pairs import SuiteEntry
    from hf_robust.tasks.base import Task

# examples of a card; rows among which each is chosen; characters of an excerpt, before its first change, and of a text
# that is worth showing
_ENTRIES, _ROWS, _SIZE, _AHEAD, _LEAST = 3, 30, 120, 40, 25


def shown_pairs(entries: "Sequence[SuiteEntry]", task: "Task") -> list[ShownPair]:
    """A pair of each of the first entries that have some: the shortest of the first rows that is a sentence.

    Args:
        task: The task with the columns.
    """
    found = []
    for entry in [one for one in entries if len(one)][:_ENTRIES]:
        most = range(min(_ROWS, len(entry)))
        pairs = [_changed(*rows, task) for rows in zip(entry.original.select(most), entry.perturbed.select(most))]
        if known := [pair for pair in pairs if pair is not None]:
            before, after = min(known, key=lambda pair: (len(pair[0]) < _LEAST, len(pair[0])))
            found.append(ShownPair(config=entry.name, before=before, after=after))
    return found


def _changed(old: Mapping[str, Any], new: Mapping[str, Any], task: "Task") -> tuple[str, str] | None:
    """The first text that differs, before and after, cut to what is near the change."""
    for role in task.text_roles:
        column = task.column(role)
        before, after = (" ".join(plain_text(row[column], task.spoken).split()) for row in (old, new))
        if before != after:
            start = next((at for at, pair in enumerate(zip(before, after)) if pair[0] != pair[1]), len(before))
            return _cut(before, start), _cut(after, start)
    return None


def _cut(value: str, position: int) -> str:
    if len(value) <= _SIZE:
        return value
    start = max(0, min(position - _AHEAD, len(value) - _SIZE))
    return ("…" if start else "") + value[start : start + _SIZE] + ("…" if start + _SIZE < len(value) else "")


def examples_section(pairs: Sequence[ShownPair]) -> list[str]:
    """The pairs that were chosen for the card, where there are some."""
    lines = [f"{code(one.config)}: {quoted(one.before)} → {quoted(one.after)}" for one in pairs]
    return [f"## Examples\n\n{listed(lines)}"] if lines else []
