"""What a record says of predicted scores."""

from dataclasses import dataclass

from hf_robust.reports.records.shared_records import Interval


@dataclass(frozen=True, kw_only=True)
class ScoreChange:
    """How predicted scores move under a transformation, in the units of the scores.

    Args:
        error: Mean absolute error, before and after.
        rise: The error after minus the error before.
        share: The rise as a share of the range of scores; None where the range is not known.
        rise_interval: Its 95% confidence interval.
        p_value: Of the rise, two-sided.
        p_adjusted: The same after Holm's correction over all transformations.
        shift: Mean of the predictions after minus those before.
        shift_interval: Its 95% confidence interval.
        change: Mean absolute difference of the predictions.
    """

    error: tuple[float, float]
    rise: float
    share: float | None = None
    rise_interval: Interval
    p_value: float | None
    p_adjusted: float | None = None
    shift: float
    shift_interval: Interval
    change: float
