"""Places as Chinese names them: what kind of place a name is of, where it lies, and which are of the same kind."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from hf_robust.language.lexicons import lexicon

__all__ = [
    "HanPlace",
    "cities_of_nation",
    "is_doubtful",
    "nations_of",
    "peers",
    "place_of",
    "places_of_text",
    "suffix_of",
    "usual_name",
]

CHINA = "中国"
_SUFFIX = re.compile(r"(特别行政区|[省市县区镇乡村路街山江河湖洲])\Z")
_UNLISTED = {"县": "counties", "镇": "towns", "村": "villages", "路": "roads", "山": "mountains", "江": "rivers"}
_UNLISTED |= {"河": "rivers", "湖": "lakes"}
_WITHOUT_SUFFIX = {"省": ("province",), "市": ("city", "municipality")}


class HanPlace(NamedTuple):
    """A listed place.

    Args:
        kind: ``country``, ``city``, ``municipality``, ``province``, ``autonomous``, ``district``, ``short-country``,
            ``short-province``, ``special`` (the two special regions), or the kind of natural place or road.
        within: The region of the world of a country, the nation of a city abroad, the city of a district; else China.
    """

    kind: str
    within: str


@cache
def _places() -> Mapping[str, HanPlace]:
    table = lexicon("place_names", "zh")
    found: dict[str, HanPlace] = {}
    for kind, names in table["other"].items():
        found.update(dict.fromkeys(names.split(), HanPlace(kind, CHINA)))
    for kind, names in table["short"].items():
        found.update(dict.fromkeys(names.split(), HanPlace(f"short-{kind}", CHINA)))
    for city, names in table["districts"].items():
        found.update(dict.fromkeys(names.split(), HanPlace("district", city)))
    for kind, of_province in (("province", table["provinces"]), ("autonomous", table["autonomous"])):
        for province, cities in of_province.items():
            found[province] = HanPlace(kind, CHINA)
            found.update(dict.fromkeys(cities.split(), HanPlace("city", CHINA)))
    found.update(dict.fromkeys(table["municipalities"].split(), HanPlace("municipality", CHINA)))
    found.update(dict.fromkeys(table["special"].split(), HanPlace("special", CHINA)))
    for nation, one in table["nations"].items():
        found[nation] = HanPlace("country", one["region"])
        found.update(dict.fromkeys(one["cities"].split(), HanPlace("city", nation)))
    found[CHINA] = HanPlace("country", "asia")
    found.update({other: found[name] for other, name in table["also"].items() if name in found})
    return found


def place_of(name: str) -> HanPlace | None:
    """What is known of a place; None for one that is not listed.

    Args:
        name: Simplified characters.

    Example:
        >>> place_of("柏林"), place_of("埃及").within
        (HanPlace(kind='city', within='德国'), 'africa')
    """
    return _places().get(name)


@cache
def _doubtful() -> frozenset[str]:
    return frozenset(lexicon("place_names", "zh")["doubtful"].split())


def is_doubtful(name: str) -> bool:
    """Whether the name of a place is a word, a person or something else as well.

    Example:
        >>> is_doubtful("海口"), is_doubtful("南京")
        (True, False)
    """
    return name in _doubtful()


@cache
def nations_of(region: str) -> tuple[str, ...]:
    """The nations of a region of the world that have a listed city.

    Example:
        >>> nations_of("oceania")[:2]
        ('澳大利亚', '新西兰')
    """
    table = lexicon("place_names", "zh")["nations"]
    return tuple(name for name, one in table.items() if one["region"] == region and cities_of_nation(name))


@cache
def cities_of_nation(nation: str) -> tuple[str, ...]:
    """The listed cities of a nation whose names are nothing else.

    Example:
        >>> cities_of_nation("埃及")
        ('开罗', '卢克索')
    """
    if nation == CHINA:
        return tuple(n for n, p in _places().items() if p == HanPlace("city", CHINA) and not is_doubtful(n))
    return tuple(
        city for city in lexicon("place_names", "zh")["nations"][nation]["cities"].split() if city not in _doubtful()
    )


@cache
def _of_kind(place: HanPlace) -> tuple[str, ...]:
    apart = {CHINA, *_doubtful(), *lexicon("place_names", "zh")["also"]}
    return tuple(name for name, one in _places().items() if one == place and name not in apart)


@cache
def _first_cities() -> tuple[str, ...]:
    """The first city of each province, its capital."""
    return tuple(cities.split()[0] for cities in lexicon("place_names", "zh")["provinces"].values())


def peers(name: str) -> tuple[str, ...]:
    """Places of the same kind, written alike: a city of the same nation, a country of the same region.

    Args:
        name: Simplified characters.

    Returns:
        Without the place itself; ``()`` where the kind cannot be told.

    Example:
        >>> peers("里昂")[:2], peers("辽宁省")[:2], peers("清水县")[:2]
        (('巴黎', '马赛'), ('河北省', '山西省'), ('安吉县', '桐庐县'))
    """
    place = place_of(name)
    if place is not None:
        of_kind = _of_kind(place) + (_first_cities() if place.kind == "municipality" else ())
        return tuple(other for other in of_kind if other != usual_name(name)) or _cities_nearby(place)
    found = _SUFFIX.search(name)
    if found is None or len(name) < 3:
        return ()
    suffix, stem = found[1], name[: found.start()]
    place = place_of(stem)
    if place is not None and place.kind in _WITHOUT_SUFFIX.get(suffix, ()):
        return tuple(other + suffix for other in _of_kind(place) if other != stem and other[-1] != "城")
    parts = place_of(stem[:2]) or place_of(stem[:3])
    if suffix in _UNLISTED and parts is None:
        return tuple(other for other in _of_kind(HanPlace(_UNLISTED[suffix], CHINA)) if other != name)
    return ()


def suffix_of(name: str) -> str:
    """The last character of the name of a place where it says the kind; else empty.

    Example:
        >>> suffix_of("南京市"), suffix_of("南京")
        ('市', '')
    """
    found = _SUFFIX.search(name)
    return found[1] if found is not None and len(name) > 2 else ""


def usual_name(name: str) -> str:
    """The usual name of a place that has another as well.

    Example:
        >>> usual_name("印尼"), usual_name("南京")
        ('印度尼西亚', '南京')
    """
    also: Mapping[str, str] = lexicon("place_names", "zh")["also"]
    return also.get(name, name)


def _cities_nearby(place: HanPlace) -> tuple[str, ...]:
    """Cities of the region of a nation that has one listed city."""
    nation = place_of(place.within) if place.kind == "city" else None
    if nation is None or nation.kind != "country":
        return ()
    return tuple(
        city for other in nations_of(nation.within) if other != place.within for city in cities_of_nation(other)
    )


@cache
def _pattern() -> re.Pattern[str]:
    names = sorted((name for name in _places() if len(name) > 1), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, names)))


def places_of_text(text: str) -> Sequence[tuple[int, int, str]]:
    """Where the names of listed places stand, longest first, without regard to words.

    Args:
        text: Simplified characters.

    Example:
        >>> places_of_text("从柏林到开罗")
        [(1, 3, '柏林'), (4, 6, '开罗')]
    """
    return [(match.start(), match.end(), match[0]) for match in _pattern().finditer(text)]
