"""Bodies that every country or every state has, in whose names another country or state can stand."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Token

_OF_COUNTRIES_BEFORE = re.compile(
    r"\b(?:(?:(?:Central|Development|National|Reserve|State) )?Bank|Constitution|Embassy|Football Association|"
    r"Football Federation|Government|Govt|High Commission|High Court|National Assembly|Olympic Committee|Parliament|"
    r"Supreme Court|(?<!Autonomous )University) of (?:the )?\Z"
)
_OF_COUNTRIES_BEHIND = re.compile(
    r" (?:Credit Rating Agency|Football (?:Association|Federation)|Olympic (?:Committee|Team)|Red Cross)\b"
)
_OF_STATES_BEHIND = re.compile(
    r" (?:(?:Sports |Women ?'s )?Hall of Fame|(?:Board|Commission|Department|Division|Office) (?:for|of|on) [A-Z]"
    r"|(?:Democratic |Republican )?Party\b|(?:State )?(?:Highway|Road|Route|Senate|Police|Prison)\b"
    r"|(?:Historical|Medical|Bar) (?:Association|Society)|House of (?:Delegates|Representatives)|Legislature\b"
    r"|Court of Appeals|Legislative (?:Assembly|Council)|National Guard\b|State (?:Fair|Library|Park)\b|Supreme Court"
    r"|JUDGE\b|Judge\b|Attorney General\b)"
)
_OF_STATES_BEFORE = re.compile(
    r"\b(?:Bar Association|Board of [A-Z]\w+|Department of [A-Z]\w+|House of Representatives|Legislature|Parliament|"
    r"Supreme Court) of \Z"
)
# the money of few countries, sites that are in a certain one, and who holds an office there
_OF_ONE = re.compile(
    r"\b(?:baht|crowns?|dinars?|dirhams?|drachmas?|escudos?|forints?|francs?|guilders?|krona|krone[nr]?|lei|leva|lira|lire|"
    r"marks?|markka|naira|pesetas?|pesos?|pounds?|rand|reais|rials?|ringgit|riyals?|ro?ubles?|rupees?|rupiah|schillings?|"
    r"shillings?|shekels?|sterling|taka|yen|yuan|zloty?s?)\b"
    r"|\b(?:England|Scotland|Wales|Northern Ireland)\b|\b(?:Bridge|Canal|County|Creek|Lake|Mountains?|River)\b"
)
_OFFICE_BEHIND = re.compile(r" (?:Chairman|Chief|Director|Governor|Minister|President|Professor|Secretary)\b")
_SERVICES = frozenset("Agency Authority Commission Institute Institution Party Service Services".split())
_OF_ITS_OWN = frozenset("bulldog bulldogs courts jiu revolution rules shorthair wirehair".split())
_LONGEST = 60  # characters of a text in front of a name that are looked at
_NO_STATES = frozenset({"america", "georgia"})


def is_in_public_body(text: str, start: int, end: int, kind: str) -> bool:
    """Whether the name of a country or an area is in that of a body that all others have as well.

    Args:
        text: The text.
        start: First character of the name.
        end: Character after the last.
        kind: ``country`` or ``area``.

    Example:
        >>> is_in_public_body("the Bank of Finland said", 12, 19, "country")
        True
        >>> is_in_public_body("the Bank of America said", 12, 19, "country")
        False
        >>> is_in_public_body("the Ohio House of Representatives", 4, 8, "area")
        True
    """
    if text[start:end].lower() in _NO_STATES or _OF_ONE.search(text) or _OFFICE_BEHIND.match(text, end):
        return False
    before = text[max(0, start - _LONGEST) : start]
    if kind == "country":
        found = _OF_COUNTRIES_BEFORE.search(before) or _OF_COUNTRIES_BEHIND.match(text, end)
    else:
        found = _OF_STATES_BEFORE.search(before) or _OF_STATES_BEHIND.match(text, end)
    return found is not None


def goes_on_as_name(near: Sequence[Token]) -> bool:
    """Whether the words after the name of a people make it a part of a longer name, or of an unclear phrase.

    They are as in "the Kenyan defending lawyers" and "the Indian Administrative Service".

    Args:
        near: The tokens after the name of a people, at least one.
    """
    if near[0].text in _OF_ITS_OWN:
        return True  # "Brazilian jiu-jitsu"
    defending = near[0].tag == "VBG" and len(near) > 1 and near[1].tag in ("NN", "NNS")
    return defending or (near[0].text[:1].isupper() and any(token.text in _SERVICES for token in near[1:3]))
