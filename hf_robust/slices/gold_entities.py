"""Slices of entity recognition: how much of a row is entities, and whether a training set has them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.slices.grouped_rows import GroupedSubpopulation, RowGroups, of_names
from hf_robust.slices.row_view import RowView
from hf_robust.slices.scored_rows import Floats, ScoredSubpopulation
from hf_robust.slices.subpopulation import register
from hf_robust.slices.wordlists import read_words
from hf_robust.tasks import NER, NESTED_NER
from hf_robust.tasks.base import Task
from hf_robust.tasks.chunk_tags import to_bio
from hf_robust.tasks.columns import pieces
from hf_robust.tasks.nested_entities import Entities, entities_of_row, nested_among
from hf_robust.tasks.token_spans import ends_of, words_of

if TYPE_CHECKING:
    from datasets import Dataset


@register
@dataclass(frozen=True, kw_only=True)
class EntityDensity(ScoredSubpopulation):
    """Share of the tokens (of a text: of the characters) that are inside entities.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"tokens": [["Ann", "left"], ["It", "rains"]], "ner_tags": [["B-PER", "O"],
        ...     ["O", "O"]]})
        >>> hr.slice_rows(data, "ner", [EntityDensity(quantiles=2)]).names
        ('entity-density: below 0.5', 'entity-density: 0.5 or more')
    """

    name: ClassVar[str] = "entity-density"
    linguistics: ClassVar[str] = "semantics"
    tasks: ClassVar[frozenset[str]] = frozenset({NER, NESTED_NER})
    languages: ClassVar[tuple[str, ...]] = ("*",)

    def columns(self, task: Task) -> tuple[str, ...]:
        """The column of the tags, or those of the text and its entities."""
        roles = ("tokens", "entities") if task.name == NESTED_NER else (task.label_role,)
        return tuple(task.column(role) for role in roles)

    def read(self, rows: RowView) -> Floats:
        """The share in each row."""
        if rows.task.name == NESTED_NER:
            return np.array(list(map(_share, rows.values("tokens"), rows.values("entities"))), np.float64)
        shares = [sum(tag != "O" for tag in tags) / len(tags) if tags else nan for tags in _tags(rows)]
        return np.array(shares, np.float64)


@register
@dataclass(frozen=True, kw_only=True)
class EntityNesting(GroupedSubpopulation):
    """Whether entities are nested: ``nested``: an entity lies in another one; ``flat``: none does; ``none``: no entity.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> spans = [(0, 14, "ORG"), (0, 8, "LOC")], [(0, 3, "PER")]
        >>> rows = [[dict(zip(("start", "end", "type"), one)) for one in row] for row in spans]
        >>> data = Dataset.from_dict({"tokens": ["New York Times", "Ann left."], "entities": rows})
        >>> hr.slice_rows(data, "nested-ner", ["entity-nesting"]).lists()
        [['entity-nesting: nested'], ['entity-nesting: flat']]
    """

    name: ClassVar[str] = "entity-nesting"
    linguistics: ClassVar[str] = "semantics"
    tasks: ClassVar[frozenset[str]] = frozenset({NESTED_NER})
    languages: ClassVar[tuple[str, ...]] = ("*",)
    groups: ClassVar[tuple[str, ...]] = ("none", "flat", "nested")

    def columns(self, task: Task) -> tuple[str, ...]:
        """The column of the entities."""
        return (task.column("entities"),)

    def read(self, rows: RowView) -> RowGroups:
        """The group of each row; none where its entities are not known."""
        values = rows.values("entities")
        references = rows.task.kind.references([value or [] for value in values], rows.task)
        found = zip(values, map(entities_of_row, references))
        return of_names(None if value is None else _nesting(entities) for value, entities in found)


def _nesting(entities: Entities) -> str:
    return ("nested" if nested_among(entities) else "flat") if entities else "none"


def _share(text: Any, entities: Any) -> float:
    """Share of the tokens or characters of a row that are inside entities."""
    if not text or entities is None:
        return nan
    inside: set[int] = set()
    for one in entities:
        start, end = ends_of(one, "entity")
        inside.update(range(start, end + (not isinstance(text, str))))
    return len(inside) / len(text)


@register
@dataclass(frozen=True, kw_only=True)
class UnseenEntities(GroupedSubpopulation):
    """Whether the entities occur in the training data.

    ``all seen``: each entity of the row is a known entity, ignoring case; ``some unseen``; ``all unseen``. Rows without
    entities are in none of these slices.

    Args:
        known_entities: The entities of the training rows: a list, or a file with one per line. :meth:`of_rows` reads
            them from training rows.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> task = hr.task("ner")
        >>> train = Dataset.from_dict({"tokens": [["Ann", "left"]], "ner_tags": [["B-PER", "O"]]})
        >>> data = Dataset.from_dict({"tokens": [["ANN", "ran"], ["Bo", "ran"]], "ner_tags": [["B-PER", "O"]] * 2})
        >>> hr.slice_rows(data, task, [UnseenEntities.of_rows(train, task)]).lists()
        [['unseen-entities: all seen'], ['unseen-entities: all unseen']]
    """

    name: ClassVar[str] = "unseen-entities"
    linguistics: ClassVar[str] = "semantics"
    tasks: ClassVar[frozenset[str]] = frozenset({NER, NESTED_NER})
    languages: ClassVar[tuple[str, ...]] = ("*",)
    costly: ClassVar[bool] = True
    groups: ClassVar[tuple[str, ...]] = ("all seen", "some unseen", "all unseen")

    known_entities: tuple[str, ...] | str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        given: Any = self.known_entities
        if isinstance(given, (str, Path)) and str(given):
            given = read_words(self.name, Path(given)).entries
        if not given or not all(isinstance(one, str) for one in given):
            raise UsageError(
                "unseen-entities needs the entities of the training rows: UnseenEntities.of_rows(train, task), or "
                "known_entities= a list or a file with one a line"
            )
        object.__setattr__(self, "known_entities", tuple(sorted({_folded(one.split()) for one in given})))

    @classmethod
    def of_rows(cls, train: "Dataset", task: Task, **params: Any) -> Self:
        """With the entities of training rows.

        Args:
            task: The task with the columns.
            **params: Other parameters.
        """
        task = task.bind(train)
        tokens, tags = (pieces(train, task.column(role)) for role in ("tokens", task.label_role))
        found: set[str] = set()
        for words, values in zip(tokens, tags):
            for row, named in zip(words, task.kind.references(values, task)):
                found.update(_named(row, named))
        return cls(known_entities=tuple(sorted(found)), **params)

    def columns(self, task: Task) -> tuple[str, ...]:
        """The columns of the tokens and the tags."""
        return (task.column("tokens"), task.column(task.label_role))

    def stated(self, name: str, value: Any) -> Any:
        """The entities as their number and a hash."""
        if name != "known_entities":
            return value
        stamp = blake2b("\n".join(value).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
        return f"{len(value)} entities, {stamp}"

    def read(self, rows: RowView) -> RowGroups:
        """Whether the entities of each row are known."""
        joiner = rows.language.joiner
        known = frozenset(joiner.join(one.split()) for one in self.known_entities)
        found = (_named(*row) for row in zip(rows.values("tokens"), _tags(rows)))
        return of_names(_seen([joiner.join(one.split()) in known for one in row]) for row in found)


def _seen(known: Sequence[bool]) -> str | None:
    if not known:
        return None
    return "all seen" if all(known) else "some unseen" if any(known) else "all unseen"


def _named(text: Any, gold: Sequence[Any]) -> Iterator[str]:
    """The entities of a row in small letters: of a list of entities, or of tags."""
    if any(isinstance(one, Mapping) for one in gold):
        return (_folded(words_of(text, one).split()) for one in gold)
    tokens = [] if text is None or isinstance(text, str) else [token or "" for token in text]
    return entities_of(tokens, gold)


def entities_of(tokens: Sequence[str], tags: Sequence[str]) -> Iterator[str]:
    """The entities of a row in small letters.

    Example:
        >>> list(entities_of(["New", "York", "and", "Oslo"], ["B-LOC", "I-LOC", "O", "B-LOC"]))
        ['new york', 'oslo']
    """
    inside: list[str] = []
    for token, tag in zip([*tokens, ""], [*to_bio(tags), "O"]):
        if tag[:2] != "I-" and inside:
            yield _folded(inside)
            inside = []
        if tag != "O":
            inside.append(token)


def _folded(tokens: Iterable[str]) -> str:
    return " ".join(token.lower() for token in tokens)


def _tags(rows: RowView) -> list[list[str]]:
    """The names of the tags of each row; none where it has no tags."""
    values = rows.values(rows.task.label_role)
    found: list[list[str]] = rows.task.kind.references([value or [] for value in values], rows.task)
    return found
