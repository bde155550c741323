"""More cities and areas of each country, and which of them can stand for each other in a text."""

import re
from collections.abc import Mapping, Sequence
from functools import cache

from hf_robust.language.english.nations import all_nations, nation_of_city
from hf_robust.language.english.places import fits_anywhere, places
from hf_robust.language.lexicons import lexicon

_NEXT_AREA = re.compile(r" ?,? and ([A-Z][a-z]+(?: [A-Z][a-z]+)?)")
_STATE = re.compile(r"(?: ?,)? ((?:[A-Z][a-z]+|[A-Z]\.|[A-Z])[A-Za-z.]*(?: [A-Z][a-z]+)?)")
# "Boston MA", and short forms of states and provinces of which no cities are listed: "N.Y.", "N. J.", "Ont."
_CODE = re.compile(
    r" ?,? (?:[A-Z]{2}\b(?! ?\()|(?:Alta|Cal|Del|Ida|Miss|Ont|Oreg|Penna?|Que|Sask|Tex)\."
    r"|(?:B\. ?C|N\. ?[BHSY]|N\. [CDJM]|R\. ?I|S\. [CD]|W\. Va)\b)"
)


@cache
def cities_of(nation: str) -> Sequence[str]:
    """The cities of a country that can stand for another one: no article, and no other word.

    Args:
        nation: The country in lower case.

    Example:
        >>> cities_of("kenya")[:3]
        ('Nairobi', 'Mombasa', 'Kisumu')
    """
    listed = [*all_nations()[nation].cities, *lexicon("more_places")["cities"].get(all_nations()[nation].name, ())]
    return tuple(dict.fromkeys(city for city in listed if is_plain_place(city)))


@cache
def nation_of() -> Mapping[str, str]:
    """The country in lower case by city in lower case; of cities in several countries the first counts.

    Example:
        >>> nation_of()["gdansk"], nation_of()["oslo"]
        ('poland', 'norway')
    """
    more = lexicon("more_places")["cities"]
    found = {city.lower(): low for low, nation in all_nations().items() for city in nation.cities}
    found |= {city.lower(): name.lower() for name, names in reversed(more.items()) for city in names}
    return found | {city: nation for city, (nation, _) in nation_of_city().items()}


@cache
def nation_of_area() -> Mapping[str, str]:
    """The country in lower case by a larger area within it, such as a state, in lower case.

    Example:
        >>> nation_of_area()["bavaria"], nation_of_area()["north dakota"]
        ('germany', 'united states')
    """
    return {area.lower(): name.lower() for name, areas in lexicon("more_places")["provinces"].items() for area in areas}


@cache
def areas_of(nation: str) -> Sequence[str]:
    """The larger areas within a country that are listed.

    Args:
        nation: The country in lower case.
    """
    return tuple(lexicon("more_places")["provinces"].get(all_nations()[nation].name, ()))


# postal codes of states; without those that are words
_POSTAL = dict(
    pair.split("=")
    for pair in (
        "AL=Alabama|AZ=Arizona|AR=Arkansas|CA=California|CO=Colorado|CT=Connecticut|FL=Florida|GA=Georgia|IL=Illinois"
        "|IA=Iowa|KS=Kansas|KY=Kentucky|LA=Louisiana|MD=Maryland|MA=Massachusetts|MI=Michigan|MN=Minnesota|MO=Missouri"
        "|MT=Montana|NE=Nebraska|NV=Nevada|NJ=New Jersey|NM=New Mexico|NC=North Carolina|ND=North Dakota|OH=Ohio"
        "|PA=Pennsylvania|SC=South Carolina|SD=South Dakota|TN=Tennessee|TX=Texas|UT=Utah|VT=Vermont|VA=Virginia"
        "|WA=Washington|WV=West Virginia|WI=Wisconsin|WY=Wyoming"
    ).split("|")
)


@cache
def cities_of_state(state: str) -> Sequence[str]:
    """Cities of a state of the United States, by its name, its usual short form or its postal code.

    Example:
        >>> cities_of_state("Ohio"), cities_of_state("Calif.")[:2], cities_of_state("Bavaria")
        (('Toledo', 'Akron', 'Dayton'), ('Fresno', 'Oakland'), ())
    """
    state = _POSTAL.get(state, state)
    for name, row in lexicon("name_kinds")["states"].items():
        if state in (name, row["short"], row["short"].rstrip(".")):
            return tuple(row["cities"])
    return ()


def state_after(text: str, end: int) -> str:
    """The state of the United States that follows a city, as it is written, if its cities are listed; else empty.

    Args:
        text: The text.
        end: The character after the city.

    Example:
        >>> state_after("in Fresno, Calif., today", 9), state_after("in Fresno today", 9)
        ('Calif.', '')
    """
    found = _STATE.match(text, end)
    beyond = _NEXT_AREA.match(text, found.end()) if found else None
    if beyond is not None and beyond[1].lower() in nation_of_area():
        return ""  # "in New York City, New Jersey and Virginia"
    names = (found[1], found[1].split()[0]) if found else ()
    return next((name for name in names if cities_of_state(name)), "")


def has_other_state(text: str, end: int) -> bool:
    """Whether a short form that may be a state of which no cities are listed follows a city.

    Args:
        text: The text.
        end: The character after the city.

    Example:
        >>> has_other_state("in Utica, N.Y., today", 8), has_other_state("in Fresno, Calif., today", 9)
        (True, False)
    """
    return _CODE.match(text, end) is not None and not state_after(text, end)


def is_plain_place(name: str) -> bool:
    """Whether a place takes no article and is no other word."""
    entry = places().get(name.lower())
    return entry is None or fits_anywhere(entry)
