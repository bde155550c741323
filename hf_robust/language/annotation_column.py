"""The column that ``annotate`` writes: its layout, and how a batch of it is read."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

from hf_robust.core.arrow_text import is_text, strings_of
from hf_robust.core.mapping import Columns
from hf_robust.core.text_columns import Strings

if TYPE_CHECKING:
    import pyarrow as pa

LAYERS = frozenset({"pos", "lemma", "dep", "ent"})
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
_NUMBERS = frozenset({"start", "end", "head", "sent", "ent_start", "ent_end"})


class AnnotationRows(Protocol):
    """What annotation says of each row of a batch."""

    def __getitem__(self, place: int, /) -> Mapping[str, Any]:
        """The lists of one row, by their names."""


def annotation_rows(batch: Columns, column: str, needs: Collection[str]) -> AnnotationRows | None:
    """What an annotation column says of each row; None where it is absent or lacks a layer in some row.

    Args:
        batch: The batch.
        column: The annotation column.
        needs: Layers that are read.
    """
    if column not in batch:
        return None
    arrow = batch.arrow(column)
    if arrow is not None:
        rows = _ArrowRows(arrow, needs)
        return rows if all(_covers(layers, needs) for layers in rows.layers) else None
    found = batch[column]
    covered = all(isinstance(row, Mapping) and _covers(row.get("layers"), needs) for row in found)
    return found if covered else None


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
        whole = set(_LISTS) | {"layers"} <= names and not array.null_count
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
        first: Number of the first token of each row, and of all; shape (rows + 1,).
        entity_first: The same of the entities.
    """

    def __init__(self, lists: "Mapping[str, pa.Array]", first: np.ndarray, entity_first: np.ndarray):
        self._lists = lists
        self._layers: dict[str, Layer] = {}
        self.first = first
        self.entity_first = entity_first

    def numbers(self, name: str) -> np.ndarray:
        """A list of numbers; -1 for heads and 0 for all else where the layer was not asked for."""
        if name in self._lists:
            return self._lists[name].to_numpy(zero_copy_only=False)
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

    def strings(self, name: str) -> Strings:
        """A list of strings as bytes."""
        return strings_of(self._lists[name])

    def _size(self, name: str) -> int:
        return int((self.entity_first if name.startswith("ent_") else self.first)[-1])


def annotation_arrays(batch: Columns, column: str, needs: Collection[str]) -> AnnotationArrays | None:
    """An annotation column as arrays; None where it is absent, lacks a layer in some row, or is not in Arrow.

    Args:
        batch: The batch.
        column: The annotation column.
        needs: Layers that are read.
    """
    import pyarrow as pa

    arrow = batch.arrow(column) if column in batch else None
    if arrow is None or not pa.types.is_struct(arrow.type):
        return None
    array = arrow.combine_chunks()
    if array.null_count or not set(_LISTS) | {"layers"} <= {field.name for field in array.type}:
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
    return AnnotationArrays(lists, firsts[False], firsts.get(True, np.zeros(len(array) + 1, np.int64)))


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
