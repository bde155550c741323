"""Original against perturbed: the gap, the success of an attack, and the consistency of predictions.

A drop is always measured on the same rows, originals beside their own perturbed versions, as in Wang et al.
2021, "TextFlint", table 3 and those after it. A row counts as right when its row score is 1: the label is
right, every tag is, every entity is, the answer matches fully.
"""

import math
from collections.abc import Sequence
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.errors import UsageError
from hf_robust.scoring.clusters import Groups, clustered_share, ways_of
from hf_robust.scoring.drops import drop_interval, drop_p, summed
from hf_robust.scoring.inputs import as_list, check_lengths, comparable
from hf_robust.scoring.measure_type import Floats, Measure
from hf_robust.scoring.measures import measure_named
from hf_robust.scoring.statistics import (
    Interval,
    bootstrap,
    wilson,
)


class Gap(TypedDict):
    """What `robustness_gap` returns; every number but the counts is None when n is 0."""

    original: float | None
    perturbed: float | None
    drop: float | None
    relative_drop: float | None
    interval: list[float] | None
    p_value: float | None
    n: int
    total: int | None
    coverage: float | None
    consistency: float | None
    broken: int
    mended: int
    secondary: dict[str, list[float | None]]


class AttackSuccess(TypedDict):
    """What `attack_success_rate` returns."""

    attack_success_rate: float | None
    interval: list[float] | None
    n_attacked: int
    n_success: int
    n: int
    accuracy_before: float | None
    accuracy_under_attack: float | None


class Consistency(TypedDict):
    """What `prediction_consistency` returns."""

    consistency: float | None
    interval: list[float] | None
    n: int
    n_same: int


class TagConsistency(Consistency):
    """What `prediction_consistency` adds for tag lists."""

    tag_consistency: float | None
    tag_interval: list[float] | None
    n_tags: int
    n_other_length: int


def robustness_gap(
    predictions_original: Sequence[Any],
    predictions_perturbed: Sequence[Any],
    references_original: Sequence[Any],
    references_perturbed: Sequence[Any] | None = None,
    measure: str | Measure = "accuracy",
    *,
    language: str = "en",
    total: int | None = None,
    groups: Groups | None = None,
    stats: tuple[Floats, Floats] | None = None,
    resamples: int = 2000,
    permutations: int = 10_000,
    confidence: float = 0.95,
    seed: int = 0,
) -> Gap:
    """Measure how far a score falls between originals and their perturbed versions.

    Args:
        predictions_original: Predictions on the originals, one a row.
        predictions_perturbed: Predictions on the perturbed versions, in the same order.
        references_original: Gold values of the originals.
        references_perturbed: Gold values of the perturbed rows; the originals' when None (labels preserved).
        measure: A `Measure` or its name.
        language: Code of the language of the answers, for a measure of answers given by its name.
        total: Rows of the dataset before those that could not be changed were left out; gives ``coverage``.
        groups: Source of each row. Rows of one source (variants of it, or rows with equal inputs) are no
            independent rows: they are drawn and swapped together.
        stats: Statistics of the originals and of the perturbed rows, where they are known; see `Measure.row_stats`.
        resamples: Resamples of the paired bootstrap.
        permutations: Random swaps of the permutation test.
        confidence: Coverage of the interval.
        seed: Seed of both draws.

    Returns:
        ``original``, ``perturbed``, ``drop`` (original - perturbed), ``relative_drop`` (None when original is
        0), ``interval`` of the drop (paired bootstrap; Tango's where no row changed, None there for measures that
        are no share), ``p_value`` (McNemar for right/wrong measures, with groups the exact sign-flip test over
        them; else a paired permutation test), ``n``, ``total``, ``coverage`` (n / total), ``consistency`` (share of
        rows with the same prediction), ``broken`` (right -> wrong), ``mended`` (wrong -> right) and ``secondary``
        (measure name -> [original, perturbed]).

    Raises:
        UsageError: Columns of different length, values of the wrong kind, or total below n.

    Sources: same-row comparison, Wang et al. 2021 (TextFlint), table 3; interval, Koehn 2004 and Tango 1998;
        p-value, Dietterich 1998, section 3.1, and Pitman 1937.

    Example:
        >>> gap = robustness_gap(["pos", "neg", "pos", "neg"], ["pos", "pos", "neg", "neg"],
        ...                      ["pos", "neg", "pos", "pos"], total=5)
        >>> gap["original"], gap["perturbed"], gap["drop"], gap["broken"], gap["mended"]
        (0.75, 0.25, 0.5, 2, 0)
        >>> gap["coverage"], gap["consistency"], gap["p_value"]
        (0.8, 0.5, 0.5)
    """
    measure = measure_named(measure, language)
    before, after = as_list(predictions_original), as_list(predictions_perturbed)
    gold = as_list(references_original)
    gold_after = gold if references_perturbed is None else as_list(references_perturbed)
    n = check_lengths(
        predictions_original=before,
        predictions_perturbed=after,
        references_original=gold,
        references_perturbed=gold_after,
    )
    _check_total(total, n)
    if stats is None:
        stats = measure.row_stats(before, gold), measure.row_stats(after, gold_after)
    stats_before, stats_after = stats
    check_lengths(predictions_original=before, stats_original=stats_before, stats_perturbed=stats_after)
    original, perturbed = _aggregate(measure, stats_before), _aggregate(measure, stats_after)
    broken, mended = _changed_sides(measure, stats_before, stats_after)
    drawn = summed(stats_before, stats_after, _keys(groups))
    p_value = drop_p(*drawn, measure.aggregate, measure.binary, permutations, seed)
    drop = None if original is None or perturbed is None else original - perturbed
    interval = drop_interval(*drawn, measure.aggregate, resamples, confidence, seed)
    return Gap(
        original=original,
        perturbed=perturbed,
        drop=drop,
        relative_drop=None if drop is None or not original else drop / original,
        interval=listed(interval),
        p_value=p_value,
        n=n,
        total=total,
        coverage=n / total if total else None,
        consistency=sum(_same(before, after, measure)) / n if n else None,
        broken=broken,
        mended=mended,
        secondary={
            other.name: [
                _aggregate(other, other.row_stats(before, gold)),
                _aggregate(other, other.row_stats(after, gold_after)),
            ]
            for other in measure.secondary
        },
    )


def attack_success_rate(
    predictions_original: Sequence[Any],
    predictions_attacked: Sequence[Any],
    references: Sequence[Any],
    references_attacked: Sequence[Any] | None = None,
    measure: str | Measure = "accuracy",
    *,
    language: str = "en",
    groups: Groups | None = None,
    confidence: float = 0.95,
) -> AttackSuccess:
    """Measure how often an attack turned a right prediction into a wrong one.

    The denominator is the rows that were right before the attack: a row that was wrong already needs no
    attack. A row where the attack found nothing keeps its original prediction and counts as resisted.

    Args:
        predictions_original: Predictions on the originals.
        predictions_attacked: Predictions on the attacked texts, in the same order.
        references: Gold values.
        references_attacked: Gold values of the attacked rows, where they differ (moved tags or spans).
        measure: A `Measure` or its name; it decides when a row is right.
        language: Code of the language of the answers, for a measure of answers given by its name.
        groups: Source of each row. Rows of one source are no independent rows: the interval is wider
            (:func:`hf_robust.scoring.clusters.clustered_share`).
        confidence: Coverage of the interval.

    Returns:
        ``attack_success_rate`` (n_success / n_attacked, None when no row was right), its Wilson ``interval``,
        ``n_attacked``, ``n_success``, ``n``, ``accuracy_before`` (right rows / n) and
        ``accuracy_under_attack`` (rows right before and after / n).

    Raises:
        UsageError: Columns of different length or values of the wrong kind.

    Source: Morris et al. 2020, "TextAttack" (skipped rows); Wilson 1927 for the interval.

    Example:
        >>> result = attack_success_rate([1, 0, 1, 1], [0, 0, 1, 1], [1, 1, 1, 1])
        >>> result["n_attacked"], result["n_success"], round(result["attack_success_rate"], 4)
        (3, 1, 0.3333)
        >>> result["accuracy_before"], result["accuracy_under_attack"]
        (0.75, 0.5)
    """
    measure = measure_named(measure, language)
    before, after, gold = as_list(predictions_original), as_list(predictions_attacked), as_list(references)
    gold_after = gold if references_attacked is None else as_list(references_attacked)
    n = check_lengths(
        predictions_original=before, predictions_attacked=after, references=gold, references_attacked=gold_after
    )
    right_before = _right(measure, measure.row_stats(before, gold))
    right_after = _right(measure, measure.row_stats(after, gold_after))
    turned = (~right_after)[right_before].tolist()
    attacked, success = len(turned), sum(turned)
    sources = _keys(groups)
    if sources is not None:
        check_lengths(predictions_original=before, groups=sources)
        sources = [one for one, right in zip(sources, right_before, strict=True) if right]
    return AttackSuccess(
        attack_success_rate=success / attacked if attacked else None,
        interval=listed(clustered_share(turned, ways_of(sources), confidence)),
        n_attacked=attacked,
        n_success=success,
        n=n,
        accuracy_before=attacked / n if n else None,
        accuracy_under_attack=(attacked - success) / n if n else None,
    )


def prediction_consistency(
    predictions_original: Sequence[Any],
    predictions_perturbed: Sequence[Any],
    measure: str | Measure = "accuracy",
    *,
    language: str = "en",
    confidence: float = 0.95,
    resamples: int = 2000,
    seed: int = 0,
) -> Consistency | TagConsistency:
    """Measure how often a prediction stays the same; no gold labels needed.

    Args:
        predictions_original: Predictions on the originals: labels, tag lists or answer strings.
        predictions_perturbed: Predictions on the perturbed versions, in the same order.
        measure: A `Measure` or its name; it decides what "the same" means (answers of SQuAD are normalised).
        language: Code of the language of the answers, for a measure of answers given by its name.
        confidence: Coverage of the intervals.
        resamples: Resamples of the bootstrap over rows, for tag lists.
        seed: Seed of that bootstrap.

    Returns:
        ``consistency`` (share of rows), its Wilson ``interval``, ``n``, ``n_same``; for tag lists also
        ``tag_consistency`` (share of equal tags, over rows with as many tokens as before), ``tag_interval``
        (bootstrap over rows), ``n_tags`` and ``n_other_length``. None where there is nothing to compare.

    Raises:
        UsageError: Columns of different length.

    Source: the invariance test of Ribeiro et al. 2020, "Beyond Accuracy: Behavioral Testing of NLP Models
        with CheckList", section 2.2.

    Example:
        >>> result = prediction_consistency([["O", "B-PER"], ["O"]], [["O", "O"], ["O"]])
        >>> result["consistency"], round(result["tag_consistency"], 4)
        (0.5, 0.6667)
    """
    measure = measure_named(measure, language)
    before, after = as_list(predictions_original), as_list(predictions_perturbed)
    n = check_lengths(predictions_original=before, predictions_perturbed=after)
    same = sum(_same(before, after, measure))
    result = Consistency(
        consistency=same / n if n else None, interval=listed(wilson(same, n, confidence)), n=n, n_same=same
    )
    if measure.normalize is not comparable or not any(isinstance(comparable(one), tuple) for one in before):
        return result
    return _with_tags(result, before, after, confidence, resamples, seed)


def listed(interval: Interval) -> list[float] | None:
    """Return the interval as ``[low, high]`` for a record, None when it is undefined.

    Example:
        >>> listed(Interval(0.1, 0.2)), listed(Interval(float("nan"), float("nan")))
        ([0.1, 0.2], None)
    """
    return None if math.isnan(interval.low) else [interval.low, interval.high]


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None


def _aggregate(measure: Measure, stats: Floats) -> float | None:
    return _finite(float(measure.aggregate(stats.sum(axis=0)))) if len(stats) else None


def _right(measure: Measure, stats: Floats) -> NDArray[np.bool_]:
    return measure.row_score(stats) >= 1.0


def _keys(groups: Groups | None) -> Groups | None:
    return groups if groups is None or isinstance(groups, np.ndarray) else as_list(groups)


def _changed_sides(measure: Measure, before: Floats, after: Floats) -> tuple[int, int]:
    right_before, right_after = _right(measure, before), _right(measure, after)
    return int((right_before & ~right_after).sum()), int((~right_before & right_after).sum())


def _same(before: list[Any], after: list[Any], measure: Measure) -> list[bool]:
    same_form = measure.normalize
    return [bool(same_form(a) == same_form(b)) for a, b in zip(before, after, strict=True)]


def _check_total(total: int | None, n: int) -> None:
    if total is not None and total < n:
        raise UsageError(f"total counts all rows, changed or not: expected at least {n}, found {total}")


def _with_tags(
    result: Consistency, before: list[Any], after: list[Any], confidence: float, resamples: int, seed: int
) -> TagConsistency:
    pairs = [(a, b) for a, b in zip(before, after, strict=True) if len(a) == len(b)]
    stats = np.asarray(
        [(sum(x == y for x, y in zip(a, b, strict=True)), len(a)) for a, b in pairs], dtype=np.float64
    ).reshape(-1, 2)
    share = measure_named("token_accuracy").aggregate
    same, tags = stats.sum(axis=0)
    return TagConsistency(
        **result,
        tag_consistency=float(same / tags) if tags else None,
        tag_interval=listed(bootstrap(stats, share, resamples, confidence, seed)),
        n_tags=int(tags),
        n_other_length=len(before) - len(pairs),
    )
