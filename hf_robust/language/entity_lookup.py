"""The entity at a place of a text."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from hf_robust.core.doc import Doc, Span


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
