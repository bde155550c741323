"""What all baselines have in common."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

from hf_robust.adapters.base import BatchedOutput, Prediction
from hf_robust.adapters.identity import settings_hash
from hf_robust.core.checks import whole_number
from hf_robust.language.resource_rows import UsedResource
from hf_robust.tasks import Task


class Baseline(BatchedOutput):
    """A simple model of one task that comes with the package; its name says that it is a baseline.

    Class attributes:
        version: Raised whenever a prediction changes.

    Args:
        task: The task, bound to the data.
        name: What it is called.
        batch_size: Rows at a time.

    Attributes:
        resources: What it is made of, for the record.
    """

    version: ClassVar[str] = "1"
    kind = "embedded"
    revision: str | None = None
    labels: tuple[str, ...] | None = None
    resources: tuple[UsedResource, ...] = ()

    def __init__(self, task: Task, name: str, *, batch_size: int = 32):
        whole_number(batch_size, "batch_size", 1)
        self.task = task
        self.name = name
        self.roles = tuple(task.input_roles)
        self.task_name = task.name
        self.batch_size = batch_size

    def settings(self) -> dict[str, Any]:
        """What its predictions depend on."""
        return {"class": type(self).__name__, "version": self.version, "name": self.name, "made of": self.resources}

    def fingerprint(self) -> str | None:
        """Hash over the settings."""
        return settings_hash(self.settings())

    def batches(self, rows: list[dict[str, Any]]) -> Iterator[tuple[list[int], list[Prediction]]]:
        """The places of some rows, and their predictions."""
        size = max(self.batch_size, self.least_batch)
        for start in range(0, len(rows), size):
            part = rows[start : start + size]
            yield list(range(start, start + len(part))), self.answers(part)

    least_batch: ClassVar[int] = 1
    """Rows at a time at least, where few at once would be slow."""

    @abstractmethod
    def answers(self, rows: list[dict[str, Any]]) -> list[Prediction]:
        """One prediction a row."""
