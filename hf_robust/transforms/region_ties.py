"""What a text says that is true in one region of the world alone, and words that fit any."""

import re
from collections.abc import Collection, Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import LANDSCAPE
from hf_robust.language.english.nations import MONARCHIES, Nation
from hf_robust.transforms.capital_words import token_texts
from hf_robust.transforms.place_names import SIDES, PlaceUnit
from hf_robust.transforms.place_swaps import TROPICAL

_ALLIANCES = re.compile(
    r"\b(?:ANZUS|APEC|ASEAN|BRICS?|CARICOM|CIS|Commonwealth|ECOWAS|EEC|EFTA|EU|European Union|[Ee]uro[ -]?zone|G-?[78]"
    r"|G-?20|Mercosur|NAFTA|NATO|NORAD|OAS|OECD|OPEC|SAARC|Schengen|SEATO|Warsaw Pact|Arab League|African Union)\b"
)
_OFFICERS = re.compile(
    r"\b(?:[Ss]tate (?:[Tt]roopers?|[Pp]olice|[Pp]atrol)|[Hh]ighway [Pp]atrol|[Tt]roopers?|[Ss]heriff(?:s|'s)?"
    r"|[Gg]ubernatorial|[Ee]lectoral [Cc]ollege|[Gg]rand [Jj]ury|Thanksgiving|Super Bowl)\b"
)
_OF_ONE_LAND = re.compile(
    r"\b(?:[Aa]ll[- ]American|American [Dd]ream|[Ff]rench[- ]Canadian|one (?:quot;)?China|Grand Canyon|[Ss]iberian?"
    r"|[Nn]eo-?[Rr]eali\w+|comics|comic book|anime|animation|the (?:won|baht|ringgit|rupiah|rouble|ruble|rand)"
    r"|U\.?S\.? unit|NZ[0-9]\w*|[Tt]ouch of [A-Z]\w+|New Wave|psychedelic days|Sept(?:ember|\.)? 11(?:th)?|9/11)\b"
)
_PRESIDENT = re.compile(r"(?<![Vv]ice )(?<![Vv]ice-)\b[Pp]residen(?:ts?|tial|cy)\b")
_CROWN = re.compile(r"\b(?:kings?|queens?|princes?|princess(?:es)?|thrones?|monarch\w*|royal(?:s|ty)?|kingdom)\b")
_TITLE = re.compile(
    r"((?:[A-Z][\w'’-]* ){1,5}?)(?:is|was) (?:an?|the) [^.]{0,60}?\b(?:albums?|novels?|films?|songs?|singles?|EP|label|"
    r"magazine|company|newspaper)\b"
)
_NAMED = re.compile(r"\b(?:band|group|company|firm|label|maker|trio|duo) ([A-Z]{3,6})\b")
_ANYWHERE = frozenset("center gsm isp isps islam islamic muslim muslims update".split())
_RAINY = frozenset({"tropical", "subtropical"})


def refuse_facts_of_region(doc: Doc, new: Sequence[tuple[PlaceUnit, Nation]]) -> None:
    """Refuse a text with an alliance, officers or a form of government that the new countries do not have.

    Args:
        doc: The text.
        new: The places and peoples that change, each with the new country.

    Raises:
        NotApplicable: When it has one.
    """
    for pattern in (_ALLIANCES, _OFFICERS, _OF_ONE_LAND):
        if found := pattern.search(doc.text):
            raise NotApplicable(f"'{found[0]}' is a matter of certain countries")
    lands = {land.name.lower() for unit, land in new if unit.kind not in ("city", "area")}
    if not lands.isdisjoint(MONARCHIES) and (head := _PRESIDENT.search(doc.text)):
        raise NotApplicable(f"a new country is a monarchy, which has no '{head[0]}'")
    if not lands <= MONARCHIES and (head := _CROWN.search(doc.text)):
        raise NotApplicable(f"a new country is a republic, which has no '{head[0]}'")


def fitting_words(doc: Doc, lands: Collection[Nation]) -> frozenset[str]:
    """Words in small letters that fit the new countries as well.

    Args:
        doc: The text.
        lands: The new countries.
    """
    fitting = SIDES | _ANYWHERE
    fitting |= {found[1].lower() for found in _NAMED.finditer(doc.text)}
    if not _RAINY.isdisjoint(token_texts(doc)) and all(land.name.lower() in TROPICAL for land in lands):
        fitting |= _RAINY
    if title := _TITLE.match(doc.text):
        words = title[1].lower().split()
        starts = [" ".join(words[:number]) for number in range(1, len(words) + 1)]
        fitting |= {*starts, *(LANDSCAPE | {"women"}).intersection(words)}
    return fitting
