"""Labels of tokens in a batch, as arrays: one for each token, which edits inside of the tokens leave as they are."""

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Protocol

import numpy as np

from hf_robust.core.column_edits import EditColumns
from hf_robust.core.mapping import Columns
from hf_robust.core.text_columns import TextColumn, ranges
from hf_robust.tasks.chunk_tags import of_two_schemes
from hf_robust.tasks.tag_schemes import TagScheme

if TYPE_CHECKING:
    import pyarrow as pa

_BEGIN, _INSIDE = ("B-", "S-", "U-"), ("I-", "E-", "L-", "M-")
_Offsets = tuple[np.ndarray, np.ndarray]


class LabelLists:
    """A column of lists of labels.

    Args:
        array: The column.

    Attributes:
        first: Number of the first label of each row, and the number of all.
        known: Rows that have a list, without an absent label.
    """

    def __init__(self, array: "pa.ChunkedArray"):
        import pyarrow as pa

        self.array = array
        self.values = pa.chunked_array([chunk.flatten() for chunk in array.chunks], array.type.value_type)
        sizes = [chunk.value_lengths().fill_null(0).to_numpy(zero_copy_only=False) for chunk in array.chunks]
        self.first = np.concatenate([[0], np.cumsum(np.concatenate([np.empty(0, np.int64), *sizes]), dtype=np.int64)])
        self.known = array.is_valid().to_numpy() & self.rows_without(self.values.is_null().to_numpy())

    @classmethod
    def of_batch(cls, name: str, batch: Columns) -> "LabelLists | None":
        """A column of a batch; None where it does not lie in Arrow as lists."""
        import pyarrow as pa

        array = batch.arrow(name)
        if array is None or not (pa.types.is_list(array.type) or pa.types.is_large_list(array.type)):
            return None
        return cls(array)

    @property
    def is_numeric(self) -> bool:
        """Whether the labels are whole numbers."""
        import pyarrow as pa

        return pa.types.is_integer(self.values.type)

    @property
    def sizes(self) -> np.ndarray:
        """How many labels each row has."""
        return np.diff(self.first)

    def rows_without(self, mask: np.ndarray) -> np.ndarray:
        """Rows in which ``mask`` is true of no label."""
        return np.diff(np.searchsorted(np.flatnonzero(mask), self.first)) == 0

    def numbers(self, names: Sequence[str] | None) -> tuple[np.ndarray, list[str]] | None:
        """The labels as numbers, and what these mean; -1 for those that are absent or have no name.

        Args:
            names: Names of labels that are numbers.

        Returns:
            None where there are no names.
        """
        import pyarrow as pa

        kind = self.values.type
        if self.is_numeric and names:
            found = self.values.fill_null(-1).to_numpy()
            return np.where((found >= 0) & (found < len(names)), found, -1), list(names)
        if not pa.types.is_string(kind) and not pa.types.is_large_string(kind):
            return None
        coded = self.values.combine_chunks().dictionary_encode()
        return coded.indices.fill_null(-1).to_numpy(), coded.dictionary.to_pylist()


class Kept(Protocol):
    """Labels that are given back as they came."""

    @property
    def array(self) -> "pa.ChunkedArray":
        """The column."""


class TokenLabels:
    """Columns with labels of tokens, which stay as they are while no token comes or goes.

    Args:
        columns: The columns, by name.
        fits: Rows with as many labels as tokens, all of them known; the others are for who says what is wrong.
        spans: Stretches of the texts that must not be touched: first byte of each, and the byte after its last.
        holds_text: Whether the labels say what stands there.
    """

    def __init__(
        self, columns: Mapping[str, Kept], fits: np.ndarray, spans: _Offsets | None = None, holds_text: bool = False
    ):
        self.columns = tuple(columns)
        self.fits = fits
        self.holds_text = holds_text
        self._lists = columns
        self._spans = spans

    def beside(self, columns: Mapping[str, Kept], fits: np.ndarray) -> "TokenLabels":
        """These and some more columns of the same tokens."""
        return TokenLabels({**self._lists, **columns}, self.fits & fits, self._spans)

    def guards(self) -> _Offsets | None:
        """The spans that edits must leave alone."""
        return self._spans

    def moved(self, column: TextColumn, edits: EditColumns, shift: np.ndarray) -> "TokenLabels":
        """The same after edits inside of tokens.

        Args:
            column: The texts before the edits.
            edits: The edits.
            shift: By how much all before each edit have lengthened the column, and all of them.
        """
        new = copy(self)
        if self._spans is not None:
            start, end = (place + shift[np.searchsorted(edits.end, place, "right")] for place in self._spans)
            new._spans = start, end
        return new

    def arrays(self, rows: np.ndarray) -> "dict[str, pa.ChunkedArray]":
        """The columns at some rows, by their numbers."""
        import pyarrow as pa

        return {
            name: lists.array if len(rows) == len(lists.array) else lists.array.take(pa.array(rows))
            for name, lists in self._lists.items()
        }


def tag_columns(
    name: str, batch: Columns, column: TextColumn, names: Sequence[str] | None, scheme: TagScheme | None
) -> TokenLabels | None:
    """The tags of a batch of token lists; None where they do not lie in Arrow as such.

    Args:
        name: The column with the tags.
        batch: The batch.
        column: The tokens.
        names: Names of tags that are numbers.
        scheme: The scheme of tags that mark entities, which must not be touched; None for tags that mark none.
    """
    lists, tokens = LabelLists.of_batch(name, batch), column.tokens
    if lists is None or tokens is None:
        return None
    fits = lists.known & (lists.sizes == np.diff(tokens.first))
    if not names and scheme is None:
        return TokenLabels({name: lists}, fits)
    read = lists.numbers(names)
    if read is None:
        return None
    numbers, meanings = read
    fits &= lists.rows_without(numbers < 0)
    if scheme is None:
        return TokenLabels({name: lists}, fits)
    tags_read = [scheme.read(tag) for tag in meanings]
    fits &= lists.rows_without(np.array([*(tag is None for tag in tags_read), False])[numbers])
    meanings = [tag or "O" for tag in tags_read]
    for row in np.flatnonzero(fits) if of_two_schemes(meanings) else ():
        fits[row] = not of_two_schemes(meanings[number] for number in numbers[lists.first[row] : lists.first[row + 1]])
    rows = np.flatnonzero(fits)
    places, tags = (ranges(first[rows], lists.sizes[rows]) for first in (tokens.first, lists.first))
    begin, end = chunk_bounds(numbers[tags], [*meanings, ""], tokens.row[places])
    return TokenLabels({name: lists}, fits, (tokens.start[places[begin]], tokens.end[places[end]]))


def chunk_bounds(numbers: np.ndarray, names: Sequence[str], row: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The first and the last token of each chunk, by :func:`hf_robust.tasks.chunk_tags.to_bio`.

    Args:
        numbers: The tag of each token.
        names: The tags that the numbers mean, as ``B-PER`` or ``O``; the last is of no token.
        row: The row of each token.
    """
    begins, inside = (np.array([name[:2] in heads for name in names]) for heads in (_BEGIN, _INSIDE))
    labels = np.unique([name[2:] for name in names], return_inverse=True)[1]
    follows = np.zeros(len(numbers), bool)
    follows[1:] = row[1:] == row[:-1]
    before = np.where(follows, np.roll(numbers, 1), len(names) - 1)
    goes_on = inside[numbers] & (labels[before] == labels[numbers]) & (begins | inside)[before]
    begin = begins[numbers] | (inside[numbers] & ~goes_on)
    ends = begin | goes_on
    ends[:-1] &= ~goes_on[1:]
    return np.flatnonzero(begin), np.flatnonzero(ends)


def are_trees(heads: LabelLists) -> np.ndarray:
    """Rows whose heads, which count from 1, are a tree with one root, which has 0.

    Args:
        heads: Whole numbers.
    """
    sizes, row = heads.sizes, np.repeat(np.arange(len(heads.sizes)), heads.sizes)
    head = heads.values.fill_null(-1).to_numpy()
    is_root = head == 0
    fits = heads.rows_without((head < 0) | (head > sizes[row])) & (np.bincount(row[is_root], minlength=len(sizes)) == 1)
    # each token points to its head, the root to itself; then to the head of the head, and so on
    own = np.arange(len(head))
    up = np.where(is_root | ~fits[row], own, heads.first[row] + head - 1)
    for _ in range(int(sizes.max(initial=1)).bit_length()):
        up = up[up]
    return fits & heads.rows_without(fits[row] & ~is_root[up])
