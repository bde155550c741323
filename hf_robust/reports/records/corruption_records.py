"""The record of a corruption benchmark."""

from dataclasses import dataclass

from hf_robust.reports.records.answer_records import AnswerSides
from hf_robust.reports.records.robustness_records import LabelShares
from hf_robust.reports.records.shared_records import ChangedText, Header, Interval, Kind, Metric, Model, Predictions


@dataclass(frozen=True, kw_only=True)
class CorruptedData:
    """The dataset that was corrupted."""

    task: str
    dataset: str | None
    split: str | None
    rows: int
    clean: bool


@dataclass(frozen=True, kw_only=True)
class CorruptionFamily:
    """A family of corruptions."""

    name: str
    transformation: str
    version: str
    summary: str


@dataclass(frozen=True, kw_only=True)
class CorruptionGrid:
    """What the copies of the rows differ in."""

    families: tuple[CorruptionFamily, ...]
    counts: tuple[int, ...]
    choose: tuple[str, ...]
    seeds: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Importance:
    """How important words were found."""

    method: str
    num_samples: int
    num_features: int


@dataclass(frozen=True, kw_only=True)
class Population:
    """The rows that all copies share, and why others do not."""

    rows: int
    left_out: dict[str, int]
    alone: dict[str, int]


@dataclass(frozen=True, kw_only=True)
class CorruptedModel(Model):
    """A model and its scores on the rows as they are."""

    baseline: float
    baseline_interval: Interval
    baseline_all: float
    predictions: Predictions
    label_shares: LabelShares | None = None
    answers: AnswerSides | None = None


@dataclass(frozen=True, kw_only=True)
class CorruptionPosition:
    """Where in the grid a score stands; without a count it is the mean over all counts."""

    model: str
    family: str
    count: int | None


@dataclass(frozen=True, kw_only=True)
class CorruptionCell(CorruptionPosition):
    """The score of a model on one copy."""

    choose: str
    n: int
    score: float
    interval: Interval
    drop: float
    drop_interval: Interval
    by_seed: tuple[float, ...]


@dataclass(frozen=True, kw_only=True)
class Contrast(CorruptionPosition):
    """Targeted minus random words."""

    difference: float
    interval: Interval
    p_value: float | None
    p_adjusted: float | None


@dataclass(frozen=True, kw_only=True)
class CorruptionExample(CorruptionPosition):
    """A row that a corruption turned."""

    gold: str
    original_prediction: str
    perturbed_prediction: str
    original_score: float | None
    perturbed_score: float | None
    fields: tuple[ChangedText, ...]
    choose: str


@dataclass(frozen=True, kw_only=True)
class CorruptionRecord(Header, Kind):
    """The record of a corruption benchmark."""

    data: CorruptedData
    grid: CorruptionGrid
    importance: Importance | None
    population: Population
    models: tuple[CorruptedModel, ...]
    metric: Metric
    cells: tuple[CorruptionCell, ...]
    contrasts: tuple[Contrast, ...]
    examples: tuple[CorruptionExample, ...]
