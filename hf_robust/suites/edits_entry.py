"""Entries of edits suites: what one transformation did to the rows of a source, without its texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Self

from hf_robust.suites.base import BaseEntry

if TYPE_CHECKING:
    from datasets import Dataset


@dataclass(frozen=True, repr=False)
class EditsEntry(BaseEntry):
    """One transformation of an edits suite: one config with the split ``edits``.

    Args:
        name: Name of the config.
        stages: Name, version and parameters of each transformation.
        level: Largest unit that a stage changes.
        linguistics: What the stages have in common, else ``combined``.
        effect: What happens to the label.
        summary: What it does, in one line.
        total: Rows of the data set.
        unchanged: Rows in which there was nothing to change.
        not_applicable: Rows that could not be changed.
        reasons: How often each reason stood behind ``not_applicable``, and each exception behind ``faults``; without
            the words of a text that they name.
        applied_hash: Content hash of the entry that :meth:`EditsSuite.apply` gives.
        stayed_out: How many pairs could not be published as edits, by reason.
        edits: The rows: id and hash of the source row, the edits of each stage, new labels.
        faults: Rows in which a transformation raised an exception.
        exceptions: Those of the reasons that are exceptions.
        left_out: How many pairs each validator left out, where the suite was filtered.
        audit: What raters said of outputs of this version.
    """

    splits: ClassVar[tuple[str, ...]] = ("edits",)

    name: str
    stages: tuple[Mapping[str, Any], ...]
    level: str
    linguistics: str
    effect: str
    summary: str
    total: int
    unchanged: int
    not_applicable: int
    reasons: Mapping[str, int]
    applied_hash: str
    stayed_out: Mapping[str, int]
    edits: "Dataset" = field(repr=False)
    faults: int = 0
    exceptions: Mapping[str, int] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    audit: Mapping[str, Any] | None = None

    @property
    def n(self) -> int:
        """How many pairs they make."""
        return len(self.edits)

    @classmethod
    def from_record(cls, described: Mapping[str, Any], rows: "Mapping[str, Dataset]") -> Self:
        """The entry that :meth:`describe` described."""
        return super().from_record({**described, "stages": tuple(described["stages"])}, rows)

    def summary_row(self) -> dict[str, Any]:
        """What one line says of the entry."""
        return {"edited rows": self.n, "stayed out": sum(self.stayed_out.values()), "label": f"label: {self.effect}"}
