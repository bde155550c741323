"""What names tell: beside a name, "southern" cannot become "northern", nor "a senior officer" "a junior officer"."""

from collections.abc import Sequence
from itertools import pairwise

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import ARTICLES, COMPASS, DIRECTIONS, SIBLINGS_BY_AGE
from hf_robust.language.english.verbs import plain

_AFTER = 3  # tokens after a noun in which the name of the place stands: "city of Basra"
_BEFORE = 4  # tokens before a direction in which a name stands: "Tikrit, 90 miles north of Baghdad"
_CORNERS = frozenset(f"{one}{other}" for one in ("north", "south") for other in ("east", "west"))

# whether their opposites are sound depends on who or what is named
_TIED = DIRECTIONS | frozenset("domestic female foreign illegal junior legal male senior suitable unsuitable".split())
_BY_AGE = frozenset({"oldest", "youngest"})
_OF_TIMES = frozenset("latest earliest recent previous next".split())
_COMPARED = frozenset({"than", "from", "compared"})


def is_on_map(tokens: Sequence[Token], place: int, noun: int | None = None) -> bool:
    """Whether a direction is said of a place with a name, so that the map tells which direction is right.

    Args:
        tokens: The tokens of a text, with parts of speech.
        place: Number of the word of direction.
        noun: Number of the noun that it stands before.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("southern/ADJ city/NOUN of/ADP Basra/PROPN")
        >>> is_on_map(doc.tokens, 0, 1)
        True
    """
    if plain(tokens[place]) not in COMPASS | DIRECTIONS | _CORNERS:
        return False
    after = tokens[place + 1 : (place if noun is None else noun) + _AFTER + 1]
    before = tokens[max(0, place - _BEFORE) : place]
    if noun is not None:
        owned = any(_is_name(token) and token.text.endswith(("'s", ",")) for token in before)
        owned = owned or any(_is_name(one) and plain(other) in ("'s", ",") for one, other in pairwise(before))
        return owned or any(map(_is_name, after))
    if after and _is_name(after[0]):
        return True
    led = bool(before) and plain(before[-1]) in ARTICLES
    return any(map(_is_name, after)) and (led or any(map(_is_name, before)))


def is_known(tokens: Sequence[Token], place: int, noun: int | None) -> bool:
    """Whether the map, what is known of the names in a text, or another time in it tells which opposite is right."""
    return is_on_map(tokens, place, noun) or is_tied(tokens, place) or _is_set_against(tokens, place)


def _is_set_against(tokens: Sequence[Token], place: int) -> bool:
    """Whether a time is compared with another one: "in the latest period, down from last year"."""
    inside = {plain(token) for token in tokens if token.sent == tokens[place].sent}
    return plain(tokens[place]) in _OF_TIMES and not inside.isdisjoint(_COMPARED)


def is_tied(tokens: Sequence[Token], place: int) -> bool:
    """Whether an adjective says what is known of the people, places and firms that a text names.

    Args:
        tokens: The tokens of a text, with parts of speech.
        place: Number of the adjective.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> doc = Doc.tagged("Gen./PROPN Ali/PROPN was/AUX a/DET senior/ADJ officer/NOUN")
        >>> is_tied(doc.tokens, 4)
        True
    """
    if plain(tokens[place]) in _BY_AGE:
        return not SIBLINGS_BY_AGE.isdisjoint(map(plain, tokens))
    nations = (n for n, token in enumerate(tokens) if n and token.pos == "ADJ" and token.text[:1].isupper())
    return plain(tokens[place]) in _TIED and (any(map(_is_name, tokens)) or any(nations))


def _is_name(token: Token) -> bool:
    return token.pos == "PROPN" and token.text[:1].isupper()
