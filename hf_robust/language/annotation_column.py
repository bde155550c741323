"""The column that ``annotate`` writes: its layout, and how a batch of it is read."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from hf_robust.core.doc import flat_tokens
from hf_robust.core.mapping import ANNOTATION, Columns
from hf_robust.core.text import replace_surrogates

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


def annotation_rows(batch: Columns, text: str, needs: Collection[str], joiner: str = " ") -> AnnotationRows | None:
    """What annotation says of each row of a column; None where it is absent, lacks a layer, or is of another text.

    Args:
        text: The column with texts or token lists.
        needs: Layers that are read.
        joiner: What stands between the tokens of a list in its text.
    """
    if text + ANNOTATION not in batch:
        return None
    key = "annotation", text, frozenset(needs), joiner
    return batch.once(key, lambda: _read_rows(batch, text, needs, joiner))


def _read_rows(batch: Columns, text: str, needs: Collection[str], joiner: str) -> AnnotationRows | None:
    arrow = batch.arrow(text + ANNOTATION)
    if arrow is None:
        found = batch[text + ANNOTATION]
        covered = all(isinstance(row, Mapping) and _covers(row.get("layers"), needs) for row in found)
        described = covered and all(_describes(row, value, joiner) for row, value in zip(found, batch[text]))
        return found if described else None
    rows = _ArrowRows(arrow.combine_chunks(), needs)
    if not all(_covers(layers, needs) for layers in rows.layers):
        return None
    same = (_describes(rows[place], value, joiner) for place, value in enumerate(batch[text]))
    return rows if all(same) else None


def rows_of_array(values: "pa.StructArray", needs: Collection[str]) -> AnnotationRows:
    """What annotation says of each row, from the values of a whole column.

    Args:
        values: What :func:`hf_robust.language.annotation.annotated_values` finds.
        needs: Layers that are read.
    """
    return _ArrowRows(values, needs)


def _describes(row: Mapping[str, Any], value: str | Sequence[str] | None, joiner: str) -> bool:
    """Whether the tokens of an annotation are those of a text: somebody may have edited it since."""
    if isinstance(value, str):
        text = value
    else:
        tokens = flat_tokens(value or ())
        if not all(tokens):
            return True  # a list with an empty token is not annotated
        text = joiner.join(tokens)
    found = [text[start:end] for start, end in zip(row["start"], row["end"])]
    # `annotate` writes none of the lone surrogates of a text
    if found != row["token"] and list(map(replace_surrogates, found)) != row["token"]:
        return False
    return "".join(text.split()) == "".join("".join(found).split())


def _covers(layers: str | None, needs: Collection[str]) -> bool:
    return layers is not None and set(needs) <= set(layers.split(","))


class _ArrowRows:
    """An annotation column in Arrow: a row becomes Python objects when it is read, and has what was asked for alone.

    A thousand rows at once would be some ten thousand lists, and the garbage collector would look through them again
    and again: that took half of the time of a transformation that reads them.

    Args:
        needs: Layers that are read.
    """

    def __init__(self, array: "pa.StructArray", needs: Collection[str]):
        import pyarrow as pa

        names = {field.name for field in array.type} if pa.types.is_struct(array.type) else set()
        whole = names >= _WHOLE and not array.null_count
        self.layers: set[str | None] = set(array.field("layers").to_pylist()) if whole else {None}
        wanted = {name for name, layers in _LISTS.items() if whole and layers & set(needs)}
        self._lists = {name: _flat(array.field(name)) if name in wanted else None for name in _LISTS}

    def __getitem__(self, place: int) -> Mapping[str, Any]:
        return _ArrowRow(self._lists, place)


class _ArrowRow(Mapping[str, Any]):
    """One row of an annotation column: its lists are taken when they are read, as many texts need none."""

    __slots__ = ("_lists", "_place")

    def __init__(self, lists: Mapping[str, tuple[list[int], list] | None], place: int):
        self._lists = lists
        self._place = place

    def __getitem__(self, name: str) -> Sequence[Any]:
        flat = self._lists[name]
        return () if flat is None else flat[1][flat[0][self._place] : flat[0][self._place + 1]]

    def __iter__(self) -> Iterator[str]:
        return iter(self._lists)

    def __len__(self) -> int:
        return len(self._lists)


def _flat(lists: "pa.ListArray") -> tuple[list[int], list]:
    """The values of all rows, and where those of each begin and end."""
    offsets = lists.offsets.to_pylist()
    first = offsets[0]
    return [offset - first for offset in offsets], lists.values.slice(first, offsets[-1] - first).to_pylist()


def annotation_type() -> "pa.StructType":
    """Arrow type of an annotation column."""
    import pyarrow as pa

    lists = [(name, pa.list_(pa.int32() if name in _NUMBERS else pa.string())) for name in _LISTS]
    return pa.struct([("layers", pa.string()), *lists])
