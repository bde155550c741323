"""Slices by how long the texts of a row are."""

from dataclasses import dataclass, replace
from typing import ClassVar, Self

import numpy as np

from hf_robust.core.errors import UsageError
from hf_robust.slices.row_view import BY_CHARACTERS, RowView
from hf_robust.slices.scored_rows import Bounds, Floats, ScoredSubpopulation, in_words
from hf_robust.slices.subpopulation import register
from hf_robust.tasks.base import Task

_UNITS = ("words", "characters")


@register
@dataclass(frozen=True, kw_only=True)
class TextLength(ScoredSubpopulation):
    """Number of words in the text.

    The words of all texts of a row are counted: words between spaces, words found by the language if it has no spaces,
    and the tokens of token lists.

    Args:
        count: ``words`` or ``characters``. Default: words, or characters for languages without spaces.
        role: Role of the text to read. Default: all texts that a model reads.

    Source: TextFlint (Wang et al. 2021), section 2.3, the subpopulation Length.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["Dull.", "A dull film.", "So very dull a film."], "label": [0, 0, 0]})
        >>> hr.slice_rows(data, "sentiment-classification", [TextLength(quantiles=2)]).names
        ('length: up to 4 words', 'length: 5 words or more')
    """

    name: ClassVar[str] = "length"
    linguistics: ClassVar[str] = "syntax"
    languages: ClassVar[tuple[str, ...]] = ("*",)
    unit: ClassVar[str] = "words"
    whole: ClassVar[bool] = True

    role: str | None = None
    count: str | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.count not in (None, *_UNITS):
            raise UsageError(f"{self.name}: count must be one of {', '.join(_UNITS)}, found {self.count!r}")

    def fitted_to(self, task: Task) -> Self:
        """With characters for languages without spaces."""
        by_characters = self.count is None and task.language in BY_CHARACTERS
        return replace(self, count="characters") if by_characters else self

    def title(self, key: Bounds) -> str:
        """The bounds in words."""
        return in_words(key, self.count or self.unit, self.whole)

    def read(self, rows: RowView) -> Floats:
        """How many words each row has."""
        lengths = np.zeros(len(rows))
        for role in self.looked_at(rows.task):
            if self.count == "characters":
                lengths += [sum(map(len, text.split())) for text in rows.texts(role)]
            else:
                lengths += list(map(len, rows.tokens(role) if rows.language.spaced else rows.words(role)))
        return lengths
