"""Places of the world: what they are, other names for them, and which take an article."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from hf_robust.language.lexicons import lexicon

REGIONS = ("africa", "asia", "europe", "middle-east", "north-america", "oceania", "south-america")
# these are said with an article, so they do not fit where a name without one stood
_WITH_THE = frozenset(
    "bahamas,central african republic,cook islands,czech republic,dominican republic,eastern cape,gambia,gold coast,"
    "hague,kimberley,maldives,marshall islands,netherlands,northern cape,northern territory,philippines,pilbara,"
    "solomon islands,united arab emirates,united kingdom,united states,western cape,yukon".split(",")
)
# cities and areas that are words too
_WORDS = frozenset(
    "bath buffalo cork derby dover granada java kimberley kingston nice odessa orlando pasadena phoenix providence "
    "reading regina richmond split".split()
)
# places that are something else as often: only a recogniser tells
_DOUBTFUL = _WORDS | frozenset("china georgia guinea jordan turkey victoria".split())
# other names of listed places; with nothing after the sign, what only looks like one
_ALIASES = """
    america=united states|bombay=mumbai|bosnia and herzegovina=bosnia|britain=united kingdom|burma=myanmar
    constantinople=istanbul|d.c.=washington|great britain=united kingdom|holland=netherlands|l.a.=los angeles
    leningrad=saint petersburg|nyc=new york city|peking=beijing|persia=iran|republic of ireland=ireland
    soviet union=russia|st petersburg=saint petersburg|u.k.=united kingdom|u.s.=united states|u.s.a.=united states
    uae=united arab emirates|uk=united kingdom|united states of america=united states|us=united states
    u.s=united states|usa=united states|ussr=russia|washington d.c.=washington
    washington dc=washington|washington, d.c.=washington|washington , d.c.=washington|washington, dc=washington
    captain america=|central america=|latin america=|miss america=|new york times=|north america=|south america=
    argyll and bute=|brighton and hove=|dumfries and galloway=|jammu and kashmir=|kensington and chelsea=
    perth and kinross=|tyne and wear=|yorkshire and the humber=|yorkshire and humber=
    antigua and barbuda=|newfoundland and labrador=|saint kitts and nevis=|saint vincent and the grenadines=
    st. kitts and nevis=|st. vincent and the grenadines=|trinidad and tobago=|turks and caicos=
"""
_ARTICLED = _WITH_THE.union(
    ("soviet union", "u.k.", "u.s", "u.s.", "u.s.a.", "uae", "uk", "united states of america", "us", "usa", "ussr")
)


class PlaceEntry(NamedTuple):
    """A city, a country or an area.

    Args:
        name: As it is written.
        group: ``cities``, ``countries`` or ``areas``.
        region: The region of the world.
    """

    name: str
    group: str
    region: str


@cache
def places() -> Mapping[str, PlaceEntry]:
    """Places by their name in lower case.

    Example:
        >>> places()["cape town"]
        PlaceEntry(name='Cape Town', group='cities', region='africa')
    """
    return {
        name.lower(): PlaceEntry(name, group, region)
        for region, groups in lexicon("places").items()
        for group, names in groups.items()
        for name in names
    }


@cache
def place_names() -> Mapping[str, str]:
    """By name in lower case which of :func:`places` it means; nothing where it only looks like a place.

    Example:
        >>> place_names()["u.s."], place_names()["south america"]
        ('united states', '')
    """
    aliases = (pair.strip().split("=") for line in _ALIASES.strip().splitlines() for pair in line.split("|"))
    return {**{low: low for low in places()}, **dict(aliases)}


def fits_anywhere(place: PlaceEntry) -> bool:
    """Whether a place can stand where another did: it takes no article and is no word.

    Example:
        >>> [fits_anywhere(places()[name]) for name in ("kenya", "netherlands", "reading")]
        [True, False, False]
    """
    return place.name.lower() not in _WITH_THE and place.name.lower() not in _WORDS


def is_doubtful(name: str) -> bool:
    """Whether a name in lower case is something else as often."""
    return name in _DOUBTFUL


def takes_article(name: str) -> bool:
    """Whether a country is said with "the".

    Example:
        >>> takes_article("U.S."), takes_article("Kenya")
        (True, False)
    """
    return name.lower() in _ARTICLED
