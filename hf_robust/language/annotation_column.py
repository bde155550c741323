"""The column that ``annotate`` writes: its layout, and how a batch of it is read."""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from hf_robust.core.mapping import Columns

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


def annotation_type() -> "pa.StructType":
    """Arrow type of an annotation column."""
    import pyarrow as pa

    numbers = {"start", "end", "head", "sent", "ent_start", "ent_end"}
    lists = [(name, pa.list_(pa.int32() if name in numbers else pa.string())) for name in _LISTS]
    return pa.struct([("layers", pa.string()), *lists])
