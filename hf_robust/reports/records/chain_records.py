"""The record of a search for the worst chains of transformations."""

from dataclasses import dataclass

from hf_robust.reports.records.shared_records import (
    Header,
    Interval,
    Kind,
    Metric,
    Model,
    Predictions,
    RowsOfData,
    Skipped,
)


@dataclass(frozen=True, kw_only=True)
class ChainOptions:
    """How the search was run."""

    depth: int
    beam: int
    width: int
    limit: int | None
    seed: int


@dataclass(frozen=True, kw_only=True)
class SearchedRows:
    """The rows of the search, and their score."""

    rows: int
    score: float
    chains: int


@dataclass(frozen=True, kw_only=True)
class JudgedRows:
    """The rows that judge the chains, and their score."""

    rows: int
    score: float


@dataclass(frozen=True, kw_only=True)
class SingleScore:
    """The score under one transformation, on the rows of the search."""

    name: str
    n: int
    score: float


@dataclass(frozen=True, kw_only=True)
class Chain:
    """A chain of transformations.

    `searched` is its score on the rows of the search, `n` counts the rows that it changed of those that judge,
    `drops` are those of each stage alone, `worst` is the stage that costs most alone, and `beyond` is how much
    lower the score is than under that stage.
    """

    name: str
    stages: tuple[str, ...]
    searched: float
    n: int
    score: float
    drop: float
    interval: Interval
    drops: tuple[float, ...]
    worst: str
    beyond: float
    beyond_interval: Interval
    p_value: float | None
    p_adjusted: float | None


@dataclass(frozen=True, kw_only=True)
class ChainRecord(Header, Kind):
    """The record of a search for chains."""

    model: Model
    data: RowsOfData
    metric: Metric
    options: ChainOptions
    searched: SearchedRows
    judged: JudgedRows
    singles: tuple[SingleScore, ...]
    chains: tuple[Chain, ...]
    predictions: Predictions
    skipped: tuple[Skipped, ...]
