"""What ``suite.json`` holds, as types: the facts of a suite, its task and its entries.

Each kind of suite adds its own facts and entries in subclasses.
"""

from dataclasses import dataclass, field
from typing import Any

from hf_robust.reports.records.robustness_records import AttackedModel, Stage
from hf_robust.reports.records.shared_records import Interval, Resource, Skipped
from hf_robust.slices.slice_table import SliceInfo


@dataclass(frozen=True, kw_only=True)
class FailedShare:
    """The failure rate of a model on some cases."""

    n: int
    failure_rate: float | None
    interval: Interval


@dataclass(frozen=True, kw_only=True)
class BaselineEntry:
    """The scores of a model on an entry: before and after a change, or on the cases of a capability."""

    n: int | None = None
    before: float | None = None
    after: float | None = None
    drop: float | None = None
    interval: Interval = None
    seeds: FailedShare | None = None
    expanded: FailedShare | None = None


@dataclass(frozen=True, kw_only=True)
class BaselineOriginals:
    """The score of a model on the originals."""

    n: int
    score: float | None


@dataclass(frozen=True, kw_only=True)
class BaselineWorst:
    """The score of a model in the worst case of each row."""

    n: int
    original: float | None
    worst: float | None
    drop: float | None
    interval: Interval


@dataclass(frozen=True, kw_only=True)
class BaselineOverall:
    """The mean failure rates of a model over all capabilities."""

    seeds: float | None
    expanded: float | None


@dataclass(frozen=True, kw_only=True)
class BaselineScores:
    """The scores of a model on a suite, in brief.

    Args:
        learned_from: Data that the model was trained on and the suite may hold.
    """

    model: str
    revision: str | None
    learned_from: str | None = None
    date: str
    hf_robust_version: str
    metric: str
    label: str
    originals: BaselineOriginals | None = None
    worst_case: BaselineWorst | None = None
    overall: BaselineOverall | None = None
    entries: dict[str, BaselineEntry]


@dataclass(frozen=True, kw_only=True)
class AppliedFilter:
    """A validator that pairs were filtered by.

    Args:
        level: ``lenient`` or ``strict``; empty where a number was given.
        left_out: Pairs that it left out.
    """

    validator: str
    version: str
    params: dict[str, Any]
    least: float
    level: str
    left_out: int


@dataclass(frozen=True, kw_only=True)
class SuiteInfo:
    """The facts that a suite of any kind may state.

    Args:
        sample: Which part of the dataset was used.
        publish: What the terms allow to publish: ``full``, ``edits`` or ``none``.
        examples: Whether the card may show rows.
        recipe: The recipe that made the suite.
    """

    name: str
    version: str | None
    skipped: tuple[Skipped, ...]
    resources: tuple[Resource, ...]
    created: str | None
    hf_robust_version: str
    dataset: str | None = None
    config: str | None = None
    split: str | None = None
    source_revision: str | None = None
    license: str | None = None
    title: str | None = None
    terms: str | None = None
    citation: str | None = None
    publish: str | None = None
    recipe: str | None = None
    sample: str | None = None
    nlp: str | None = None
    seed: int = 0
    rows: int = 0
    data_rows: int | None = None
    variants: int | None = None
    labels: tuple[str, ...] | None = None
    unused_labels: tuple[str, ...] = ()
    protect: tuple[str, ...] = ()
    protect_defaults: bool = False
    protection_rules: str | None = None
    filters: tuple[AppliedFilter, ...] = ()
    baselines: tuple[BaselineScores, ...] = ()
    limits: tuple[str, ...] | None = None
    examples: bool | None = None


@dataclass(frozen=True, kw_only=True)
class SuiteTask:
    """The task of a suite."""

    name: str
    columns: dict[str, str]
    fields: tuple[str, ...]
    id_column: str | None
    label_names: tuple[str, ...] | None
    language: str
    scheme: str | None = None
    score_range: tuple[float, float] | None = None


@dataclass(frozen=True, kw_only=True)
class EntryRecord:
    """What a manifest says of an entry of any kind.

    Args:
        config: Name of its config and folder.
        files: SHA-256 by file.
        generated: Whether its changed rows are tests of their own and no versions of the originals.
    """

    config: str
    files: dict[str, str]
    generated: bool = False


@dataclass(frozen=True, kw_only=True)
class ShownPair:
    """A text before and after a change, for the card."""

    config: str
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class Manifest:
    """What ``suite.json`` says of a suite of any kind.

    Args:
        examples: Pairs for the card; the file has none.
    """

    info: SuiteInfo
    task: SuiteTask
    features: dict[str, Any]
    entries: tuple[EntryRecord, ...]
    content_hash: str
    examples: tuple[ShownPair, ...] = ()


@dataclass(frozen=True, kw_only=True)
class CountedSlice(SliceInfo):
    """A slice, and how many rows of the dataset are in it."""

    rows: int = 0


@dataclass(frozen=True, kw_only=True)
class PairsInfo(SuiteInfo):
    """The facts of a robustness suite.

    Args:
        slices: None where the suite was built without slices.
        slice_notes: Slices that were asked for and are not there, and why.
    """

    variants: int = 1
    attacked: AttackedModel | None = None
    slices: tuple[CountedSlice, ...] | None = None
    slice_notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class PairsEntryRecord(EntryRecord):
    """What a manifest says of an entry of a robustness suite, see :class:`hf_robust.suites.SuiteEntry`."""

    name: str
    stages: tuple[Stage, ...]
    level: str
    linguistics: str
    effect: str
    summary: str
    total: int
    unchanged: int
    not_applicable: int
    n: int
    reasons: dict[str, int]
    faults: int = 0
    exceptions: dict[str, int] = field(default_factory=dict)
    left_out: dict[str, int] = field(default_factory=dict)
    audit: dict[str, Any] | None = None


@dataclass(frozen=True, kw_only=True)
class PairsManifest(Manifest):
    """What ``suite.json`` says of a robustness suite."""

    info: PairsInfo
    entries: tuple[PairsEntryRecord, ...]


@dataclass(frozen=True, kw_only=True)
class StayedOut:
    """An entry that cannot be published as edits.

    Args:
        kept: Pairs that could be published.
        reasons: Why the others could not, with their numbers.
    """

    name: str
    pairs: int
    kept: int
    reasons: dict[str, int]


@dataclass(frozen=True, kw_only=True)
class EditsInfo(PairsInfo):
    """The facts of a suite of edits, see :class:`hf_robust.EditsSuite`."""

    applied_hash: str
    applied_name: str | None = None
    source_rows: int
    source_columns: dict[str, Any]
    stayed_out: tuple[StayedOut, ...]
    words_shown: float


@dataclass(frozen=True, kw_only=True)
class EditsEntryRecord(PairsEntryRecord):
    """What a manifest says of an entry of a suite of edits."""

    applied_hash: str
    stayed_out: dict[str, int]


@dataclass(frozen=True, kw_only=True)
class EditsManifest(PairsManifest):
    """What ``suite.json`` says of a suite of edits."""

    info: EditsInfo
    entries: tuple[EditsEntryRecord, ...]
