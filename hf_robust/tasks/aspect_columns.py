"""Aspects and opinions in a column of texts, as arrays: what they guard, and where they lie after edits."""

from typing import TYPE_CHECKING

import numpy as np

from hf_robust.core.arrow_text import is_text, strings_of
from hf_robust.core.mapping import Columns
from hf_robust.core.text_columns import Strings, TextColumn
from hf_robust.tasks.span_columns import SpanLabels, Spans

if TYPE_CHECKING:
    import pyarrow as pa


class AspectColumns(SpanLabels):
    """Lists of aspects ``{term, start, end, ...}``, each of which may have ``opinions`` ``{text, start, end}``.

    Args:
        name: The column.
        terms: The aspects.
        opinions: The opinions, by aspect; None where the column has none.
        column: The texts.

    Attributes:
        fits: Rows in which all stands where it says; the others are for who says what is wrong.
    """

    def __init__(self, name: str, terms: "Structs", opinions: "Structs | None", column: TextColumn):
        self.columns = (name,)
        self._terms, self._opinions = terms, opinions
        row = np.repeat(np.arange(column.size), terms.sizes)
        rows, parts = [row], [terms]
        if opinions is not None:
            rows, parts = [row, np.repeat(row, opinions.sizes)], [terms, opinions]
        texts = Strings.concatenated([part.texts for part in parts])
        place, end = (np.concatenate([getattr(part, edge) for part in parts]) for edge in ("start", "end"))
        known = np.concatenate([part.known for part in parts])
        self._lengths = end - place
        self._spans = Spans(column, np.concatenate(rows), place, texts)
        self.fits = self._spans.fits & terms.array.is_valid().to_numpy(zero_copy_only=False)
        self.fits[np.concatenate(rows)[~known | (self._lengths != texts.characters())]] = False

    @classmethod
    def of_batch(cls, name: str, batch: Columns, column: TextColumn) -> "AspectColumns | None":
        """The aspects of a batch; None where they lie in Arrow in another way.

        Args:
            name: The column with the aspects.
            batch: The batch.
            column: The texts that they are spans of.
        """
        chunked = batch.arrow(name) if name in batch else None
        terms = None if chunked is None or column.tokens is not None else structs_of(chunked.combine_chunks(), "term")
        if terms is None:
            return None
        if "opinions" not in terms.fields or str(terms.fields["opinions"].type) == "null":
            return cls(name, terms, None, column)
        opinions = structs_of(terms.fields["opinions"], "text")
        return None if opinions is None else cls(name, terms, opinions, column)

    def arrays(self, rows: np.ndarray) -> "dict[str, pa.ListArray]":
        """The column at some rows, by their numbers."""
        import pyarrow as pa

        size = self._terms.texts.size
        place, end = self._spans.place, self._spans.place + self._lengths
        fields = {}
        if self._opinions is not None:
            fields["opinions"] = self._opinions.placed(place[size:], end[size:], {})
        array = self._terms.placed(place[:size], end[:size], fields)
        return {self.columns[0]: array if len(rows) == len(array) else array.take(pa.array(rows))}


class Structs:
    """Lists of structs with a text and where it begins and ends.

    Args:
        array: The lists.
        name: The field with the text.
    """

    def __init__(self, array: "pa.ListArray", name: str):
        self.array = array
        self._values = array.flatten()
        self.fields = dict(zip((field.name for field in self._values.type), self._values.flatten(), strict=True))
        self.sizes = array.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
        self.texts = strings_of(self.fields[name])
        self.start, self.end = (
            self.fields[edge].fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64) for edge in ("start", "end")
        )
        self.known = self._values.is_valid().to_numpy(zero_copy_only=False)
        for field in (name, "start", "end"):
            self.known = self.known & self.fields[field].is_valid().to_numpy(zero_copy_only=False)

    def placed(self, start: np.ndarray, end: np.ndarray, other: "dict[str, pa.Array]") -> "pa.ListArray":
        """The lists with other places, and other values of some fields."""
        import pyarrow as pa

        edges = {"start": start, "end": end}
        new = {name: pa.array(place).cast(self.fields[name].type) for name, place in edges.items()}
        parts = {**self.fields, **new, **other}
        kind, is_null = self.array.type, self.array.is_null()
        values = pa.StructArray.from_arrays(list(parts.values()), fields=list(kind.value_type))
        ends = pa.array(np.concatenate([[0], np.cumsum(self.sizes)]).astype(np.int32))
        return pa.ListArray.from_arrays(ends, values, type=kind, mask=is_null if is_null.true_count else None)


def structs_of(array: "pa.Array", name: str) -> Structs | None:
    """Lists as such; None where they are others."""
    import pyarrow as pa

    if not pa.types.is_list(array.type) or not pa.types.is_struct(array.type.value_type):
        return None
    kinds = {field.name: field.type for field in array.type.value_type}
    if not {name, "start", "end"} <= kinds.keys() or not is_text(kinds[name]):
        return None
    return Structs(array, name) if all(pa.types.is_integer(kinds[edge]) for edge in ("start", "end")) else None
