"""Slices of rows that have a word, one for each word that enough rows have."""

from collections.abc import Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from hf_robust.slices.slice_table import SliceInfo, SliceTable
from hf_robust.slices.wordlists import terms

FAMILY = "word"


class WordRows:
    """Which rows have which words, as two columns of numbers: one entry for each row and different word in it.

    Args:
        texts: One text a row.

    Example:
        >>> found = WordRows(["A fine film", "a FILM, a dull film"])
        >>> found.words, found.sizes.tolist(), found.members(np.array([2])).ravel().tolist()
        (['a', 'dull', 'film', 'fine'], [2, 1, 2, 1], [True, True])
    """

    def __init__(self, texts: Sequence[str]):
        sets = [set(terms(text)) for text in texts]
        self.words = sorted(set().union(*sets)) if sets else []
        index = {word: position for position, word in enumerate(self.words)}
        lengths = np.fromiter(map(len, sets), np.int64, len(sets))
        self.rows: NDArray[np.int64] = np.repeat(np.arange(len(sets)), lengths)
        flat = (index[word] for word in chain.from_iterable(sets))
        self.word_indices: NDArray[np.int64] = np.fromiter(flat, np.int64, int(lengths.sum()))
        self.sizes: NDArray[np.int64] = np.bincount(self.word_indices, minlength=len(self.words))
        self._length = len(sets)

    def members(self, words: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Whether a row has a word, boolean of shape (rows, words).

        Args:
            words: Numbers of the words.
        """
        column = np.full(len(self.words), -1)
        column[words] = np.arange(len(words))
        at = column[self.word_indices]
        found = np.zeros((self._length, len(words)), np.bool_)
        found[self.rows[at >= 0], at[at >= 0]] = True
        return found


def word_slices(texts: Sequence[str], least: int, most: int, where: str = "") -> SliceTable:
    """A slice for each word, in small letters, that neither too few nor too many rows have.

    Args:
        texts: One text a row.
        least: Fewest rows.
        most: Most rows.
        where: Which text of the row it is, where a row has several.

    Example:
        >>> word_slices(["A fine film", "a dull film", "so dull"], least=2, most=2).names
        ('word: a', 'word: dull', 'word: film')
    """
    found = WordRows(texts)
    kept = np.flatnonzero((found.sizes >= least) & (found.sizes <= most))
    place = f" in {where}" if where else ""
    slices = tuple(
        SliceInfo(f"word{place}: {word}", FAMILY, f"rows with the word {word!r}{place}", "lexical", {"word": word})
        for word in (found.words[number] for number in kept.tolist())
    )
    return SliceTable(slices, found.members(kept))
