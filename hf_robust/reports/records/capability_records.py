"""The record of a model on a capability suite."""

from dataclasses import dataclass

from hf_robust.reports.records.answer_records import AnswerCounts
from hf_robust.reports.records.cause_records import RootCauseRecord
from hf_robust.reports.records.robustness_records import TrustOptions
from hf_robust.reports.records.shared_records import (
    Audit,
    ChangedText,
    Header,
    Interval,
    Kind,
    Model,
    Predictions,
    Skipped,
)


@dataclass(frozen=True, kw_only=True)
class FailureRate:
    """The share of cases that fail."""

    failure_rate: float | None
    interval: Interval
    n_failed: int
    n: int


@dataclass(frozen=True, kw_only=True)
class CaseCounts(FailureRate):
    """The cases of a capability.

    Args:
        sources: Distinct rows that the cases were made of.
        answers: Which cases have an answer, for models that write their answers. Cases without one fail.
    """

    total: int
    left_out: dict[str, int]
    oracle_confidence: float | None
    sources: int | None = None
    answers: AnswerCounts | None = None


@dataclass(frozen=True, kw_only=True)
class PassToFail:
    """Expanded cases that fail although the case that they were made of passes."""

    pass_to_fail: int
    pass_to_fail_rate: float | None
    interval: Interval
    n_passed: int
    n: int


@dataclass(frozen=True, kw_only=True)
class TemplateRate(FailureRate):
    """The failure rate of the cases of a template."""

    template: str


@dataclass(frozen=True, kw_only=True)
class Diversity:
    """How varied so many cases are."""

    size: int
    self_bleu: float | None
    productions: float | None


@dataclass(frozen=True, kw_only=True)
class CaseSets:
    """The diversity of both sets of cases."""

    seeds: tuple[Diversity, ...]
    expanded: tuple[Diversity, ...]


@dataclass(frozen=True, kw_only=True)
class CaseExample:
    """A case that fails."""

    case_id: str
    kind: str
    test: str
    template: str | None
    accepted: tuple[str, ...]
    expectation: str | None
    expected_label: str | None
    prediction: str
    score: float | None
    compared_prediction: str | None
    compared_score: float | None
    fields: tuple[ChangedText, ...]
    root_cause: RootCauseRecord | None


@dataclass(frozen=True, kw_only=True)
class CapabilityResult:
    """The result of a capability."""

    id: str
    name: str
    description: str
    oracle_confidence: float | None
    audit: Audit = None
    searched: dict[str, int]
    tests: tuple[str, ...]
    seeds: CaseCounts
    expanded: CaseCounts
    pass_to_fail: PassToFail | None
    templates: tuple[TemplateRate, ...]
    diversity: CaseSets
    examples: tuple[CaseExample, ...]


@dataclass(frozen=True, kw_only=True)
class Overall:
    """The failure rate over all capabilities."""

    failure_rate: float | None
    weighted: float | None
    capabilities: int
    n: int


@dataclass(frozen=True, kw_only=True)
class OverallSets:
    """The failure rates of both sets of cases."""

    seeds: Overall
    expanded: Overall
    pass_to_fail: int


@dataclass(frozen=True, kw_only=True)
class SpecificationFacts:
    """The specification that the suite was built with."""

    name: str
    version: str
    source: str
    sha256: str | None


@dataclass(frozen=True, kw_only=True)
class CapabilitySuiteFacts:
    """The suite, and the data that it was made of."""

    name: str | None
    version: str | None
    repo: str | None
    revision: str | None
    commit: str | None
    content_hash: str
    task: str
    dataset: str | None
    split: str | None
    seed: int | None
    rows: int | None
    k: int | None
    selection: str | None
    specification: SpecificationFacts | None


@dataclass(frozen=True, kw_only=True)
class CapabilityOptions(TrustOptions):
    """How the cases were chosen and measured."""

    diversity: tuple[int, ...]
    explain: bool


@dataclass(frozen=True, kw_only=True)
class CapabilityRecord(Header, Kind):
    """The record of a model on a capability suite."""

    model: Model
    suite: CapabilitySuiteFacts
    options: CapabilityOptions
    results: tuple[CapabilityResult, ...]
    overall: OverallSets
    answers: AnswerCounts | None = None
    skipped: tuple[Skipped, ...]
    predictions: Predictions
