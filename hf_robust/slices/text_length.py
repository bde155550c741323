"""Slices by how long the texts of a row are."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from hf_robust.slices.row_view import BY_CHARACTERS, RowView
from hf_robust.slices.scored_rows import Floats, ScoredSubpopulation
from hf_robust.slices.subpopulation import register


@register
@dataclass(frozen=True, kw_only=True)
class TextLength(ScoredSubpopulation):
    """Number of words.

    The words of all texts of a row are added up: what stands between spaces, and the tokens of token lists. Of
    languages without spaces between words, characters are counted.

    Args:
        role: The text whose words are counted, by its role in the task; all texts that a model reads without it.

    Source: TextFlint (Wang et al. 2021), section 2.3, the subpopulation Length.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["Dull.", "A dull film.", "So very dull a film."], "label": [0, 0, 0]})
        >>> hr.slice_rows(data, hr.task("sentiment-classification"), [TextLength(quantiles=2)]).names
        ('length: up to 4 words', 'length: 5 words or more')
    """

    name: ClassVar[str] = "length"
    linguistics: ClassVar[str] = "syntax"
    languages: ClassVar[tuple[str, ...]] = ("*",)
    unit: ClassVar[str] = "words"
    whole: ClassVar[bool] = True

    role: str | None = None

    def read(self, rows: RowView) -> Floats:
        """How many words each row has."""
        lengths = np.zeros(len(rows))
        characters = rows.task.language in BY_CHARACTERS
        for role in self.looked_at(rows.task):
            if characters:
                lengths += [sum(map(len, text.split())) for text in rows.texts(role)]
            else:
                lengths += list(map(len, rows.tokens(role)))
        return lengths
