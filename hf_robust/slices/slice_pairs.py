"""Slices of the rows that two slices share."""

import numpy as np

from hf_robust.slices.slice_table import SliceInfo, SliceTable

ALIKE = 0.8  # share of a slice's rows above which the pair says nothing new
FAMILY = "pair"


def pair_slices(table: SliceTable, least: int, most: int, alike: float = ALIKE) -> SliceTable:
    """Every pair of slices that share enough rows, and not nearly all of either.

    Which pairs are taken hangs on the rows that they hold alone, never on how a model does there, so that a test of all
    of them is valid.

    Args:
        table: The slices.
        least: Fewest rows that two must share.
        most: Most rows.
        alike: Pairs that hold a larger share of the rows of one of the two say nothing new.

    Example:
        >>> members = np.array([[1, 1], [1, 1], [1, 0], [0, 1]], bool)
        >>> table = SliceTable((SliceInfo("short", "length"), SliceInfo("negation", "phrase")), members)
        >>> pair_slices(table, least=2, most=4).names
        ('short & negation',)
    """
    counts = table.members.astype(np.float32)
    shared = np.rint(counts.T @ counts).astype(np.int64)
    sizes = np.diagonal(shared)
    smaller = np.minimum(sizes[:, None], sizes[None, :])
    fits = np.triu((shared >= max(1, least)) & (shared <= most) & (shared <= alike * smaller), 1)
    left, right = np.nonzero(fits)
    slices = tuple(
        SliceInfo(
            f"{one.name} & {other.name}",
            FAMILY,
            f"{one.summary or one.name}; and {other.summary or other.name}",
            params={"slices": [one.name, other.name]},
        )
        for one, other in ((table.slices[a], table.slices[b]) for a, b in zip(left.tolist(), right.tolist()))
    )
    return SliceTable(slices, table.members[:, left] & table.members[:, right])
