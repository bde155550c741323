"""Kinds of entities, and the titles that stand before names of persons."""

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
