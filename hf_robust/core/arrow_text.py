"""Columns of texts between Arrow and arrays of bytes and offsets, without a Python object for a row."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from hf_robust.core.text_columns import Strings

if TYPE_CHECKING:
    import pyarrow as pa

_MOST = 2**31 - 1  # bytes that an Arrow array of type `string` can hold


def is_text(kind: "pa.DataType") -> bool:
    """Whether a column of an Arrow type holds texts."""
    import pyarrow as pa

    if pa.types.is_dictionary(kind):
        return is_text(kind.value_type)
    return pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)


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
        last = int(np.searchsorted(offsets, offsets[first] + _MOST, "right")) - 1
        last = max(last, min(first + 1, strings.size))
        low, high = offsets[first], offsets[last]
        yield Strings(strings.data[low:high], offsets[first : last + 1] - low)
        if last >= strings.size:
            return
        first = last


def _buffer(array: np.ndarray) -> "pa.Buffer":
    import pyarrow as pa

    return pa.py_buffer(np.ascontiguousarray(array))
