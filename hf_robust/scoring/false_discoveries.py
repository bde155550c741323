"""The share of false discoveries among many tests."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def benjamini_hochberg(p_values: Sequence[float] | NDArray[np.float64]) -> NDArray[np.float64]:
    """Adjust p-values so that those up to a level have about that share of false discoveries at most.

    It is for those who look for many and can bear some false ones; :func:`hf_robust.scoring.holm` and the largest
    statistic of a family bound the probability of a single false one.

    Args:
        p_values: One p-value a test.

    Returns:
        Adjusted p-values (q-values) in the same order.

    Source: Benjamini and Hochberg 1995, "Controlling the False Discovery Rate", section 3.1.

    Example:
        >>> benjamini_hochberg([0.01, 0.04, 0.03, 0.5]).round(4).tolist()
        [0.04, 0.0533, 0.0533, 0.5]
    """
    values = np.asarray(p_values, np.float64)
    order = np.argsort(-values, kind="stable")
    ranks = np.arange(len(values), 0, -1)
    adjusted = np.empty(len(values))
    adjusted[order] = np.minimum(1.0, np.minimum.accumulate(values[order] * len(values) / ranks))
    return adjusted
