"""Slices of inference where the hypothesis can be had from the premise's words: the heuristics that HANS tests."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from hf_robust.slices.grouped_rows import GroupedSubpopulation, RowGroups
from hf_robust.slices.row_view import RowView
from hf_robust.slices.subpopulation import register
from hf_robust.tasks import NLI

if TYPE_CHECKING:
    from nltk import Tree

_CLAUSES = frozenset({"S", "SBAR", "SINV"})
_TOKEN = re.compile(r"[^\W_]+?(?=n't\b)|n't\b|'(?:s|re|ve|ll|d|m)\b|[^\W_]+|[^\w\s]", re.IGNORECASE)


@register
@dataclass(frozen=True, kw_only=True)
class Heuristic(GroupedSubpopulation):
    """Whether the hypothesis consists of words of the premise.

    ``lexical-overlap``: the premise contains all words of the hypothesis; ``subsequence``: it contains them adjacent
    and in the same order. Case and punctuation are ignored.

    Source: HANS (McCoy et al. 2019), Table 1.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"premise": ["The judge by the actor ran.", "It rains."], "label": [2, 1],
        ...     "hypothesis": ["The actor ran.", "The judge ran."]})
        >>> hr.slice_rows(data, "nli", ["heuristic"]).lists()
        [['heuristic: lexical-overlap', 'heuristic: subsequence'], []]
    """

    name: ClassVar[str] = "heuristic"
    linguistics: ClassVar[str] = "syntax"
    tasks: ClassVar[frozenset[str]] = frozenset({NLI})
    languages: ClassVar[tuple[str, ...]] = ("*",)
    groups: ClassVar[tuple[str, ...]] = ("lexical-overlap", "subsequence")

    def read(self, rows: RowView) -> RowGroups:
        """Which heuristics hold in each row."""
        pairs = list(zip(rows.terms("premise"), rows.terms("hypothesis")))
        overlap = np.array([bool(second) and set(second) <= set(first) for first, second in pairs], np.bool_)
        inside = [there and is_inside(*pair) for there, pair in zip(overlap, pairs)]
        return RowGroups.of_masks({"lexical-overlap": overlap, "subsequence": np.array(inside, np.bool_)}, len(rows))

    def meaning(self, key: str) -> str:
        """What rows it holds."""
        side = ", side by side" if key == "subsequence" else ""
        return f"Rows whose hypothesis has only words of the premise{side}."


def is_inside(first: Sequence[str], second: Sequence[str]) -> bool:
    """Whether the words of the second text stand in the first, side by side.

    Example:
        >>> is_inside(["the", "man", "ran"], ["man", "ran"]), is_inside(["mankind"], ["man"])
        (True, False)
    """
    return bool(second) and f" {' '.join(second)} " in f" {' '.join(first)} "


@register
@dataclass(frozen=True, kw_only=True)
class Constituent(GroupedSubpopulation):
    """Whether the hypothesis is a phrase or clause of the premise.

    The hypothesis is one node of the constituency tree of the premise, or a clause without the words before its
    subject. Only premises that contain the hypothesis as a continuous sequence are parsed.

    Args:
        model: As for :func:`hf_robust.language.constituency.constituency_parser`: ``"embedded"``, ``benepar_en3``...

    Source: HANS (McCoy et al. 2019), Table 1, the constituent heuristic.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"premise": ["If the artist slept, the actor ran.", "It rains."],
        ...     "hypothesis": ["The artist slept.", "It is dry."], "label": [1, 2]})
        >>> hr.slice_rows(data, "nli", [Constituent(model="embedded")]).lists()
        [['constituent: of the premise'], []]
    """

    name: ClassVar[str] = "constituent"
    linguistics: ClassVar[str] = "syntax"
    tasks: ClassVar[frozenset[str]] = frozenset({NLI})
    resources: ClassVar[tuple[str, ...]] = ("constituency-parser",)
    costly: ClassVar[bool] = True
    groups: ClassVar[tuple[str, ...]] = ("of the premise",)

    model: str | None = None

    def read(self, rows: RowView) -> RowGroups:
        """In which rows it is so."""
        from hf_robust.language.constituency import constituency_parser

        first, second = rows.terms("premise"), rows.terms("hypothesis")
        places = [place for place, pair in enumerate(zip(first, second)) if is_inside(*pair)]
        found = np.zeros(len(rows), np.bool_)
        if places:
            texts = rows.texts("premise")
            sentences = [_TOKEN.findall(texts[place].replace("’", "'")) for place in places]
            trees = constituency_parser(self.model).parse_all(sentences)
            for place, tree in zip(places, trees):
                wanted = second[place]
                found[place] = any(words == wanted for words in _phrases(tree))
        return RowGroups.of_masks({"of the premise": found}, len(rows))

    def meaning(self, key: str) -> str:
        """What rows it holds."""
        return "Rows whose hypothesis is a phrase or clause of the premise."


def _phrases(tree: "Tree") -> Iterator[list[str]]:
    """The words of each phrase; of a clause also without what stands before its subject, as HANS parses it."""
    for node in tree.subtrees():
        yield _terms(node.leaves())
        labels = [child if isinstance(child, str) else child.label() for child in node]
        if node.label() in _CLAUSES and "NP" in labels and "VP" in labels:
            last = len(labels) - labels[::-1].index("VP")
            yield [word for child in node[labels.index("NP") : last] for word in _terms(child.leaves())]


def _terms(words: Sequence[str]) -> list[str]:
    return [word.lower() for word in words if any(map(str.isalnum, word))]
