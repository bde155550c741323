"""Slices of pairs of texts: how many words they share, and how much longer one is than the other."""

from dataclasses import dataclass
from math import nan
from typing import ClassVar

import numpy as np

from hf_robust.slices.row_view import RowView
from hf_robust.slices.scored_rows import Floats, ScoredSubpopulation
from hf_robust.slices.subpopulation import register
from hf_robust.tasks import NLI, QA, SIMILARITY, SIMILARITY_SCORING

PAIRS = frozenset({NLI, SIMILARITY, SIMILARITY_SCORING, QA})
"""Tasks over two texts."""


@register
@dataclass(frozen=True, kw_only=True)
class PairOverlap(ScoredSubpopulation):
    """Word overlap of the two texts.

    It is the Jaccard index of the sets of lower-case words.

    Source: Robustness Gym (Goel et al. 2021), lexical overlap; Jaccard (1901).

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> pairs = {"premise": ["A man runs.", "It rains."], "hypothesis": ["A man sleeps.", "Dogs bark."]}
        >>> data = Dataset.from_dict({**pairs, "label": [1, 2]})
        >>> hr.slice_rows(data, "nli", [PairOverlap(quantiles=2)]).names
        ('overlap: below 0.5', 'overlap: 0.5 or more')
    """

    name: ClassVar[str] = "overlap"
    linguistics: ClassVar[str] = "lexical"
    tasks: ClassVar[frozenset[str]] = PAIRS
    languages: ClassVar[tuple[str, ...]] = ("*",)

    def read(self, rows: RowView) -> Floats:
        """Jaccard's index of each row; none where a text has no words."""
        first, second = (map(frozenset, rows.terms(role)) for role in rows.roles[:2])
        return np.array([_jaccard(one, other) for one, other in zip(first, second)], np.float64)


def _jaccard(first: frozenset[str], second: frozenset[str]) -> float:
    return len(first & second) / len(first | second) if first and second else nan


@register
@dataclass(frozen=True, kw_only=True)
class LengthDifference(ScoredSubpopulation):
    """Difference in length between the two texts, in words.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> pairs = {"premise": ["A man runs very fast.", "It rains."], "hypothesis": ["A man runs.", "Dogs bark."]}
        >>> data = Dataset.from_dict({**pairs, "label": [0, 2]})
        >>> hr.slice_rows(data, "nli", [LengthDifference(quantiles=2)]).names
        ('length-difference: up to 1 word', 'length-difference: 2 words or more')
    """

    name: ClassVar[str] = "length-difference"
    linguistics: ClassVar[str] = "syntax"
    tasks: ClassVar[frozenset[str]] = frozenset({NLI, SIMILARITY, SIMILARITY_SCORING})
    languages: ClassVar[tuple[str, ...]] = ("*",)
    unit: ClassVar[str] = "words"
    whole: ClassVar[bool] = True

    def read(self, rows: RowView) -> Floats:
        """The difference in each row."""
        first, second = (np.array(list(map(len, rows.words(role))), np.float64) for role in rows.roles[:2])
        return np.abs(first - second)
