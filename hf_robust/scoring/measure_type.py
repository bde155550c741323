"""What a measure is: per-row statistics, and an aggregate that is a function of their column sums.

Because every aggregate needs only sums, one bootstrap serves all of them, also those that are no mean
over rows (micro F1): resampled rows are summed, then aggregated.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hf_robust.core.deprecated_names import deprecated_arguments, deprecated_attribute
from hf_robust.scoring.inputs import as_list, check_lengths, comparable

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Measure:
    """One way to score predictions against references.

    Args:
        name: Name in the record, for example ``"accuracy"``.
        label: Name for readers.
        row_stats: ``(predictions, references) -> (n, k)`` float64, one row of statistics for each row.
        aggregate: ``(..., k) -> (...)``: the score for sums of statistics over rows.
        row_score: ``(n, k) -> (n,)``: the score of each row alone, 0 to 1; 1 means nothing is wrong in it.
        binary: Row scores are only 0 or 1, and the aggregate is their mean.
        normalize: One prediction -> the form in which two predictions count as the same.
        secondary: Measures reported beside this one.
        against_original: Whether the model's answer to the original row is the reference of both rows of a pair. Gold
            values are then not read.
        predicted_column: Column of the statistics that counts predicted items; None for a measure without items.
        row_label: Name for readers of the score of a row, where it is not a score of the same kind.
        ranks_rows: Whether the statistics of a row depend on the other rows, so that parts of the rows cannot be added.

    Example:
        >>> from hf_robust.scoring import ACCURACY
        >>> stats = ACCURACY.row_stats(["pos", "neg", "pos"], ["pos", "pos", "pos"])
        >>> stats.tolist()
        [[1.0, 1.0], [0.0, 1.0], [1.0, 1.0]]
        >>> float(ACCURACY.aggregate(stats[:2].sum(axis=0)))
        0.5
    """

    name: str
    label: str
    row_stats: Callable[[Sequence[Any], Sequence[Any]], Floats]
    aggregate: Callable[[Floats], Floats]
    row_score: Callable[[Floats], Floats]
    binary: bool = False
    normalize: Callable[[Any], Any] = comparable
    secondary: tuple["Measure", ...] = ()
    against_original: bool = False
    predicted_column: int | None = None
    row_label: str | None = None
    ranks_rows: bool = False

    found = deprecated_attribute("Measure.found", "predicted_column", removed_in="0.4.0")

    def score(self, predictions: Sequence[Any], references: Sequence[Any]) -> float:
        """Return the aggregate over all rows; NaN where it is undefined (no rows).

        Example:
            >>> from hf_robust.scoring import TOKEN_ACCURACY
            >>> TOKEN_ACCURACY.score([["DT", "NN"], ["VB"]], [["DT", "NN"], ["NN"]])
            0.6666666666666666
        """
        return float(self.aggregate(self.row_stats(predictions, references).sum(axis=0)))

    def with_false_positives(self, stats: Floats, counts: NDArray[np.integer]) -> Floats:
        """Return statistics with more predicted items, all of them wrong.

        An example is an entity in a generated answer that is not in the text. A measure that does not count predicted
        items is not changed.

        Args:
            stats: (n, k) statistics of rows.
            counts: Number of such items in each row, of shape (n,).

        Example:
            >>> from hf_robust.scoring import ACCURACY, SEQEVAL_F1
            >>> SEQEVAL_F1.with_false_positives(np.array([[1.0, 1.0, 1.0]]), np.array([2])).tolist()
            [[1.0, 3.0, 1.0]]
            >>> ACCURACY.with_false_positives(np.array([[1.0, 1.0]]), np.array([2])).tolist()
            [[1.0, 1.0]]
        """
        if self.predicted_column is None or not counts.any():
            return stats
        more = stats.copy()
        more[:, self.predicted_column] += counts
        return more


_init = deprecated_arguments("0.4.0", found="predicted_column")(Measure.__init__)
Measure.__init__ = _init  # type: ignore[method-assign]


def paired_rows(predictions: Iterable[Any], references: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Each prediction beside its reference.

    Raises:
        UsageError: The columns differ in length.

    Example:
        >>> paired_rows(["a"], ["b"])
        [('a', 'b')]
    """
    predicted, gold = as_list(predictions), as_list(references)
    check_lengths(predictions=predicted, references=gold)
    return list(zip(predicted, gold, strict=True))


def table(rows: Sequence[Sequence[float]], columns: int) -> Floats:
    """Rows of statistics as an array; with the right number of columns also where there is no row.

    Example:
        >>> table([], 3).shape
        (0, 3)
    """
    return np.asarray(rows, dtype=np.float64).reshape(-1, columns)


def with_ones(scores: Iterable[float], rows: int) -> Floats:
    """Scores of rows beside a column of ones, which counts the rows.

    Example:
        >>> with_ones([0.5], 1).tolist()
        [[0.5, 1.0]]
    """
    return np.column_stack([np.fromiter(scores, np.float64, rows), np.ones(rows)])


def ratio(part: Floats, whole: Floats, empty: float) -> Floats:
    """``part / whole`` where whole is not 0, else ``empty``.

    Example:
        >>> ratio(np.array([1.0, 0.0]), np.array([2.0, 0.0]), 1.0).tolist()
        [0.5, 1.0]
    """
    result = np.full(np.shape(whole), empty, dtype=np.float64)
    return np.divide(part, whole, out=result, where=np.asarray(whole) != 0)


def share(sums: Floats) -> Floats:
    """The first column over the second; NaN where there is nothing.

    Example:
        >>> float(share(np.array([1.0, 4.0])))
        0.25
    """
    return ratio(sums[..., 0], sums[..., 1], np.nan)


def row_share(stats: Floats) -> Floats:
    """The same for each row; a row without tokens has nothing wrong in it.

    Example:
        >>> row_share(np.array([[1.0, 4.0], [0.0, 0.0]])).tolist()
        [0.25, 1.0]
    """
    return ratio(stats[:, 0], stats[:, 1], 1.0)


def micro_f1(sums: Floats) -> Floats:
    """F1 of how many were found rightly, found at all, and there to find.

    Example:
        >>> float(micro_f1(np.array([1.0, 2.0, 2.0])))
        0.5
    """
    # The same order of operations as seqeval, so that both agree to the last bit.
    precision = ratio(sums[..., 0], sums[..., 1], 0.0)
    recall = ratio(sums[..., 0], sums[..., 2], 0.0)
    return ratio(2 * precision * recall, precision + recall, 0.0)


def row_f1(stats: Floats) -> Floats:
    """The same for each row; where nothing was there to find and nothing found, nothing is wrong.

    Example:
        >>> row_f1(np.array([[1.0, 2.0, 2.0], [0.0, 0.0, 0.0]])).tolist()
        [0.5, 1.0]
    """
    return ratio(2 * stats[:, 0], stats[:, 1] + stats[:, 2], 1.0)


def units(measure: Measure, stats: Floats) -> Floats:
    """How many things of each row a measure scores: for micro F1 those that are there to find, else the row itself.

    Where nothing is there to find micro F1 is 0 whatever a model says, so a score rests on these and not on rows.

    Args:
        stats: Its statistics, of shape (rows, statistics).

    Example:
        >>> from hf_robust.scoring import ACCURACY, SEQEVAL_F1
        >>> units(SEQEVAL_F1, np.array([[1.0, 2.0, 3.0], [0.0, 1.0, 0.0]])).tolist()
        [3.0, 0.0]
        >>> units(ACCURACY, np.array([[0.0, 1.0], [1.0, 1.0]])).tolist()
        [1.0, 1.0]
    """
    return stats[:, 2] if measure.aggregate is micro_f1 else np.ones(len(stats))
