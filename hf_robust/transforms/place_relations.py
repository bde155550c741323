"""How the places that a text names are related: parts of Britain, a city and its area, derived words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise

from hf_robust.core.doc import Doc
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.capital_words import is_name_word
from hf_robust.transforms.place_names import PARTS_OF_BRITAIN, PlaceUnit, place_units

_STEM = 5  # letters of a country that a Latin name keeps
_PAIR = 2  # tokens from a town to its area
_WIDTH = 3  # how much better or less known a city may be


def blurs_britain(units: Sequence[PlaceUnit]) -> bool:
    """Whether a text tells a part of Britain from another part or from the whole, which one other country cannot."""
    names = {unit.name for unit in units if unit.kind == "country" and unit.nation == "united kingdom"}
    return len(names) > 1 and not names.isdisjoint(PARTS_OF_BRITAIN)


def has_derived_word(words: Iterable[str], nations: Iterable[str]) -> bool:
    """Whether another word comes from the name of a country: "brasiliensis".

    Args:
        words: The words of a text in lower case, without those for the countries.
        nations: The countries in lower case.
    """
    stems = {nation[:_STEM] for nation in nations if len(nation) > _STEM and " " not in nation}
    if "brazi" in stems:
        stems.add("brasi")
    return bool(stems) and any(word[:_STEM] in stems for word in words)


def split_addresses(text: str, units: Sequence[PlaceUnit]) -> Iterator[tuple[PlaceUnit, PlaceUnit]]:
    """Two places that stand side by side, the smaller first: "Munich, Bavaria", "Munich Bavaria"."""
    for one, other in pairwise(units):
        beside = text[one.end : other.start] in (" ", ", ", " , ")
        if beside and one.kind in ("city", "area") and other.kind in ("area", "country"):
            yield one, other


def is_half_of_phrase(doc: Doc, unit: PlaceUnit) -> bool:
    """Whether a country shares its noun with an adjective, or a noun stands right before it.

    *U.K. and international banks* wants an adjective, and *the rural north woods America* is a part of the country.

    Args:
        doc: The text.
        unit: The country.
    """
    tokens, first, after = doc.tokens, doc.token_at(unit.start), doc.token_at(unit.end)
    if first and tokens[first - 1].pos == "NOUN" and tokens[first - 1].end + 1 == unit.start:
        return True
    joined = [token.pos for token in tokens[after + 1 : after + 3]] == ["ADJ", "NOUN"]
    return joined and not unit.adjectival and tokens[after].text in ("and", "or")


def has_town_before(doc: Doc, unit: PlaceUnit) -> bool:
    """Whether a town that no list has is said to be in an area: "Texarkana, Texas".

    Args:
        doc: The text.
        unit: The area.
    """
    number = doc.token_at(unit.start)
    if number < _PAIR or doc.tokens[number - 1].text != "," or not is_name_word(doc.tokens, number - _PAIR):
        return False
    return not any(one.end == doc.tokens[number - _PAIR].end for one in place_units(doc))


def owns_deed(doc: Doc, unit: PlaceUnit) -> bool:
    """Whether a capital stands for its government, which has done something: "since Beijing's bloody suppression of".

    Args:
        doc: The text.
        unit: The capital.
    """
    after = doc.tokens[doc.token_at(unit.end) :][: _WIDTH + 1]
    if not after or after[0].text not in ("'s", "’s"):
        return False
    noun = next((token.text for token in after[1:] if token.pos == "NOUN"), "")
    return noun_kind(noun) in ("act", "cognition", "communication")


def within_reach(cities: Sequence[str], name: str, least: int = 16) -> Sequence[str]:
    """The cities that are about as well known as one: "Chicago", not "Fort Lauderdale", for "New York".

    Args:
        cities: Cities of a country, or countries of a region, the best known first.
        name: The city in lower case.
        least: How many of them the best known one may become.

    Example:
        >>> within_reach([*"ABCDEFGHIJKLMNOPQRSTUVWXYZ"], "b")[-1]
        'S'
    """
    names = (name, name.removesuffix(" city"))  # "New York City"
    place = next((number for number, city in enumerate(cities) if city.lower() in names), -1)
    return cities[place // _WIDTH : place * _WIDTH + least] if place >= 0 else cities


@cache
def parts_of_britain() -> Mapping[str, str]:
    """The part of Britain by city in lower case; nothing for those of England."""
    lists = {
        "scotland": """aberdeen airdrie alloa arbroath ayr brechin clydebank coatbridge cowdenbeath dumbarton dundee
            dunfermline edinburgh falkirk forfar glasgow greenock inverness kilmarnock kirkcaldy livingston montrose
            motherwell paisley perth peterhead stirling stranraer""",
        "wales": """aberystwyth bangor barry bridgend cardiff carmarthen llandudno llanelli merthyr newport rhyl swansea
            wrexham""",
        "northern ireland": """antrim armagh ballymena ballymoney belfast coleraine derry enniskillen larne lisburn
            londonderry newry omagh portadown""",
    }
    return {"merthyr tydfil": "wales"} | {city: part for part, cities in lists.items() for city in cities.split()}
