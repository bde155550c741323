"""Slices of question answering: where the answer stands, and what is asked."""

from dataclasses import dataclass
from math import nan
from typing import ClassVar

import numpy as np

from hf_robust.slices.grouped_rows import GroupedSubpopulation, RowGroups, of_names
from hf_robust.slices.row_view import RowView
from hf_robust.slices.scored_rows import Floats, ScoredSubpopulation
from hf_robust.slices.subpopulation import register
from hf_robust.tasks import QA
from hf_robust.tasks.base import Task

_OF_WORDS = {"whom": "who", "whose": "who"}
_TYPES = ("what", "when", "where", "which", "who", "why", "how")


@register
@dataclass(frozen=True, kw_only=True)
class AnswerPosition(ScoredSubpopulation):
    """Relative position of the first answer in the context, from 0 to 1.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> answers = [{"text": ["Ann"], "answer_start": [0]}, {"text": ["Oslo"], "answer_start": [14]}]
        >>> data = Dataset.from_dict({"context": ["Ann lives in  Oslo"] * 2, "question": ["Who?", "Where?"],
        ...     "answers": answers})
        >>> hr.slice_rows(data, "extractive-qa", [AnswerPosition(quantiles=2)]).names
        ('answer-position: below 0.7', 'answer-position: 0.7 or more')
    """

    name: ClassVar[str] = "answer-position"
    linguistics: ClassVar[str] = "pragmatics"
    tasks: ClassVar[frozenset[str]] = frozenset({QA})
    languages: ClassVar[tuple[str, ...]] = ("*",)

    def columns(self, task: Task) -> tuple[str, ...]:
        """The columns of the context and the answers."""
        return (task.column("context"), task.column("answers"))

    def read(self, rows: RowView) -> Floats:
        """The place of the first answer in each context; none where there is no answer."""
        known = [value is not None for value in rows.values("answers")]
        kind = rows.task.kind
        references = iter(kind.references([value for value in rows.values("answers") if value is not None], rows.task))
        starts = [next(references)["answer_start"] if there else () for there in known]
        sizes = map(len, rows.texts("context"))
        return np.array([start[0] / size if start and size else nan for start, size in zip(starts, sizes)], np.float64)


@register
@dataclass(frozen=True, kw_only=True)
class QuestionType(GroupedSubpopulation):
    """Question word of the question: who, what, when, where, why, how, which, or other.

    The first question word counts. *Whose* and *whom* count as *who*.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> asked = ["In which town?", "Whose town is it?", "Name the town."]
        >>> data = Dataset.from_dict({"context": ["A town."] * 3, "question": asked,
        ...     "answers": [{"text": ["A"], "answer_start": [0]}] * 3})
        >>> hr.slice_rows(data, "extractive-qa", ["question-type"]).names
        ('question-type: which', 'question-type: who', 'question-type: other')
    """

    name: ClassVar[str] = "question-type"
    linguistics: ClassVar[str] = "semantics"
    tasks: ClassVar[frozenset[str]] = frozenset({QA})
    groups: ClassVar[tuple[str, ...]] = (*_TYPES, "other")

    def columns(self, task: Task) -> tuple[str, ...]:
        """The column of the question."""
        return (task.column("question"),)

    def read(self, rows: RowView) -> RowGroups:
        """The type of each question."""
        return of_names(map(_type, rows.terms("question")))


def _type(terms: list[str]) -> str:
    words = (_OF_WORDS.get(term, term) for term in terms)
    return next((word for word in words if word in _TYPES), "other")
