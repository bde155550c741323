"""A guard of a run: rows whose label says nothing in a task whose other labels are known."""

from hf_robust.core.errors import NotApplicable
from hf_robust.core.quoted import quoted
from hf_robust.evaluation.guards import LEAST_ROWS
from hf_robust.reports.records.robustness_records import LabelShares
from hf_robust.reports.run_warnings import run_warning
from hf_robust.reports.wording import count
from hf_robust.tasks import NLI, SIMILARITY, Task
from hf_robust.tasks.labels import Seen
from hf_robust.tasks.pair_labels import pair_meaning


def unknown_label_warnings(labels: LabelShares | None, task: Task) -> list[dict[str, str]]:
    """A warning for labels of pairs of texts that are no names of the task, beside others that are.

    Labels that are named, in the task or in the dataset, are not doubted.

    Args:
        labels: From :meth:`~hf_robust.evaluation.guards.LabelCounts.describe`.
        task: The task of the run.
    """
    named = task.label_names is not None and not isinstance(task.label_names, Seen)
    if labels is None or named or task.name not in (NLI, SIMILARITY) or labels.n < LEAST_ROWS:
        return []
    unknown = [label for label in labels.gold if not _says_something(task, label)]
    if not unknown or len(unknown) == len(labels.gold):
        return []
    names = [*sorted(labels.gold.keys() - set(unknown)), *unknown]
    rows = round(sum(labels.gold[label] for label in unknown) * labels.n)
    has = "has" if rows == 1 else "have"
    message = (
        f"{rows} of {count(labels.n, 'row')} {has} a label that the task does not know, for example "
        f"{quoted(unknown[0])}. Correct or remove these rows, or, if the label is right, name all labels with "
        f"label_names={names} (--label-names {','.join(names)})."
    )
    return [run_warning("unknown-label", message)]


def _says_something(task: Task, label: str) -> bool:
    try:
        return bool(pair_meaning(task, label))
    except NotApplicable:
        return False
