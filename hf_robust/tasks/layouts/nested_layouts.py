"""Layouts of nested entities: spans of a text or of tokens as annotation tools export them, and two layers of tags."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import NotApplicable
from hf_robust.core.quoted import quoted
from hf_robust.tasks.layouts.entity_layouts import OF_TEXT, OF_TOKENS, Entity, are_spans, of_label_studio, read_entity
from hf_robust.tasks.layouts.layout import LAYOUTS, Layout, Row, is_list, text_feature, token_feature
from hf_robust.tasks.nested_entities import NESTED_NER, as_entities, entities_of_tags
from hf_robust.tasks.offset_units import CODE_POINTS

if TYPE_CHECKING:
    from datasets import Dataset

TWO_LAYERS = "two-tag-layers"
_LAYERS = (("ner_tags", "nested_ner_tags"), ("ner_tags", "nested_tags"), ("tags", "nested_tags"))


def holds_overlaps(dataset: "Dataset", layout: Layout) -> bool:
    """Whether some entities of a dataset overlap, so that tags cannot tell them.

    Args:
        dataset: Rows in the columns of the layout.
        layout: A layout of nested entities.

    Example:
        >>> from datasets import Dataset
        >>> rows = Dataset.from_list([{"text": "New York Times", "spans": [{"start": 0, "end": 8, "label": "LOC"},
        ...     {"start": 0, "end": 14, "label": "ORG"}]}])
        >>> holds_overlaps(rows, LAYOUTS["nested-spans-of-text"])
        True
    """
    shape = layout.shape(dataset.features)
    rows = dataset.select_columns(list(shape)) if shape is not None else ()
    try:
        return any(_overlap(one) for row in rows for one in layout.rows_of(row, CODE_POINTS))
    except (NotApplicable, AttributeError, IndexError, KeyError, TypeError, ValueError):
        return False  # a row is wrong, which is said with its number when the rows are read


def _overlap(row: Mapping[str, Any]) -> bool:
    inclusive, last = not isinstance(row["tokens"], str), 0
    for one in row["entities"]:
        if one["start"] < last:
            return True
        last = one["end"] + inclusive
    return False


def _features(text: Any) -> Any:
    """A text or tokens, and entities."""

    def features(found: Mapping[str, Any]) -> dict[str, Any]:
        from datasets import List, Value

        entity = {"start": Value("int64"), "end": Value("int64"), "type": text_feature()}
        return {"tokens": text(), "entities": List(entity)}

    return features


def _of_spans(row: Row, text: str, columns: Sequence[str]) -> list[dict[str, Any]]:
    """The spans of a column as entities, whose ends count as in the column."""
    value = next(row[name] for name in columns if name in row) or ()
    groups = [one for one in value.values() if one] if isinstance(value, Mapping) else [value]  # as spaCy has them
    return [{"tokens": row[text], "entities": as_entities(map(_entity, chain.from_iterable(groups)))}]


def _entity(value: Any) -> Entity:
    """An entity, also as in brat (id, type, offsets) and with a list of offsets."""
    if isinstance(value, Mapping) and value.get("offsets"):
        value = [None, value.get("type"), value["offsets"]]
    if isinstance(value, (list, tuple)) and len(value) == 3 and isinstance(value[2], (list, tuple)):
        _, kind, places = value
        if len(places) != 1:
            raise NotApplicable(f"the entity {quoted(value)} has several parts; join them, or leave it out")
        value = [*places[0], kind]
    return read_entity(value, False)


def _of_text(row: Row) -> list[dict[str, Any]]:
    return _of_spans(row, "text", OF_TEXT)


def _of_tokens(row: Row) -> list[dict[str, Any]]:
    return _of_spans(row, "tokens", OF_TOKENS)


def _of_label_studio(row: Row) -> list[dict[str, Any]]:
    return _of_text(of_label_studio(row))


def _of_layers(row: Row) -> list[dict[str, Any]]:
    """The entities of two columns of tags, of which one holds the inner ones."""
    tokens = row["tokens"]
    found = []
    for layer in next(names for names in _LAYERS if all(name in row for name in names)):
        if len(row[layer]) != len(tokens):
            raise NotApplicable(f"{len(tokens)} tokens but {len(row[layer])} tags in {layer}")
        found += entities_of_tags(row[layer])
    return [{"tokens": tokens, "entities": as_entities(set(found))}]


def _are_groups(features: Mapping[str, Any]) -> bool:
    """Whether the spans stand in a list, or in one list for each group."""
    spans = features.get("spans")
    groups = isinstance(spans, Mapping) and all(map(is_list, spans.values()))
    return groups or are_spans(OF_TEXT)(features)


LAYOUTS.register(
    Layout(
        "nested-spans-of-text",
        NESTED_NER,
        tuple(("text", name) for name in OF_TEXT),
        _features(text_feature),
        _of_text,
        _are_groups,
        positions=OF_TEXT,
        stale=("tokens", "ents"),
    )
)
LAYOUTS.register(
    Layout(
        "nested-spans-of-tokens",
        NESTED_NER,
        tuple(("tokens", name) for name in OF_TOKENS),
        _features(token_feature),
        _of_tokens,
        are_spans(OF_TOKENS),
    )
)
LAYOUTS.register(
    Layout(
        TWO_LAYERS,
        NESTED_NER,
        tuple(("tokens", *names) for names in _LAYERS),
        _features(token_feature),
        _of_layers,
        by_name=tuple(dict.fromkeys(chain.from_iterable(_LAYERS))),
    )
)
LAYOUTS.register(
    Layout(
        "nested-label-studio",
        NESTED_NER,
        (("data", "annotations"),),
        _features(text_feature),
        _of_label_studio,
        stale=("predictions", "meta"),
    )
)
