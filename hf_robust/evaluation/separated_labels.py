"""A guard: whether the labels of rows follow from types that are given with them, or from the length of a text."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.evaluation.guards import single_labels
from hf_robust.evaluation.held_out import source_ids
from hf_robust.reports.run_warnings import run_warning
from hf_robust.reports.wording import count, percent
from hf_robust.suites.robustness import Suite
from hf_robust.tasks import Task

if TYPE_CHECKING:
    from datasets import Dataset

LEAST_ROWS = 30  # with fewer rows the guard says nothing
FOLLOWS = 0.95  # share of rows whose label is that of the other rows with the same fact
BETTER = 0.75  # share of the errors of the majority answer that the fact must remove
_MOST_ROWS = 5_000  # rows that are read; of more rows a part that is evenly spread
_LENGTHS, _ROWS_EACH = 20, 5  # groups of like lengths, and rows of a group


def names_classes(task: Task) -> bool:
    """Whether a label of the task is one class of a row, so that labels can be counted."""
    return task.kind.classifies or bool(task.kind.input_types)


def suite_separation_warnings(suite: Suite) -> list[dict[str, str]]:
    """The warnings of :func:`separation_warnings` over the originals of a suite.

    The rows are those of the transformation that changed most rows, each original once.
    """
    largest = max(suite.entries.values(), key=len, default=None)
    if largest is None or not len(largest) or not names_classes(suite.task):
        return []
    first = {id: place for place, id in reversed(list(enumerate(source_ids(largest.perturbed))))}
    return separation_warnings(suite.task, largest.original.select(sorted(first.values())))


def separation_warnings(task: Task, rows: "Dataset") -> list[dict[str, str]]:
    """Warnings where the label of a row follows from given types, or from the length of one of its texts.

    A model that has learned from such rows need not read the text, so that its drops are small whatever is changed.

    Args:
        task: The task over the columns of the rows.
        rows: The original rows.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> texts = ["A film."] * 30 + ["A film about people in a house."] * 30
        >>> rows = Dataset.from_dict({"text": texts, "label": ["bad"] * 30 + ["good"] * 30})
        >>> for one in separation_warnings(hr.task("sentiment-classification"), rows): print(one["code"])
        label-follows-length
    """
    if not names_classes(task) or len(rows) < LEAST_ROWS:
        return []
    step = -(-len(rows) // _MOST_ROWS)
    rows = rows.select(range(0, len(rows), step))
    labels = task.references(rows)
    if not single_labels(labels):
        return []
    return [*_types_warnings(task, rows, labels), *_length_warnings(task, rows, labels)]


def _types_warnings(task: Task, rows: "Dataset", labels: Sequence[Any]) -> list[dict[str, str]]:
    roles = [role for role in task.kind.input_types if task.has(role, rows.column_names)]
    if not roles:
        return []
    columns = [[str(value) for piece in task.by_role(rows, [role]) for value in piece] for role in roles]
    share = followed_share(list(zip(*columns)), labels)
    if not follows(share, labels):
        return []
    message = (
        f"The label follows from {' and '.join(roles)} in {percent(share)} of the {count(len(rows), 'row')}: a model "
        "that is given these types need not read the text, so drops say little. Use rows in which the same types have "
        "different labels."
    )
    return [run_warning("label-follows-types", message)]


def _length_warnings(task: Task, rows: "Dataset", labels: Sequence[Any]) -> list[dict[str, str]]:
    spaced = task.spoken.spaced
    found = []
    for role in task.text_roles:
        lengths = [text_length(value, spaced) for piece in task.by_role(rows, [role]) for value in piece]
        share = followed_share(like_lengths(lengths), labels)
        if follows(share, labels):
            message = (
                f"The label follows from the length of the {role} alone in {percent(share)} of the "
                f"{count(len(rows), 'row')}: a model may use the length alone. Use rows whose classes have texts of "
                "similar lengths."
            )
            found.append(run_warning("label-follows-length", message))
    return found


def text_length(value: Any, spaced: bool) -> int:
    """The number of words of a text, of its characters where words have no spaces, or of tokens in a list.

    Example:
        >>> text_length("a fine film", True), text_length(["a", "film"], True), text_length(None, True)
        (3, 2, 0)
    """
    if isinstance(value, str):
        return len(value.split()) if spaced else len(value)
    return len(value or ())


def like_lengths(lengths: Sequence[int]) -> list[int]:
    """The group of each row: rows of equal length are in one group, and groups are about equally large.

    Args:
        lengths: Length of each row.

    Example:
        >>> like_lengths([1] * 5 + [9] * 5)
        [0, 0, 0, 0, 0, 1, 1, 1, 1, 1]
    """
    groups = max(1, min(_LENGTHS, len(lengths) // _ROWS_EACH))
    borders = np.unique(np.quantile(lengths, np.linspace(0, 1, groups + 1)[1:-1]))
    return np.searchsorted(borders, lengths).tolist()


def follows(share: float, labels: Sequence[Any]) -> bool:
    """Whether labels follow from a fact: nearly all do, and most of those that are not the most frequent label.

    Args:
        share: From :func:`followed_share`.
        labels: Label of each row.

    Example:
        >>> follows(0.96, ["a", "b"] * 10), follows(0.96, ["a"] * 19 + ["b"])
        (True, False)
    """
    majority = Counter(map(str, labels)).most_common(1)[0][1] / len(labels)
    return majority < 1 and share >= FOLLOWS and (share - majority) / (1 - majority) >= BETTER


def followed_share(facts: Sequence[Hashable], labels: Sequence[Any]) -> float:
    """The share of rows whose label is the most frequent one among the other rows with the same fact.

    Args:
        facts: What is known of each row.
        labels: Label of each row.

    Example:
        >>> followed_share(["short", "short", "long", "long", "odd"], ["a", "a", "b", "b", "b"])
        0.8
    """
    groups: defaultdict[Hashable, Counter[str]] = defaultdict(Counter)
    for fact, label in zip(facts, map(str, labels)):
        groups[fact][label] += 1
    right = 0
    for counts in groups.values():
        for label, rows in counts.items():
            others = max((other for name, other in counts.items() if name != label), default=0)
            right += rows if rows - 1 > others else 0
    return right / len(labels)
