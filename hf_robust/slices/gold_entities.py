"""Slices of entity recognition: how much of a row is entities, and whether a training set has them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from math import nan
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.slices.grouped_rows import GroupedSubpopulation, Groups, of_names
from hf_robust.slices.row_view import RowView
from hf_robust.slices.scored_rows import Floats, ScoredSubpopulation
from hf_robust.slices.subpopulation import register
from hf_robust.slices.wordlists import read_words
from hf_robust.tasks import NER
from hf_robust.tasks.base import Task
from hf_robust.tasks.chunk_tags import to_bio
from hf_robust.tasks.columns import pieces

if TYPE_CHECKING:
    from datasets import Dataset


@register
@dataclass(frozen=True, kw_only=True)
class EntityDensity(ScoredSubpopulation):
    """Share of the tokens that are inside entities.

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
    tasks: ClassVar[frozenset[str]] = frozenset({NER})
    languages: ClassVar[tuple[str, ...]] = ("*",)

    def columns(self, task: Task) -> tuple[str, ...]:
        """The column of the tags."""
        return (task.column(task.label_role),)

    def read(self, rows: RowView) -> Floats:
        """The share in each row."""
        shares = [sum(tag != "O" for tag in tags) / len(tags) if tags else nan for tags in _tags(rows)]
        return np.array(shares, np.float64)


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
    tasks: ClassVar[frozenset[str]] = frozenset({NER})
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
            train: The rows.
            task: The task with the columns.
            **params: Other parameters.
        """
        task = task.bind(train)
        tokens, tags = (pieces(train, task.column(role)) for role in ("tokens", task.label_role))
        found: set[str] = set()
        for words, values in zip(tokens, tags):
            for row, named in zip(words, task.kind.references(values, task)):
                found.update(entities_of(row, named))
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

    def read(self, rows: RowView) -> Groups:
        """Whether the entities of each row are known."""
        joiner = rows.language.joiner
        known = frozenset(joiner.join(one.split()) for one in self.known_entities)
        found = (entities_of(*row) for row in zip(rows.tokens("tokens"), _tags(rows)))
        return of_names(_seen([joiner.join(one.split()) in known for one in row]) for row in found)


def _seen(known: Sequence[bool]) -> str | None:
    if not known:
        return None
    return "all seen" if all(known) else "some unseen" if any(known) else "all unseen"


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
