"""Word sense disambiguation: which sense of WordNet a word has where it stands."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import TEXT_TYPES, has_type, holds_labels, inner_feature
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong
from hf_robust.tasks.relations import SpanMover
from hf_robust.tasks.token_spans import expected_span, words_of

if TYPE_CHECKING:
    from hf_robust.tasks.base import Task

SENSES = "word-sense-disambiguation"

# lemma%type:file:number:head:number, see WordNet's senseidx(5); the head is there for satellite adjectives alone
_SENSE_KEY = re.compile(r"[^\s%]+%[1-5]:\d\d:\d\d:[^\s:%]*:(?:\d\d)?")


def is_sense_key(key: Any) -> bool:
    """Whether something is written as a sense key of WordNet is; not whether WordNet has it.

    Example:
        >>> is_sense_key("art%1:06:00::"), is_sense_key("art.n.01")
        (True, False)
    """
    return isinstance(key, str) and _SENSE_KEY.fullmatch(key) is not None


class SenseDisambiguation(TaskKind):
    """The sense of a target in its sentence: one WordNet 3.0 sense key, or all that are right."""

    hub_category = "token-classification"
    wanted = "a sense key of WordNet 3.0, such as 'art%1:06:00::'"
    value_keys = ("sense", "label")
    checks_rows = True

    def expected(self, role: str, feature: Any) -> str | None:
        """A span, a lemma, a part of speech, and one sense key or several."""
        if role == "target":
            return expected_span(feature)
        if role in self.labels:
            inner = inner_feature(feature)
            fits = has_type(feature if inner is None else inner, TEXT_TYPES)
            return None if fits else "a sense key of WordNet, or a list of those that are right"
        return None if holds_labels(feature) else f"one {role} a row"

    def references(self, values: Sequence[Any], task: "Task") -> list[list[str]]:
        """The sense keys that are right in each row."""
        return [sense_keys(value) for value in values]

    def read_value(self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong) -> str:
        """The sense key."""
        if not is_sense_key(value):
            raise wrong(f"{type(value).__name__}: {quoted(value)}")
        return str(value)

    def fault(self, row: Mapping[str, Any], task: "Task") -> str | None:
        """What is no sense key."""
        if row.get("sense") is None:
            return None  # who asks for a gold label says how many rows have none
        keys = sense_keys(row["sense"])
        if not keys:
            return "the list of senses is empty"
        wrong = next((key for key in keys if not is_sense_key(key)), None)
        return None if wrong is None else f"{quoted(wrong)} is no sense key of WordNet (lemma%n:nn:nn:head:nn)"

    def show(self, value: Any) -> str:
        """A sense key, or all that are right."""
        return " | ".join(sense_keys(value))

    def question(self, row: Mapping[str, Any]) -> str:
        """The target's words."""
        return f"target: {words_of(row['tokens'], row['target'])}"

    def label_mover(self, task: "Task") -> SpanMover:
        """What moves the target with its sentence."""
        return SpanMover(task, ("target",))


def sense_keys(value: Any) -> list[str]:
    """The sense keys of a row, of which its column may hold one or a list.

    Example:
        >>> sense_keys("art%1:06:00::")
        ['art%1:06:00::']
    """
    return [value] if isinstance(value, str) else list(value or ())


TASKS.register(
    SenseDisambiguation(
        SENSES,
        ("tokens",),
        ("sense",),
        spans=("target", "lemma", "pos"),
        optional=frozenset({"lemma", "pos"}),
        aliases=("wsd", "senses", "sense-disambiguation"),
        measure="sense_accuracy",
    )
)
