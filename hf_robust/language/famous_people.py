"""Whether two known people are of one time and one part of the world, so that a text on one could be on the other."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from hf_robust.language.famous_names import Famous

_BORN = re.compile(r"(?:an?|the) (.+?) (?:film )?\w+ born in (\d{4})")
_ADULT = 18  # years of age
_YEARS = 15  # between the births of two people who could have had one part at one time
ENGLISH = frozenset("american british english scottish welsh irish canadian australian new".split())
_EAST_ASIAN = frozenset("japanese chinese hong taiwanese korean south thai malaysian".split())


class _Origin(NamedTuple):
    """The part of the world that films of a person come from, and the year of birth."""

    region: str
    born: int


@lru_cache(maxsize=8192)
def _origin(entry: Famous) -> _Origin | None:
    found = _BORN.match(entry.summary)
    if found is None:
        return None
    nation = re.split(r"[- ]", found.group(1).lower())
    if not ENGLISH.isdisjoint(nation):
        region = "english"
    elif not _EAST_ASIAN.isdisjoint(nation):
        region = "east asia"
    else:
        region = "india" if nation[0] == "indian" else "other"
    return _Origin(region, int(found.group(2)))


def are_alike(entry: Famous, other: Famous) -> bool:
    """Whether two people are of one generation and one part of the world, as far as their descriptions tell.

    Example:
        >>> ford, law = (Famous(name, f"an American actor born in {year}", "person") for name, year in
        ...     (("Harrison Ford", 1942), ("Tom Law", 1950)))
        >>> khan = Famous("Aamir Khan", "an Indian actor born in 1965", "person")
        >>> are_alike(ford, law), are_alike(ford, khan)
        (True, False)
    """
    one, two = _origin(entry), _origin(other)
    return one is None or two is None or (one.region == two.region and abs(one.born - two.born) <= _YEARS)


def is_adult_with(entry: Famous, other: Famous, years: Iterable[int]) -> bool:
    """Whether a person was an adult in each of some years in which another one was.

    Example:
        >>> garland, lange = (Famous(name, f"an American actress born in {year}", "person") for name, year in
        ...     (("Judy Garland", 1922), ("Hope Lange", 1933)))
        >>> is_adult_with(lange, garland, {1944}), is_adult_with(lange, garland, {1960})
        (False, True)
    """
    one, two = _origin(entry), _origin(other)
    return one is None or two is None or all(one.born + _ADULT <= year for year in years if two.born + _ADULT <= year)
