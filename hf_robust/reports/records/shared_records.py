"""What records of several kinds hold: how they were made, the model, its predictions, and examples."""

from dataclasses import dataclass
from typing import Annotated, Any

from hf_robust.reports.records.gate_records import GateRecord

Interval = tuple[float | None, float | None] | None
Pair = tuple[float | None, float | None] | None
"""A score before and after a change."""


@dataclass(frozen=True, kw_only=True)
class AuditKeys:
    """The keys of the record of an audit, see :func:`hf_robust.audit.verdicts.as_record`."""

    value: float
    n: int
    date: str
    version: str
    raters: int | None = None
    by: str | None = None
    interval: tuple[float | None, ...] | None = None
    kappa: float | None = None
    data: str | None = None


Audit = Annotated[dict[str, Any], AuditKeys] | None
"""What raters said of outputs of a version; None where nobody rated."""


@dataclass(frozen=True, kw_only=True)
class Resource:
    """A model or dataset that was used."""

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
class ServedModel:
    """A model that answered, as its server names it, and how often.

    Args:
        fingerprint: ``system_fingerprint``: it changes when the server changes.
    """

    name: str | None
    fingerprint: str | None
    answers: int


@dataclass(frozen=True, kw_only=True)
class Requests:
    """The requests to a model behind an API.

    Args:
        sent: Requests that were sent.
        stored: Requests whose answer was in the store of answers.
        failed: Requests without an answer.
        input_tokens: Tokens of the prompts that were sent.
        output_tokens: Tokens of their answers.
        cached_tokens: Tokens of prompts that the provider had cached.
        estimated: Requests whose tokens are estimates, because the server did not state them.
        cost: None where the price is not known.
        server: Where they were sent.
        server_version: As the server states it.
        served: The models that answered.
    """

    sent: int
    stored: int
    failed: int
    input_tokens: int
    output_tokens: int
    cached_tokens: int
    estimated: int
    cost: float | None
    currency: str
    server: str
    server_version: str | None
    served: tuple[ServedModel, ...]


@dataclass(frozen=True, kw_only=True)
class AskedModel:
    """How a language model was asked.

    Args:
        prompt: File and version of the prompt, and the axes that do not have their first value.
        examples: Number of examples in the prompt.
        answer: The way in which answers were obtained: ``choice``, ``first-token``, ``constrained``, ``generate``.
        reason: Which better ways could not be used, and why.
        temperature: Temperature of the generation.
        seed: Seed of the generation.
        max_tokens: The most tokens of an answer.
        normalized: Whether the log-likelihood of a label word is divided by its number of tokens.
        calibrated: Whether the preference for a label on inputs without content is removed from the scores.
        requests: The requests to a model behind an API.
    """

    prompt: str
    examples: int
    answer: str | None = None
    reason: str = ""
    temperature: float | None = None
    seed: int | None = None
    max_tokens: int | None = None
    normalized: bool | None = None
    calibrated: bool | None = None
    requests: Requests | None = None


@dataclass(frozen=True, kw_only=True)
class Model:
    """The model that was measured."""

    name: str
    kind: str
    revision: str | None
    labels: tuple[str, ...] | None
    language_model: AskedModel | None = None


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
    """The rows of a dataset that were used."""

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
    gate: GateRecord | None = None
