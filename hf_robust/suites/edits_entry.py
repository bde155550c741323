"""Entries of edits suites: what one transformation did to the rows of a source, without its texts."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Self

from hf_robust.suites.base import BaseEntry

if TYPE_CHECKING:
    from datasets import Dataset


@dataclass(frozen=True, repr=False)
class EditsEntry(BaseEntry):
    """One transformation or chain of an edits suite. On the Hub it is one config with the split ``edits``.

    Args:
        name: Name of the config.
        stages: Name, version and parameters of each transformation.
        level: Level of the largest unit that a stage changes: ``character``, ``word`` or ``sentence``.
        linguistics: Linguistic category of all stages. If the stages have different categories, ``combined``.
        effect: Effect on the label.
        summary: One-line description.
        total: Number of rows in the dataset.
        unchanged: Number of rows without anything to change.
        not_applicable: Number of rows that could not be changed.
        reasons: Number of rows per reason of ``not_applicable`` and per exception of ``faults``. Words that a reason
            quotes from a text are removed.
        applied_hash: Content hash of the entry that :meth:`EditsSuite.apply` returns.
        stayed_out: Number of pairs that could not be published as edits, by reason.
        edits: The rows: id and hash of the source row, the edits of each stage, and new labels.
        faults: Number of rows in which a transformation raised an exception.
        exceptions: The reasons that are exceptions.
        left_out: Number of pairs that each validator removed, if the suite was filtered.
        audit: Ratings of outputs of this version.
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
        """Number of pairs that the edits produce."""
        return len(self.edits)

    @classmethod
    def from_record(cls, described: Mapping[str, Any], rows: "Mapping[str, Dataset]") -> Self:
        """Return the entry that :meth:`describe` described."""
        return super().from_record({**described, "stages": tuple(described["stages"])}, rows)

    def summary_row(self) -> dict[str, Any]:
        """Return a one-line summary of the entry: the values by column title."""
        return {"edited rows": self.n, "stayed out": sum(self.stayed_out.values()), "label": f"label: {self.effect}"}
