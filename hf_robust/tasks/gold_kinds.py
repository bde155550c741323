"""Gold values that are no single label: a score, a set of labels, what a check knows; the texts are another task's."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from numbers import Real
from typing import TYPE_CHECKING, Any, Self

from hf_robust.core.errors import EmptyDataError, LabelError, UsageError
from hf_robust.core.quoted import quoted
from hf_robust.tasks.base import Task
from hf_robust.tasks.columns import LABEL_TYPES, has_type, inner_feature, pieces
from hf_robust.tasks.generating import WrittenText
from hf_robust.tasks.kind import TaskKind, Wrong
from hf_robust.tasks.labels import label_name

if TYPE_CHECKING:
    from datasets import Dataset, Features, IterableDataset

_NUMBER_TYPES = ("float", "double", "int", "uint", "bool")


class ScoreKind(TaskKind):
    """One number a row: how similar, how positive."""

    hub_category = "text-classification"
    wanted = "a number, or an array of them (n,)"
    value_keys = ("value",)

    def expected(self, role: str, feature: Any) -> str | None:
        """A number."""
        return None if has_type(feature, _NUMBER_TYPES) else "a number a row"

    def references(self, values: Sequence[Any], task: Task) -> list[float]:
        """The numbers."""
        return [float(value) for value in values]

    def read_value(self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong) -> float:
        """The number; of a list the only one."""
        if isinstance(value, (list, tuple)) and len(value) == 1:
            value = value[0]
        if not isinstance(value, Real) or isinstance(value, bool):
            raise wrong(f"{type(value).__name__}: {quoted(value)}")
        return float(value)

    def show(self, value: Any) -> str:
        """The number with few digits."""
        return f"{value:.4g}"


class LabelSetKind(TaskKind):
    """Any number of labels a row, each with a probability of its own."""

    hub_category = "text-classification"
    wanted = "one probability a label, in the order of the labels, or an array of them (n, k)"
    value_keys = ("probabilities",)

    def expected(self, role: str, feature: Any) -> str | None:
        """A list of labels, or one number a label: 1.0 where it holds."""
        inner = inner_feature(feature)
        fits = inner is not None and has_type(inner, (*LABEL_TYPES, "float", "double"))
        return None if fits else "a list of labels, or of one number a label (1.0 where it holds)"

    def references(self, values: Sequence[Any], task: Task) -> list[list[str]]:
        """The names of each row's labels."""
        return [self._names(value, task.label_names) for value in values]

    def _names(self, value: Sequence[Any], names: Sequence[str] | None) -> list[str]:
        if not _is_marked(value):
            return sorted(label_name(one, names) for one in value)
        if len(names or ()) != len(value):
            raise LabelError(
                f"a row has {len(value)} numbers, one a label, and the task has {len(names or ())} names of labels; "
                "say hr.task(..., label_names=[...])"
            )
        return sorted(name for name, number in zip(names or (), value) if number > 0.5)

    def read_value(
        self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong
    ) -> list[float]:
        """The probabilities."""
        value = value.tolist() if hasattr(value, "tolist") else value
        if not isinstance(value, (list, tuple)) or not all(isinstance(item, Real) for item in value):
            raise wrong(f"{type(value).__name__}: {quoted(value)}")
        if any(item < -1e-3 or item > 1 + 1e-3 for item in value):
            raise wrong(f"numbers that are no probabilities (apply a sigmoid): {quoted(value)}")
        return [float(item) for item in value]

    def show(self, value: Any) -> str:
        """The labels."""
        return ", ".join(map(str, value)) or "(no label)"

    def labels_of(self, values: Sequence[Any]) -> Iterable[Any]:
        """The labels of all rows; numbers that say which hold are none."""
        return [one for value in values if not _is_marked(value) for one in value]


class WrittenKind(WrittenText):
    """A model that writes a text of any kind; the gold value, which may be absent, is read by who judges the text."""

    hub_category = "text-generation"
    wanted = "the text that the model writes"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "optional", frozenset(self.labels))

    def show(self, value: Any) -> str:
        """The value as text."""
        return str(value)


def _is_marked(value: Sequence[Any]) -> bool:
    """Whether a value has one number a label in place of the labels."""
    return any(isinstance(one, float) for one in value)


@dataclass(frozen=True)
class RecastTask(Task):
    """A task whose texts are those of another, and whose gold values are of another kind.

    Args:
        own: What its kind declares.

    Example:
        >>> import hf_robust as hr
        >>> scored = RecastTask.over(hr.task("semantic-similarity-classification", label="score"), ScoreKind)
        >>> scored.text_roles, scored.kind.references([4], scored)
        (('sentence1', 'sentence2'), [4.0])
    """

    own: TaskKind | None = field(default=None, hash=False)

    @classmethod
    def over(cls, task: Task, kind: type[TaskKind]) -> Self:
        """A task with another kind of gold values.

        Args:
            task: A task with one label a row.
            kind: What its gold values are.
        """
        of = task.kind
        own = kind(of.name, of.texts, of.labels, spans=of.spans, edited=of.edited, on_hub=of.on_hub)
        return cls(**{one.name: getattr(task, one.name) for one in fields(Task)}, own=own)

    @property
    def kind(self) -> TaskKind:
        """What its kind declares."""
        assert self.own is not None
        return self.own

    def bind(self, dataset: "Dataset | IterableDataset | Features", labels: bool = True) -> "Task":
        """Check the columns; fractions are no fault here."""
        if isinstance(dataset, dict):
            return super().bind(dataset, labels)
        if getattr(dataset, "num_rows", 1) == 0:
            raise EmptyDataError("the data set has no rows; check the split or the file you loaded")
        return self if dataset.features is None else super().bind(dataset.features, labels)

    def check_labels(self, dataset: "Dataset") -> None:
        """Check that each row has a gold value where one is needed; it may be -1 here."""
        if self.label_role in self.kind.optional:
            return
        column = self.column(self.label_role)
        missing = sum(value is None or value != value for piece in pieces(dataset, column) for value in piece)
        if missing:
            raise UsageError(
                f"{missing} of {len(dataset)} rows have no gold value in column {column!r}; keep the others with "
                f"dataset.filter(lambda row: row[{column!r}] is not None)"
            )
        for piece in pieces(dataset, column) if self.label_names else ():
            self.kind.references(piece, self)  # which raises where a label is not among the names
