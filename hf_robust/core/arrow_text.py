"""Columns of texts between Arrow and arrays of bytes and offsets, without a Python object for a row."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from hf_robust.core.text_columns import Strings, TextColumn, ranges
from hf_robust.core.token_lists import Tokens

if TYPE_CHECKING:
    import pyarrow as pa

MOST_BYTES = 2**31 - 1  # bytes that an Arrow array of type `string` can hold


def is_text(kind: "pa.DataType") -> bool:
    """Whether a column of an Arrow type holds texts."""
    import pyarrow as pa

    if pa.types.is_dictionary(kind):
        return is_text(kind.value_type)
    return pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)


def is_tokens(kind: "pa.DataType") -> bool:
    """Whether a column of an Arrow type holds lists of tokens."""
    import pyarrow as pa

    return (pa.types.is_list(kind) or pa.types.is_large_list(kind)) and is_text(kind.value_type)


def without_views(kind: "pa.DataType") -> "pa.DataType":
    """A type without views of texts and lists at any depth: most functions of Arrow know none.

    Args:
        kind: The type of a column.

    Example:
        >>> import pyarrow as pa
        >>> without_views(pa.large_list(pa.struct({"text": pa.string_view(), "start": pa.int32()})))
        LargeListType(large_list<item: struct<text: string, start: int32>>)
    """
    import pyarrow as pa

    if pa.types.is_string_view(kind):
        return pa.string()
    if pa.types.is_struct(kind):
        return pa.struct([field.with_type(without_views(field.type)) for field in kind])
    for make, *are_lists in (
        (pa.list_, pa.types.is_list, pa.types.is_list_view),
        (pa.large_list, pa.types.is_large_list, pa.types.is_large_list_view),
    ):
        if any(is_list(kind) for is_list in are_lists):
            return make(kind.value_field.with_type(without_views(kind.value_type)))
    return kind


def schema_without_views(schema: "pa.Schema") -> "pa.Schema":
    """A schema without views, also in what ``datasets`` wrote into it.

    Args:
        schema: The schema of a table.
    """
    import pyarrow as pa

    fields = [field.with_type(without_views(field.type)) for field in schema]
    metadata = {
        key: value.replace(b'"dtype": "string_view"', b'"dtype": "string"')
        for key, value in (schema.metadata or {}).items()
    }
    return pa.schema(fields, metadata or None)


def table_without_views(table: "pa.Table") -> "pa.Table":
    """A table whose texts all functions of Arrow know."""
    import pyarrow as pa

    if all(without_views(field.type) == field.type for field in table.schema):
        return table
    schema = schema_without_views(table.schema)
    columns = [_column_without_views(column, field.type) for column, field in zip(table.columns, schema)]
    return pa.table(columns, schema=schema)


def _column_without_views(column: "pa.ChunkedArray", kind: "pa.DataType") -> "pa.ChunkedArray":
    import pyarrow as pa

    if "list_view" in str(column.type):  # which Arrow cannot cast
        return pa.chunked_array([pa.array(column.to_pylist(), kind)])
    return column.cast(kind)


def column_of(column: "pa.ChunkedArray") -> TextColumn:
    """A column of texts, or of token lists, as arrays."""
    if is_text(column.type):
        return TextColumn(strings_of(column))
    # one chunk after the other: what `flatten` gives are the values of its slice, without those of nulls
    values = strings_of(_chunked([chunk.flatten() for chunk in column.chunks], column.type.value_type))
    sizes = [chunk.value_lengths().fill_null(0).to_numpy(zero_copy_only=False) for chunk in column.chunks]
    first = np.concatenate([[0], np.cumsum(np.concatenate([np.empty(0, np.int64), *sizes]), dtype=np.int64)])
    return TextColumn(*_joined_tokens(values, first))


def _joined_tokens(values: Strings, first: np.ndarray) -> "tuple[Strings, None, Tokens]":
    """The texts of token lists, joined by single spaces, and the tokens in them."""
    sizes = np.diff(first)
    rows = np.concatenate([[0], np.cumsum(sizes > 0)])  # with tokens, before each
    start = values.offsets[:-1] + np.arange(values.size) - np.repeat(rows[:-1], sizes)
    offsets = values.offsets[first] + first - rows
    data = np.full(int(offsets[-1]), ord(" "), np.uint8)
    data[ranges(start, values.lengths)] = values.data
    return Strings(data, offsets), None, Tokens(start, start + values.lengths, first)


def token_array(column: TextColumn, rows: np.ndarray, kind: "pa.DataType") -> "pa.Array | pa.ChunkedArray":
    """Some rows of a column of token lists as Arrow; more text than one array of the type can hold becomes several.

    Args:
        column: The texts, with their tokens.
        rows: Numbers of the rows.
        kind: Type of the column.
    """
    import pyarrow as pa

    tokens = column.tokens
    assert tokens is not None
    sizes = np.diff(tokens.first)[rows]
    places = ranges(tokens.first[rows], sizes)
    values = text_array(column.texts.slices(tokens.start[places], tokens.end[places]), kind.value_type)
    if isinstance(values, pa.ChunkedArray) and len(rows) > 1:
        halves = [token_array(column, half, kind) for half in np.array_split(rows, 2)]
        return _chunked([chunk for half in halves for chunk in getattr(half, "chunks", [half])], kind)
    large = pa.types.is_large_list(kind)
    ends = pa.array(np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64 if large else np.int32))
    return (pa.LargeListArray if large else pa.ListArray).from_arrays(ends, values, type=kind)


def _chunked(chunks: list, kind: "pa.DataType") -> "pa.ChunkedArray":
    import pyarrow as pa

    return pa.chunked_array(chunks, kind)


def strings_of(column: "pa.Array | pa.ChunkedArray") -> Strings:
    """The texts of a column: sliced, chunked, dictionary-encoded or large; a null is empty.

    Example:
        >>> import pyarrow as pa
        >>> strings_of(pa.chunked_array([["a", None], ["bc"]])).tolist()
        [b'a', b'', b'bc']
    """
    chunks = getattr(column, "chunks", [column])
    parts = [_strings(chunk) for chunk in chunks]
    if len(parts) == 1:
        return parts[0]
    offsets = np.zeros(sum(part.size for part in parts) + 1, np.int64)
    np.cumsum(np.concatenate([np.empty(0, np.int64), *(part.lengths for part in parts)]), out=offsets[1:])
    return Strings(np.concatenate([np.empty(0, np.uint8), *(part.data for part in parts)]), offsets)


def _strings(array: "pa.Array") -> Strings:
    import pyarrow as pa

    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if pa.types.is_string_view(array.type):
        array = array.cast(pa.large_string())
    if array.null_count:
        array = array.fill_null("")
    if not len(array):
        return Strings.empty(0)
    _, ends, content = array.buffers()
    kind = np.int64 if pa.types.is_large_string(array.type) else np.int32
    offsets = np.frombuffer(ends, kind)[array.offset : array.offset + len(array) + 1].astype(np.int64)
    data = np.frombuffer(content, np.uint8) if content is not None else np.empty(0, np.uint8)
    return Strings(data[offsets[0] : offsets[-1]], offsets - offsets[0])


def text_array(strings: Strings, kind: "pa.DataType | None" = None) -> "pa.Array | pa.ChunkedArray":
    """The strings as Arrow; more than one array of the type can hold become several.

    Args:
        strings: Byte strings in UTF-8.
        kind: Type of the column; ``string`` without it.
    """
    import pyarrow as pa

    if kind is None or kind == pa.string():
        parts = [_string_array(part) for part in _pieces(strings)]
        return parts[0] if len(parts) == 1 else pa.chunked_array(parts)
    large = pa.LargeStringArray.from_buffers(strings.size, _buffer(strings.offsets), _buffer(strings.data))
    if pa.types.is_dictionary(kind):
        return large.cast(kind.value_type).dictionary_encode().cast(kind)
    return large if kind == large.type else large.cast(kind)


def _string_array(strings: Strings) -> "pa.StringArray":
    import pyarrow as pa

    offsets = strings.offsets.astype(np.int32)
    return pa.StringArray.from_buffers(strings.size, _buffer(offsets), _buffer(strings.data))


def _pieces(strings: Strings) -> Iterator[Strings]:
    """The strings in groups that one array can hold."""
    first, offsets = 0, strings.offsets
    while first < strings.size or not first:
        last = int(np.searchsorted(offsets, offsets[first] + MOST_BYTES, "right")) - 1
        last = max(last, min(first + 1, strings.size))
        low, high = offsets[first], offsets[last]
        yield Strings(strings.data[low:high], offsets[first : last + 1] - low)
        if last >= strings.size:
            return
        first = last


def _buffer(array: np.ndarray) -> "pa.Buffer":
    import pyarrow as pa

    return pa.py_buffer(np.ascontiguousarray(array))
