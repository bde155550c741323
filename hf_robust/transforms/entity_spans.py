"""Entities as a recognizer marks them: which there is at a place of the text, and whether it is a person."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from hf_robust.core.doc import Doc, Span
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


def entity_at(doc: Doc, start: int, end: int) -> Span | None:
    """The entity that covers some of these characters, the first if there are more."""
    entities, ends = _ends(doc)
    place = bisect_right(ends, start)
    if place == len(ends):
        return None
    found = entities[place]
    return found if found.start < end else None


@lru_cache(maxsize=2)
def entities_of_tokens(doc: Doc) -> Sequence[Span | None]:
    """By token the entity that covers some of it, the first if there are more.

    Args:
        doc: The text.
    """
    tokens = doc.tokens
    found: list[Span | None] = [None] * len(tokens)
    for entity in reversed(doc.entities):
        number = doc.token_at(entity.start)
        number -= number > 0 and tokens[number - 1].end > entity.start
        while number < len(found) and tokens[number].start < entity.end:
            found[number] = entity
            number += 1
    return found


@lru_cache(maxsize=2)  # nearly every rule asks for the entities of one text
def _ends(doc: Doc) -> tuple[Sequence[Span], Sequence[int]]:
    entities = doc.entities
    return entities, [span.end for span in entities]
