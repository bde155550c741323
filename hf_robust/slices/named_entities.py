"""Slices by the kinds of names and numbers that a recognizer finds."""

from collections import Counter
from dataclasses import dataclass
from typing import ClassVar

from hf_robust.slices.grouped_rows import GroupedSubpopulation, RowGroups
from hf_robust.slices.row_view import RowView
from hf_robust.slices.subpopulation import register


@register
@dataclass(frozen=True, kw_only=True)
class Entities(GroupedSubpopulation):
    """Types of the named entities in the text, found by spaCy.

    A row is in the slice of each entity type that it contains, as named by the spaCy pipeline, or in ``none``.

    Args:
        role: Role of the text to read. Default: all texts that a model reads.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["She moved to Paris in May.", "It was dull."], "label": [1, 0]})
        >>> "entities: none" in hr.slice_rows(data, "sentiment-classification", ["entities"]).names
        True
    """

    name: ClassVar[str] = "entities"
    linguistics: ClassVar[str] = "semantics"
    needs: ClassVar[frozenset[str]] = frozenset({"ent"})
    costly: ClassVar[bool] = True

    role: str | None = None

    def read(self, rows: RowView) -> RowGroups:
        """The kinds of entities of each row."""
        kinds: list[Counter[str]] = [Counter() for _ in range(len(rows))]
        for role in self.looked_at(rows.task):
            for found, annotation in zip(kinds, rows.annotations(role, self.needs)):
                found.update(entity.label for entity in annotation.entities)
        return RowGroups.of_lists([sorted(found) or ["none"] for found in kinds])
