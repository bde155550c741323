"""Kinds of entities, and the titles that stand before names of persons."""

from collections.abc import Sequence

from hf_robust.core.doc import Span
from hf_robust.language.english.closed_classes import (
    DOTTED_TITLES,
    MORE_TITLES_OF_WOMEN,
    OFFICES,
    TITLES_OF_MEN,
    TITLES_OF_WOMEN,
)

# labels of spaCy's pipelines and of the usual corpora
KINDS = {"PERSON": "person", "PER": "person", "ORG": "organisation", "GPE": "place", "LOC": "place"}

# what stands before a name and is no part of it
TITLES = (
    OFFICES
    | (TITLES_OF_MEN - {"duke"})
    | (TITLES_OF_WOMEN - {"duchess"})
    | MORE_TITLES_OF_WOMEN
    | DOTTED_TITLES
    | frozenset(
        """admiral captain colonel count dame director doctor dr general imam judge justice
            lieutenant major mister prof. professor rabbi saint sergeant sheik sheikh sheriff st.
            uncle""".split()
    )
)


def is_person(entity: Span | None) -> bool:
    """Whether an entity is a person."""
    return entity is not None and KINDS.get(entity.label) == "person"


def innermost(spans: Sequence[Span], *, of_one_type: bool = False) -> list[Span]:
    """The spans in which no other one lies and that cross none, in their order; of equal ones the first.

    An outer span cannot be replaced: nobody knows which parts of the new text its inner spans are.

    Args:
        spans: Gold spans, which may lie in each other.
        of_one_type: Whether spans that have several labels are left out.

    Example:
        >>> innermost([Span(0, 22, "ORG"), Span(14, 22, "LOC"), Span(27, 30, "PER")])
        [Span(start=14, end=22, label='LOC'), Span(start=27, end=30, label='PER')]
    """
    kept: list[Span] = []
    for span in spans:
        others = [other for other in spans if other.start < span.end and span.start < other.end]
        inner = all(other.start <= span.start and span.end <= other.end for other in others)
        same = [other for other in others if other[:2] == span[:2]]
        several = of_one_type and any(other.label != span.label for other in same)
        if inner and not several and all(one[:2] != span[:2] for one in kept):
            kept.append(span)
    return kept
