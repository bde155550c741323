"""Relation extraction: which relation holds between two spans of a sentence."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit
from hf_robust.core.languages import SPACED, Language
from hf_robust.core.quoted import quoted
from hf_robust.core.registry import spoken_language
from hf_robust.tasks.columns import holds_labels
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong
from hf_robust.tasks.label_mover import Row
from hf_robust.tasks.labels import label_name
from hf_robust.tasks.token_spans import MovedSpans, Passage, expected_span, expected_text, words_of

if TYPE_CHECKING:
    from hf_robust.tasks.base import Task

RELATION = "relation-extraction"


class RelationExtraction(TaskKind):
    """The relation of a subject to an object, both spans of the same tokens (or of a text)."""

    hub_category = "text-classification"
    wanted = "the name of a relation, its number, or {'relation': ..., 'score': ...}"
    value_keys = ("relation", "label")
    checks_rows = True
    input_types = ("subject_type", "object_type")

    @property
    def token_roles(self) -> tuple[str, ...]:
        """None: a plain text will do."""
        return ()

    def expected_text(self, role: str, feature: Any) -> str | None:
        """Tokens, or a text."""
        return expected_text(feature)

    def expected(self, role: str, feature: Any) -> str | None:
        """Two spans, their types, and one relation."""
        if role in ("subject", "object"):
            return expected_span(feature)
        what = "relation" if role in self.labels else "type"
        return None if holds_labels(feature) else f"one {what} a row (a name or a whole number)"

    def references(self, values: Sequence[Any], task: "Task") -> list[str]:
        """The name of each row's relation."""
        return [label_name(value, task.label_names) for value in values]

    def read_value(self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong) -> str:
        """The relation's name."""
        label = name(value)
        if label is None:
            raise wrong(f"{type(value).__name__}: {quoted(value)}")
        return label

    def model_value(self, role: str, value: Any, language: Language = SPACED) -> Any:
        """Tokens as they are."""
        return value

    def question(self, row: Mapping[str, Any]) -> str:
        """The words of subject and object."""
        return ", ".join(f"{role}: {words_of(row['tokens'], row[role])}" for role in ("subject", "object"))

    def label_mover(self, task: "Task") -> "SpanMover":
        """What moves subject and object with their sentence."""
        return SpanMover(task, ("subject", "object"))

    def labels_of(self, values: Sequence[Any]) -> Sequence[Any]:
        """The relations as they are."""
        return values


class SpanMover:
    """Moves spans of a token list or a text, each in a column of its own.

    Args:
        spans: The roles of the spans.
    """

    role = "tokens"
    holds_text = True

    def __init__(self, task: "Task", spans: Sequence[str]):
        self._tokens = task.column("tokens")
        self._spans = {role: task.column(role) for role in spans}
        self._joiner = spoken_language(task.language).joiner
        self.columns: tuple[str, ...] = (self._tokens, *self._spans.values())

    def marks(self, row: Row) -> list[Span]:
        """The spans in the text, each labeled with its role."""
        passage = Passage.of(row[self._tokens], self._joiner)
        return [Span(*passage.characters(row[column], role), role) for role, column in self._spans.items()]

    def move(self, row: Row, doc: Doc, edits: Sequence[Edit], after: str) -> dict[str, Any]:
        """The text and the spans after the edits."""
        moved = MovedSpans(doc, edits, after)
        new = {column: moved.value(row[column], role) for role, column in self._spans.items()}
        return {self._tokens: after if moved.projection is None else moved.projection.tokens, **new}


TASKS.register(
    RelationExtraction(
        RELATION,
        ("tokens",),
        ("relation",),
        spans=("subject", "object", "subject_type", "object_type"),
        optional=frozenset({"subject_type", "object_type"}),
        aliases=("re", "relation", "relation-classification"),
        measure="relation_f1",
        on_hub=False,
    )
)
