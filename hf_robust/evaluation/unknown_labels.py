"""Guards of a run: labels of rows that the task does not know, and predicted labels that no row has."""

from collections.abc import Collection, Mapping
from typing import Any

from hf_robust.core.errors import NotApplicable
from hf_robust.core.quoted import quoted
from hf_robust.evaluation.guards import LEAST_ROWS, RECORDED
from hf_robust.reports.records.answer_records import NO_ANSWER
from hf_robust.reports.records.robustness_records import LabelShares
from hf_robust.reports.run_warnings import run_warning
from hf_robust.reports.wording import count, percent
from hf_robust.tasks import NLI, SIMILARITY, Task
from hf_robust.tasks.labels import Seen
from hf_robust.tasks.pair_labels import pair_meaning

LEAST_ABSENT = 0.02  # share of the predictions from which labels that no row has are told


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


def labels_of_rows(info: Mapping[str, Any]) -> set[str]:
    """The labels that rows of a suite have, or may have, whether the rows were changed or not.

    Args:
        info: What the suite says of itself.

    Example:
        >>> sorted(labels_of_rows({"labels": ["bad", "fair", "good"], "unused_labels": ["fair"]}))
        ['bad', 'good']
    """
    return {*(info.get("labels") or ())} - {*(info.get("unused_labels") or ())}


def absent_label_warnings(
    labels: LabelShares | None, told: Collection[str] = (), in_data: Collection[str] = ()
) -> list[dict[str, str]]:
    """A warning for predicted labels that no row has: a list of label names may have one too many.

    Args:
        labels: From :meth:`~hf_robust.evaluation.guards.LabelCounts.describe`.
        told: Labels that another warning names.
        in_data: Labels of rows that were not changed.
    """
    if labels is None or labels.candidates is not None or labels.n < LEAST_ROWS or len(labels.gold) >= RECORDED:
        return []
    absent = [label for label in labels.predicted if label not in {*labels.gold, *told, *in_data, NO_ANSWER}]
    share = sum(labels.predicted[label] for label in absent)
    if share < LEAST_ABSENT:
        return []
    names = ", ".join(map(quoted, absent))
    message = (
        f"The model predicts {names} on {percent(share)} of the {count(labels.n, 'row')}, but no row has "
        f"{'this label' if len(absent) == 1 else 'these labels'}: the predictions count as wrong. If the data has no "
        "such label, leave it out of label_names (--label-names), or use another model."
    )
    return [run_warning("labels-not-in-data", message)]


def _says_something(task: Task, label: str) -> bool:
    try:
        return bool(pair_meaning(task, label))
    except NotApplicable:
        return False
