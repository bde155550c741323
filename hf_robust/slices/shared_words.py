"""Slices by how many words the two texts of a pair share."""

from dataclasses import dataclass
from math import nan
from typing import ClassVar

import numpy as np

from hf_robust.slices.row_view import RowView
from hf_robust.slices.scored_rows import Floats, ScoredSubpopulation
from hf_robust.slices.subpopulation import register
from hf_robust.tasks import NLI, QA, SIMILARITY

PAIRS = frozenset({NLI, SIMILARITY, QA})
"""Tasks over two texts."""


@register
@dataclass(frozen=True, kw_only=True)
class PairOverlap(ScoredSubpopulation):
    """Overlap of the words of two texts.

    It is the share of the different words of both, in lower case, that both have (Jaccard's index).

    Source: Robustness Gym (Goel et al. 2021), lexical overlap; Jaccard (1901).

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> pairs = {"premise": ["A man runs.", "It rains."], "hypothesis": ["A man sleeps.", "Dogs bark."]}
        >>> data = Dataset.from_dict({**pairs, "label": [1, 2]})
        >>> hr.slice_rows(data, hr.task("nli"), [PairOverlap(quantiles=2)]).names
        ('overlap: below 0.5', 'overlap: 0.5 or more')
    """

    name: ClassVar[str] = "overlap"
    linguistics: ClassVar[str] = "lexics"
    tasks: ClassVar[frozenset[str]] = PAIRS
    languages: ClassVar[tuple[str, ...]] = ("*",)

    def read(self, rows: RowView) -> Floats:
        """Jaccard's index of each row; none where a text has no words."""
        first, second = (map(frozenset, rows.terms(role)) for role in rows.roles[:2])
        return np.array([_jaccard(one, other) for one, other in zip(first, second)], np.float64)


def _jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one and other else nan
