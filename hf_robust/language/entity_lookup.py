"""The entity at a place of a text."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from hf_robust.core.doc import Doc, Span


def entity_at(doc: Doc, start: int, end: int) -> Span | None:
    """The entity that covers some of these characters, the first if there are more.

    Args:
        doc: The text; its entities may overlap.
        start: The first character.
        end: The character behind the last one.

    Example:
        >>> doc = Doc.tagged("Oslo/PROPN is/AUX old/ADJ", {"Oslo": "GPE"})
        >>> entity_at(doc, 2, 6), entity_at(doc, 5, 7)
        (Span(start=0, end=4, label='GPE'), None)
    """
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
    entities = sorted(doc.entities, key=lambda span: span.start)
    return entities, list(accumulate((span.end for span in entities), max))  # ascending, also where entities overlap
