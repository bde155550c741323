"""The rows that attacks found, as columns: texts and labels, the record of edits, and that of the attack."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.attacks.results import ERROR, FAILED, SKIPPED, AttackResult
from hf_robust.attacks.states import AttackRow
from hf_robust.perturb.plan import RowState
from hf_robust.perturb.provenance import described_column
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    import pyarrow as pa
    from datasets import Dataset

_STATUS = {FAILED: "unchanged", SKIPPED: "not_applicable", ERROR: "not_applicable"}


def result_type() -> "pa.StructType":
    """Arrow type of the column ``attack``."""
    import pyarrow as pa

    text, number, real = pa.string(), pa.int32(), pa.float64()
    return pa.struct(
        [
            *((name, text) for name in ("status", "reason", "goal", "before", "after", "model", "revision")),
            *((name, real) for name in ("before_score", "after_score", "score", "similarity")),
            *((name, number) for name in ("queries", "words", "words_changed")),
            ("out_of_budget", pa.bool_()),
        ]
    )


def attacked_columns(
    dataset: "Dataset",
    task: Task,
    results: Sequence[AttackResult],
    names: Sequence[str],
    described: Mapping[str, str],
    seed: int,
    facts: Mapping[str, str],
) -> dict[str, Any]:
    """New values of the columns of rows that were attacked, one a result.

    Args:
        task: The bound task.
        results: The results, by the places of their rows.
        names: The columns of the rows that an attack changes.
        described: What the record of edits says of the attack.
        seed: Seed of the attack.
        facts: What the column ``attack`` says of every row: goal, model and revision.
    """
    import pyarrow as pa

    rows = dataset.select([result.index for result in results]).to_list()
    new: dict[str, list] = {name: [] for name in names}
    states = []
    for number, (row, result) in enumerate(zip(rows, results)):
        changed = rebuilt(task, row, result) if result.changed else row
        for name, values in new.items():
            values.append(changed[name])
        states.append(_row_state(number, task, result))
    ids = [result.row_id for result in results]
    return {
        **new,
        "robust": described_column(states, ids, described, seed),
        "attack": pa.array([{**_facts(task, result), **facts} for result in results], result_type()),
    }


def rebuilt(task: Task, row: dict[str, Any], result: AttackResult) -> dict[str, Any]:
    """The values of a row after the edits that an attack found.

    Args:
        task: The bound task.
        row: Values by column.
        result: What became of the row.
    """
    mover = task.label_mover()
    docs = {}
    for role in task.fields:
        marks = mover.marks(row) if mover is not None and mover.role == role else ()
        docs[role] = task.doc(role, row[task.column(role)], marks=marks)
    return AttackRow(task, row, docs, result.row_id, None, 0).changed(result.state)


def _row_state(index: int, task: Task, result: AttackResult) -> RowState:
    state = RowState(index)
    state.status = "changed" if result.changed else _STATUS.get(result.status, "unchanged")
    state.reason = result.reason or ("the attack did not succeed" if result.status == FAILED else "")
    if result.changed:
        edits: list[Any] = []
        for move in result.moves:
            edits += [0, task.column(move["role"]), move["start"], move["end"], move["before"], move["after"]]
        state.edits = tuple(edits)
    return state


def _facts(task: Task, result: AttackResult) -> dict[str, Any]:
    """What the column ``attack`` says of a row."""
    said = {name: "" if value is None else task.show(value) for name, value in _outputs(result).items()}
    numbers = ("before_score", "after_score", "score", "similarity", "queries", "words", "words_changed")
    return {
        "status": result.status,
        "reason": result.reason,
        "out_of_budget": result.out_of_budget,
        **said,
        **{name: getattr(result, name) for name in numbers},
    }


def _outputs(result: AttackResult) -> dict[str, Any]:
    return {"before": result.before, "after": result.after}
