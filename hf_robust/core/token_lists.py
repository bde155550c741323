"""Where the tokens of a column of token lists lie in the texts that they make."""

from typing import NamedTuple

import numpy as np


class Tokens(NamedTuple):
    """The tokens of a column of token lists, which are joined by single spaces.

    Args:
        start: First byte of each.
        end: Byte after the last.
        first: Number of the first token of each row, and the number of all; shape (rows + 1,).
    """

    start: np.ndarray
    end: np.ndarray
    first: np.ndarray

    @property
    def row(self) -> np.ndarray:
        """The row of each."""
        return np.repeat(np.arange(len(self.first) - 1), np.diff(self.first))

    def are_solid(self, parts: np.ndarray) -> np.ndarray:
        """Rows in which no token is empty or holds a byte that parts tokens.

        Args:
            parts: Which bytes of the texts do.
        """
        spaces = np.flatnonzero(parts)
        odd = self.start == self.end
        odd |= np.searchsorted(spaces, self.start) < np.searchsorted(spaces, self.end)
        return np.diff(np.searchsorted(np.flatnonzero(odd), self.first)) == 0
