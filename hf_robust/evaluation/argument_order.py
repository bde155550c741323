"""A guard: whether a transformation shows an order of subject and object that the rows themselves never have."""

from typing import TYPE_CHECKING

from hf_robust.evaluation.separated_labels import FOLLOWS, LEAST_ROWS
from hf_robust.reports.run_warnings import run_warning
from hf_robust.reports.wording import count, percent
from hf_robust.suites.robustness import Suite
from hf_robust.tasks import Task
from hf_robust.tasks.relations import RELATION
from hf_robust.tasks.token_spans import ends_of

if TYPE_CHECKING:
    from datasets import Dataset

HALF = 0.5  # share of the changed rows from which the order counts as exchanged


def argument_order_warnings(suite: Suite) -> list[dict[str, str]]:
    """Warnings where the subject comes first in the originals, and behind the object after a transformation.

    In SemEval-2010 task 8 the first mention is the subject of every row. A model that is trained on such rows has
    never seen another order, so its errors on the exchanged order need not be errors about the relation.

    Args:
        suite: Rows with a relation, before and after each transformation.
    """
    if suite.task.name != RELATION:
        return []
    found = []
    for name, entry in suite.entries.items():
        if len(entry) < LEAST_ROWS:
            continue
        first = subject_first(suite.task, entry.original)
        if first < FOLLOWS or subject_first(suite.task, entry.perturbed) > HALF:
            continue
        message = (
            f"The subject comes before the object in {percent(first)} of the {count(len(entry), 'row')} that {name!r} "
            "changed, and behind it after the change. A model that was trained on such rows has not seen this order: "
            "the drop may come from the order and not from the relation."
        )
        found.append(run_warning("order-not-in-the-rows", message))
    return found


def subject_first(task: Task, rows: "Dataset") -> float:
    """The share of rows whose subject begins before the object.

    Args:
        task: Relation extraction over the columns of the rows.
        rows: Rows; at least one.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> row = {"tokens": ["Ada", "met", "Bo"], "subject": [0, 0], "object": [2, 2], "relation": "meets"}
        >>> subject_first(hr.task("relation-extraction"), Dataset.from_list([row]))
        1.0
    """
    pairs = [row for piece in task.by_role(rows, ["subject", "object"]) for row in piece]
    starts = [[ends_of(row[role], role)[0] for role in ("subject", "object")] for row in pairs]
    return sum(first < second for first, second in starts) / len(starts)
