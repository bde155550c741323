"""The worst case a row: what is left when every row meets the perturbation that hurts it most.

Source: Liang et al. 2022, "Holistic Evaluation of Language Models" (HELM), robustness: the minimum over the
perturbations of an instance, averaged over instances. Here the original counts as one of them.
"""

from collections.abc import Hashable, Mapping, Sequence, Sized
from typing import Any, TypedDict

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.core.numbering import Numbering
from hf_robust.core.quoted import quoted
from hf_robust.core.randomness import mix_all
from hf_robust.scoring.drops import drop_interval, summed
from hf_robust.scoring.inputs import as_list, check_lengths
from hf_robust.scoring.measure_type import Floats, share
from hf_robust.scoring.paired import listed
from hf_robust.scoring.statistics import Interval, bootstrap

Group = tuple[Sequence[Hashable] | np.ndarray, Sequence[float] | np.ndarray, Sequence[float] | np.ndarray]


class WorstCase(TypedDict):
    """What `worst_case` returns; every number but n is None when n is 0."""

    n: int
    original: float | None
    worst: float | None
    drop: float | None
    interval: list[float] | None


class WorstCaseById(TypedDict, total=False):
    """What `worst_case_by_id` returns; the last three only when the originals are marked."""

    worst_case: float | None
    interval: list[float] | None
    mean: float | None
    n: int
    n_rows: int
    original: float | None
    drop: float | None
    drop_interval: list[float] | None


def worst_case(
    groups: Mapping[str, Group], *, resamples: int = 2000, confidence: float = 0.95, seed: int = 0
) -> WorstCase:
    """Take for each row the lowest score over its original and all its perturbed versions.

    Args:
        groups: For each transformation ``(source_ids, original row scores, perturbed row scores)``, three
            aligned columns. A source id may appear in many groups, and several times in one (variants).
            Row scores come from ``measure.row_score(measure.row_stats(...))``.
        resamples: Resamples of the paired bootstrap.
        confidence: Coverage of the interval.
        seed: Seed of the draw.

    Returns:
        ``n`` (rows that at least one transformation changed), the mean row score ``original``, ``worst``,
        ``drop`` and the ``interval`` of the drop. For corpus measures (micro F1) this is the mean of the row
        scores, not the corpus score.

        Rows are joined by source id. Where ids are a hash of the text, equal texts with different gold labels
        share an id but not an original score; they stay separate rows.

    Raises:
        UsageError: Columns of a group differ in length, or a score is not between 0 and 1.

    Example:
        >>> result = worst_case({
        ...     "keyboard": (["a", "b", "c"], [1.0, 1.0, 0.0], [0.0, 1.0, 1.0]),
        ...     "synonym": (["b", "d"], [1.0, 1.0], [1.0, 1.0]),
        ... })
        >>> result["n"], result["original"], result["worst"], result["drop"]
        (4, 0.75, 0.5, 0.25)
    """
    joined = _joined(groups, dict.fromkeys(groups))
    return joined.worst_case(resamples=resamples, confidence=confidence, seed=seed)


def random_flips(groups: Mapping[str, Group], consistency: Mapping[str, float | None]) -> float | None:
    """What the worst case would be if each transformation flipped as many answers as it did, but of random rows.

    The worst of many draws is low even when no transformation does harm. A right answer lasts through a transformation
    with the probability that any answer stays the same, so that of a row with k versions ``consistency ** k`` of its
    score is left. Where flips meet the same rows again and again, as they do for rows that a model is unsure of, the
    measured worst case lies above this.

    Args:
        groups: As for :func:`worst_case`.
        consistency: For each transformation the share of answers that stay the same.

    Returns:
        The expected mean of the lowest row scores; None without rows, where a consistency is not known, or where row
        scores are not only 0 and 1 (then it is not known how much a flip costs).

    Raises:
        UsageError: Columns of a group differ in length, or a score is not between 0 and 1.

    Example:
        >>> groups = {"ocr": (["a", "b"], [1, 0], [1, 0]), "typos": (["a"], [1], [0])}
        >>> random_flips(groups, {"ocr": 0.9, "typos": 0.5})
        0.225
    """
    return _joined(groups, consistency).random_flips()


class JoinedRows:
    """Rows that several transformations changed, joined by source id and original score; see :func:`worst_case`.

    The transformations are added one after the other, so that a million rows of each need not be held.

    Example:
        >>> rows = JoinedRows()
        >>> _ = rows.add("ocr", (["a", "b"], [1, 0], [1, 0]), 0.9)
        >>> _ = rows.add("typos", (["a"], [1], [0]), 0.5)
        >>> rows.worst_case()["worst"], rows.random_flips()
        (0.0, 0.225)
    """

    def __init__(self) -> None:
        self._numbering = Numbering()
        self._ids: dict[Hashable, int] = {}
        self._before, self._lowest, self._lasting = np.empty(0), np.empty(0), np.empty(0)
        self._flips = True  # whether it is known how much a flip costs, and how many there are

    def add(self, name: str, group: Group, consistency: float | None = None) -> tuple[np.ndarray, np.ndarray]:
        """Add the rows of a transformation.

        Args:
            name: Its name, for messages.
            group: Its source ids and row scores, as for :func:`worst_case`. Ids are an array of integers each time, or
                never.
            consistency: The share of answers that stay the same; None where that is not known.

        Returns:
            The number of each row, from 0 over all transformations, and the places where new ones come first.

        Raises:
            UsageError: Columns differ in length, or a score is not between 0 and 1.
        """
        ids = group[0] if _are_integers(group[0]) else as_list(group[0])
        before, after = _scores(group[1], f"{name}: original"), _scores(group[2], f"{name}: perturbed")
        columns: dict[str, Sized] = {"source_ids": ids, "original": before, "perturbed": after}
        check_lengths(**{f"{name}: {column}": values for column, values in columns.items()})
        if isinstance(ids, list):
            ids = np.array([self._ids.setdefault(key, len(self._ids)) for key in ids], np.int64)
        scores = np.ascontiguousarray(before + 0.0).view(np.uint64)
        numbers, first = self._numbering.add(mix_all(mix_all(np.asarray(ids).astype(np.uint64)) + scores))
        self._before = np.concatenate([self._before, before[first]])
        self._lowest = np.concatenate([self._lowest, before[first]])
        self._lasting = np.concatenate([self._lasting, np.ones(len(first))])
        np.minimum.at(self._lowest, numbers, after)
        np.multiply.at(self._lasting, numbers, consistency or 0.0)
        self._flips &= (consistency is not None or not len(numbers)) and bool(np.isin(before, (0.0, 1.0)).all())
        return numbers, first

    def worst_case(
        self, *, groups: np.ndarray | None = None, resamples: int = 2000, confidence: float = 0.95, seed: int = 0
    ) -> WorstCase:
        """The outcome, as of :func:`worst_case`.

        Args:
            groups: The cluster of each row, in the order of their numbers; None where each is its own.
            resamples: Resamples of the paired bootstrap.
            confidence: Coverage of the interval.
            seed: Seed of the draw.
        """
        if not len(self._lowest):
            return WorstCase(n=0, original=None, worst=None, drop=None, interval=None)
        columns = _column(self._before), _column(self._lowest)
        columns = columns if groups is None else summed(*columns, groups)
        original, worst = float(self._before.mean()), float(self._lowest.mean())
        return WorstCase(
            n=len(self._lowest),
            original=original,
            worst=worst,
            drop=original - worst,
            interval=fall_interval(*columns, resamples, confidence, seed),
        )

    @property
    def lowest(self) -> Floats:
        """The lowest score of each row, in the order of their numbers."""
        return self._lowest

    def random_flips(self) -> float | None:
        """The outcome, as of :func:`random_flips`."""
        return float(np.mean(self._before * self._lasting)) if self._flips and len(self._before) else None


def _joined(groups: Mapping[str, Group], consistency: Mapping[str, float | None]) -> JoinedRows:
    """All groups together; ids stay arrays only where all are such."""
    arrays = all(_are_integers(ids) for ids, _, _ in groups.values())
    joined = JoinedRows()
    for name, (ids, before, after) in groups.items():
        joined.add(name, (ids if arrays else as_list(ids), before, after), consistency[name])
    return joined


def _are_integers(ids: Any) -> bool:
    return isinstance(ids, np.ndarray) and ids.dtype.kind in "iu"


def worst_case_by_id(
    row_scores: Sequence[float],
    ids: Sequence[Hashable],
    is_original: Sequence[bool] | None = None,
    *,
    resamples: int = 2000,
    confidence: float = 0.95,
    seed: int = 0,
) -> WorstCaseById:
    """Take the lowest score of each group of rows that share an id: an original and its versions.

    Args:
        row_scores: Score of each row, 0 to 1.
        ids: Source id of each row.
        is_original: True for the one row of each id that is the original; needed for the drop only.
        resamples: Resamples of the bootstrap over ids.
        confidence: Coverage of the intervals.
        seed: Seed of the draw.

    Returns:
        ``worst_case`` (mean over ids of the lowest score), its bootstrap ``interval``, ``mean`` (over all
        rows), ``n`` (ids), ``n_rows``; with ``is_original`` also ``original``, ``drop`` and
        ``drop_interval``. Numbers are None when there are no rows.

    Raises:
        UsageError: Columns differ in length, a score is not between 0 and 1, or an id has not exactly one
            original.

    Example:
        >>> marks = [True, False, True, False]
        >>> result = worst_case_by_id([1, 0, 1, 1], ["a", "a", "b", "b"], is_original=marks)
        >>> result["worst_case"], result["mean"], result["original"], result["drop"]
        (0.5, 0.75, 1.0, 0.5)
    """
    scores, keys = _scores(row_scores, "row_scores"), as_list(ids)
    check_lengths(row_scores=scores, ids=keys)
    lowest: dict[Hashable, float] = {}
    for key, score in zip(keys, scores.tolist(), strict=True):
        lowest[key] = min(lowest.get(key, score), score)
    worst = np.asarray(list(lowest.values()), dtype=np.float64)
    n = len(worst)
    result = WorstCaseById(
        worst_case=float(worst.mean()) if n else None,
        interval=listed(bootstrap(_column(worst), share, resamples, confidence, seed)),
        mean=float(scores.mean()) if n else None,
        n=n,
        n_rows=len(scores),
    )
    if is_original is not None:
        before = _originals(scores, keys, as_list(is_original), lowest)
        result["original"] = float(before.mean()) if n else None
        result["drop"] = float(before.mean() - worst.mean()) if n else None
        result["drop_interval"] = fall_interval(_column(before), _column(worst), resamples, confidence, seed)
    return result


def _originals(scores: Floats, keys: list[Any], marks: list[Any], lowest: dict[Hashable, float]) -> Floats:
    check_lengths(ids=keys, is_original=marks)
    found: dict[Hashable, float] = {}
    for key, score, mark in zip(keys, scores.tolist(), marks, strict=True):
        if not mark:
            continue
        if key in found:
            raise UsageError(f"is_original: expected one original for each id, id {quoted(key)} has more")
        found[key] = score
    missing = [key for key in lowest if key not in found]
    if missing:
        raise UsageError(f"is_original: expected one original for each id, none for {quoted(missing[:3])}")
    return np.asarray([found[key] for key in lowest], dtype=np.float64)


def _scores(values: Sequence[float] | np.ndarray, name: str) -> Floats:
    scores = np.asarray(values if isinstance(values, np.ndarray) else as_list(values), dtype=np.float64)
    if scores.ndim != 1 or not ((scores >= 0) & (scores <= 1)).all():
        raise UsageError(f"{name}: expected one score between 0 and 1 a row, found {quoted(values)}")
    return scores


def _column(scores: Floats) -> Floats:
    return np.column_stack([scores, np.ones(len(scores))])


def fall_interval(
    before: Floats, lowest: Floats, resamples: int = 2000, confidence: float = 0.95, seed: int = 0
) -> list[float] | None:
    """The interval of the drop to the lowest scores, which is never below zero.

    Args:
        before: Sums of scores and number of the rows of each cluster, of shape (n, 2).
        lowest: The same for the lowest scores.
        resamples: Resamples of the paired bootstrap.
        confidence: Coverage of the interval.
        seed: Seed of the draw.
    """
    low, high = drop_interval(before, lowest, share, resamples, confidence, seed)
    return listed(Interval(float(np.maximum(0.0, low)), high))
