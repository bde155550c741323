"""Winograd schemas: which of several candidates a pronoun means."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.languages import SPACED, Language
from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import has_type, inner_feature, is_json
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong
from hf_robust.tasks.label_mover import Row, moved_marks
from hf_robust.tasks.labels import is_missing, whole

if TYPE_CHECKING:
    from hf_robust.tasks.base import Task

WINOGRAD = "winograd-schema"
_PART = {"text", "start", "end"}


class WinogradSchema(TaskKind):
    """A pronoun ``{text, start, end}`` and candidates that are such; the label is the number of the right one.

    The offsets are characters. A candidate whose start is -1 does not stand in the text.
    """

    hub_category = "text-classification"
    wanted = "the number of the candidate, from 0, or its text"
    value_keys = ("label", "candidate", "answer")
    checks_rows = True
    positions = True
    offset_roles: ClassVar[Mapping[str, str]] = {"pronoun": "text", "candidates": "text"}

    def expected(self, role: str, feature: Any) -> str | None:
        """A pronoun, candidates, and the number of one."""
        inner = inner_feature(feature)
        if role == "pronoun":
            return None if _is_part(feature) or is_json(feature) else "a struct with 'text', 'start', 'end'"
        if role == "candidates":
            fits = is_json(feature) or (inner is not None and _is_part(inner))
            return None if fits else "a list of structs with 'text', 'start', 'end'"
        whole_number = inner is None and has_type(feature, ("int", "uint", "bool", "float", "null"))
        return None if whole_number else "the number of the right candidate, from 0"

    def references(self, values: Sequence[Any], task: "Task") -> list[int]:
        """The number of each row's right candidate."""
        return [int(value) for value in values]

    def read_value(self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong) -> int:
        """The number of the candidate, also where its text was given."""
        texts = [candidate["text"] for candidate in row["candidates"]]
        if isinstance(value, str) and texts.count(value) == 1:
            return texts.index(value)
        index = None if isinstance(value, (str, bool)) else whole(value)
        if index is None or not 0 <= index < len(texts):
            raise wrong(f"{quoted(value)} for the candidates {quoted(texts)}")
        return index

    def fault(self, row: Mapping[str, Any], task: "Task") -> str | None:
        """A label that is the number of no candidate."""
        return _label_fault(row.get("label"), len(row["candidates"]))

    def show(self, value: Any) -> str:
        """The number of a candidate."""
        return f"candidate {value}"

    def show_in(self, value: Any, row: Mapping[str, Any], language: Language = SPACED) -> str:
        """The number of a candidate, and its text."""
        candidates = row["candidates"]
        return f"{self.show(value)}: {candidates[value]['text']}" if value < len(candidates) else self.show(value)

    def question(self, row: Mapping[str, Any]) -> str:
        """The pronoun and where it stands, as there may be others like it."""
        return f"pronoun: {row['pronoun']['text']} at {row['pronoun']['start']}"

    def label_mover(self, task: "Task") -> "SchemaMover":
        """What moves pronoun and candidates with their text."""
        return SchemaMover(task)


def _label_fault(label: Any, size: int) -> str | None:
    """What is wrong with a label of a row with so many candidates."""
    if is_missing(label, None):
        return None  # who asks for a gold label says how many rows have none
    number = whole(label)
    fits = number is not None and 0 <= number < size
    return None if fits else f"the label {quoted(label)} is the number of none of the {size} candidates"


def _is_part(feature: Any) -> bool:
    return isinstance(feature, Mapping) and feature.keys() >= _PART


class SchemaMover:
    """Moves the pronoun and the candidates that stand in the text."""

    role = "text"
    holds_text = True

    def __init__(self, task: "Task"):
        self._text, self._pronoun, self._candidates = map(task.column, ("text", "pronoun", "candidates"))
        self._label = task.column("label")
        self.columns: tuple[str, ...] = (self._pronoun, self._candidates)
        self.checked = (self._label,)

    def marks(self, row: Row) -> list[Span]:
        """The pronoun and the candidates, labeled so."""
        text = row[self._text] or ""
        if row[self._pronoun] is None:
            raise NotApplicable("the row has no pronoun")
        if len(row[self._candidates] or ()) < 2:
            raise NotApplicable(f"a choice needs two candidates, found {len(row[self._candidates] or ())}")
        if fault := _label_fault(row.get(self._label), len(row[self._candidates])):
            raise NotApplicable(fault)
        spans = []
        for what, part in self._parts(row):
            start, end, said = part["start"], part["end"], part["text"]
            if not said:
                raise NotApplicable(f"the {what} is empty")
            if start is None or end is None or start < 0 or text[start:end] != said:
                there = text[max(start or 0, 0) : max(end or 0, 0)]
                raise NotApplicable(
                    f"the {what} {quoted(said)} does not stand at [{start}, {end}], but {quoted(there)}"
                )
            spans.append(Span(start, end, what.split()[0]))
        return spans

    def move(self, row: Row, doc: Doc, edits: Sequence[Edit], after: str) -> dict[str, Any]:
        """Pronoun and candidates after the edits."""
        moved = iter(moved_marks(doc, edits, "the pronoun or a candidate"))
        pronoun = _moved_part(row[self._pronoun], next(moved), after)
        candidates = [
            dict(one) if one["start"] == -1 else _moved_part(one, next(moved), after) for one in row[self._candidates]
        ]
        return {self._pronoun: pronoun, self._candidates: candidates}

    def _parts(self, row: Row) -> Iterator[tuple[str, Mapping[str, Any]]]:
        yield "pronoun", row[self._pronoun]
        for number, candidate in enumerate(row[self._candidates]):
            if candidate["start"] != -1:
                yield f"candidate {number}", candidate
            elif not candidate["text"]:
                raise NotApplicable(f"the candidate {number} is empty")


def _moved_part(part: Mapping[str, Any], span: tuple[int, int], after: str) -> dict[str, Any]:
    return {**part, "text": after[span[0] : span[1]], "start": span[0], "end": span[1]}


TASKS.register(
    WinogradSchema(
        WINOGRAD,
        ("text",),
        ("label",),
        spans=("pronoun", "candidates"),
        aliases=("wsc", "winograd", "winograd-schemas", "pronoun-resolution"),
        measure="accuracy",
        on_hub=False,
    )
)
