"""Extractive question answering: answers that are spans of a context."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hf_robust.core.doc import Doc, Span
from hf_robust.core.edits import Edit
from hf_robust.core.errors import LabelError, NotApplicable
from hf_robust.core.quoted import quoted
from hf_robust.tasks.columns import inner_feature, is_json, pieces
from hf_robust.tasks.kind import TASKS, TaskKind, Wrong
from hf_robust.tasks.label_mover import Row, moved_marks

if TYPE_CHECKING:
    from datasets import Dataset

    from hf_robust.tasks.base import Task

QA = "extractive-qa"
IMPOSSIBLE = "is_impossible"
"""A column of SQuAD 2 that marks questions without an answer."""


class ExtractiveQA(TaskKind):
    """A question about a context; the answers are spans of it, as in SQuAD."""

    hub_category = "question-answering"
    value_is_text = True
    wanted = "an answer string or {'answer': ..., 'score': ...}"
    value_keys = ("answer", "text")

    def expected(self, role: str, feature: Any) -> str | None:
        """Answers with their texts and offsets."""
        inner = inner_feature(feature)
        shape = feature if inner is None else inner
        fits = is_json(feature) or (isinstance(shape, Mapping) and {"text", "answer_start"} <= shape.keys())
        return None if fits else "answers with 'text' and 'answer_start' (a struct, or a list of structs)"

    offset_roles: ClassVar[Mapping[str, str]] = {"answers": "context"}

    def measure_on(self, dataset: "Dataset", task: "Task") -> str | None:
        """SQuAD 2's measure where some question has no answer, else that of the task."""
        pairs = (_answers(value) for values in task.by_role(dataset, ("answers",)) for value in values)
        return self.measure if all(any(texts) for texts, _ in pairs) else "squad_v2_f1"

    def bound(self, task: "Task", dataset: "Dataset") -> "Task":
        """The task, where no question that is marked as impossible has an answer.

        Raises:
            LabelError: One has.
        """
        answers = task.column("answers")
        if {IMPOSSIBLE, answers} <= set(dataset.column_names):
            marked = (mark for piece in pieces(dataset, IMPOSSIBLE) for mark in piece)
            given = (any(_answers(value)[0]) for piece in pieces(dataset, answers) for value in piece)
            for row, (mark, has_answer) in enumerate(zip(marked, given)):
                if mark and has_answer:
                    raise LabelError(
                        f"row {row} has {IMPOSSIBLE} = {quoted(mark)} and an answer, which only seems right; empty "
                        f"such answers with dataset = hr.with_layout(dataset, {task.name!r})"
                    )
        return super().bound(task, dataset)

    def references(self, values: Sequence[Any], task: "Task") -> list[dict[str, list]]:
        """The answers of each row as one struct of lists."""
        return [dict(zip(("text", "answer_start"), map(list, _answers(value)))) for value in values]

    def read_value(self, value: Any, row: Mapping[str, Any], name: Callable[[Any], str | None], wrong: Wrong) -> str:
        """The answer."""
        if not isinstance(value, str):
            raise wrong(f"{type(value).__name__}: {quoted(value)}")
        return value

    def show(self, value: Any) -> str:
        """An answer, or all that are right."""
        if isinstance(value, Mapping):
            return " | ".join(dict.fromkeys(value["text"])) or "(unanswerable)"
        return super().show(value)

    def label_mover(self, task: "Task") -> "AnswerMover":
        """What moves the answers with their context."""
        return AnswerMover(task)


def _answers(answers: Any) -> tuple[Sequence[str], Sequence[int]]:
    if isinstance(answers, Mapping):
        return answers["text"] or [], answers["answer_start"] or []
    return [a["text"] for a in answers or []], [a["answer_start"] for a in answers or []]


class AnswerMover:
    """Moves SQuAD answers: a struct of lists, or a list of structs, with ``text`` and ``answer_start``."""

    role = "context"
    holds_text = True

    def __init__(self, task: "Task"):
        self.columns: tuple[str, ...] = (task.column("answers"),)
        self._column = self.columns[0]
        self._context = task.column("context")

    def marks(self, row: Row) -> list[Span]:
        """The answers in the context."""
        context = row[self._context]
        if row[self._column] is None:
            raise NotApplicable("the row has no answers")
        if context is None:
            raise NotApplicable("empty text")
        spans = []
        for text, start in zip(*_answers(row[self._column])):
            if context[start : start + len(text)] != text or start < 0:
                raise NotApplicable("an answer does not stand at its offset in the context")
            spans.append(Span(start, start + len(text), "answer"))
        return spans

    def move(self, row: Row, doc: Doc, edits: Sequence[Edit], after: str) -> dict[str, Any]:
        """The answers with their texts and offsets after the edits."""
        moved = moved_marks(doc, edits, "an answer")
        texts = [after[start:end] for start, end in moved]
        starts = [start for start, _ in moved]
        answers = row[self._column]
        if isinstance(answers, Mapping):
            return {self._column: {**answers, "text": texts, "answer_start": starts}}
        new = [{**old, "text": text, "answer_start": start} for old, text, start in zip(answers, texts, starts)]
        return {self._column: new}


TASKS.register(
    ExtractiveQA(
        QA,
        ("context", "question"),
        ("answers",),
        edited=("context",),
        aliases=("qa", "question-answering", "reading-comprehension", "squad", "mrc"),
        measure="squad_f1",
    )
)
