"""Spans of tokens in a batch, as arrays: numbers that edits inside of the tokens leave as they are."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from hf_robust.core.arrow_text import is_text, strings_of
from hf_robust.core.mapping import Columns
from hf_robust.core.text_columns import Strings, TextColumn
from hf_robust.tasks.tag_columns import TokenLabels

if TYPE_CHECKING:
    import pyarrow as pa


class SpanLists(NamedTuple):
    """A column with one span of tokens a row.

    Args:
        array: The column.
        start: Number of the first token of each.
        end: Number of the last.
        known: Rows with two numbers.
        texts: What each says stands there, where the column tells it.
    """

    array: "pa.ChunkedArray"
    start: np.ndarray
    end: np.ndarray
    known: np.ndarray
    texts: Strings | None = None


def span_labels(names: Sequence[str], batch: Columns, column: TextColumn) -> TokenLabels | None:
    """The spans of a batch of token lists; None where they do not lie in Arrow as such, or the texts are plain.

    Args:
        names: The columns with the spans.
        batch: The batch.
        column: The tokens.

    Example:
        >>> import pyarrow as pa
        >>> from hf_robust.core.arrow_text import column_of
        >>> table = pa.table({"tokens": [["New", "York", "won"], ["a"]], "target": [[0, 1], [0, 4]]})
        >>> span_labels(["target"], Columns(table), column_of(table["tokens"])).fits.tolist()
        [True, False]
    """
    tokens = column.tokens
    if tokens is None:
        return None
    found: dict[str, SpanLists] = {}
    for name in names:
        spans = _spans(name, batch)
        if spans is None:
            return None
        found[name] = spans
    fits = np.ones(column.size, bool)
    sizes = np.diff(tokens.first)
    for spans in found.values():
        fits &= spans.known & (spans.start >= 0) & (spans.start <= spans.end) & (spans.end < sizes)
    starts, ends = [], []
    for spans in found.values():
        rows = np.flatnonzero(fits)
        start = tokens.start[tokens.first[rows] + spans.start[rows]]
        end = tokens.end[tokens.first[rows] + spans.end[rows]]
        if spans.texts is not None:  # those that are written otherwise are for who compares them without spaces
            said, there = spans.texts.take(rows).tolist(), column.texts.slices(start, end).tolist()
            fits[rows] = [one == other for one, other in zip(said, there, strict=True)]
        starts.append(start)
        ends.append(end)
    return TokenLabels(
        found,
        fits,
        (np.concatenate(starts), np.concatenate(ends)),
        any(one.texts is not None for one in found.values()),
    )


def _spans(name: str, batch: Columns) -> SpanLists | None:
    """One column; None where it lies in Arrow in another way."""
    import pyarrow as pa

    chunked = batch.arrow(name) if name in batch else None
    if chunked is None:
        return None
    array, kind = chunked.combine_chunks(), chunked.type
    known = array.is_valid().to_numpy(zero_copy_only=False)
    if pa.types.is_struct(kind):
        parts = dict(zip((field.name for field in kind), array.flatten(), strict=True))
        said = parts.get("text")
        if not {"start", "end"} <= parts.keys() or (said is not None and (not is_text(said.type) or said.null_count)):
            return None
        pair = [parts["start"], parts["end"]]
        texts = None if said is None else strings_of(said)
    elif pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        sizes = array.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
        if not known.all() or (sizes != 2).any():
            return None
        places = np.arange(0, 2 * len(array), 2)
        values = array.flatten()
        pair, texts = [values.take(pa.array(places + number)) for number in (0, 1)], None
    else:
        return None
    if not all(pa.types.is_integer(part.type) for part in pair):
        return None
    start, end = (part.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64) for part in pair)
    return SpanLists(chunked, start, end, known, texts)
