"""What a record of a run says of several prompts, and of repeats of unchanged rows."""

from dataclasses import dataclass

from hf_robust.reports.records.shared_records import Interval


@dataclass(frozen=True, kw_only=True)
class PromptScore:
    """The scores with one prompt.

    Args:
        choices: Number of the value of each axis, from 1.
        calls: Answers that were asked for with this prompt, originals and perturbed rows.
        original: Score of the original rows.
        perturbed: Mean score of the perturbed versions of the same rows.
        drop: Mean difference of the two over rows.
        standard_error: Of the original score, where a part of it is estimated.
        instruction: The instruction, where it was perturbed.
    """

    name: str
    choices: dict[str, int]
    calls: int
    original: float
    perturbed: float | None
    drop: float | None
    standard_error: float | None = None
    instruction: str | None = None


@dataclass(frozen=True, kw_only=True)
class OverPrompts:
    """A number over all prompts of a grid.

    Args:
        best: Of the best prompt: the highest score, or the smallest drop.
        quantiles: By percent of the prompts with a lower number: 5, 25, 50, 75 and 95.
    """

    best: float
    worst: float
    quantiles: dict[str, float]

    @property
    def spread(self) -> float:
        """Difference of best and worst."""
        return abs(self.best - self.worst)


@dataclass(frozen=True, kw_only=True)
class ShareOfVariance:
    """How much of the variance of scores comes from where; see :func:`hf_robust.scoring.variance_shares`."""

    prompt: float | None
    transformation: float | None
    both: float | None
    rest: float | None = None


@dataclass(frozen=True, kw_only=True)
class TransformationOverPrompts:
    """The drop of one transformation with each prompt.

    Args:
        prompts: Prompts with which it was measured.
        drop: Mean over these prompts.
        least: The smallest drop.
        most: The largest drop.
    """

    name: str
    prompts: int
    drop: float
    least: float
    most: float


@dataclass(frozen=True, kw_only=True)
class PromptsRecord:
    """The scores of a model with many prompts.

    Args:
        grid: Prompts of the grid.
        rows: Original rows behind all scores.
        calls: Answers that were asked for.
        all_calls: Answers that the complete grid needs.
        estimated: Whether a part of the grid is estimated.
        prompts: The prompts that were asked, in the order of the grid.
        original: Scores of the original rows over all prompts of the grid.
        perturbed: The same after the transformations.
        drop: The same of the drop.
        variance: None where no complete table of prompts and transformations was asked.
        variance_rows: Rows behind it; None where it was computed from mean scores.
    """

    grid: int
    rows: int
    calls: int
    all_calls: int
    estimated: bool
    prompts: tuple[PromptScore, ...]
    original: OverPrompts
    perturbed: OverPrompts | None = None
    drop: OverPrompts | None = None
    variance: ShareOfVariance | None = None
    variance_rows: int | None = None
    transformations: tuple[TransformationOverPrompts, ...] = ()


@dataclass(frozen=True, kw_only=True)
class BesideNoise:
    """The flip rate of a transformation beside the noise floor.

    Args:
        excess: Flip rate minus noise floor.
        exceeds: Whether the whole interval of the excess is above 0.
    """

    name: str
    rows: int
    drop: float | None
    flip_rate: float | None
    excess: float | None
    interval: Interval
    exceeds: bool | None


@dataclass(frozen=True, kw_only=True)
class RepeatsRecord:
    """Repeats of unchanged rows with the same prompt.

    Args:
        rows: Rows that were repeated.
        repeats: Answers to each row, the smallest number.
        pass_k: By k: mean probability that all of k answers are right. Empty where that is not known.
        any_flip: Share of rows whose answers are not all equal.
        noise_floor: Mean share of pairs of answers that differ.
        interval: 95% confidence interval of the noise floor.
        seed: Seed that the requests named.
        fingerprints: What servers said of their configuration (``system_fingerprint``).
        servers: Names and versions of servers.
    """

    rows: int
    repeats: int
    pass_k: dict[str, float]
    any_flip: float | None
    noise_floor: float | None
    interval: Interval
    results: tuple[BesideNoise, ...] = ()
    seed: int | None = None
    fingerprints: tuple[str, ...] = ()
    servers: tuple[str, ...] = ()
