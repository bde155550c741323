"""Multi-label classification: any number of labels a text, each on its own."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from numbers import Real
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import LabelError, UsageError
from hf_robust.core.quoted import named, quoted
from hf_robust.tasks.columns import LABEL_TYPES, has_type, inner_feature, pieces
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong
from hf_robust.tasks.label_columns import is_number_column, label_of, labels_in_row
from hf_robust.tasks.labels import is_missing, label_name, whole

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks.base import Task

MULTI_LABEL = "multi-label-classification"
LISTS, ONE_HOT = "lists", "one-hot"
_SCHEMES = (LISTS, ONE_HOT)
_VECTOR_TYPES = ("bool", "float", "double")


class LabelSets(TaskKind):
    """Any number of labels a row.

    A row holds a list of labels (names, or numbers with names), or a vector with one number a label: 1 where the label
    holds. Vectors are recognized by their values: booleans, fractions, or whole numbers of which all are 0 or 1 and a
    row has one twice.
    """

    hub_category = "text-classification"
    many_labels = True
    wanted = "a list of labels, or one probability a label in the order of the labels (an array: (n, k))"
    value_keys = ("labels", "probabilities")
    sized_labels = True

    def of_roles(self, roles: Sequence[str]) -> TaskKind:
        """The kind with a role for each label, where such roles are named."""
        found = tuple(role for role in roles if label_of(role) is not None)
        return _with_columns(self, found) if found and type(self) is LabelSets else self

    def read_scheme(self, scheme: str) -> str:
        """``lists`` or ``one-hot``."""
        if scheme not in _SCHEMES:
            raise UsageError(f"scheme of {self.name} must be 'lists' or 'one-hot'; found {scheme!r}")
        return scheme

    def expected(self, role: str, feature: Any) -> str | None:
        """A list of labels, or of one number a label."""
        inner = inner_feature(feature)
        fits = inner is not None and has_type(inner, (*LABEL_TYPES, *_VECTOR_TYPES))
        return None if fits else "a list of labels a row, or a list with a number (1 or 0) for each label"

    def _missing_message(
        self, columns: Mapping[str, str], missing: Mapping[str, str], features: Mapping[str, Any]
    ) -> str:
        said = super()._missing_message(columns, missing, features)
        lacks = self.labels[0] in missing and type(self) is LabelSets
        return f"{said}; where each label has a column (1 or 0), use labels=[...] with all of them" if lacks else said

    def bound(self, task: "Task", dataset: "Dataset") -> "Task":
        """The task with how its labels are written, and for vectors without names the numbers of their places."""
        column = task.column(task.label_role)
        if column not in dataset.column_names or inner_feature(dataset.features[column]) is None:
            return task
        scheme = task.scheme or _scheme(dataset, column)
        if scheme == LISTS:
            _check_lists(dataset, column)
            return task
        size = _vector_size(dataset, column)
        names = task.label_names or tuple(map(str, range(size)))
        if len(names) != size:
            raise LabelError(
                f"the rows of column {column!r} have {size} numbers, one a label, and the task has {len(names)} names "
                f"of labels ({named(names)}); use hr.task({task.name!r}, label_names=[...]) with one name a number"
            )
        return replace(task, scheme=scheme, label_names=names)

    def check_scored(self, task: "Task", dataset: "Dataset") -> None:
        """Refuse rows of which none has a label: F1 is undefined there."""
        if not any(task.references(dataset)):
            raise LabelError(
                f"no row has a label in column {task.column(task.label_role)!r}, so {self.name} cannot be scored; add "
                "rows that have labels"
            )

    def references(self, values: Sequence[Any], task: "Task") -> list[list[str]]:
        """The names of each row's labels, sorted."""
        return [self._names(value, task) for value in values]

    def _names(self, value: Any, task: "Task") -> list[str]:
        if value is None or isinstance(value, (str, Real)):
            raise LabelError(f"{task.name} needs a list of labels a row, found {quoted(value)}")
        names = task.label_names
        if task.scheme != ONE_HOT and not _is_vector(value):
            return sorted({label_name(one, names) for one in value})
        if len(names or ()) != len(value):
            raise LabelError(
                f"a row has {len(value)} numbers, one a label, and the task has {len(names or ())} names of labels; "
                "use hr.task(..., label_names=[...])"
            )
        return sorted(name for name, number in zip(names or (), value) if number > 0.5)

    def read_value(
        self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong
    ) -> list[str]:
        """The names of the labels, sorted."""
        if not isinstance(value, (list, tuple, set, frozenset)):
            raise wrong(f"{type(value).__name__}: {quoted(value)}")
        found = [name(one) for one in value]
        if None in found:
            raise wrong(f"{type(value).__name__}: {quoted(value)}")
        return sorted({one for one in found if one is not None})

    def show(self, value: Any) -> str:
        """The labels."""
        return ", ".join(map(str, value)) or "(no label)"

    def labels_of(self, values: Sequence[Any]) -> Iterable[Any]:
        """The labels of all rows; vectors hold none."""
        return [one for value in values if not _is_vector(value) for one in value]


@lru_cache
def _with_columns(kind: LabelSets, labels: tuple[str, ...]) -> "LabelColumns":
    """The kind with a role for each label."""
    return LabelColumns(kind.name, kind.texts, labels, aliases=kind.aliases, measure=kind.measure)


class LabelColumns(LabelSets):
    """Any number of labels a row, each with a column of its own: 1 where the label holds, else 0."""

    @property
    def scored_roles(self) -> tuple[str, ...]:
        """The roles of all labels."""
        return self.labels

    def expected(self, role: str, feature: Any) -> str | None:
        """A number or a boolean."""
        return None if is_number_column(feature) else "1 (the label holds) or 0 a row"

    def bound(self, task: "Task", dataset: "Dataset") -> "Task":
        """The task itself, once the values are checked."""
        _check_ones(task, dataset)
        return task

    def references(self, values: Sequence[Any], task: "Task") -> list[list[str]]:
        """The names of each row's labels, sorted."""
        rows = (value if isinstance(value, Mapping) else {self.labels[0]: value} for value in values)
        return [labels_in_row(row, self.labels) for row in rows]

    def labels_of(self, values: Sequence[Any]) -> Iterable[Any]:
        """None: the columns hold numbers."""
        return ()


def _check_ones(task: "Task", dataset: "Dataset") -> None:
    """Refuse columns of labels that hold other values than 1 and 0; a row without gold labels has -1 or nothing.

    Args:
        task: The task with a column for each label.
        dataset: The rows.

    Raises:
        LabelError: It names the row and the column.
    """
    for column in (task.column(role) for role in task.kind.labels):
        values = (value for piece in pieces(dataset, column) for value in piece) if column in dataset.features else ()
        for row, value in enumerate(values):
            if not is_missing(value, None) and whole(value) not in (0, 1):
                raise LabelError(
                    f"row {row} of column {column!r} has {quoted(value)}; expected 1 where the label holds and 0 where "
                    "it does not"
                )


def _is_vector(value: Sequence[Any]) -> bool:
    """Whether a value has one number a label in place of the labels, as its type tells."""
    return any(isinstance(one, (float, bool)) for one in value)


def _scheme(dataset: "Dataset", column: str) -> str:
    """How the labels of all rows are written: whole numbers are places of a vector where they cannot be labels."""
    inner = inner_feature(dataset.features[column])
    if has_type(inner, _VECTOR_TYPES):
        return ONE_HOT
    if not has_type(inner, ("int", "uint")) or getattr(inner, "names", None):
        return LISTS
    repeats = False
    for value in (one for piece in pieces(dataset, column) for one in piece if one is not None):
        if not {0, 1}.issuperset(value):
            return LISTS
        repeats = repeats or len(set(value)) < len(value)
    return ONE_HOT if repeats else LISTS  # a set of labels names none twice


def _vector_size(dataset: "Dataset", column: str) -> int:
    """How many numbers each row has.

    Raises:
        LabelError: Rows differ in length, or hold other numbers than 0 and 1.
    """
    size = None
    values = (one for piece in pieces(dataset, column) for one in piece)
    for row, value in enumerate(values):
        if value is None:
            continue
        wrong = next((one for one in value if whole(one) not in (0, 1)), None) if None not in value else "None"
        if wrong is not None:
            raise LabelError(
                f"row {row} of column {column!r} has {quoted(wrong)} among its numbers; expected 1 where a label holds "
                "and 0 where it does not"
            )
        size = len(value) if size is None else size
        if len(value) != size:
            raise LabelError(
                f"row {row} of column {column!r} has {len(value)} numbers, and rows before it have {size}; expected "
                "one number a label in each row"
            )
    return size or 0


def _check_lists(dataset: "Dataset", column: str) -> None:
    """Refuse lists that hold a missing label.

    Raises:
        LabelError: It names the row.
    """
    values = (one for piece in pieces(dataset, column) for one in piece)
    row = next((row for row, value in enumerate(values) if value is not None and None in value), None)
    if row is not None:
        raise LabelError(f"row {row} of column {column!r} has None among its labels; leave it out with dataset.map")


TASKS.register(
    LabelSets(
        MULTI_LABEL,
        ("text",),
        ("labels",),
        aliases=("multi-label", "multilabel", "multilabel-classification"),
        measure="label_micro_f1",
    )
)
