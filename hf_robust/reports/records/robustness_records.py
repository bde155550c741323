"""The record of a run on a suite: results of transformations, the originals, the worst case of each row."""

from dataclasses import dataclass, field
from typing import Any

from hf_robust.reports.records.analysis_records import Analysis
from hf_robust.reports.records.answer_records import PairAnswers, RunAnswers, SideAnswers
from hf_robust.reports.records.prompt_records import PromptsRecord, RepeatsRecord
from hf_robust.reports.records.score_records import ScoreChange
from hf_robust.reports.records.shared_records import (
    Audit,
    ChangedExample,
    Header,
    Interval,
    Metric,
    Model,
    Pair,
    Predictions,
    Skipped,
)


@dataclass(frozen=True, kw_only=True)
class Stage:
    """A transformation of a chain."""

    name: str
    version: str
    params: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class RowMarks:
    """Which rows are right, see :mod:`hf_robust.reports.row_marks`."""

    ids: str
    right: str
    groups: str | None = None


@dataclass(frozen=True, kw_only=True)
class PredictedShares:
    """Shares of the predicted labels."""

    before: dict[str, float]
    after: dict[str, float]


@dataclass(frozen=True, kw_only=True)
class TruncatedPairs:
    """Inputs that were cut at the limit of the model, and pairs that are then the same input."""

    inputs: int
    of: int
    identical: int
    pairs: int
    left_out: bool


@dataclass(frozen=True, kw_only=True)
class WrittenAnswers:
    """The texts that a model writes about the originals and about the perturbed rows; means over the rows.

    Args:
        similarity: Similarity of the two answers to a row (chrF), from 0 to 1.
        unit: What the length is counted in: ``words``, or ``characters`` in text without spaces.
        length: Length of an answer, before and after.
        length_ratio: The length after divided by the length before.
        empty: Share of empty answers, before and after.
        refused: Share of refusals, before and after.
    """

    similarity: float
    unit: str
    length: tuple[float, float]
    length_ratio: float | None
    empty: tuple[float, float]
    refused: tuple[float, float]


@dataclass(frozen=True, kw_only=True)
class Calibration:
    """How well the probabilities of predictions match how often these are right, before and after a change.

    Args:
        n: Rows with probabilities on both sides.
        ece: Expected calibration error, 15 bins of equal width.
        brier: Mean squared difference between the probability of the prediction and whether it is right.
    """

    n: int
    ece: Pair
    brier: Pair


@dataclass(frozen=True, kw_only=True)
class Corrected:
    """The drop without the part that wrong labels of perturbed rows explain.

    Args:
        drop: The corrected drop.
        interval: Its 95% confidence interval, with the uncertainty of the ratings.
        confirmed: Perturbed rows whose label raters confirmed.
        rated: Perturbed rows that raters saw.
        by: Who rated.
    """

    drop: float
    interval: Interval
    confirmed: int
    rated: int
    by: str


@dataclass(frozen=True, kw_only=True)
class TransformationResult:
    """What a transformation costs, on the rows that it changed.

    Args:
        n: Rows that were scored.
        total: Rows of the suite.
        coverage: Share of the rows that it changed.
        reasons: Why rows stayed as they were, with their numbers.
        faults: Rows in which it raised an exception.
        exceptions: Those of the reasons that are exceptions.
        left_out: Pairs that validators left out of the suite.
        interval: 95% confidence interval of the drop.
        p_adjusted: The p-value after Holm's correction over all results.
        consistency: Share of the rows with the same prediction.
        broken: Rows that were right and are wrong.
        mended: Rows that were wrong and are right.
        secondary: Scores in other measures.
        labels_move: Whether rows have other numbers of labels after the change.
        corrected: The drop, corrected for wrong labels of perturbed rows; None where nobody rated them.
        sources: Different original inputs behind `n`.
        rows_by_step: Rows that each transformation of a chain changed; None for a single transformation.
        kappa: Agreement between the predicted labels before and after.
        unanswerable: Questions without an answer, before and after.
        answers: Which rows have an answer, for models that write their answers.
        written: How the answers change, where many texts are right answers.
        scores: How predicted scores change, in a task of scores.
        rows: Which rows are right, for a comparison with a later report.
        standard_error: Of the score, where `rows` is not known.
        human: Ratings in records of earlier versions.
    """

    name: str
    stages: tuple[Stage, ...]
    level: str
    linguistics: str
    effect: str
    summary: str
    total: int
    unchanged: int
    not_applicable: int
    reasons: dict[str, int]
    faults: int = 0
    exceptions: dict[str, int] = field(default_factory=dict)
    left_out: dict[str, int] = field(default_factory=dict)
    audit: Audit = None
    original: float | None
    perturbed: float | None
    drop: float | None
    relative_drop: float | None
    interval: Interval
    p_value: float | None
    n: int
    coverage: float | None
    consistency: float | None
    broken: int | None
    mended: int | None
    secondary: dict[str, Pair]
    labels_move: bool = False
    corrected: Corrected | None = None
    sources: int | None = None
    rows_by_step: tuple[int, ...] | None = None
    kappa: float | None = None
    predicted: PredictedShares | None = None
    calibration: Calibration | None = None
    unanswerable: tuple[int, int] | None = None
    truncated: TruncatedPairs | None = None
    answers: PairAnswers | None = None
    written: WrittenAnswers | None = None
    scores: ScoreChange | None = None
    rows: RowMarks | None = None
    standard_error: float | None = None
    examples: tuple[ChangedExample, ...]
    p_adjusted: float | None
    human: dict[str, Any] | None = None


@dataclass(frozen=True, kw_only=True)
class GeneratedText:
    """A text of a generated test."""

    field: str
    text: str


@dataclass(frozen=True, kw_only=True)
class GeneratedExample:
    """A generated test that the model fails."""

    source_id: str
    gold: str
    prediction: str
    score: float | None
    texts: tuple[GeneratedText, ...]


@dataclass(frozen=True, kw_only=True)
class GeneratedResult:
    """The score on tests that a transformation makes, which are no versions of rows."""

    name: str
    stages: tuple[Stage, ...]
    linguistics: str
    level: str
    summary: str
    n: int
    total: int
    reasons: dict[str, int]
    score: float | None
    interval: Interval
    audit: Audit = None
    answers: SideAnswers | None = None
    examples: tuple[GeneratedExample, ...]


@dataclass(frozen=True, kw_only=True)
class AttackedModel:
    """The model against which an attack found the rows."""

    name: str
    revision: str | None


@dataclass(frozen=True, kw_only=True)
class SuiteFacts:
    """The suite, and the data that it was made of.

    Args:
        rows: Number of rows that were read.
        data_rows: Of how many rows of the dataset they were chosen, where that is known.
    """

    name: str
    version: str | None
    repo: str | None
    revision: str | None
    commit: str | None
    dataset: str | None
    split: str | None
    seed: int
    rows: int
    data_rows: int | None = None
    attacked: AttackedModel | None = None
    content_hash: str
    task: str


@dataclass(frozen=True, kw_only=True)
class SuiteMetric(Metric):
    """The measure of the scores, and the names of other measures.

    Args:
        against_original: Whether answers are scored by their similarity to the answer to the original row.
        row_label: Name of the score of a row, where it is not a score of the same kind.
    """

    secondary: tuple[str, ...]
    against_original: bool = False
    row_label: str | None = None


@dataclass(frozen=True, kw_only=True)
class TrustOptions:
    """What was asked of the labels of the tests."""

    min_confidence: float | None
    unrated: str | None = None


@dataclass(frozen=True, kw_only=True)
class Originals:
    """The score on the original rows, each once."""

    n: int
    sources: int | None = None
    score: float | None
    rows: RowMarks | None = None
    standard_error: float | None = None


@dataclass(frozen=True, kw_only=True)
class LabelShares:
    """Shares of gold and predicted labels over the originals.

    Args:
        majority: The most frequent gold label.
        accuracy: Share of rows whose label is predicted.
        candidates: Of each row, where labels are positions of candidates.
        exchanged: Accuracy if predicted labels were exchanged for each other, where a model without skill would then
            be a good one.
    """

    n: int
    majority: str
    majority_share: float
    accuracy: float | None = None
    gold: dict[str, float]
    predicted: dict[str, float]
    candidates: int | None = None
    exchanged: float | None = None


@dataclass(frozen=True, kw_only=True)
class Transfer:
    """Rows of an attack's suite that the model had right, and of those that it then has wrong."""

    right: int
    wrong: int
    rate: float | None
    interval: Interval


@dataclass(frozen=True, kw_only=True)
class WorstCase:
    """The score when each row gets its worst transformation.

    Args:
        random_flips: What random flips at the measured consistency would leave.
    """

    n: int
    original: float | None
    worst: float | None
    drop: float | None
    interval: Interval
    sources: int | None = None
    random_flips: float | None = None
    rows: RowMarks | None = None
    standard_error: float | None = None


@dataclass(frozen=True, kw_only=True)
class GroupMean:
    """Mean scores over the transformations of a group."""

    n_results: int
    original: float | None
    perturbed: float | None
    drop: float | None


@dataclass(frozen=True, kw_only=True)
class Groups:
    """Mean scores by kind and by level of the transformations."""

    linguistics: dict[str, GroupMean]
    level: dict[str, GroupMean]


@dataclass(frozen=True, kw_only=True)
class RobustnessRecord(Header):
    """The record of a model on a suite."""

    model: Model
    suite: SuiteFacts
    metric: SuiteMetric
    options: TrustOptions | None = None
    predictions: Predictions
    originals: Originals | None = None
    labels: LabelShares | None = None
    answers: RunAnswers | None = None
    results: tuple[TransformationResult, ...]
    generated: tuple[GeneratedResult, ...] = ()
    transfer: Transfer | None = None
    worst_case: WorstCase | None
    groups: Groups
    prompts: PromptsRecord | None = None
    repeats: RepeatsRecord | None = None
    analysis: Analysis | None = None
    skipped: tuple[Skipped, ...]
