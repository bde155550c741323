"""Slices by the gold label of a row."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from hf_robust.slices.grouped_rows import GroupedSubpopulation, RowGroups
from hf_robust.slices.row_view import RowView
from hf_robust.slices.subpopulation import register
from hf_robust.tasks import (
    ABSA,
    HATE_SPEECH,
    MULTI_LABEL,
    NER,
    NESTED_NER,
    NLI,
    QA,
    RELATION,
    SENTIMENT,
    SIMILARITY,
    TEXT_CLASSIFICATION,
)
from hf_robust.tasks.base import Task
from hf_robust.tasks.chunk_tags import to_bio

_WITH_CLASSES = frozenset({TEXT_CLASSIFICATION, SENTIMENT, HATE_SPEECH, NLI, SIMILARITY, RELATION})


@register
@dataclass(frozen=True, kw_only=True)
class GoldLabel(GroupedSubpopulation):
    """Gold label of the row.

    A row with entities, aspects or several labels is in the slice of each of their types, polarities or labels, and a
    row without any is in ``none``. A question is ``answerable`` or ``unanswerable``.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["A dull film.", "A fine film."], "label": ["neg", "pos"]})
        >>> hr.slice_rows(data, "sentiment-classification", ["label"]).names
        ('label: neg', 'label: pos')
    """

    name: ClassVar[str] = "label"
    linguistics: ClassVar[str] = "semantics"
    tasks: ClassVar[frozenset[str]] = _WITH_CLASSES | {NER, NESTED_NER, QA, ABSA, MULTI_LABEL}
    languages: ClassVar[tuple[str, ...]] = ("*",)

    def columns(self, task: Task) -> tuple[str, ...]:
        """The column of the label."""
        return tuple(map(task.column, task.kind.scored_roles))

    def read(self, rows: RowView) -> RowGroups:
        """The labels of each row; none where it has no label."""
        roles = rows.task.kind.scored_roles
        values = rows.values(roles[0])
        known = [place for place, value in enumerate(values) if value is not None]
        if len(roles) > 1:
            values = [dict(zip(roles, row)) for row in zip(*map(rows.values, roles))]
        references = rows.task.kind.references([values[place] for place in known], rows.task)
        lists: list[Iterable[str]] = [()] * len(values)
        for place, reference in zip(known, references):
            lists[place] = _labels(reference, rows.task.name)
        return RowGroups.of_lists([tuple(dict.fromkeys(labels)) for labels in lists])


def _labels(reference: Any, task: str) -> Iterable[str]:
    """The labels of one row by name."""
    if task in _WITH_CLASSES:
        return (reference,)
    if task == QA:
        return ("answerable" if reference["text"] else "unanswerable",)
    if task == NER:
        reference = [tag[2:] for tag in to_bio(reference) if tag[:2] == "B-"]
    if task == NESTED_NER:
        reference = [one["type"] for one in reference]
    return sorted(set(reference)) or ("none",)
