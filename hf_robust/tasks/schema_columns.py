"""Pronouns and candidates in a column of texts, as arrays: what they guard, and where they lie after edits."""

from typing import TYPE_CHECKING

import numpy as np

from hf_robust.core.mapping import Columns
from hf_robust.core.text_columns import Strings, TextColumn
from hf_robust.tasks.aspect_columns import Structs, structs_of
from hf_robust.tasks.span_columns import SpanLabels, Spans

if TYPE_CHECKING:
    import pyarrow as pa

_ABSENT = -1  # where a candidate begins that does not stand in the text
_LEAST = 2  # candidates


class SchemaColumns(SpanLabels):
    """A pronoun ``{text, start, end}`` a row, and a list of candidates that are such.

    Args:
        names: The columns of pronouns and candidates.
        pronouns: The pronouns, as lists of one.
        candidates: The candidates.
        column: The texts.

    Attributes:
        fits: Rows in which all stands where it says; the others are for who says what is wrong.
    """

    def __init__(self, names: tuple[str, str], pronouns: Structs, candidates: Structs, column: TextColumn):
        self.columns = names
        self._parts = pronouns, candidates
        rows = np.repeat(np.arange(column.size), candidates.sizes)
        row = np.concatenate([np.arange(column.size), rows])
        texts = Strings.concatenated([part.texts for part in self._parts])
        self._place, self._end = (
            np.concatenate([getattr(part, edge) for part in self._parts]) for edge in ("start", "end")
        )
        there = np.concatenate([np.ones(column.size, bool), candidates.start != _ABSENT])
        self._there = np.flatnonzero(there)
        self._spans = Spans(column, row[self._there], self._place[self._there], texts.take(self._there))
        known = np.concatenate([part.known for part in self._parts]) & (texts.lengths > 0)
        known &= ~there | (self._end - self._place == texts.characters())
        self.fits = self._spans.fits & (candidates.sizes >= _LEAST)
        self.fits[row[~known]] = False

    @classmethod
    def of_batch(cls, names: tuple[str, str], batch: Columns, column: TextColumn) -> "SchemaColumns | None":
        """The pronouns and candidates of a batch; None where they lie in Arrow in another way.

        Args:
            names: The columns of pronouns and candidates.
            batch: The batch.
            column: The texts that they are spans of.
        """
        import pyarrow as pa

        arrays = [batch.arrow(name) if name in batch else None for name in names]
        if any(array is None for array in arrays) or column.tokens is not None:
            return None
        pronouns, candidates = (array.combine_chunks() for array in arrays if array is not None)
        if not pa.types.is_struct(pronouns.type) or pronouns.null_count:
            return None
        ends = pa.array(np.arange(column.size + 1, dtype=np.int32))
        single = structs_of(pa.ListArray.from_arrays(ends, pronouns), "text")
        several = structs_of(candidates, "text")
        return None if single is None or several is None else cls(names, single, several, column)

    def arrays(self, rows: np.ndarray) -> "dict[str, pa.Array]":
        """The columns at some rows, by their numbers."""
        import pyarrow as pa

        place = self._place.copy()
        place[self._there] = self._spans.place
        end = self._end + place - self._place
        size = self._parts[0].texts.size
        pronouns = self._parts[0].placed(place[:size], end[:size], {}).flatten()
        candidates = self._parts[1].placed(place[size:], end[size:], {})
        whole = len(rows) == len(pronouns)
        found = zip(self.columns, (pronouns, candidates), strict=True)
        return {name: array if whole else array.take(pa.array(rows)) for name, array in found}
