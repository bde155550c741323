"""Countries with their adjectives, peoples and cities, and which country stands for which in another region."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from hf_robust.language.english.places import fits_anywhere, places
from hf_robust.language.lexicons import lexicon

# countries with a king, a queen, a prince or an emir, or with that of another country
MONARCHIES = frozenset(
    {
        *("united kingdom", "saudi arabia", "united arab emirates", "new zealand", "papua new guinea"),
        *"""andorra australia bahamas bahrain belgium belize bhutan brunei cambodia canada denmark eswatini grenada
        jamaica japan jordan kuwait lesotho liechtenstein luxembourg malaysia monaco morocco netherlands norway oman
        qatar spain swaziland sweden thailand tonga tuvalu""".split(),
    }
)


class Nation(NamedTuple):
    """A country.

    Args:
        name: As it is written.
        region: The region of the world.
        adjective: ``"Kenyan"``.
        people: ``"Kenyans"``; empty where it is the adjective again, as of the Chinese.
        cities: Its larger cities, the most mentioned first.
    """

    name: str
    region: str
    adjective: str
    people: str
    cities: Sequence[str]

    @property
    def is_plain(self) -> bool:
        """Whether its forms fit wherever those of another country stood: no article, one word, one plural."""
        return (
            " " not in self.name and self.people == self.adjective + "s" and fits_anywhere(places()[self.name.lower()])
        )


@cache
def nations() -> Mapping[str, Nation]:
    """Countries by their name in lower case, the most mentioned first.

    Example:
        >>> nations()["kenya"].adjective
        'Kenyan'
    """
    return {name.lower(): _nation(name, row) for name, row in lexicon("nations").items()}


@cache
def all_nations() -> Mapping[str, Nation]:
    """The nations with those that a text may name but that never take the place of another one.

    Example:
        >>> all_nations()["liberia"].adjective, "liberia" in nations()
        ('Liberian', False)
    """
    rows = lexicon("more_places")["nations"]
    return {**nations(), **{name.lower(): _nation(name, row) for name, row in rows.items()}}


def _nation(name: str, row: Mapping[str, Any]) -> Nation:
    return Nation(name, places()[name.lower()].region, row["adjective"], row["people"], row["cities"])


@cache
def nation_of_city() -> Mapping[str, tuple[str, int]]:
    """By city in lower case its country, and its number among the cities of it.

    Example:
        >>> nation_of_city()["mosul"]
        ('iraq', 1)
    """
    return {
        city.lower(): (low, number) for low, nation in nations().items() for number, city in enumerate(nation.cities)
    }


@cache
def peoples() -> Mapping[str, tuple[str, str]]:
    """By adjective or people in lower case the country, and which of the two it is.

    Example:
        >>> peoples()["kenyans"], peoples()["french"]
        (('kenya', 'people'), ('france', 'adjective'))
    """
    return _peoples_of(nations())


@cache
def all_peoples() -> Mapping[str, tuple[str, str]]:
    """As :func:`peoples`, of all nations.

    Example:
        >>> all_peoples()["liberian"]
        ('liberia', 'adjective')
    """
    return _peoples_of(all_nations())


def _peoples_of(listed: Mapping[str, Nation]) -> Mapping[str, tuple[str, str]]:
    found = {nation.people.lower(): (low, "people") for low, nation in listed.items() if nation.people}
    return found | {nation.adjective.lower(): (low, "adjective") for low, nation in listed.items()}


@cache
def stand_ins(to: str) -> Mapping[str, Nation]:
    """For each country outside a region the country in it that stands for it.

    Args:
        to: The region.

    Example:
        >>> stand_ins("africa")["france"].region, "kenya" in stand_ins("africa")
        ('africa', False)
    """
    inside = [
        nation for nation in nations().values() if nation.region == to and nation.is_plain and plain_cities(nation)
    ]
    inside.sort(key=lambda nation: (-len(plain_cities(nation)), nation.name))
    outside = [low for low, nation in all_nations().items() if nation.region != to]
    found, number = {}, 0
    for low in outside:
        if low not in MONARCHIES:  # a republic stands for a republic, which has a president
            number = next(
                (n for n in range(number, number + len(inside)) if not _is_monarchy(inside[n % len(inside)])), number
            )
        found[low] = inside[number % len(inside)]
        number += 1
    return found


def _is_monarchy(nation: Nation) -> bool:
    return nation.name.lower() in MONARCHIES


def plain_cities(nation: Nation) -> Sequence[str]:
    """The cities of a country that are one word and no other word.

    Example:
        >>> plain_cities(nations()["tanzania"])
        ('Dodoma', 'Arusha')
    """
    return tuple(city for city in nation.cities if " " not in city and fits_anywhere(places()[city.lower()]))
