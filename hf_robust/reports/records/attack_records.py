"""The record of an attack."""

from dataclasses import dataclass, field

from hf_robust.reports.records.shared_records import ChangedExample, Header, Interval, Kind, Model, RowsOfData


@dataclass(frozen=True, kw_only=True)
class AttackRecipe:
    """The recipe of an attack, and how it was run."""

    recipe: str
    version: str
    like: str
    summary: str
    source: str
    goal: str
    search: str
    moves: str
    constraints: tuple[str, ...]
    effect: str
    budget: int | None
    max_queries: int | None = None
    seed: int


@dataclass(frozen=True, kw_only=True)
class Queries:
    """Queries of a successful attack."""

    median: float | None
    p95: float | None
    mean: float | None
    total: int


@dataclass(frozen=True, kw_only=True)
class BudgetRate:
    """What an attack of so many queries reaches."""

    queries: int
    success_rate: float | None
    interval: Interval
    accuracy: float | None


@dataclass(frozen=True, kw_only=True)
class AttackSummary:
    """The rates of an attack over all rows.

    Args:
        curve: Pairs of a number of queries and a success rate.
        missing_answers: By status of the rows, how many have no answer in the end, by status of the answer.
    """

    counts: dict[str, int]
    success_rate: float | None
    interval: Interval
    accuracy: float | None
    accuracy_under_attack: float | None
    accuracy_interval: Interval
    queries: Queries
    by_budget: tuple[BudgetRate, ...]
    curve: tuple[tuple[float, float | None], ...]
    out_of_budget: int
    words_changed: float | None
    similarity: float | None
    rejected: dict[str, int]
    reasons: dict[str, int]
    missing_answers: dict[str, dict[str, int]] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class AttackExample(ChangedExample):
    """A row that the attack turned."""

    queries: int
    words_changed: int
    similarity: float | None


@dataclass(frozen=True, kw_only=True)
class Move:
    """An edit that an attack made."""

    start: int
    end: int
    role: str
    before: str
    after: str
    made_by: str | None = None


@dataclass(frozen=True, kw_only=True)
class AttackResult:
    """What became of a row; what there is nothing to say of is left out."""

    place: int
    row_id: str
    status: str
    reason: str = ""
    out_of_budget: bool = False
    gold: str | None = None
    before: str | None = None
    after: str | None = None
    before_score: float | None = None
    after_score: float | None = None
    answer: str = ""
    score: float | None = None
    similarity: float | None = None
    moves: tuple[Move, ...] = ()
    queries: int
    words: int
    words_changed: int


@dataclass(frozen=True, kw_only=True)
class ReadExamples:
    """Examples that readers read, and those of which they would keep the label."""

    n: int
    kept: int
    interval: Interval


@dataclass(frozen=True, kw_only=True)
class ServiceWork:
    """How much a model or another service was asked."""

    service: str
    asked: int
    computed: int
    batches: int
    full: float | None
    seconds: float | None


@dataclass(frozen=True, kw_only=True)
class AttackRecord(Header, Kind):
    """The record of an attack."""

    model: Model
    data: RowsOfData
    attack: AttackRecipe
    summary: AttackSummary
    examples: tuple[AttackExample, ...]
    results: tuple[AttackResult, ...]
    read: ReadExamples | None = None
    work: tuple[ServiceWork, ...]
