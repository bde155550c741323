"""The best one-to-one assignment of the rows of a table to its columns."""

import math
from typing import Any

import numpy as np

from hf_robust.scoring.measure_type import Floats


def best_total(gains: Floats) -> float:
    """The largest sum of entries of a table of which no two share a row or a column.

    Args:
        gains: A table of numbers, 0 or more, with any number of rows and columns.

    Source: Kuhn 1955, "The Hungarian Method for the Assignment Problem", with the shortest augmenting paths of
        Jonker and Volgenant 1987.

    Example:
        >>> import numpy as np
        >>> best_total(np.array([[3.0, 2.0], [2.0, 0.0]]))
        4.0
    """
    gains = gains[gains.any(axis=1)][:, gains.any(axis=0)] if gains.size else np.zeros((0, 0))
    if gains.shape[0] > gains.shape[1]:
        gains = gains.T
    if not gains.size:
        return 0.0
    row_of = _assigned(-gains)
    return math.fsum(float(gains[row - 1, column]) for column, row in enumerate(row_of[1:]) if row)


def _assigned(costs: Floats) -> np.ndarray[Any, np.dtype[np.int64]]:
    """The row (from 1) of each column (from 1; the first place is a helper) at the least cost; 0: of none."""
    rows, columns = costs.shape
    row_price, column_price = np.zeros(rows + 1), np.zeros(columns + 1)
    row_of = np.zeros(columns + 1, dtype=np.int64)
    for row in range(1, rows + 1):
        row_of[0], column = row, 0
        least, before = np.full(columns + 1, np.inf), np.zeros(columns + 1, dtype=np.int64)
        tried = np.zeros(columns + 1, dtype=bool)
        while row_of[column]:
            tried[column] = True
            here = row_of[column]
            slack = np.concatenate([[np.inf], costs[here - 1] - row_price[here] - column_price[1:]])
            nearer = ~tried & (slack < least)
            least[nearer], before[nearer] = slack[nearer], column
            step_to = int(np.argmin(np.where(tried, np.inf, least)))
            step = least[step_to]
            row_price[row_of[tried]] += step
            column_price[tried] -= step
            least[~tried] -= step
            column = step_to
        while column:  # hand the columns along the path on to the rows before them
            row_of[column] = row_of[before[column]]
            column = int(before[column])
    return row_of
