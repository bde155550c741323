"""Tasks with one tag a token: named entities as chunks, parts of speech."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING, Any

from hf_robust.core.errors import LabelError
from hf_robust.core.languages import SPACED, Language
from hf_robust.core.mapping import Columns
from hf_robust.core.quoted import quoted
from hf_robust.tasks.bound_tags import check_batch_tags, check_filled, scheme_of, with_scheme
from hf_robust.tasks.chunk_tags import to_bio
from hf_robust.tasks.columns import holds_label_lists, pieces_of
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong
from hf_robust.tasks.labels import Seen, label_name
from hf_robust.tasks.nested_entities import NESTED_NER
from hf_robust.tasks.tag_mover import UPOS, TagMover
from hf_robust.tasks.tag_schemes import parse_scheme

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks.base import Task

NER = "named-entity-recognition"
POS = "part-of-speech"

__all__ = ["NER", "POS", "UPOS", "TagMover", "Tagging", "expected_tags"]


@dataclass(frozen=True, kw_only=True)
class Tagging(TaskKind):
    """One tag a token.

    Args:
        chunked: Whether the tags say which tokens are in which entity (see ``tasks.tag_schemes``), or stand alone.
    """

    chunked: bool

    hub_category = "token-classification"
    needs_names = True
    wanted = "a list of tags as long as its tokens"
    value_keys = ("tags", "labels")

    @property
    def tags_role(self) -> str:
        """The role of the tags."""
        return self.labels[0]

    @property
    def has_scheme(self) -> bool:
        """Whether the tags are of entities."""
        return self.chunked

    def of_roles(self, roles: Sequence[str]) -> TaskKind:
        """The kind with a list of entities in place of tags, where its role is named."""
        return TASKS[NESTED_NER] if self.chunked and "entities" in roles else self

    def read_scheme(self, scheme: str) -> str:
        """The scheme of tags of entities in full."""
        return str(parse_scheme(scheme)) if self.chunked else super().read_scheme(scheme)

    def expected(self, role: str, feature: Any) -> str | None:
        """A list of tags."""
        return expected_tags(feature)

    def references(self, values: Sequence[Any], task: "Task") -> list[list[str]]:
        """The names of each row's tags; those of entities as ``B-PER``, ``I-PER`` and so on, whatever the scheme.

        Raises:
            LabelError: When a tag is not among the names, or not of the scheme.
        """
        rows = [[label_name(value, task.label_names) for value in row] for row in values]
        if not self.chunked:
            return rows
        read = scheme_of(task).read
        known = [[_known_tag(read(tag), tag) for tag in row] for row in rows]
        return [[_scored(tag, task.only) for tag in row] for row in known] if task.only else known

    def scored_names(self, task: "Task") -> tuple[str, ...] | None:
        """The names of the tags as :meth:`references` gives them."""
        names = task.label_names
        if names is None or not self.chunked:
            return names
        read = scheme_of(task).read
        scored = tuple(read(name) or name for name in names)
        if task.only:
            scored = tuple(name for name in scored if _scored(name, task.only) == name)
        return Seen(scored) if isinstance(names, Seen) else scored

    def bound(self, task: "Task", dataset: "Dataset") -> "Task":
        """The task with the scheme of the tags of all rows.

        Raises:
            LabelError: When a token or a tag is empty, or the tags follow no scheme.
        """
        roles = [role for role in (self.texts[0], self.labels[0]) if task.column(role) in dataset.column_names]
        check_filled(task, pieces_of(dataset, [task.column(role) for role in roles]))
        return with_scheme(task, dataset) if self.chunked and self.labels[0] in roles else task

    def check_batch(self, task: "Task", batch: Columns) -> None:
        """Refuse empty tokens and tags, and tags whose scheme the batch cannot tell."""
        check_filled(task, [batch])
        if self.chunked:
            check_batch_tags(task, batch)

    def read_value(
        self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong
    ) -> list[str]:
        """The names of the tags."""
        value = value.tolist() if hasattr(value, "tolist") else value
        if not isinstance(value, (list, tuple)):
            raise wrong(f"{type(value).__name__}: {quoted(value)}")
        tokens = row[self.texts[0]]
        if len(value) != len(tokens):
            raise wrong(f"{len(value)} tags for the {len(tokens)} tokens {quoted(tokens)}")
        names = []
        for tag in value:
            found = name(tag)
            if found is None:
                raise wrong(f"the tag {quoted(tag)}")
            names.append(found)
        return names

    def show_in(self, value: Any, row: Mapping[str, Any], language: Language = SPACED) -> str:
        """The chunks with their words; tags that stand alone as they are."""
        tokens = row.get(self.texts[0])
        if not self.chunked or not tokens or isinstance(value, str) or len(tokens) != len(value):
            return self.show(value)
        return ", ".join(_chunks(tokens, list(map(str, value)), language)) or "(none)"

    def label_mover(self, task: "Task") -> "TagMover":
        """What moves the tags with their tokens."""
        return TagMover(task, self.labels[0], self.chunked)

    def labels_of(self, values: Sequence[Any]) -> Iterable[Any]:
        """The tags of all rows."""
        return chain.from_iterable(values)


def _scored(tag: str, only: Sequence[str]) -> str:
    """The tag, or the tag outside of entities for a type that is not scored."""
    return tag if tag[2:] in only else "O"


def _known_tag(read: str | None, tag: str) -> str:
    if read is None:
        raise LabelError(f"the tag {quoted(tag)} is not of the scheme of the dataset; correct it with dataset.map")
    return read


def _chunks(tokens: Sequence[Any], tags: Sequence[str], language: Language) -> list[str]:
    """Each chunk: its words, and its label in parentheses."""
    found: list[tuple[list[str], str]] = []
    for token, tag in zip(tokens, to_bio(tags)):
        if tag.startswith("I-") and found:
            found[-1][0].append(str(token))
        elif tag != "O":
            found.append(([str(token)], tag[2:] if tag[1:2] == "-" else tag))
    return [f"{language.join(words)} ({label})" for words, label in found]


def expected_tags(feature: Any) -> str | None:
    """What a column of tags (or other labels of tokens) must hold, where it holds something else."""
    return (
        None if holds_label_lists(feature) else "a list with one value a token (class labels, whole numbers or names)"
    )


TASKS.register(
    Tagging(
        NER,
        ("tokens",),
        ("ner_tags",),
        chunked=True,
        aliases=("ner", "token-classification"),  # as in the pipelines of transformers, where these two are one
        measure="seqeval_f1",
    )
)
TASKS.register(
    Tagging(
        POS,
        ("tokens",),
        ("pos_tags",),
        chunked=False,
        aliases=("pos", "pos-tagging", "part-of-speech-tagging"),
        measure="token_accuracy",
    )
)
