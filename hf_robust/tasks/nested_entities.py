"""Nested named entities: spans with a type that may lie in each other, over tokens or over a text."""

import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit
from hf_robust.core.errors import LabelError, NotApplicable, UsageError
from hf_robust.core.languages import SPACED, Language
from hf_robust.core.mapping import Columns
from hf_robust.core.quoted import quoted
from hf_robust.core.registry import spoken_language
from hf_robust.tasks.chunk_tags import chunk_spans, to_bio
from hf_robust.tasks.columns import has_type, inner_feature, is_json, pieces, text_shape
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong
from hf_robust.tasks.label_mover import Row
from hf_robust.tasks.labels import label_name
from hf_robust.tasks.tag_schemes import STANDARD
from hf_robust.tasks.token_spans import MovedSpans, Passage, ends_of, expected_text, words_of

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks.base import Task

NESTED_NER = "nested-named-entity-recognition"
Entity = tuple[int, int, str]
Entities = frozenset[Entity]
LEAST_SPANS = 10  # with fewer spans, that none has one token may be chance
TYPE_KEYS = ("label", "type", "entity", "tag", "entity_group")  # the last one is that of pipelines of transformers


class NestedEntities(TaskKind):
    """Entities ``{start, end, type}`` of tokens, or of a text, that may lie in each other.

    Over tokens both ends are in the entity. Over a text they are characters, the end after the last. The type may also
    be called ``label``, ``entity`` or ``tag``. Entities may overlap in any way.
    """

    hub_category = "token-classification"
    wanted = "a list of entities, each {'start': ..., 'end': ..., 'type': ...} or (start, end, type)"
    value_keys = ("entities", "spans", "tags")
    checks_rows = True

    @property
    def token_roles(self) -> tuple[str, ...]:
        """None: a plain text will do."""
        return ()

    offset_roles: ClassVar[Mapping[str, str]] = {"entities": "tokens"}

    def expected_text(self, role: str, feature: Any) -> str | None:
        """Tokens, or a text."""
        return expected_text(feature)

    def expected(self, role: str, feature: Any) -> str | None:
        """A list of entities."""
        inner = inner_feature(feature)
        named = isinstance(inner, Mapping) and {"start", "end"} <= inner.keys() and type_key(inner) is not None
        fits = named or is_json(feature) or (inner is not None and has_type(inner, ("null",)))
        return None if fits else "a list of structs with 'start', 'end', 'type'"

    def bound(self, task: "Task", dataset: "Dataset") -> "Task":
        """The task with the names of the types, where the dataset has numbers with names.

        Warns if the ends of spans over tokens look exclusive.
        """
        task = super().bound(task, dataset)
        column = task.column("entities")
        is_over_tokens = text_shape(dataset.features.get(task.column("tokens"))) == "tokens"
        if is_over_tokens and column in dataset.column_names and _look_exclusive(pieces(dataset, column)):
            warnings.warn(
                f"no entity of column {column!r} has only one token; over tokens, 'end' is the last token of the "
                "entity. If your ends are exclusive, subtract 1 from each",
                stacklevel=2,
            )
        inner = inner_feature(dataset.features.get(task.column("entities")))
        key = type_key(inner) if isinstance(inner, Mapping) else None
        names = getattr(inner[key], "names", None) if key is not None else None
        return replace(task, label_names=tuple(names)) if names and task.label_names is None else task

    def references(self, values: Sequence[Any], task: "Task") -> list[list[dict[str, Any]]]:
        """The entities of each row, sorted, with ``start``, ``end`` and the name of the ``type``."""
        named = [[(*ends_of(one, "entity"), _type(one, task)) for one in value or ()] for value in values]
        return [as_entities(one for one in row if not task.only or one[2] in task.only) for row in named]

    def read_value(
        self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong
    ) -> list[dict[str, Any]]:
        """Entities that lie in the text; the same one twice is one. Tags of tokens are read as their entities."""
        value = value.tolist() if hasattr(value, "tolist") else value
        if not isinstance(value, (list, tuple)):
            raise wrong(f"{type(value).__name__}: {quoted(value)}")
        if _are_tags(value):
            value = _of_tags(value, row["tokens"], wrong)
        if not row["tokens"] and not value:
            return []
        found = []
        for one in value:
            try:
                span, kind = _parts(one)
                Passage.of(row["tokens"]).characters(span, "entity")
            except NotApplicable as error:
                raise wrong(f"{quoted(one)} ({error})") from error
            label = name(kind) or (kind if isinstance(kind, str) else None)
            if label is None:
                raise wrong(f"an entity of the type {quoted(kind)}")
            found.append((*ends_of(span, "entity"), label))
        return as_entities(set(found))

    def model_value(self, role: str, value: Any, language: Language = SPACED) -> Any:
        """Tokens as they are."""
        return value

    def check_batch(self, task: "Task", batch: Columns) -> None:
        """Refuse entities that do not fit their text, and what :meth:`fault` finds."""
        tokens, entities = task.column("tokens"), task.column("entities")
        for number, (text, found) in enumerate(zip(batch[tokens], batch[entities])):
            fault = task.fault({tokens: text, entities: found}) if text and found else None
            if fault is not None:
                raise LabelError(
                    f"row {number} of a batch does not fit {task.name}: {fault}. "
                    "Leave such rows out with dataset.filter(lambda row: task.fault(row) is None)"
                )

    def fault(self, row: Mapping[str, Any], task: "Task") -> str | None:
        """An entity without a type, or one that stands twice."""
        seen = set()
        for one in row.get("entities") or ():
            start, end = ends_of(one, "entity")
            kind = one.get(type_key(one) or "")
            if kind is None or kind == "":
                return f"the entity [{start}, {end}] has no type; it needs one of the keys {', '.join(TYPE_KEYS)}"
            if (start, end, kind) in seen:
                return f"the entity [{start}, {end}] of the type {kind} stands twice"
            seen.add((start, end, kind))
        return None

    def show(self, value: Any) -> str:
        """The entities by their places."""
        return "; ".join(f"{one['start']}-{one['end']} ({one['type']})" for one in value) or "(none)"

    def show_in(self, value: Any, row: Mapping[str, Any], language: Language = SPACED) -> str:
        """The entities with their words."""
        return ", ".join(f"{words_of(row['tokens'], one)} ({one['type']})" for one in value) or self.show(value)

    def label_mover(self, task: "Task") -> "EntityListMover":
        """What moves the entities with their text."""
        return EntityListMover(task)

    def labels_of(self, values: Sequence[Any]) -> Iterable[Any]:
        """The types of all entities."""
        return chain.from_iterable([one.get(type_key(one) or "") for one in value or ()] for value in values)


class EntityListMover:
    """Moves a list of entities, which may lie in each other, with their tokens or text."""

    role = "tokens"
    holds_text = True

    def __init__(self, task: "Task"):
        self._task = task
        self._tokens, self._entities = task.column("tokens"), task.column("entities")
        self._joiner = spoken_language(task.language).joiner
        self.columns: tuple[str, ...] = (self._tokens, self._entities)

    def marks(self, row: Row) -> list[Span]:
        """The entities in the text, outer ones before those that lie in them."""
        passage = Passage.of(row[self._tokens], self._joiner)
        if row[self._entities] is None:
            raise NotApplicable("the row has no list of entities")
        spans = [Span(*passage.characters(one, "entity"), _type(one, self._task)) for one in row[self._entities]]
        return sorted(spans, key=lambda span: (span.start, -span.end, span.label))

    def move(self, row: Row, doc: Doc, edits: Sequence[Edit], after: str) -> dict[str, Any]:
        """The text and the entities after the edits."""
        moved = MovedSpans(doc, edits, after)
        entities = [moved.value(one, "entity") for one in row[self._entities]]
        return {self._tokens: after if moved.projection is None else moved.projection.tokens, self._entities: entities}


def type_key(entity: Mapping[str, Any]) -> str | None:
    """Under which key an entity (or the feature of one) has its type.

    Example:
        >>> type_key({"start": 0, "end": 2, "label": "PER"})
        'label'
    """
    return next((key for key in TYPE_KEYS if entity.get(key) is not None), None)


def as_entities(found: Iterable[tuple[int, int, str]]) -> list[dict[str, Any]]:
    """Entities as they are scored: sorted, outer ones before those that lie in them.

    Args:
        found: Start, end and type of each.

    Example:
        >>> as_entities([(3, 3, "LOC"), (0, 3, "ORG")])
        [{'start': 0, 'end': 3, 'type': 'ORG'}, {'start': 3, 'end': 3, 'type': 'LOC'}]
    """
    ordered = sorted(found, key=lambda one: (one[0], -one[1], one[2]))
    return [{"start": start, "end": end, "type": kind} for start, end, kind in ordered]


def entities_of_tags(tags: Sequence[str]) -> list[Entity]:
    """The entities of tags of tokens, as start, end and type.

    Args:
        tags: One tag a token, of any scheme.

    Example:
        >>> entities_of_tags(["B-PER", "O", "B-LOC", "I-LOC"])
        [(0, 0, 'PER'), (2, 3, 'LOC')]
    """
    tags = to_bio(tags)
    return [(first, end - 1, tags[first][2:]) for first, end in chunk_spans(tags)]


def nested_among(entities: Collection[Entity]) -> Entities:
    """The entities that lie in another one of them, or in which another one lies.

    Example:
        >>> sorted(nested_among([(0, 3, "ORG"), (2, 3, "LOC"), (5, 5, "PER")]))
        [(0, 3, 'ORG'), (2, 3, 'LOC')]
    """
    return frozenset(one for one in entities if any(one != other and contain(one, other) for other in entities))


def entities_of_row(value: Any) -> Entities:
    """The entities of a row as start, end and type.

    Args:
        value: A list of entities as mappings or triples; None is an empty one.

    Raises:
        UsageError: It is something else.

    Example:
        >>> sorted(entities_of_row([{"start": 0, "end": 1, "type": "PER"}]))
        [(0, 1, 'PER')]
    """
    try:
        return frozenset(map(_entity, value if value is not None else ()))
    except (KeyError, TypeError, ValueError):
        raise UsageError(
            f"expected a list of {{'start', 'end', 'type'}} or of (start, end, type), found {quoted(value)}"
        ) from None


def _entity(one: Any) -> Entity:
    start, end, kind = (one["start"], one["end"], one["type"]) if isinstance(one, Mapping) else one
    return int(start), int(end), str(kind)


def contain(one: Entity, other: Entity) -> bool:
    """Whether one of two entities lies in the other.

    Example:
        >>> contain((0, 3, "ORG"), (2, 3, "LOC")), contain((0, 3, "ORG"), (2, 4, "LOC"))
        (True, False)
    """
    inside = other[0] <= one[0] and one[1] <= other[1]
    return inside or (one[0] <= other[0] and other[1] <= one[1])


def _look_exclusive(columns: Iterable[Sequence[Any]]) -> bool:
    """Whether there are many spans, and none of one token."""
    spans = 0
    try:
        for one in chain.from_iterable(value or () for values in columns for value in values):
            start, end = ends_of(one, "entity")
            if start >= end:
                return False
            spans += 1
    except NotApplicable:  # a row is wrong, which is said with its number when the rows are checked
        return False
    return spans >= LEAST_SPANS


def _are_tags(value: Sequence[Any]) -> bool:
    return bool(value) and all(isinstance(one, str) and STANDARD.read(one) is not None for one in value)


def _of_tags(tags: Sequence[str], tokens: Any, wrong: Wrong) -> list[Entity]:
    if isinstance(tokens, str):
        raise wrong(f"{quoted(tags)} (these are tags of tokens, and the row is a text)")
    if len(tags) != len(tokens):
        raise wrong(f"{len(tags)} tags for the {len(tokens)} tokens {quoted(tokens)}")
    return entities_of_tags(tags)


def _type(entity: Mapping[str, Any], task: "Task") -> str:
    """The name of the type of a gold entity; empty where it has none, which :meth:`NestedEntities.fault` refuses."""
    key = type_key(entity)
    return "" if key is None else label_name(entity[key], task.label_names)


def _parts(entity: Any) -> tuple[Any, Any]:
    """Span and type of a predicted entity."""
    if isinstance(entity, Mapping):
        return {"start": entity.get("start"), "end": entity.get("end")}, entity.get(type_key(entity) or "")
    if isinstance(entity, (list, tuple)) and len(entity) == 3:
        return list(entity[:2]), entity[2]
    raise NotApplicable("it has no start, end and type")


TASKS.register(
    NestedEntities(
        NESTED_NER,
        ("tokens",),
        ("entities",),
        aliases=("nested-ner", "nested-entities"),
        measure="span_f1",
        on_hub=False,
    )
)
