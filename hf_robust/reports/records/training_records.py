"""The record of a training: models before and after it."""

from dataclasses import dataclass

from hf_robust.reports.records.shared_records import Header, Interval, Kind, Metric, Model, RowsOfData


@dataclass(frozen=True, kw_only=True)
class TrainingSuite:
    """The suite that the models were measured on."""

    name: str
    version: str | None
    content_hash: str


@dataclass(frozen=True, kw_only=True)
class TrainingAttack:
    """An attack on the models; `rows` counts those that all models have right."""

    recipe: str
    version: str
    held_out: bool
    budget: int | None
    rows: int


@dataclass(frozen=True, kw_only=True)
class SuiteScore:
    """The scores of a model on a transformation."""

    name: str
    n: int
    original: float | None
    perturbed: float | None


@dataclass(frozen=True, kw_only=True)
class AttackedScore:
    """How a model withstands an attack."""

    recipe: str
    success_rate: float | None
    interval: Interval
    queries: float | None
    accuracy: float | None


@dataclass(frozen=True, kw_only=True)
class TrainedModel(Model):
    """A model and its scores."""

    clean: float
    interval: Interval
    macro_f1: float | None
    suite: tuple[SuiteScore, ...]
    worst_case: float | None
    attacks: tuple[AttackedScore, ...]
    seconds: float | None


@dataclass(frozen=True, kw_only=True)
class TrainingRecord(Header, Kind):
    """The record of a training."""

    data: RowsOfData
    metric: Metric
    suite: TrainingSuite | None
    attacks: tuple[TrainingAttack, ...]
    models: tuple[TrainedModel, ...]
