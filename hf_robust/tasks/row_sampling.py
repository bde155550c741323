"""A sample of rows: drawn by a seed, in the shares of the classes, and in the order of the source."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.core.randomness import mix, mix_all, row_ids, row_key
from hf_robust.tasks.base import Task
from hf_robust.tasks.columns import check_split
from hf_robust.tasks.labels import is_missing, label_name, whole
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from datasets import Dataset

NO_LABEL = "no label"  # the entry of rows without a gold label


def sample_rows(dataset: "Dataset", task: Task | str, size: int, seed: int = 0) -> "Dataset":
    """Draw a stratified sample of the rows. The row order is kept.

    The sample depends on the seed and on the content of the rows (or their id column), not on their order. Rows with
    one label are stratified by the label. Rows with tags are stratified by whether they have more than one distinct tag
    (for example, whether they contain an entity). Rows of other tasks are not stratified.

    Args:
        dataset: The rows.
        task: The task with the columns, or its id.
        size: Number of rows. A dataset with fewer rows is returned unchanged.
        seed: Random seed.

    Raises:
        UsageError: If the size is below 1.
        ColumnError: If a column of the task is missing.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": [str(n) for n in range(100)], "label": ["bad"] * 80 + ["good"] * 20})
        >>> sample = hr.sample_rows(data, "sentiment-classification", 10, seed=3)
        >>> sample["label"].count("good")
        2
    """
    check_split(dataset)
    task = as_task(task, dataset)
    if size < 1:
        raise UsageError(f"a sample needs at least 1 row, found {size}")
    if len(dataset) <= size:
        return dataset
    return dataset.select(sample_indices(dataset, task.bind(dataset, labels=False), size, seed))


def sample_indices(dataset: "Dataset", task: Task, size: int, seed: int = 0) -> list[int]:
    """The places of the rows that :func:`sample_rows` draws, in ascending order.

    Args:
        dataset: More rows than the size.
        task: The task over their columns.
        size: How many rows.
        seed: Seed of the draw.
    """
    keys = _keys(dataset, task, seed)
    members: dict[Hashable, list[int]] = {}
    for index, stratum in enumerate(_strata(dataset, task)):
        members.setdefault(stratum, []).append(index)
    shares = _shares([len(indices) for indices in members.values()], size)
    chosen: list[int] = []
    for indices, share in zip(members.values(), shares):
        chosen += sorted(indices, key=lambda index: (keys[index], index))[:share]
    return sorted(chosen)


def class_counts(dataset: "Dataset", task: Task) -> dict[str, int]:
    """How many rows have each label, the most frequent first; empty for tasks whose rows do not have one label each.

    Rows without a label are counted last, as :data:`NO_LABEL`. Booleans have both of their names: ``True (1)``.

    Args:
        task: The task, which names the columns.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> class_counts(Dataset.from_dict({"text": ["a", "b"], "label": ["x", None]}), hr.task("text-classification"))
        {'x': 1, 'no label': 1}
    """
    task = task.bind(dataset, labels=False)
    labels = _labels(dataset, task)
    if not labels:
        return {}
    labeled = [value for value in labels if not is_missing(value, task.label_names)]
    named = Counter(_shown(value, task.label_names) for value in labeled)
    counts = dict(sorted(named.items(), key=lambda pair: (-pair[1], pair[0])))
    missing = len(labels) - len(labeled)
    return {**counts, NO_LABEL: missing + counts.get(NO_LABEL, 0)} if missing else counts


def _shown(value: Any, names: Sequence[str] | None) -> str:
    name = label_name(value, names)
    return f"{value} ({name})" if isinstance(value, bool) and not names else name


def classes_in_words(counts: Mapping[str, int], most: int = 6) -> str:
    """The share of each label, the most frequent first.

    Args:
        counts: From :func:`class_counts`.
        most: How many labels are named.

    Example:
        >>> classes_in_words({"positive": 48, "negative": 12})
        'positive 80%, negative 20%'
        >>> classes_in_words({"a": 3, "b": 2, "c": 1, "no label": 4}, most=1)
        'a 30%, 2 more, no label 40%'
    """
    total = sum(counts.values())
    labels = [label for label in counts if label != NO_LABEL]
    parts = [f"{label} {100 * counts[label] / total:.0f}%" for label in labels[:most]]
    if len(labels) > most:
        parts.append(f"{len(labels) - most} more")
    if NO_LABEL in counts:
        parts.append(f"{NO_LABEL} {100 * counts[NO_LABEL] / total:.0f}%")
    return ", ".join(parts)


def _keys(dataset: "Dataset", task: Task, seed: int) -> np.ndarray:
    """A number for each row that depends on its content and the seed."""
    if task.id_column is not None:
        ids = [str(value) for value in dataset[task.id_column]]
    else:
        roles = [role for role in task.kind.id_roles if task.column(role) in dataset.column_names]
        ids = row_ids([dataset[task.column(role)][:] for role in roles])
    keys = np.fromiter(map(row_key, ids), np.uint64, len(ids))
    return mix_all(keys ^ np.uint64(mix(row_key(f"sample {seed}"))))


def _labels(dataset: "Dataset", task: Task) -> Sequence[Any] | None:
    """The label of each row where rows have one label each."""
    column = task.column(task.label_role)
    if column not in dataset.column_names or task.kind.tags_role is not None or task.kind.many_labels:
        return None
    values = dataset[column][:]
    if task.kind.labels_of([]) is None:
        return None
    # scores from 0 to 1 are no classes
    single = all(
        value is None or isinstance(value, str) or is_missing(value, None) or whole(value) is not None
        for value in values
    )
    return values if single else None


def _strata(dataset: "Dataset", task: Task) -> Sequence[Hashable]:
    """The stratum of each row."""
    column = task.column(task.label_role)
    if task.kind.tags_role is not None and column in dataset.column_names:
        return [len(set(tags or ())) > 1 for tags in dataset[column]]
    return _labels(dataset, task) or [None] * len(dataset)


def _shares(sizes: Sequence[int], size: int) -> list[int]:
    """How many rows of each stratum, by the largest remainders; at least one of each where there is room.

    Example:
        >>> _shares([980, 20], 10), _shares([50, 50], 9), _shares([5, 3, 2], 2)
        ([9, 1], [5, 4], [1, 1, 0])
    """
    total = sum(sizes)
    exact = [size * one / total for one in sizes]
    shares = [int(one) for one in exact]
    if size >= len(sizes):
        shares = [max(1, one) for one in shares]
    order = sorted(range(len(sizes)), key=lambda number: (shares[number] - exact[number], number))
    while sum(shares) < size:
        number = next(number for number in order if shares[number] < sizes[number])
        shares[number] += 1
        order.remove(number)
        order.append(number)
    while sum(shares) > size:  # the strata that were raised to one take their rows from the largest
        shares[max(range(len(shares)), key=lambda number: (shares[number], -number))] -= 1
    return shares
