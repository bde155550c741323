"""Edits on a column of token lists, as arrays: which stay inside of their tokens, and where the tokens lie then."""

import numpy as np

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.text_columns import IS_SPACE, Strings, TextColumn
from hf_robust.core.token_lists import Tokens
from hf_robust.core.wide_characters import FIRST_WIDE, CharacterKind, WideCharacters


def rows_of_other_tokens(column: TextColumn, edits: EditColumns) -> np.ndarray:
    """Rows in which edits would make, join or remove tokens, or change the space between them.

    In all others the tokens after the edits are those from before, one by one.

    Args:
        column: The texts, with their tokens.

    Example:
        >>> tokens = Tokens(np.array([0, 4, 8]), np.array([3, 7, 10]), np.array([0, 2, 3]))
        >>> column = TextColumn(Strings.of([b"big dog", b"an"]), tokens=tokens)
        >>> places = [np.array(offsets) for offsets in ([0, 1], [0, 8], [3, 10])]
        >>> edits = EditColumns.whole(*places, Strings.of([b"pig", b"a n"]), np.zeros(2, bool))
        >>> rows_of_other_tokens(column, edits).tolist()
        [False, True]
    """
    tokens, others = column.tokens, np.zeros(column.size, bool)
    assert tokens is not None
    if not len(edits.row):
        return others
    number = np.maximum(np.searchsorted(tokens.start, edits.start, "right") - 1, 0)
    start, end = tokens.start[number], tokens.end[number]
    inserted = edits.start == edits.end
    wrong = (edits.start < start) | (edits.end > end) | with_space(edits.new)
    wrong |= inserted & ((edits.start == start) | (edits.end == end))
    grown = np.bincount(number, edits.new.lengths - (edits.until - edits.at), len(tokens.start))
    others[edits.row[wrong | (end - start + grown[number] <= 0)]] = True
    return others


def moved_tokens(tokens: Tokens, edits: EditColumns, shift: np.ndarray) -> Tokens:
    """Where tokens lie after edits that stay inside of them.

    Args:
        shift: By how many bytes the edits before each have lengthened the column, and all of them.
    """
    start, end = (place + shift[np.searchsorted(edits.end, place, "right")] for place in tokens[:2])
    return Tokens(start, end, tokens.first)


def with_space(strings: Strings) -> np.ndarray:
    """Which strings hold white space, also beyond ASCII.

    Example:
        >>> with_space(Strings.of([b"ab", b"a b", "a\u2003b".encode(), "\u00e4".encode()])).tolist()
        [False, True, True, False]
    """
    data = strings.data
    spaces = np.flatnonzero(IS_SPACE[data])
    if len(data) and data.max() >= FIRST_WIDE:
        wide = WideCharacters.of(data)
        spaces = np.sort(np.concatenate([spaces, wide.start[wide.kind == CharacterKind.SPACE]]))
    return np.diff(np.searchsorted(spaces, strings.offsets)) > 0
