"""The record of a comparison: models side by side on one suite."""

from dataclasses import dataclass

from hf_robust.reports.records.answer_records import RunAnswers
from hf_robust.reports.records.robustness_records import SuiteFacts
from hf_robust.reports.records.shared_records import (
    ChangedExample,
    Header,
    Interval,
    Kind,
    Metric,
    Model,
    Predictions,
    Skipped,
)


@dataclass(frozen=True, kw_only=True)
class ComparedTransformation:
    """A transformation that all models took; `in_mean` is False if the mean over the transformations leaves it out."""

    name: str
    n: int
    linguistics: str
    level: str
    in_mean: bool = True


@dataclass(frozen=True, kw_only=True)
class ComparedResult:
    """The scores of a model on a transformation."""

    name: str
    n: int
    original: float | None
    perturbed: float | None
    drop: float | None
    interval: Interval
    p_adjusted: float | None
    consistency: float | None


@dataclass(frozen=True, kw_only=True)
class ComparedTests:
    """The score of a model on generated tests."""

    name: str
    n: int
    score: float | None
    interval: Interval


@dataclass(frozen=True, kw_only=True)
class ComparedModel(Model):
    """A model and its scores; `linguistics` has mean scores over the transformations of a kind."""

    predictions: Predictions | None
    answers: RunAnswers | None = None
    results: tuple[ComparedResult, ...]
    linguistics: dict[str, float | None]
    generated: tuple[ComparedTests, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Rank:
    """The order of the models by one score; `difference` is between the first and the second."""

    by: str
    scores: tuple[float | None, ...]
    order: tuple[int, ...]
    difference: float | None
    interval: Interval
    p_value: float | None
    p_adjusted: float | None


@dataclass(frozen=True, kw_only=True)
class ComparedSlice:
    """Scores of each model on a slice."""

    name: str
    n: int
    original: tuple[float | None, ...]
    perturbed: tuple[float | None, ...]


@dataclass(frozen=True, kw_only=True)
class ModelChangeExample(ChangedExample):
    """A row whose answer changes from one model to another."""

    kind: str


@dataclass(frozen=True, kw_only=True)
class ModelChange:
    """What changes on one set of rows from one model to another.

    `churn` is the share of rows whose answer changes.
    """

    name: str
    n: int
    before: float | None
    after: float | None
    difference: float | None
    interval: Interval
    p_value: float | None
    p_adjusted: float | None
    broken: int
    mended: int
    churn: float | None
    examples: tuple[ModelChangeExample, ...]


@dataclass(frozen=True, kw_only=True)
class ModelPair:
    """Two models, by their places, and what changes from one to the other."""

    before: int
    after: int
    results: tuple[ModelChange, ...]


@dataclass(frozen=True, kw_only=True)
class ComparisonRecord(Header, Kind):
    """The record of a comparison.

    `rows_known` is False where it was made of saved reports, which hold scores and no rows, and `n` counts original
    rows.
    """

    suite: SuiteFacts
    metric: Metric
    rows_known: bool
    n: int | None
    transformations: tuple[ComparedTransformation, ...]
    models: tuple[ComparedModel, ...]
    ranks: tuple[Rank, ...]
    slices: tuple[ComparedSlice, ...]
    changes: tuple[ModelPair, ...]
    skipped: tuple[Skipped, ...]
