"""Layouts of named entities: spans with a type, over a text or over tokens, and tags under another name."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from hf_robust.core.errors import NotApplicable
from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import has_type, inner_feature
from hf_robust.tasks.layouts.layout import LAYOUTS, Layout, Row, is_list, token_feature
from hf_robust.tasks.nested_entities import NESTED_NER, TYPE_KEYS
from hf_robust.tasks.tagging import NER

_WORD = re.compile(r"\w+(?:['’.\-]\w+)*|[^\w\s]")
_START, _END = ("start", "start_offset"), ("end", "end_offset")
_KINDS = (*TYPE_KEYS, "labels")
OF_TEXT, OF_TOKENS = ("entities", "spans", "label", "labels"), ("entities", "spans", "ner")
_TAGS, _TOKENS = ("ner", "tags", "labels"), ("tokens", "words")
Entity = tuple[int, int, str]


def _features(features: Mapping[str, Any]) -> dict[str, Any]:
    return {"tokens": token_feature(), "ner_tags": token_feature()}


def _of_text(row: Row) -> list[dict[str, Any]]:
    """Words of a text, cut where an entity begins or ends, with their tags."""
    text = row["text"]
    entities = _entities(row, OF_TEXT, len(text) + 1)
    cuts = sorted({place for start, end, _ in entities for place in (start, end)})
    words = []
    for found in _WORD.finditer(text):
        places = [found.start(), *(cut for cut in cuts if found.start() < cut < found.end()), found.end()]
        words += list(pairwise(places))
    tags = ["O"] * len(words)
    for start, end, kind in entities:
        inside = [place for place, word in enumerate(words) if start <= word[0] < end]
        if not inside:
            raise NotApplicable(f"the entity [{start}, {end}] {kind} holds no word of {quoted(text[start:end])}")
        _write(tags, inside, kind)
    return [{"tokens": [text[start:end] for start, end in words], "ner_tags": tags}]


def _of_tokens(row: Row) -> list[dict[str, Any]]:
    """Tags of tokens, from spans whose ends are both in them."""
    tokens = row["tokens"]
    tags = ["O"] * len(tokens)
    for start, end, kind in _entities({**row, "tokens": None}, OF_TOKENS, len(tokens), inclusive=True):
        _write(tags, range(start, end), kind)
    return [{"tokens": tokens, "ner_tags": tags}]


def _write(tags: list[str], indices: Sequence[int], kind: str) -> None:
    for index in indices:
        tags[index] = f"{'B' if index == indices[0] else 'I'}-{kind}"


def _entities(row: Row, columns: Sequence[str], size: int, inclusive: bool = False) -> list[Entity]:
    """The entities of a row in the order of the text, their ends after the last.

    Raises:
        NotApplicable: One lies outside, or two lie across each other.
    """
    name = next(name for name in columns if name in row)
    entities = sorted(read_entity(one, inclusive) for one in row[name] or ())
    last = 0
    for start, end, kind in entities:
        if not 0 <= start < end <= (size if inclusive else size - 1):
            raise NotApplicable(
                f"the entity [{start}, {end - inclusive}] {kind} lies outside of the text or holds nothing"
            )
        if start < last:
            raise NotApplicable(
                f"the entity [{start}, {end - inclusive}] {kind} overlaps the one before; tags need them apart. "
                f"For nested entities use the task {NESTED_NER}. To keep the outermost ones: "
                "from hf_robust.tasks.layouts import outermost; "
                f"dataset.map(lambda row: {{{name!r}: outermost(row[{name!r}])}}, features=dataset.features)"
            )
        last = end
    return entities


def outermost(entities: Sequence[Any]) -> list[Any]:
    """The entities of a row that lie in no other one; of two that overlap, the longer one.

    Args:
        entities: Lists of ``[start, end, type]``, or mappings with such keys.

    Raises:
        NotApplicable: An entity has no start, end or type.

    Example:
        >>> outermost([[23, 31, "LOC"], [23, 36, "LOC"], [0, 14, "PER"]])
        [[23, 36, 'LOC'], [0, 14, 'PER']]
    """
    read = [read_entity(one, False) for one in entities]
    kept: list[int] = []
    for place in sorted(range(len(read)), key=lambda place: (read[place][0] - read[place][1], place)):
        start, end, _ = read[place]
        if all(end <= read[other][0] or read[other][1] <= start for other in kept):
            kept.append(place)
    return [entities[place] for place in sorted(kept)]


def read_entity(value: Any, inclusive: bool) -> Entity:
    """Start, end and type of an entity.

    Args:
        value: A list ``[start, end, type]``, or a mapping with such keys.
        inclusive: Whether its end is in it; it is then the place after.

    Raises:
        NotApplicable: When it is something else.

    Example:
        >>> read_entity({"start_offset": 0, "end_offset": 3, "label": "PER"}, False), read_entity([0, 1, "PER"], True)
        ((0, 3, 'PER'), (0, 2, 'PER'))
    """
    if isinstance(value, Mapping):
        start, end, kind = (
            next((value[name] for name in names if value.get(name) is not None), None)
            for names in (_START, _END, _KINDS)
        )
        if start is None or end is None:
            raise NotApplicable(
                f"an entity needs the keys {' or '.join(_START)}, {' or '.join(_END)}, and one of {', '.join(_KINDS)}; "
                f"found {', '.join(value) or 'none'}"
            )
    elif isinstance(value, (list, tuple)) and len(value) == 3:
        start, end, kind = value
    else:
        raise NotApplicable(f"an entity is [start, end, type] or has these as keys; found {quoted(value)}")
    if isinstance(kind, (list, tuple)) and len(kind) == 1:
        kind = kind[0]
    if not isinstance(kind, str) or not kind:
        raise NotApplicable(f"the entity {quoted(value)} has no type")
    return int(start), int(end) + inclusive, kind


def _of_label_studio(row: Row) -> list[dict[str, Any]]:
    """Words and tags of a task of Label Studio: the first annotation that was not cancelled."""
    return _of_text(of_label_studio(row))


def of_label_studio(row: Row) -> dict[str, Any]:
    """The text and the entities of a task of Label Studio: those of the first annotation that was not cancelled.

    Args:
        row: The task, with ``data`` and ``annotations``.
    """
    kept = [one for one in row["annotations"] if not one.get("was_cancelled")]
    found = [one["value"] for one in kept[0]["result"]] if kept else []
    return {"text": row["data"]["text"], "entities": [one for one in found if one.get("labels")]}


def _renamed(row: Row) -> list[dict[str, Any]]:
    tokens, tags = (next(row[name] for name in names if name in row) for names in (_TOKENS, _TAGS))
    return [{"tokens": tokens, "ner_tags": tags}]


def _renamed_features(features: Mapping[str, Any]) -> dict[str, Any]:
    return {"tokens": token_feature(), "ner_tags": next(features[name] for name in _TAGS if name in features)}


def are_spans(columns: Sequence[str]) -> Callable[[Mapping[str, Any]], bool]:
    """Whether the first of some columns that is there holds spans, and no tags.

    Args:
        columns: Their names.
    """

    def fits(features: Mapping[str, Any]) -> bool:
        column = next(features[name] for name in columns if name in features)
        inner = inner_feature(column)
        is_tag = inner is not None and not isinstance(inner, Mapping) and has_type(inner, ("string", "large_string"))
        return not is_tag and (is_list(column) or type(column).__name__ == "Json")

    return fits


LAYOUTS.register(
    Layout(
        "entity-spans-of-text",
        NER,
        tuple(("text", name) for name in OF_TEXT),
        _features,
        _of_text,
        are_spans(OF_TEXT),
        positions=OF_TEXT,
    )
)
LAYOUTS.register(
    Layout(
        "entity-spans-of-tokens",
        NER,
        tuple(("tokens", name) for name in OF_TOKENS),
        _features,
        _of_tokens,
        are_spans(OF_TOKENS),
    )
)
LAYOUTS.register(
    Layout(
        "entity-tags",
        NER,
        (*((words, tags) for words in _TOKENS for tags in _TAGS), ("words", "ner_tags")),
        _renamed_features,
        _renamed,
    )
)
LAYOUTS.register(
    Layout(
        "label-studio",
        NER,
        (("data", "annotations"),),
        _features,
        _of_label_studio,
        stale=("predictions", "meta"),
    )
)
