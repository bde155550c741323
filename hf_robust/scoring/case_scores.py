"""Capability tests: failures, seeds that pass while their expansion fails, and what people say of the cases."""

from collections.abc import Collection, Sequence
from typing import Any, TypedDict

from hf_robust.core.errors import UsageError
from hf_robust.core.quoted import quoted
from hf_robust.scoring.clusters import clustered_share, ways_of
from hf_robust.scoring.inputs import as_list, check_lengths, comparable
from hf_robust.scoring.paired import listed


class FailureRate(TypedDict):
    """What :func:`failure_rate` returns."""

    failure_rate: float | None
    interval: list[float] | None
    n_failed: int
    n: int


class PassToFail(TypedDict):
    """What :func:`pass_to_fail` returns."""

    pass_to_fail: int
    pass_to_fail_rate: float | None
    interval: list[float] | None
    n_passed: int
    n: int


class LabelConsistency(TypedDict):
    """What :func:`label_consistency` returns."""

    label_consistency: float | None
    interval: list[float] | None
    relevancy: float | None
    n: int
    n_relevancy: int


def failures(predictions: Sequence[Any], accepted: Sequence[Any]) -> list[bool]:
    """Whether each prediction is none of the labels that are right for its case.

    Args:
        predictions: Predicted labels.
        accepted: For each case the labels that are right: one, or a collection of them.

    Raises:
        UsageError: The two differ in length, or a case accepts nothing.

    Example:
        >>> failures(["neg", "neutral"], [["pos", "neutral"], "neutral"])
        [True, False]
    """
    predictions, accepted = as_list(predictions), as_list(accepted)
    check_lengths(predictions=predictions, references=accepted)
    pairs = enumerate(zip(predictions, accepted))
    return [comparable(value) not in _labels(right, row) for row, (value, right) in pairs]


def _labels(accepted: Any, row: int) -> set:
    several = isinstance(accepted, Collection) and not isinstance(accepted, str)
    found = {comparable(label) for label in (accepted if several else (accepted,))}
    if not found or None in found:
        raise UsageError(f"references row {row} accepts no label; give the labels that are right for the case")
    return found


def failure_rate(
    predictions: Sequence[Any],
    accepted: Sequence[Any],
    confidence: float = 0.95,
    groups: Sequence[Any] | None = None,
) -> FailureRate:
    """Share of cases whose prediction is not among the accepted labels.

    Args:
        predictions: Predicted labels.
        accepted: For each case the labels that are right.
        confidence: Coverage of the interval.
        groups: The source of each case, or a list of several. Cases of one source are no independent cases: the
            interval is wider (:func:`hf_robust.scoring.clusters.clustered_share`). Without it, Wilson's.

    Returns:
        ``failure_rate`` and its ``interval`` (None without cases), ``n_failed`` and ``n``.

    Raises:
        UsageError: The two differ in length, or a case accepts nothing.

    Example:
        >>> found = failure_rate(["neg", "neutral"], [["pos", "neutral"], ["neutral"]])
        >>> found["failure_rate"], found["n_failed"], found["n"]
        (0.5, 1, 2)

    Source: S2LCT (2023), section 4; the failure rate of CheckList (Ribeiro et al. 2020), section 3.
    """
    failed = failures(predictions, accepted)
    _check_groups(failed, groups)
    share, interval = _share(failed, confidence, groups)
    return {"failure_rate": share, "interval": interval, "n_failed": sum(failed), "n": len(failed)}


def pass_to_fail(
    predictions: Sequence[Any],
    accepted: Sequence[Any],
    seed_predictions: Sequence[Any],
    seed_accepted: Sequence[Any],
    confidence: float = 0.95,
    groups: Sequence[Any] | None = None,
) -> PassToFail:
    """Expanded cases that fail although their seed passes.

    Args:
        predictions: Predicted labels of the expanded cases.
        accepted: For each expanded case the labels that are right.
        seed_predictions: The prediction on the seed of each expanded case, in the same order.
        seed_accepted: The labels that are right for that seed.
        confidence: Coverage of the interval.
        groups: The source of each expanded case, or a list of several. Cases of one source are no independent cases:
            the interval is wider (:func:`hf_robust.scoring.clusters.clustered_share`). Without it, Wilson's.

    Returns:
        ``pass_to_fail``, the number; its share of the ``n_passed`` cases whose seed passes, its ``interval``; ``n``.

    Raises:
        UsageError: The columns differ in length, or a case accepts nothing.

    Example:
        >>> found = pass_to_fail(["neg", "pos", "neg"], ["pos"] * 3, ["pos", "pos", "neg"], ["pos"] * 3)
        >>> found["pass_to_fail"], found["n_passed"], found["n"]
        (1, 2, 3)

    Source: S2LCT (2023), section 4, "PassToFail".
    """
    failed, seed_failed = failures(predictions, accepted), failures(seed_predictions, seed_accepted)
    check_lengths(predictions=failed, seed_predictions=seed_failed)
    passed = [place for place, before in enumerate(seed_failed) if not before]
    turned = [failed[place] for place in passed]
    _check_groups(failed, groups)
    share, interval = _share(turned, confidence, None if groups is None else [groups[place] for place in passed])
    return {
        "pass_to_fail": sum(turned),
        "pass_to_fail_rate": share,
        "interval": interval,
        "n_passed": len(passed),
        "n": len(failed),
    }


def label_consistency(
    predictions: Sequence[Any],
    accepted: Sequence[Any],
    relevancy: Sequence[float | None] | None = None,
    confidence: float = 0.95,
) -> LabelConsistency:
    """How far people agree with the labels of cases, and how relevant to their capability they find them.

    Args:
        predictions: The label that a person gave each case; None where nobody did.
        accepted: For each case the labels that are right by its specification.
        relevancy: Ratings from 1 to 5 of how well the case tests its capability; None where nobody rated.
        confidence: Coverage of the interval.

    Returns:
        ``label_consistency``, the share of labels that agree, and ``relevancy``, the mean rating moved to 0 to 1; None
        where there is nothing to count.

    Raises:
        UsageError: The columns differ in length, a case accepts nothing, or a rating is not from 1 to 5.

    Example:
        >>> found = label_consistency(["pos", "neg"], [["pos"], ["pos"]], relevancy=[5, 4])
        >>> found["label_consistency"], found["relevancy"], found["n"]
        (0.5, 0.875, 2)

    Source: S2LCT (2023), section 4, label consistency and relevancy score.
    """
    predictions, accepted = as_list(predictions), as_list(accepted)
    check_lengths(predictions=predictions, references=accepted)
    given = [(value, right) for value, right in zip(predictions, accepted) if value is not None]
    agreed = [not off for off in failures([value for value, _ in given], [right for _, right in given])]
    rated = [_rating(value, row) for row, value in enumerate(relevancy or ()) if value is not None]
    if relevancy is not None:
        check_lengths(predictions=predictions, relevancy=as_list(relevancy))
    share, interval = _share(agreed, confidence)
    mean = sum(rated) / len(rated) if rated else None
    return {
        "label_consistency": share,
        "interval": interval,
        "relevancy": mean,
        "n": len(given),
        "n_relevancy": len(rated),
    }


def _rating(value: Any, row: int) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 1 <= value <= 5:
        raise UsageError(f"relevancy row {row} must be a number from 1 to 5, found {quoted(value)}")
    return (value - 1) / 4


def _check_groups(failed: Sequence[bool], groups: Sequence[Any] | None) -> None:
    if groups is not None:
        check_lengths(predictions=failed, groups=as_list(groups))


def _share(
    values: Sequence[bool], confidence: float, groups: Sequence[Any] | None = None
) -> tuple[float | None, list[float] | None]:
    interval = listed(clustered_share(values, ways_of(groups), confidence))
    return (sum(values) / len(values) if values else None), interval
