"""What records of several kinds hold: how they were made, the model, its predictions, and examples."""

from dataclasses import dataclass
from typing import Annotated, Any

from hf_robust.reports.audit_words import AUDIT

Interval = tuple[float | None, float | None] | None
Pair = tuple[float | None, float | None] | None
"""A score before and after a change."""
Audit = Annotated[dict[str, Any] | None, AUDIT]
"""What raters said of outputs of a version; None where nobody rated."""


@dataclass(frozen=True, kw_only=True)
class Resource:
    """A model or data set that was used."""

    purpose: str
    name: str
    version: str | None
    origin: str


@dataclass(frozen=True, kw_only=True)
class Environment:
    """The computer that made the record."""

    python: str
    platform: str
    packages: dict[str, str]


@dataclass(frozen=True, kw_only=True)
class RunWarning:
    """A fact that limits the meaning of the scores."""

    code: str
    message: str


@dataclass(frozen=True, kw_only=True)
class Skipped:
    """What was not measured."""

    name: str
    reason: str


@dataclass(frozen=True, kw_only=True)
class Model:
    """The model that was measured."""

    name: str
    kind: str
    revision: str | None
    labels: tuple[str, ...] | None


@dataclass(frozen=True, kw_only=True)
class Metric:
    """The measure of the scores.

    Args:
        chance: Score of guesses among the labels, where it is known.
    """

    name: str
    label: str
    chance: float | None = None


@dataclass(frozen=True, kw_only=True)
class Precision:
    """How far predictions in a smaller number type are off."""

    type: str
    compared: int
    largest_difference: float | None
    changed: int


@dataclass(frozen=True, kw_only=True)
class Predictions:
    """How much a model was asked.

    Args:
        truncated: Distinct inputs that were cut at the limit of the model.
        limit: Tokens of one input.
        errors: Distinct inputs that have no answer, because their requests failed.
    """

    rows: int
    unique: int
    cached: int
    seconds: float | None
    truncated: int = 0
    errors: int = 0
    limit: int | None = None
    precision: Precision | None = None


@dataclass(frozen=True, kw_only=True)
class RowsOfData:
    """The rows of a data set that were used."""

    task: str
    dataset: str | None
    config: str | None = None
    split: str | None
    rows: int


@dataclass(frozen=True, kw_only=True)
class ChangedText:
    """A text before and after a change; ``diff`` holds pairs of a kind of segment and its text."""

    field: str
    before: str
    after: str
    diff: tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True)
class ChangedExample:
    """A row before and after a change, and the predictions on both."""

    source_id: str
    gold: str
    original_prediction: str
    perturbed_prediction: str
    original_score: float | None
    perturbed_score: float | None
    fields: tuple[ChangedText, ...]


@dataclass(frozen=True, kw_only=True)
class Kind:
    """Which kind of record it is; that of a run on a suite does not say it."""

    kind: str


@dataclass(frozen=True, kw_only=True)
class Header:
    """What all records say of how they were made."""

    schema_version: int
    created: str
    hf_robust_version: str
    seconds: float | None
    command: str | None
    resources: tuple[Resource, ...]
    environment: Environment
    warnings: tuple[RunWarning, ...] = ()
