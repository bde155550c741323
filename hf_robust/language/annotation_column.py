"""The column that ``annotate`` writes: its layout, and how a batch of it is read."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from hf_robust.core.arrow_text import column_of, is_text, is_tokens, strings_of
from hf_robust.core.doc import flat_tokens
from hf_robust.core.mapping import ANNOTATION, Columns
from hf_robust.core.text import replace_surrogates
from hf_robust.core.text_columns import IS_SPACE, Strings, TextColumn, Words, ranges

if TYPE_CHECKING:
    import pyarrow as pa

LAYERS = frozenset({"pos", "lemma", "dep", "ent"})
# what a transformation may read of other rows
ROWS = frozenset({"neighbors", "pool"})
# the lists of the column, each with the layers that write it
_LISTS = {
    "start": LAYERS,
    "end": LAYERS,
    "token": LAYERS,
    "pos": {"pos", "lemma"},
    "tag": {"pos", "lemma"},
    "lemma": {"lemma"},
    "dep": {"dep"},
    "head": {"dep"},
    "sent": {"dep"},
    "ent_start": {"ent"},
    "ent_end": {"ent"},
    "ent_label": {"ent"},
}
_WHOLE = {*_LISTS, "layers"}
_NUMBERS = frozenset({"start", "end", "head", "sent", "ent_start", "ent_end"})


class AnnotationRows(Protocol):
    """What annotation says of each row of a batch."""

    def __getitem__(self, place: int, /) -> Mapping[str, Any]:
        """The lists of one row, by their names."""


def is_annotated(batch: Columns, text: str, needs: Collection[str], joiner: str = " ") -> bool:
    """Whether a batch carries annotation of a column that :func:`annotation_rows` would read.

    Args:
        batch: The batch.
        text: The column with texts or token lists.
        needs: Layers that are read.
        joiner: What stands between the tokens of a list in its text.
    """
    if annotation_arrays(batch, text, needs) is not None:
        return True
    return annotation_rows(batch, text, needs, joiner) is not None


def annotation_rows(batch: Columns, text: str, needs: Collection[str], joiner: str = " ") -> AnnotationRows | None:
    """What annotation says of each row of a column; None where it is absent, lacks a layer, or is of another text.

    Args:
        batch: The batch.
        text: The column with texts or token lists.
        needs: Layers that are read.
        joiner: What stands between the tokens of a list in its text.
    """
    if text + ANNOTATION not in batch:
        return None
    arrow = batch.arrow(text + ANNOTATION)
    if arrow is None:
        found = batch[text + ANNOTATION]
        covered = all(isinstance(row, Mapping) and _covers(row.get("layers"), needs) for row in found)
        described = covered and all(_describes(row, value, joiner) for row, value in zip(found, batch[text]))
        return found if described else None
    rows = _ArrowRows(arrow, needs)
    if not all(_covers(layers, needs) for layers in rows.layers):
        return None
    if annotation_arrays(batch, text, needs) is not None:
        return rows
    same = (_describes(rows[place], value, joiner) for place, value in enumerate(batch[text]))
    return rows if all(same) else None


def _describes(row: Mapping[str, Any], value: str | Sequence[str] | None, joiner: str) -> bool:
    """Whether the tokens of an annotation are those of a text: somebody may have edited it since."""
    if value and not isinstance(value, str) and not all(flat_tokens(value)):
        return True  # a list with an empty token is not annotated
    text = value if isinstance(value, str) else joiner.join(token or "" for token in flat_tokens(value or ()))
    at = 0
    for start, end, token in zip(row["start"], row["end"], row["token"]):
        # `annotate` writes none of the lone surrogates of a text
        if token not in (text[start:end], replace_surrogates(text[start:end])) or text[at:start].strip():
            return False
        at = end
    return not text[at:].strip()


def _covers(layers: str | None, needs: Collection[str]) -> bool:
    return layers is not None and set(needs) <= set(layers.split(","))


class _ArrowRows:
    """An annotation column in Arrow: a row becomes Python objects when it is read, and has what was asked for alone.

    A thousand rows at once would be some ten thousand lists, and the garbage collector would look through them again
    and again: that took half of the time of a transformation that reads them.

    Args:
        column: The column.
        needs: Layers that are read.
    """

    def __init__(self, column: "pa.ChunkedArray", needs: Collection[str]):
        import pyarrow as pa

        array = column.combine_chunks()
        names = {field.name for field in array.type} if pa.types.is_struct(array.type) else set()
        whole = names >= _WHOLE and not array.null_count
        self.layers: set[str | None] = set(array.field("layers").to_pylist()) if whole else {None}
        wanted = {name for name, layers in _LISTS.items() if whole and layers & set(needs)}
        self._lists = {name: _flat(array.field(name)) if name in wanted else None for name in _LISTS}

    def __getitem__(self, place: int) -> Mapping[str, Any]:
        return {
            name: flat[1][flat[0][place] : flat[0][place + 1]] if flat else () for name, flat in self._lists.items()
        }


def _flat(lists: "pa.ListArray") -> tuple[list[int], list]:
    """The values of all rows, and where those of each begin and end."""
    offsets = lists.offsets.to_pylist()
    first = offsets[0]
    return [offset - first for offset in offsets], lists.values.slice(first, offsets[-1] - first).to_pylist()


class Layer(NamedTuple):
    """Strings that many tokens share.

    Args:
        codes: Which of ``values`` each token has.
        values: The different strings.
    """

    codes: np.ndarray
    values: Sequence[str]


class AnnotationArrays:
    """An annotation column as arrays over all tokens, and over all entities, of a batch.

    Args:
        lists: The values of its lists, row after row.
        tokens: The tokens in the texts.
        entity_first: Number of the first entity of each row, and of all; shape (rows + 1,).
    """

    def __init__(self, lists: "Mapping[str, pa.Array]", tokens: Words, entity_first: np.ndarray):
        self._lists = lists
        self._layers: dict[str, Layer] = {}
        self.tokens = tokens
        self.entity_first = entity_first

    def has(self, name: str) -> bool:
        """Whether a list was asked for."""
        return name in self._lists

    def numbers(self, name: str) -> np.ndarray:
        """A list of numbers; -1 for heads and 0 for all else where the layer was not asked for."""
        if name in self._lists:
            return _numbers(self._lists[name])
        return np.full(self._size(name), -1 if name == "head" else 0, np.int32)

    def layer(self, name: str) -> Layer:
        """A list of strings, each different one once; empty strings where the layer was not asked for."""
        if name not in self._layers:
            if name in self._lists:
                encoded = self._lists[name].dictionary_encode()
                found = Layer(encoded.indices.to_numpy(zero_copy_only=False), encoded.dictionary.to_pylist())
            else:
                found = Layer(np.zeros(self._size(name), np.int32), ("",))
            self._layers[name] = found
        return self._layers[name]

    def _size(self, name: str) -> int:
        return int((self.entity_first if name.startswith("ent_") else self.tokens.first)[-1])


def annotation_arrays(batch: Columns, text: str, needs: Collection[str]) -> AnnotationArrays | None:
    """The annotation of a column as arrays; None where :func:`annotation_rows` is, or they do not lie in Arrow.

    Args:
        batch: The batch.
        text: The column with texts or token lists.
        needs: Layers that are read.
    """
    import pyarrow as pa

    texts = batch.arrow(text)
    arrow = batch.arrow(text + ANNOTATION) if text + ANNOTATION in batch else None
    if arrow is None or texts is None or not pa.types.is_struct(arrow.type):
        return None
    if not is_text(texts.type) and not is_tokens(texts.type):
        return None
    key = "annotation", text, frozenset(needs)
    return batch.once(key, lambda: _arrays(column_of(texts), arrow.combine_chunks(), needs))


def _arrays(column: TextColumn, array: "pa.StructArray", needs: Collection[str]) -> AnnotationArrays | None:
    if array.null_count or not {field.name for field in array.type} >= _WHOLE:
        return None
    if not all(_covers(layers, needs) for layers in array.field("layers").unique().to_pylist()):
        return None
    lists: dict[str, pa.Array] = {}
    firsts: dict[bool, np.ndarray] = {}
    for name in (name for name, layers in _LISTS.items() if layers & set(needs)):
        part = array.field(name)
        values = _plain_values(part, name in _NUMBERS)
        if values is None:
            return None
        offsets = part.offsets.to_numpy().astype(np.int64)
        offsets -= offsets[:1]
        if not np.array_equal(firsts.setdefault(name.startswith("ent_"), offsets), offsets):
            return None
        lists[name] = values
    tokens = _tokens(column, lists, firsts[False])
    entity_first = firsts.get(True, np.zeros(len(array) + 1, np.int64))
    return None if tokens is None else AnnotationArrays(lists, tokens, entity_first)


def _tokens(column: TextColumn, lists: "Mapping[str, pa.Array]", first: np.ndarray) -> Words | None:
    """The tokens by their bytes in a column; None where they are not its tokens: somebody may have edited it since."""
    row = np.repeat(np.arange(column.size), np.diff(first))
    # bytes inside of characters, and how many characters there are before each
    inner = np.flatnonzero((column.data & 0xC0) == 0x80) if not column.in_ascii.all() else np.empty(0, np.int64)
    before = inner - np.arange(len(inner))
    base = column.offsets - np.searchsorted(inner, column.offsets)
    begin = base[row]
    start, end = begin + _numbers(lists["start"]), begin + _numbers(lists["end"])
    if (start >= end).any() or (start < begin).any() or (end > base[row + 1]).any():
        return None
    if len(inner):
        start, end = (place + np.searchsorted(before, place, "right") for place in (start, end))
    tokens = strings_of(lists["token"])
    if not np.array_equal(end - start, tokens.lengths):
        return None
    stands = _are_all(column, start, end, tokens) or _stand_apart(column, start, tokens)
    return Words(start, end, row, first) if stands else None


def _are_all(column: TextColumn, start: np.ndarray, end: np.ndarray, tokens: Strings) -> bool:
    """Whether tokens without a space are all that texts hold, in their order: for most this is soon told."""
    if (start[1:] < end[:-1]).any():
        return False
    edges = np.zeros(len(column.data) + 1, np.int8)  # no array of bytes' numbers: it would be eight times as large
    edges[start] += 1
    edges[end] -= 1
    inside = np.cumsum(edges[:-1], dtype=np.int8).view(bool)
    return np.array_equal(inside, ~IS_SPACE[column.data]) and np.array_equal(column.data[inside], tokens.data)


def _stand_apart(column: TextColumn, start: np.ndarray, tokens: Strings) -> bool:
    """Whether tokens stand where they should, with nothing but spaces beside them."""
    places = ranges(start, tokens.lengths)
    if not np.array_equal(column.data[places], tokens.data):
        return False
    between = np.ones(len(column.data), bool)
    between[places] = False
    if column.tokens is not None:  # a list with an empty token is not annotated
        empty = column.tokens.row[column.tokens.start == column.tokens.end]
        between[ranges(column.offsets[empty], np.diff(column.offsets)[empty])] = False
    return not column.data[between].tobytes().decode("utf-8").strip()


def _numbers(values: "pa.Array") -> np.ndarray:
    return values.to_numpy(zero_copy_only=False)


def _plain_values(lists: "pa.Array", numbers: bool) -> "pa.Array | None":
    """The values of all lists of numbers or strings; None where one is missing, or they are of another type."""
    import pyarrow as pa

    if not (pa.types.is_list(lists.type) or pa.types.is_large_list(lists.type)) or lists.null_count:
        return None
    kind = lists.type.value_type
    values = lists.flatten()
    right = pa.types.is_integer(kind) if numbers else is_text(kind)
    return values if right and not values.null_count else None


def annotation_type() -> "pa.StructType":
    """Arrow type of an annotation column."""
    import pyarrow as pa

    lists = [(name, pa.list_(pa.int32() if name in _NUMBERS else pa.string())) for name in _LISTS]
    return pa.struct([("layers", pa.string()), *lists])
