"""What a record says of single labels, where a row has several."""

from dataclasses import dataclass

from hf_robust.reports.records.shared_records import Interval


@dataclass(frozen=True, kw_only=True)
class LabelScore:
    """The F1 of a label on the originals, and how many of them have it."""

    name: str
    n: int
    score: float
    interval: Interval | None


@dataclass(frozen=True, kw_only=True)
class LabelDrop:
    """The drop of the F1 of a label under a transformation; None where too few of its rows have the label."""

    n: int
    drop: float | None
    interval: Interval | None


@dataclass(frozen=True, kw_only=True)
class LabelsLeftOut:
    """How many labels are not told: those of too few rows, and those beyond the most frequent ones."""

    rare: int
    others: int


@dataclass(frozen=True, kw_only=True)
class LabelDrops:
    """The drops of single labels, or types of entities: a row a label, a column a transformation.

    Args:
        of: What is counted: ``row`` (those that have the label), or ``entity``.
    """

    least: int
    of: str = "row"
    transformations: tuple[str, ...]
    labels: tuple[LabelScore, ...]
    drops: tuple[tuple[LabelDrop, ...], ...]
    left_out: LabelsLeftOut
