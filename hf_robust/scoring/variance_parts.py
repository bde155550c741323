"""How much of the variance of a score comes from the prompt, from the transformation, and from both together."""

from typing import Any, TypedDict

import numpy as np

from hf_robust.core.errors import UsageError

_NOTHING = 1e-18  # what float arithmetic leaves of a sum of squares of zero


class VarianceShares(TypedDict):
    """What :func:`variance_shares` returns."""

    prompt: float | None
    transformation: float | None
    both: float | None
    rest: float | None


def variance_shares(scores: Any) -> VarianceShares:
    """Split the variance of mean scores into shares of prompt, transformation and their interaction.

    This is a two-way analysis of variance of the means of the cells. With scores of rows, the part of each sum of
    squares that is expected from the choice of rows alone is subtracted, and is the rest. The rows are the same in
    all cells, so that differences between rows that all cells share do not count.

    Args:
        scores: Array (prompts, transformations), or (prompts, transformations, rows) with the score of each row. The
            scores before any change can be one of the transformations.

    Returns:
        ``prompt``, ``transformation``, ``both`` (the interaction) and ``rest``, which sum to 1. A share is None where
        a factor has one level, and all are None where all means are equal. ``rest`` is None without scores of at least
        two rows: it is then a part of ``both``.

    Raises:
        UsageError: The array has another shape, or a cell has no score.

    Source: Fisher 1925, "Statistical Methods for Research Workers" (analysis of variance); Henderson 1953, "Estimation
        of Variance and Covariance Components" (expected sums of squares).

    Example:
        >>> shares = variance_shares([[0.8, 0.6], [0.5, 0.5]])
        >>> {name: round(share, 3) for name, share in shares.items() if share is not None}
        {'prompt': 0.667, 'transformation': 0.167, 'both': 0.167}
    """
    table = np.asarray(scores, np.float64)
    if table.ndim not in (2, 3) or not table.size:
        raise UsageError(
            "expected scores of shape (prompts, transformations) or (prompts, transformations, rows), found shape "
            f"{table.shape}"
        )
    if not np.isfinite(table).all():
        place = tuple(np.argwhere(~np.isfinite(table))[0].tolist())
        raise UsageError(f"expected a score in each cell, found none at {place}; leave out incomplete rows or prompts")
    rows = table if table.ndim == 3 else table[:, :, None]
    squares = _squares(rows.mean(axis=2, keepdims=True))[..., 0]
    total = float(squares.sum())
    many, other, n = rows.shape
    levels = np.array([many > 1, other > 1, many > 1 and other > 1])
    if total <= _NOTHING:
        return VarianceShares(prompt=None, transformation=None, both=None, rest=None)
    kept, rest = squares / total, None
    if n > 1:
        noise = _squares(rows - rows.mean(axis=2, keepdims=True)).sum(axis=1) / (n * (n - 1))
        kept = np.maximum(squares - noise, 0.0) / total
        rest = float(1 - kept.sum())
    prompt, transformation, both = (float(share) if has else None for share, has in zip(kept, levels))
    return VarianceShares(prompt=prompt, transformation=transformation, both=both, rest=rest)


def _squares(rows: np.ndarray) -> np.ndarray:
    """Sums of squares of both main effects and of the interaction, for each row: an array (3, rows)."""
    many, other, _ = rows.shape
    centered = rows - rows.mean(axis=(0, 1))
    prompt, transformation = centered.mean(axis=1, keepdims=True), centered.mean(axis=0, keepdims=True)
    both = centered - prompt - transformation
    return np.stack(
        [
            other * (prompt**2).sum(axis=(0, 1)),
            many * (transformation**2).sum(axis=(0, 1)),
            (both**2).sum(axis=(0, 1)),
        ]
    )
