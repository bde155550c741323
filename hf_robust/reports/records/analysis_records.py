"""What the analysis of a run holds, part by part."""

from dataclasses import dataclass
from typing import Any

from hf_robust.reports.records.label_records import LabelDrops
from hf_robust.reports.records.shared_records import ChangedExample, ChangedText, Interval


@dataclass(frozen=True, kw_only=True)
class ProfileGroup:
    """Score that is kept under a kind of change."""

    name: str
    n_results: int
    n: int
    originals: int | None = None
    kept: float | None
    interval: Interval


@dataclass(frozen=True, kw_only=True)
class ProfileCell:
    """Mean drop under a kind and a level of change."""

    linguistics: str
    level: str
    n_results: int
    n: int
    originals: int
    drop: float
    interval: Interval
    p_value: float | None
    p_adjusted: float | None


@dataclass(frozen=True, kw_only=True)
class Profile:
    """What kinds of change the model withstands."""

    task: str
    groups: tuple[ProfileGroup, ...]
    cells: tuple[ProfileCell, ...]


@dataclass(frozen=True, kw_only=True)
class Slice:
    """Score on a slice of the originals."""

    name: str
    family: str
    summary: str
    linguistics: str
    n: int
    score: float | None
    interval: Interval
    gap: float | None
    p_value: float | None
    p_adjusted: float | None


@dataclass(frozen=True, kw_only=True)
class SliceDrop:
    """Drop of a transformation on a slice."""

    n: int
    drop: float | None
    interval: Interval
    p_adjusted: float | None


@dataclass(frozen=True, kw_only=True)
class SmallSlice:
    """A slice of too few rows; `to_find` counts what the measure scores, where that is no row."""

    name: str
    n: int
    to_find: int | None = None


@dataclass(frozen=True, kw_only=True)
class Slices:
    """Scores on slices.

    `drops` has a list for each slice with a drop for each transformation, `notes` names slices that are not there.
    """

    n: int
    least: int
    slices: tuple[Slice, ...]
    transformations: tuple[str, ...]
    drops: tuple[tuple[SliceDrop, ...], ...]
    small: tuple[SmallSlice, ...]
    left_out: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SliceText:
    """A text of a row."""

    field: str
    text: str


@dataclass(frozen=True, kw_only=True)
class Mistake:
    """A row that the model has wrong."""

    source_id: str
    gold: str
    prediction: str
    fields: tuple[SliceText, ...]


@dataclass(frozen=True, kw_only=True)
class WeakSlice:
    """A slice that the search found; `also` names slices that are found because of it."""

    name: str
    family: str
    summary: str
    linguistics: str
    kind: str
    params: dict[str, Any]
    transformation: str | None
    n: int
    inside: float
    outside: float
    difference: float
    at_least: float
    effect: float
    p_adjusted: float
    interval: Interval
    also: tuple[str, ...]
    also_more: int
    mistakes: tuple[Mistake, ...]
    examples: tuple[ChangedExample, ...]


@dataclass(frozen=True, kw_only=True)
class Detectable:
    """The smallest difference that a slice of so many rows shows."""

    n: int
    difference: float


@dataclass(frozen=True, kw_only=True)
class SliceSearch:
    """Slices that one search found."""

    tests: int
    slices: int
    detectable: tuple[Detectable, ...]
    more: int
    found: tuple[WeakSlice, ...]


@dataclass(frozen=True, kw_only=True)
class Weakest:
    """The search for weak slices: by the score, and by the drop."""

    rows: int
    permutations: int
    seed: int
    alpha: float
    least_difference: float
    families: dict[str, int]
    skipped: dict[str, str]
    wrong: SliceSearch
    drops: SliceSearch


@dataclass(frozen=True, kw_only=True)
class Flow:
    """How often a right answer turns into a wrong one."""

    gold: str
    said: str
    count: int
    right: int
    different: int
    share: float
    interval: Interval


@dataclass(frozen=True, kw_only=True)
class FlowClass:
    """Changes in the share of each answer, for one right answer."""

    name: str
    n: int
    changes: tuple[float | None, ...]


@dataclass(frozen=True, kw_only=True)
class TransformationFlow:
    """What one transformation turns."""

    name: str
    right: int
    turned: int
    flows: tuple[Flow, ...]


@dataclass(frozen=True, kw_only=True)
class FlowsLeftOut:
    """What was counted and is not listed."""

    flows: int
    transformations: int
    pairs: int


@dataclass(frozen=True, kw_only=True)
class ErrorFlow:
    """What right answers turn into."""

    unit: str
    classes: tuple[FlowClass, ...]
    said: tuple[str, ...]
    right: int
    turned: int
    flows: tuple[Flow, ...]
    by_transformation: tuple[TransformationFlow, ...]
    left_out: FlowsLeftOut


@dataclass(frozen=True, kw_only=True)
class FlipRate:
    """How often answers flip."""

    times: int
    originals: int
    flips: int
    rate: float
    interval: Interval
    expected: float
    p_value: float
    p_adjusted: float


@dataclass(frozen=True, kw_only=True)
class FlippingWord(FlipRate):
    """A word whose change flips answers."""

    word: str


@dataclass(frozen=True, kw_only=True)
class FlippingEdit(FlipRate):
    """An edit that flips answers."""

    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class Tested:
    """How many were tested."""

    words: int
    edits: int


@dataclass(frozen=True, kw_only=True)
class FlippingWords:
    """Words and edits that flip answers more often than others."""

    least: int
    most_words: int
    most_edits: int
    pairs: int
    looked_at: int
    used: int
    words: tuple[FlippingWord, ...]
    edits: tuple[FlippingEdit, ...]
    tested: Tested


@dataclass(frozen=True, kw_only=True)
class BiasScore:
    """The score of a group."""

    group: str
    entry: str
    originals: int
    score: float | None
    interval: Interval


@dataclass(frozen=True, kw_only=True)
class BiasGap:
    """The greatest difference between groups; `best` and `worst` are places in their list."""

    gap: float | None
    best: int | None
    worst: int | None
    interval: Interval
    p_value: float | None
    p_adjusted: float | None


@dataclass(frozen=True, kw_only=True)
class ScoreGap(BiasGap):
    """The gap between scores."""

    n: int


@dataclass(frozen=True, kw_only=True)
class LabelParity(BiasGap):
    """How often a label is predicted, by group."""

    label: str
    rates: tuple[float | None, ...]


@dataclass(frozen=True, kw_only=True)
class Differing:
    """Rows whose prediction differs between groups."""

    n: int
    share: float | None
    interval: Interval


@dataclass(frozen=True, kw_only=True)
class LabelRates:
    """How often a label is predicted, by group."""

    label: str
    rates: tuple[float | None, ...]


@dataclass(frozen=True, kw_only=True)
class GoldRates:
    """Predictions of the rows of one gold label."""

    gold: str
    n: int
    predicted: tuple[LabelRates, ...]


@dataclass(frozen=True, kw_only=True)
class BiasExample:
    """A row whose prediction differs between groups."""

    source_id: str
    gold: str
    groups: tuple[str, ...]
    predictions: tuple[str, ...]
    fields: tuple[ChangedText, ...]


@dataclass(frozen=True, kw_only=True)
class BiasKind:
    """Scores of the groups of one kind.

    `original` is the score of the same rows as they were, `left_out` counts rows without a version in some group.
    """

    kind: str
    transformation: str
    version: str
    n: int
    original: float | None
    left_out: int
    groups: tuple[BiasScore, ...]
    gap: ScoreGap
    differ: Differing | None
    parity: tuple[LabelParity, ...]
    by_gold: tuple[GoldRates, ...]
    examples: tuple[BiasExample, ...]


@dataclass(frozen=True, kw_only=True)
class Bias:
    """Gaps between groups."""

    kinds: tuple[BiasKind, ...]


@dataclass(frozen=True, kw_only=True)
class StereotypeGap:
    """Scores of rows that fit a stereotype and of rows against it."""

    name: str
    pro: float | None
    anti: float | None
    gap: float | None
    pro_interval: Interval
    anti_interval: Interval
    n_pro: int
    n_anti: int


@dataclass(frozen=True, kw_only=True)
class StereotypePair:
    """Both gaps of one transformation."""

    before: StereotypeGap
    after: StereotypeGap


@dataclass(frozen=True, kw_only=True)
class Stereotypes:
    """Gaps by stereotype."""

    originals: StereotypeGap
    results: tuple[StereotypePair, ...]


@dataclass(frozen=True, kw_only=True)
class Degree:
    """The score at one value of a parameter."""

    value: float
    name: str
    score: float
    interval: Interval


@dataclass(frozen=True, kw_only=True)
class DegreeCurve:
    """The score over the values of a parameter."""

    transformation: str
    parameter: str
    n: int
    original: float
    points: tuple[Degree, ...]
    slope: float | None
    change: float | None
    change_interval: Interval


@dataclass(frozen=True, kw_only=True)
class FewDegrees:
    """A parameter with too few rows for a curve."""

    transformation: str
    parameter: str
    n: int


@dataclass(frozen=True, kw_only=True)
class Degrees:
    """Scores by degree of change."""

    least: int
    curves: tuple[DegreeCurve, ...]
    few: tuple[FewDegrees, ...]
    left_out: int


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """The parts of an analysis; None where it was not asked for, or has nothing to say."""

    profile: Profile | None = None
    slices: Slices | None = None
    weakest: Weakest | None = None
    labels: LabelDrops | None = None
    error_flow: ErrorFlow | None = None
    flipping_words: FlippingWords | None = None
    bias: Bias | None = None
    stereotypes: Stereotypes | None = None
    degrees: Degrees | None = None
