"""Well-known organizations, and which of them can stand for each other."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from hf_robust.language.lexicons import lexicon


class KnownOrganization(NamedTuple):
    """An organization that many readers know.

    Args:
        name: As it is written.
        group: Its group, as ``"airlines"``, or the sport of a team.
        place: Of a team, the place that its full name begins with; else empty.
        home: Its country in lower case; empty where it is not listed.
    """

    name: str
    group: str
    place: str = ""
    home: str = ""

    @property
    def needs_recognizer(self) -> bool:
        """Whether the name is a word or another name too."""
        return self.name in _also_words()


@cache
def organizations_by_first_word() -> Mapping[str, Sequence[KnownOrganization]]:
    """Organizations by the first word of their name, the longest names first; teams by full name and by nickname.

    Example:
        >>> [one.group for one in organizations_by_first_word()["Lufthansa"]]
        ['airlines']
        >>> [one.place for one in organizations_by_first_word()["Red"] if one.name == "Red Sox"]
        ['Boston']
    """
    table: dict[str, list[KnownOrganization]] = {}
    for one in (*_members(), *_teams()):
        table.setdefault(one.name.split()[0], []).append(one)
    return {first: tuple(sorted(rows, key=lambda one: -len(one.name))) for first, rows in table.items()}


@cache
def group_members(group: str) -> Sequence[KnownOrganization]:
    """The organizations of a group; of a sport the nicknames of its teams.

    Example:
        >>> [one.name for one in group_members("phones")][:2]
        ['Nokia', 'Motorola']
    """
    return tuple(one for one in (*_members(), *_teams()) if one.group == group)


def product_words(name: str) -> Sequence[str]:
    """Words in lower case, as of products, that go with one organization."""
    return lexicon("organization_groups")["products"].get(name, ())


def _members() -> Sequence[KnownOrganization]:
    table = lexicon("organization_groups")
    home = {name: nation for nation, names in table["homes"].items() for name in names}
    return [
        KnownOrganization(name, group, home=home.get(name, ""))
        for group, names in table["groups"].items()
        for name in names
    ]


def _teams() -> Sequence[KnownOrganization]:
    return [
        KnownOrganization(nickname, sport, place)
        for sport, names in lexicon("organization_groups")["teams"].items()
        for place, nickname in map(_split_team, names)
    ]


_SHORT_PLACES = frozenset("Boston Chicago Toronto Detroit Portland".split())  # with nicknames of two words


def _split_team(name: str) -> tuple[str, str]:
    """The place and the nickname of a team.

    Example:
        >>> _split_team("Boston Red Sox"), _split_team("St. Louis Rams"), _split_team("Tampa Bay Devil Rays")
        (('Boston', 'Red Sox'), ('St. Louis', 'Rams'), ('Tampa Bay', 'Devil Rays'))
    """
    words = name.split()
    size = 1 if words[0] in _SHORT_PLACES else 2 if len(words) == 4 else len(words) - 1
    return " ".join(words[:size]), " ".join(words[size:])


@cache
def _also_words() -> frozenset[str]:
    return frozenset(lexicon("organization_groups")["words"]["need the recognizer"])
