"""Predicted scores against right ones: correlation, absolute error, and how far predictions move."""

from collections.abc import Callable, Sequence
from typing import Any, TypedDict

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.scoring.clusters import Groups, sums_by_cluster
from hf_robust.scoring.drops import drop_p
from hf_robust.scoring.inputs import as_list, check_lengths
from hf_robust.scoring.measure_type import Floats, Measure, share
from hf_robust.scoring.statistics import bootstrap

CLOSENESS = "Closeness"
"""Score of one row: 1 minus the absolute error as a share of the range of scores; 1 for the right score."""


class ScoreShift(TypedDict):
    """How predicted scores move; see :func:`score_shift`."""

    shift: float | None
    shift_interval: list[float] | None
    mean_change: float | None
    mae_original: float | None
    mae_perturbed: float | None
    mae_rise: float | None
    mae_interval: list[float] | None
    mae_p_value: float | None
    n: int


def score_shift(
    predictions_original: Sequence[Any],
    predictions_perturbed: Sequence[Any],
    references: Sequence[Any] | None = None,
    references_perturbed: Sequence[Any] | None = None,
    *,
    groups: Groups | None = None,
    resamples: int = 2000,
    confidence: float = 0.95,
    seed: int = 0,
) -> ScoreShift:
    """Measure how far predicted scores move between originals and their perturbed versions.

    Args:
        predictions_original: Predicted scores of the originals.
        predictions_perturbed: Those of the perturbed versions, in the same order.
        references: The right scores; None for the movement alone.
        references_perturbed: The right scores of the perturbed versions, where they differ.
        groups: Source of each row: rows of one source are drawn together.
        resamples: Resamples of the paired bootstrap.
        confidence: Coverage of the intervals.
        seed: Seed of the bootstrap.

    Returns:
        In the units of the scores: ``shift`` (mean of perturbed minus original) with ``shift_interval``,
        ``mean_change`` (mean of the absolute difference), ``mae_original`` and ``mae_perturbed`` (mean absolute
        errors), ``mae_rise`` (their difference) with ``mae_interval`` and ``mae_p_value`` (paired permutation test);
        and ``n`` (rows). None without rows, for the errors without references, and for an interval without width.

    Raises:
        UsageError: A value is no finite number, or the columns differ in length.

    Sources: Efron 1979 for the intervals; Noreen 1989 for the test.

    Example:
        >>> found = score_shift([4.0, 2.0], [3.0, 2.0], [4.0, 1.0])
        >>> found["shift"], found["mean_change"], found["mae_original"], found["mae_perturbed"], found["mae_rise"]
        (-0.5, 0.5, 0.5, 1.0, 0.5)
    """
    before, after = _numbers(predictions_original, "predictions"), _numbers(predictions_perturbed, "predictions")
    n = check_lengths(predictions_original=before, predictions_perturbed=after)
    columns = [after - before, np.abs(after - before), np.ones(n)]
    if references is not None:
        gold = _numbers(references, "references")
        gold_after = gold if references_perturbed is None else _numbers(references_perturbed, "references")
        check_lengths(predictions_original=before, references=gold, references_perturbed=gold_after)
        columns += [np.abs(before - gold), np.abs(after - gold_after)]
    if not n:
        names = [name for name in ScoreShift.__annotations__ if name != "n"]
        return ScoreShift(**dict.fromkeys(names), n=0)  # type: ignore[typeddict-item]
    stats = sums_by_cluster(np.column_stack(columns), groups)
    means = np.column_stack(columns).mean(axis=0).tolist()

    def interval(total: Callable[[Floats], Floats]) -> list[float] | None:
        ends = bootstrap(stats, lambda sums: total(sums) / sums[..., 2], resamples, confidence, seed)
        return list(ends) if ends.low < ends.high else None  # no row differs from another

    errors = means[3:] or [None, None]
    known = references is not None
    return ScoreShift(
        shift=means[0],
        shift_interval=interval(lambda sums: sums[..., 0]),
        mean_change=means[1],
        mae_original=errors[0],
        mae_perturbed=errors[1],
        mae_rise=errors[1] - errors[0] if known else None,
        mae_interval=interval(lambda sums: sums[..., 4] - sums[..., 3]) if known else None,
        mae_p_value=drop_p(stats[:, [3, 2]], stats[:, [4, 2]], share, binary=False, seed=seed) if known else None,
        n=n,
    )


def _numbers(column: Sequence[Any], name: str) -> Floats:
    """A column of finite numbers."""
    values = as_list(column)
    try:
        found = np.array([np.nan if value is None else value for value in values], np.float64).reshape(len(values))
    except (TypeError, ValueError):
        wrong = next((row for row, value in enumerate(values) if not isinstance(value, int | float)), 0)
        raise UsageError(f"{name} row {wrong}: expected a number, found {quoted(values[wrong])}") from None
    if not np.isfinite(found).all():
        row = int(np.flatnonzero(~np.isfinite(found))[0])
        raise UsageError(f"{name} row {row}: expected a finite number, found {quoted(values[row])}")
    return found


def _both(predictions: Sequence[Any], references: Sequence[Any]) -> tuple[Floats, Floats]:
    """Two columns of finite numbers of the same length."""
    check_lengths(predictions=as_list(predictions), references=as_list(references))
    return _numbers(predictions, "predictions"), _numbers(references, "references")


def _correlated(first: Floats, second: Floats) -> Floats:
    """Of each row: 1, both numbers, their squares and their product."""
    return np.column_stack([np.ones(len(first)), first, second, first * first, second * second, first * second])


def _correlation(sums: Floats) -> Floats:
    """Pearson's correlation from sums; 0 where one side is constant, NaN without rows."""
    n, x, y, xx, yy, xy = (sums[..., place] for place in range(6))
    with np.errstate(divide="ignore", invalid="ignore"):
        both, one, other = (xy - x * y / n), (xx - x * x / n), (yy - y * y / n)
        scale = np.sqrt(np.maximum(one, 0.0) * np.maximum(other, 0.0))
        constant = scale <= _NOTHING * np.maximum(n, 1.0)
        found = np.where(constant, 0.0, both / np.where(constant, 1.0, scale))
    return np.where(n > 0, np.clip(found, -1.0, 1.0), np.nan)


_NOTHING = 1e-12  # what float arithmetic leaves of a variance of zero


def _closeness(stats: Floats) -> Floats:
    return np.clip(1.0 - np.abs(stats[:, 1] - stats[:, 2]), 0.0, 1.0)


def _ranks(values: Floats) -> Floats:
    """Ranks as shares of the number of values; equal values have the mean of their ranks."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return ((last - (counts - 1) / 2) / max(1, len(values)))[inverse]


def _rank_stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
    predicted, gold = _both(predictions, references)
    return _correlated(_ranks(predicted), _ranks(gold))


SPEARMAN = Measure(
    *("spearman", "Correlation (Spearman)", _rank_stats, _correlation, _closeness), row_label=CLOSENESS, ranks_rows=True
)


def pearson_measure(score_range: tuple[float, float] | None = None) -> Measure:
    """Pearson's correlation of predicted and right scores, with Spearman's beside it.

    The score of a row is its closeness: 1 minus the absolute error as a share of the range of scores.

    Args:
        score_range: The lowest and the highest score; (0, 1) when None.

    Source: the correlations are the usual measures of semantic textual similarity (Cer et al. 2017, "SemEval-2017 Task
        1", section 4.1).

    Example:
        >>> measure = pearson_measure((0, 5))
        >>> round(measure.score([1.0, 2.0, 4.0], [0.0, 3.0, 5.0]), 3)
        0.954
        >>> measure.row_score(measure.row_stats([1.0], [3.0])).round(2).tolist()
        [0.6]
    """
    low, high = score_range or (0.0, 1.0)
    width = high - low if high > low else 1.0

    def stats(predictions: Sequence[Any], references: Sequence[Any]) -> Floats:
        predicted, gold = _both(predictions, references)
        return _correlated((predicted - low) / width, (gold - low) / width)

    return Measure(
        *("pearson", "Correlation (Pearson)", stats, _correlation, _closeness),
        row_label=CLOSENESS,
        secondary=(SPEARMAN,),
    )


PEARSON = pearson_measure()
