"""Swaps of the people or places of a text for those of one group: which groups there are, and which a text is of."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hf_robust.core.errors import UnknownNameError
from hf_robust.language.english.name_origins import genders_of_names
from hf_robust.language.english.nations import nation_of_city, nations, peoples
from hf_robust.language.english.places import REGIONS, place_names
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.chinese import identities as chinese_identities
from hf_robust.transforms.chinese import regions as chinese_regions
from hf_robust.transforms.gendered_words import GENDERS, gender_of
from hf_robust.transforms.identities import SwapGender
from hf_robust.transforms.place_names import plain
from hf_robust.transforms.regions import SwapRegion

_CAPITALIZED = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class GroupSwap:
    """A transformation that moves a text to a group, once for each group.

    Args:
        kind: What the groups are, ``"gender"`` or ``"region"``.
        transformation: Its name; the parameter ``to`` says the group.
        own_groups: By language, given what its edits replaced in a text, and the whole texts of the row: the group that
            the original is of; None where it is of several or of none.
    """

    kind: str
    transformation: str
    groups: tuple[str, ...]
    own_groups: Mapping[str, Callable[[Sequence[str], Sequence[str]], str | None]]

    def own_group(self, language: str, replaced: Sequence[str], texts: Sequence[str]) -> str | None:
        """The group of an original; None where it is of several or of none, or nothing tells it in its language.

        Args:
            language: Code of the language.
            replaced: What the edits replaced.
            texts: The whole texts of the row.

        Example:
            >>> SWAPS["gender"].own_group("zh", ["他"], ["他走了"])
            'male'
        """
        find = self.own_groups.get(language)
        return None if find is None else find(replaced, texts)

    @property
    def entries(self) -> list[dict[str, Any]]:
        """The swaps to each group, as :meth:`hf_robust.Suite.build` takes them."""
        return [{"name": self.transformation, "to": group} for group in self.groups]


def gender_before(replaced: Sequence[str], texts: Sequence[str]) -> str | None:
    """The gender of a text that moved to the other one.

    Args:
        replaced: The words and names that moved.
        texts: The original texts; a name of the other gender that stays makes them texts of both.

    Example:
        >>> gender_before(["He"], ["He left"]), gender_before(["father"], ["Ana and her father left"])
        ('male', None)
    """
    known = genders_of_names()
    found = {gender_of(word.lower()) or known.get(word.lower()) for word in replaced} & set(GENDERS)
    if len(found) != 1:
        return None
    own = found.pop()
    other = GENDERS[own == "female"]
    doubtful = lexicon("genders")["also_words"]
    names = (word for text in texts for word in _CAPITALIZED.findall(text) if word[0].isupper())
    return None if any(known.get(name.lower()) == other and name not in doubtful for name in names) else own


def region_before(replaced: Sequence[str], texts: Sequence[str]) -> str | None:
    """The region of the world of a text whose places moved to another one.

    Args:
        replaced: The names that moved, and articles that went or changed with them.
        texts: Not read: all places of a text move, or none does.

    Example:
        >>> region_before(["the ", "U.S."], []), region_before(["Parisian"], []), region_before(["Oslo", "Cairo"], [])
        ('north-america', None, None)
    """
    found = {_region(plain(name.strip())) for name in replaced} - {None}
    return found.pop() if len(found) == 1 else None


def _region(low: str) -> str | None:
    place = place_names().get(low, low)
    nation = place if place in nations() else nation_of_city().get(place, peoples().get(low, ("",)))[0]
    return nations()[nation].region if nation else None


SWAPS: Mapping[str, GroupSwap] = {
    swap.kind: swap
    for swap in (
        GroupSwap("gender", SwapGender.name, GENDERS, {"en": gender_before, "zh": chinese_identities.gender_before}),
        GroupSwap("region", SwapRegion.name, REGIONS, {"en": region_before, "zh": chinese_regions.region_before}),
    )
}


def swap_of(kind: str) -> GroupSwap:
    """The swap of a kind.

    Raises:
        UnknownNameError: There is no such kind.

    Example:
        >>> swap_of("gender").entries
        [{'name': 'swap-gender', 'to': 'female'}, {'name': 'swap-gender', 'to': 'male'}]
    """
    if kind not in SWAPS:
        raise UnknownNameError("kind of bias", kind, tuple(SWAPS))
    return SWAPS[kind]
