"""Retraining on test cases: split them by seed, turn them into training rows, measure before and after."""

import re
import warnings
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeAlias

from hf_robust.capability.cases import CASE, column_of, sources_of
from hf_robust.core.errors import ColumnError, EmptyDataError, LabelError, UsageError
from hf_robust.core.quoted import named
from hf_robust.scoring import FailureRate, failure_rate
from hf_robust.tasks.base import Task
from hf_robust.tasks.labels import label_number
from hf_robust.tasks.task_ids import as_task

if TYPE_CHECKING:
    from datasets import Dataset, DatasetDict, Features

    from hf_robust.capability.suite import CapabilitySuite

    Cases: TypeAlias = Dataset | CapabilitySuite | Mapping[str, Dataset] | Iterable[Dataset]

PARTS = ("train", "validation", "test")


def all_cases(cases: "Cases") -> "Dataset":
    """Test cases as one table.

    Args:
        cases: A table, several, a mapping with tables, or a capability suite.

    Raises:
        ColumnError: When a table has no column ``case``.
        EmptyDataError: When there is no case.
        UsageError: When it is nothing of the kind.

    Example:
        >>> from datasets import Dataset
        >>> one = Dataset.from_dict({"text": ["a"], "case": [{"seed_id": "A-1"}]})
        >>> len(all_cases({"A": one, "B": one}))
        2
    """
    from datasets import Dataset, concatenate_datasets

    if isinstance(cases, Dataset):
        tables: list[Any] = [cases]
    elif hasattr(cases, "entries"):
        tables = [table for entry in cases.entries.values() for table in (entry.seeds, entry.expanded)]
    else:
        tables = list(cases.values() if isinstance(cases, Mapping) else cases)
    wrong = next((table for table in tables if not isinstance(table, Dataset)), None)
    if wrong is not None:
        raise UsageError(f"expected tables of test cases (datasets.Dataset), found {type(wrong).__name__}")
    absent = next((table for table in tables if CASE not in table.column_names), None)
    if absent is not None:
        raise ColumnError(f"test cases have a column {CASE!r}; found {', '.join(absent.column_names)}")
    tables = [table.with_format(None) for table in tables if len(table)]
    if not tables:
        raise EmptyDataError("there are no test cases; build seeds first")
    return tables[0] if len(tables) == 1 else concatenate_datasets(tables)


def split_cases(cases: "Cases", ratios: Sequence[float] = (8, 1, 1), seed: int = 0) -> "DatasetDict":
    """Split test cases into training, validation and test parts by seed. All cases of a seed are in the same part.

    Cases of one seed differ by a single word. If they were split across parts, the test part would contain near copies
    of training cases. For the same reason, seeds that share a text are in the same part. Each capability is split
    separately. If its share is not 0, the test part gets at least one seed of a capability with two seeds or more, and
    the validation part at least one of a capability with three or more. The split depends only on ``seed`` and the ids,
    not on the row order. Two seeds from the same source sentence count as two seeds.

    Args:
        cases: A table of cases, several tables, or a capability suite.
        ratios: Shares of the training, validation and test parts.
        seed: Random seed of the split.

    Returns:
        ``train``, ``validation`` and ``test`` (the held-out part). The row order is kept.

    Raises:
        UsageError: If ``ratios`` are not three numbers with a positive share for training.
        ColumnError: If there is no column ``case``.
        EmptyDataError: If there is no case.

    Example:
        >>> from datasets import Dataset
        >>> ids = [f"LC1-{number}" for number in range(10) for _ in range(3)]
        >>> cases = [{"seed_id": id, "capability": "LC1"} for id in ids]
        >>> table = Dataset.from_dict({"text": [f"text {n}" for n in range(30)], "case": cases})
        >>> {name: len(part) for name, part in split_cases(table).items()}
        {'train': 24, 'validation': 3, 'test': 3}

    Source: S2LCT, draft of 2022, section 6, "Retraining": ratio 8:1:1.
    """
    from datasets import DatasetDict

    shares = _shares(ratios)
    table = all_cases(cases)
    seeds = column_of(table, "seed_id")
    group = _groups(table, seeds)
    parts: dict[str, str] = {}
    members: dict[str, set[str]] = {}
    for name, root in zip(column_of(table, "capability"), group):
        members.setdefault(root, set()).add(name or "")
    kinds: dict[str, list[str]] = {}
    for root, names in members.items():
        kinds.setdefault(min(names), []).append(root)
    for roots in kinds.values():
        roots.sort(key=lambda root: blake2b(f"{seed}|{root}".encode("utf-8", "surrogatepass")).digest())
        for part, size in zip(reversed(PARTS), _sizes(len(roots), shares)):
            parts.update(dict.fromkeys(roots[:size], part))
            roots = roots[size:]
    places: dict[str, list[int]] = {part: [] for part in PARTS}
    for place, root in enumerate(group):
        places[parts[root]].append(place)
    return DatasetDict({part: table.select(found) for part, found in places.items()})


def _shares(ratios: Sequence[float]) -> tuple[float, float, float]:
    numbers = [r for r in ratios if isinstance(r, (int, float)) and not isinstance(r, bool) and 0 <= r < float("inf")]
    if len(numbers) != len(PARTS) or len(ratios) != len(PARTS) or not numbers[0]:
        raise UsageError(
            f"ratios are three numbers of at least 0, for training (above 0), validation and held-out part; "
            f"found {ratios!r}"
        )
    train, validation, test = (float(number) / sum(numbers) for number in numbers)
    return train, validation, test


def _sizes(count: int, shares: tuple[float, float, float]) -> tuple[int, int, int]:
    """How many of some groups are held out, validate and train."""
    _, validation, test = shares
    held = min(max(round(count * test), 1 if test else 0), count - 1)
    checked = min(max(round(count * validation), 1 if validation else 0), count - held - 1)
    return held, checked, count - held - checked


def _groups(table: "Dataset", seeds: Sequence[str]) -> list[str]:
    """For each row what it must stay together with: the least id among the seeds that share a text."""
    roles = [name for name, kind in table.features.items() if name not in (CASE, "label") and _is_text(kind)]
    head: dict[str, str] = {}

    def top(seed: str) -> str:
        while head.setdefault(seed, seed) != seed:
            head[seed] = head[head[seed]]
            seed = head[seed]
        return seed

    first: dict[tuple, str] = {}
    for seed, *texts in zip(seeds, *(table[role][:] for role in roles)):
        one, other = sorted((top(seed), top(first.setdefault(tuple(texts), seed)) if roles else top(seed)))
        head[other] = one
    return [top(seed) for seed in seeds]


def _is_text(kind: Any) -> bool:
    return getattr(kind, "dtype", None) in ("string", "large_string")


def as_training_rows(
    cases: "Cases",
    task: Task | str,
    label_names: Sequence[str] | None = None,
    *,
    like: "Dataset | Features | None" = None,
) -> "Dataset":
    """Convert test cases to labeled rows of a task, for training together with other rows.

    A case is left out if it accepts several labels (the correct one is not known), if it accepts no label (it tests a
    relation between predictions), or if the task does not have its label. A warning reports the numbers.

    Args:
        cases: A table of cases, several tables, or a capability suite.
        task: A classification task or its id. The output has its columns.
        label_names: Names of the labels in the order of their numbers. None uses those of the task. Names in the cases
            are matched as for models (``positive`` matches ``pos``).
        like: Training data or its features. The labels get the same type, so that ``datasets.concatenate_datasets``
            accepts both if the columns are the same. Without ``like``, the labels are class labels, or strings if there
            are no label names.

    Raises:
        EmptyDataError: If no case remains.
        UsageError: If the task is not a classification task.
        ColumnError: If a text is missing.
        LabelError: If numbers are required, but there are no label names.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> rows = {"text": ["Dull.", "Fine."], "case": [{"accepted": ["negative"]}, {"accepted": ["positive"]}]}
        >>> task = hr.task("sentiment-classification", text="sentence")
        >>> as_training_rows(Dataset.from_dict(rows), task, ["neg", "pos"])[:]
        {'sentence': ['Dull.', 'Fine.'], 'label': [0, 1]}
    """
    from datasets import Dataset, Features, Value

    task = as_task(task)
    if not task.kind.classifies:
        raise UsageError(f"cases train a classifier, and {task.name} is none")
    table = all_cases(cases)
    kinds = like if like is None or isinstance(like, dict) else like.features
    bound = task if kinds is None else task.bind(kinds, labels=True)
    names = tuple(label_names) if label_names else bound.label_names or ()
    column = task.column(task.label_role)
    form = _label_form(kinds[column] if kinds is not None else None, names)
    places, labels = _labels(column_of(table, "accepted"), names)
    texts = {task.column(role): _texts(table, task, role) for role in task.text_roles}
    features = Features({**{name: kinds[name] if kinds else Value("string") for name in texts}, column: form})
    order = tuple(names) if hasattr(form, "names") else names  # class labels are numbered by position
    values = labels if _is_text(form) else [label_number(label, order) for label in labels]
    rows = {name: [column_texts[place] for place in places] for name, column_texts in texts.items()}
    return Dataset.from_dict({**rows, column: values}, features=features)


def _label_form(label: Any, names: Sequence[str]) -> Any:
    from datasets import ClassLabel, Value

    if label is None:
        return ClassLabel(names=list(names)) if names else Value("string")
    if not names and not _is_text(label):
        raise LabelError("the labels are numbers without names; use label_names=[...] in the order of the numbers")
    return label


def _texts(table: "Dataset", task: Task, role: str) -> list[str]:
    name = role if role in table.column_names else task.column(role)
    if name not in table.column_names:
        raise ColumnError(f"test cases of {task.name} have a column {role!r}; found {', '.join(table.column_names)}")
    return table[name][:]


def _labels(accepted: Sequence[Sequence[str] | None], names: Sequence[str]) -> tuple[list[int], list[str]]:
    """Which cases have one label that the task knows, and it."""
    from hf_robust.adapters.label_matching import match_name

    counts = {"accept several labels": 0, "accept no label": 0, f"have a label beside {named(names)}": 0}
    several, none, other = counts
    known: dict[str, str | None] = {}
    places: list[int] = []
    labels: list[str] = []
    for place, labels_of_case in enumerate(accepted):
        if labels_of_case is None or len(labels_of_case) != 1:
            counts[several if labels_of_case else none] += 1
            continue
        label = labels_of_case[0]
        if label not in known:
            known[label] = match_name(label, names) if names else label
        name = known[label]
        if name is None:
            counts[other] += 1
            continue
        places.append(place)
        labels.append(name)
    left_out = ", ".join(f"{count} {reason}" for reason, count in counts.items() if count)
    if not places:
        raise EmptyDataError(f"no case is left to train on: of {len(accepted)}, {left_out}")
    if left_out:
        warnings.warn(f"of {len(accepted)} cases these are left out: {left_out}", stacklevel=3)
    return places, labels


def failure_rates(model: Any, cases: "Cases", task: Task | str, **options: Any) -> dict[str, FailureRate]:
    """Compute the failure rate of each capability, for example on the held-out part before and after retraining.

    Cases without accepted labels, and cases whose labels the model does not have, are not counted. If a capability has
    only such cases, its rate is None. Cases from the same row or seed are not counted as independent. Each distinct
    text is predicted once.

    Args:
        model: A Hub id, a folder, a ``transformers`` pipeline or model, a function, or a
            :class:`~hf_robust.adapters.Predictor`. None uses the bundled sentiment classifier.
        cases: A table of cases, several tables, or a capability suite.
        task: A classification task with its label names, or its id. The model may lack ``neutral``.
        **options: Passed to :func:`hf_robust.adapters.as_predictor`.

    Returns:
        The output of :func:`hf_robust.scoring.failure_rate` by capability, sorted by id.

    Raises:
        UsageError: If the task is not a classification task, or if the model does not fit the task.
        ColumnError: If a text or the column ``case`` is missing.
        EmptyDataError: If there is no case.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> task = hr.task("sentiment-classification", label_names=["neg", "pos"])
        >>> case = {"capability": "LC2", "accepted": ["positive"]}
        >>> cases = Dataset.from_dict({"text": ["Good.", "Not bad."], "case": [case, case]})
        >>> failure_rates(lambda texts: ["neg" if "bad" in t else "pos" for t in texts], cases, task)["LC2"]["n_failed"]
        1
    """
    from hf_robust.adapters import predict_all
    from hf_robust.adapters.label_matching import match_name
    from hf_robust.evaluation.capability_run import adapted

    task = as_task(task)
    if not task.kind.classifies:
        raise UsageError(f"failure rates count wrong classes, and {task.name} has none")
    table = all_cases(cases)
    predictor, _ = adapted(model, task, options=options)
    known: dict[str, str] = {}
    model_labels = predictor.labels
    for label in sorted({label for accepted in column_of(table, "accepted") for label in accepted or ()}):
        name = match_name(label, model_labels) if model_labels else label
        known |= {} if name is None else {label: name}
    texts = [_texts(table, task, role) for role in task.text_roles]
    predictions = predict_all(predictor, [dict(zip(task.text_roles, row)) for row in zip(*texts)], task=task)
    rows: dict[str, list[tuple[Any, list[str], tuple[str, ...]]]] = {}
    names, expected = column_of(table, "capability"), column_of(table, "accepted")
    for name, accepted, prediction, sources in zip(names, expected, predictions, sources_of(table), strict=True):
        right = [known[label] for label in accepted or () if label in known]
        rows.setdefault(name, []).extend([(prediction.value, right, sources)] if right else [])
    return {name: _failure_rate(rows[name]) for name in sorted(rows, key=_natural)}


def _failure_rate(cases: list[tuple[Any, list[str], tuple[str, ...]]]) -> FailureRate:
    """The failure rate of predictions with the labels that are right and the sources of each case."""
    predictions, accepted, sources = zip(*cases, strict=True) if cases else ((), (), ())
    return failure_rate(predictions, accepted, groups=list(sources))


def _natural(name: str) -> list[tuple[int, int | str]]:
    """Sort key: numbers in a name count as numbers."""
    parts = re.split(r"(\d+)", name or "")
    return [(0, int(part)) if part.isdigit() else (1, part) for part in parts if part]
