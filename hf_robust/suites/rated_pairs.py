"""What raters see of a robustness suite: each changed text beside its original, with the label it shall keep."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.audit.pools import TRANSFORMATION, Pool, Rated, ShownCase
from hf_robust.audit.questions import OF_PAIR
from hf_robust.core.doc import plain_text
from hf_robust.suites.pairs import RECORD, SuiteEntry
from hf_robust.suites.rows import fields_of
from hf_robust.tasks.base import Task

if TYPE_CHECKING:
    from datasets import Dataset

PAIR = "pair"


def pair_pool(entry: SuiteEntry, task: Task) -> Pool:
    """The pairs of one entry.

    Args:
        task: The suite's task.
    """
    sources = [(str(id),) for (ids,) in fields_of(entry.perturbed, RECORD, "source_id") for id in ids.to_pylist()]

    def show(part: str, indices: Sequence[int]) -> list[ShownCase]:
        before, after = (rows.select(indices) for rows in (entry.original, entry.perturbed))
        texts = zip(_texts(before, task), _texts(after, task))
        golds = (
            [task.show(gold, row, with_question=True) for gold, row in zip(task.references(rows), rows)]
            for rows in (before, after)
        )
        return [
            ShownCase(task.name, new, OF_PAIR, original=old, gold=_gold(*gold), id=sources[index][0])
            for index, (old, new), gold in zip(indices, texts, zip(*golds))
        ]

    return Pool(rated_stages(entry.name, entry.stages), {PAIR: sources}, show)


def rated_stages(name: str, stages: Sequence[Any]) -> Rated:
    """What is rated of a transformation or chain: its name, the versions of its stages, and their parameters."""
    described = [{"name": stage["name"], "params": dict(stage["params"])} for stage in stages]
    version = "+".join(stage["version"] for stage in stages)
    return Rated(TRANSFORMATION, name, version, {"stages": described})


def _texts(rows: "Dataset", task: Task) -> list[str]:
    """All texts of each row; of a task with several each with its role."""
    columns = {role: rows[task.column(role)] for role in task.text_roles}
    texts = {role: [plain_text(value, task.spoken) for value in values] for role, values in columns.items()}
    if len(texts) == 1:
        return [text for values in texts.values() for text in values]
    named = zip(*([f"{role}: {text}" for text in values] for role, values in texts.items()))
    return ["\n".join(texts) for texts in named]


def _gold(old: str, new: str) -> str:
    """The label of the changed text, and that of the original where it is another one."""
    return new if old == new else f"{new} (of the original: {old})"
