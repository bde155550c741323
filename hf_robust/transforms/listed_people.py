"""Names that may be of a person or of a place: in a list of people, or as the text calls a place or a work."""

import re

from hf_robust.core.doc import Doc
from hf_robust.language.english.gazetteer import nation_of, nation_of_area
from hf_robust.language.english.name_origins import family_names
from hf_robust.language.english.places import place_names
from hf_robust.language.entity_lookup import entity_at
from hf_robust.transforms.capital_words import is_proper
from hf_robust.transforms.entity_spans import is_person

_PLACE = (
    "(?:borough|capital|city|commune|district|hamlet|island|locality|municipality|parish|port|seat|suburb|town|village)"
)
_CALLED_PLACE = re.compile(rf"\b{_PLACE} ?,?(?: \w+)? (?:called|known as|named) (?:the )?\Z|\b{_PLACE} (?:of )?\Z")
_CALLED_WORK = re.compile(r"\b(?:remade|retitled) [^.]{0,60}\bas \Z")
_REACH = 80  # characters before a name that may say what is called so
_LINKS = frozenset({",", "and", "&", "or"})


def is_among_people(doc: Doc, number: int, end: int) -> bool:
    """Whether the name of a place stands in a list of surnames: "Morrison, Hendrix, Joplin are here".

    Args:
        doc: The text.
        number: The first token of the name.
        end: The character after the name.
    """
    tokens, after = doc.tokens, doc.token_at(end)
    first = number
    while first and tokens[first - 1].text in _LINKS:
        first -= 1
    while after < len(tokens) and tokens[after].text in _LINKS:
        after += 1
    left = 0 < first < number and _is_bare_surname(doc, first - 1)
    right = after > doc.token_at(end) and _is_bare_surname(doc, after)
    return left or right


def _is_bare_surname(doc: Doc, number: int) -> bool:
    """Whether a token is a listed surname without a given name, and no listed place."""
    if not is_proper(doc.tokens, number) or is_proper(doc.tokens, number - 1) or is_proper(doc.tokens, number + 1):
        return False
    token = doc.tokens[number]
    low = token.text.lower()
    entity = entity_at(doc, token.start, token.end)
    placed = low in place_names() or low in nation_of() or low in nation_of_area()
    return low in family_names() and not placed and (entity is None or is_person(entity))


def is_called_thing(doc: Doc, number: int) -> bool:
    """Whether the text calls a place or a film by a name: "a village called Santa Clara", "remade as Anna Quux".

    Args:
        doc: The text.
        number: The first token of the name.
    """
    start = doc.tokens[number].start
    return any(called.search(doc.text, max(0, start - _REACH), start) for called in (_CALLED_PLACE, _CALLED_WORK))
