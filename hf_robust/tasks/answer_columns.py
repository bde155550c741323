"""Answers in a column of texts, as arrays: what they guard, and where they lie after edits."""

from typing import TYPE_CHECKING

import numpy as np

from hf_robust.core.arrow_text import is_text, strings_of
from hf_robust.core.mapping import Columns
from hf_robust.core.text_columns import Strings, TextColumn
from hf_robust.tasks.span_columns import SpanLabels, Spans

if TYPE_CHECKING:
    import pyarrow as pa


class AnswerColumns(SpanLabels):
    """SQuAD answers, a struct of lists: their spans in the texts of a batch.

    Args:
        name: The column with the answers.
        array: The answers.
        texts: Text of each.
        starts: Where each begins in its text, in characters.
        first: Number of the first answer of each row, and the number of all.
        column: The texts.

    Attributes:
        fits: Rows whose answers stand where they say, and are not empty; the others are for who says what is wrong.
    """

    def __init__(
        self,
        name: str,
        array: "pa.StructArray",
        texts: Strings,
        starts: np.ndarray,
        first: np.ndarray,
        column: TextColumn,
    ):
        self.columns = (name,)
        self._array = array
        self._first = first
        self._spans = Spans(column, np.repeat(np.arange(column.size), np.diff(first)), starts, texts)
        self.fits = self._spans.fits

    @classmethod
    def of_batch(cls, name: str, batch: Columns, column: TextColumn) -> "AnswerColumns | None":
        """The answers of a batch; None where they lie in Arrow in another way, or some are null.

        Args:
            name: The column with the answers.
            batch: The batch.
            column: The texts that they are spans of.
        """
        import pyarrow as pa

        chunked = batch.arrow(name) if name in batch else None
        if (
            chunked is None
            or column.tokens is not None
            or not pa.types.is_struct(chunked.type)
            or {"text", "answer_start"} - {f.name for f in chunked.type}
        ):
            return None
        array = chunked.combine_chunks()
        lists = dict(zip((field.name for field in array.type), array.flatten(), strict=True))
        texts, starts = lists["text"], lists["answer_start"]
        if array.null_count or not pa.types.is_list(texts.type) or not pa.types.is_list(starts.type):
            return None
        values, numbers = texts.flatten(), starts.flatten()
        fitting = is_text(values.type) and pa.types.is_integer(numbers.type)
        if not fitting or texts.null_count or starts.null_count or values.null_count or numbers.null_count:
            return None
        first, other = (part.offsets.to_numpy().astype(np.int64) for part in (texts, starts))
        if not np.array_equal(first - first[0], other - other[0]):
            return None
        return cls(name, array, strings_of(values), numbers.to_numpy().astype(np.int64), first - first[0], column)

    def arrays(self, rows: np.ndarray) -> "dict[str, pa.StructArray]":
        """The column with the answers of some rows, by their numbers."""
        import pyarrow as pa

        parts = dict(zip((field.name for field in self._array.type), self._array.flatten(), strict=True))
        kind = parts["answer_start"].type
        starts = pa.array(self._spans.place).cast(kind.value_type)
        parts["answer_start"] = pa.ListArray.from_arrays(pa.array(self._first.astype(np.int32)), starts, type=kind)
        array = pa.StructArray.from_arrays(list(parts.values()), fields=list(self._array.type))
        return {self.columns[0]: array if len(rows) == len(array) else array.take(pa.array(rows))}
