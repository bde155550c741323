"""Gold values of another kind than those of a task: a score, a set of labels, what a check knows."""

from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Self

from hf_robust.core.errors import EmptyDataError, UsageError
from hf_robust.tasks.base import Task
from hf_robust.tasks.columns import pieces
from hf_robust.tasks.generating import WrittenText
from hf_robust.tasks.kind import TaskKind

if TYPE_CHECKING:
    from datasets import Dataset, Features, IterableDataset


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


@dataclass(frozen=True)
class RecastTask(Task):
    """A task whose texts are those of another, and whose gold values are of another kind.

    Args:
        own: What its kind declares.

    Example:
        >>> import hf_robust as hr
        >>> from hf_robust.tasks.scores import Scores
        >>> scored = RecastTask.over(hr.task("semantic-similarity-classification", label="score"), Scores)
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
            raise EmptyDataError("the dataset has no rows; check the split or the file you loaded")
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
