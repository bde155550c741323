"""Whether a model says the same of the tokens that a row has before and after its edits."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hf_robust.adapters import PredictionColumn
from hf_robust.evaluation.outcomes import PairOutcomes
from hf_robust.perturb.replay import replayed
from hf_robust.perturb.token_origins import token_origins
from hf_robust.scoring import Measure
from hf_robust.tasks import Task
from hf_robust.tasks.nested_entities import NestedEntities, entities_of_row


def labels_move(outcomes: PairOutcomes) -> bool:
    """Whether the gold labels of some row move: tags with their tokens, the positions of entities with their text.

    Args:
        outcomes: The pairs.
    """
    pairs = zip(outcomes.gold, outcomes.gold_after)
    return any(_size(old) != _size(new) or (_are_spans(old) and old != new) for old, new in pairs)


def answered_consistency(old: PredictionColumn, new: PredictionColumn, measure: Measure) -> float | None:
    """The share of pairs with the same prediction, among those with an answer on some side.

    An answer on one side only is another prediction. No answer on both sides is no evidence of consistency.

    Args:
        old: Predictions on one side of the pairs.
        new: Predictions on the other side.
        measure: Decides which predictions are the same.

    Returns:
        None when there is no pair with an answer.
    """
    either, both = old.answered | new.answered, old.answered & new.answered
    values = zip(old.take(both).values_of_rows(), new.take(both).values_of_rows())
    same = sum(measure.normalize(one) == measure.normalize(other) for one, other in values)
    return same / int(either.sum()) if either.any() else None


def aligned_consistency(outcomes: PairOutcomes, task: Task) -> float | None:
    """The share of rows whose tokens have the same answers before and after; new and removed tokens do not count.

    Rows without an answer count as in :func:`answered_consistency`.

    Args:
        outcomes: The pairs, some with more or fewer tokens after than before.

    Returns:
        None where answers cannot be told token by token.
    """
    before, after = outcomes.answered
    either, both = int((before | after).sum()), before & after
    of_spans = isinstance(task.kind, NestedEntities)
    if (task.kind.tags_role is None and not of_spans) or not either:
        return None
    column = task.column(task.text_roles[0])
    rows = outcomes.entry.original, outcomes.entry.perturbed
    tokens, after = (data.with_format(None)[column][:] for data in rows)
    records = outcomes.entry.perturbed.with_format(None)["robust"][:]
    same = 0
    if of_spans:
        answers = zip(outcomes.old.values_of_rows(), outcomes.new.values_of_rows())
        for number, (old, new) in enumerate(answers):
            same += bool(both[number]) and _agree_spans(task, tokens[number], records[number]["edits"], old, new)
        return same / either
    for number, (old, new) in enumerate(zip(outcomes.old.values_of_rows(), outcomes.new.values_of_rows())):
        origins = token_origins(task, tokens[number], records[number]["edits"], after[number])
        if origins is None:
            return None
        same += bool(both[number]) and _agree(old, new, origins)
    return same / either


def _size(value: Any) -> int | None:
    if isinstance(value, Mapping):
        return next((len(part) for part in value.values() if isinstance(part, (list, tuple))), None)
    return len(value) if isinstance(value, (list, tuple)) else None


def _are_spans(gold: Any) -> bool:
    return isinstance(gold, list) and bool(gold) and isinstance(gold[0], Mapping) and "start" in gold[0]


def _agree_spans(task: Task, text: Any, edits: Sequence[Mapping[str, Any]], old: Any, new: Any) -> bool:
    """Whether the entities that were found before are, moved with the edits, those that are found after."""
    text_column, column = task.column(task.text_roles[0]), task.column(task.label_role)
    moved = replayed(replace(task, label_names=None), {text_column: text, column: old}, edits)
    return moved.moved and entities_of_row(moved.values.get(column, old)) == entities_of_row(new)


def _agree(old: Any, new: Any, origins: Sequence[int | None]) -> bool:
    """Whether answers agree at all tokens that are there before and after."""
    if isinstance(old, Mapping):
        return _agree_trees(old, new, origins)
    kept = [(old[origin], tag) for origin, tag in zip(origins, new) if origin is not None]
    return all(before == tag for before, tag in kept)


def _agree_trees(old: Mapping[str, Any], new: Mapping[str, Any], origins: Sequence[int | None]) -> bool:
    """The same for heads from 1 (0 for the root): tokens whose head is new or gone do not count."""
    place = {origin: number for number, origin in reversed(list(enumerate(origins))) if origin is not None}
    for origin, number in place.items():
        head, now = int(old["heads"][origin]), int(new["heads"][number])
        moved = 0 if head == 0 else place.get(head - 1, -1) + 1
        if (head and not moved) or (now and origins[now - 1] is None):
            continue
        if moved != now or old["deprels"][origin] != new["deprels"][number]:
            return False
    return True
