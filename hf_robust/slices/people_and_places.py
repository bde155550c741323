"""Slices by the gender of people who are named, and by the region of places and peoples."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import numpy as np

from hf_robust.language.english.closed_classes import ROLES, STATE_OFFICES, SURNAME_TITLES, TITLES_OF_MEN
from hf_robust.language.english.name_origins import genders_of_names, surnames
from hf_robust.language.english.nations import nations, peoples
from hf_robust.language.english.places import REGIONS, is_doubtful, place_names, places
from hf_robust.language.lexicons import lexicon
from hf_robust.slices.grouped_rows import GroupedSubpopulation, RowGroups
from hf_robust.slices.row_view import RowView, words_of
from hf_robust.slices.subpopulation import register

Phrase = tuple[str, ...]
_PEOPLE = ("man", "woman", "both", "none")
# these are said of women, too, or of no people
_NEUTRAL = frozenset(
    "actor actors cowboy cowboys fellow fellows guys hero heroes host hosts master masters waiter waiters".split()
)
_MALE, _FEMALE = "he him his himself", "she her hers herself"
_ONLY_LARGE = frozenset({"us", "uk", "male", "nice", "bath", "reading"})
_TITLES_TOO = frozenset({"miss", "ms"})
# given names that are as often a club, a company, a state, a feast or a surname
_ELSEWHERE = frozenset("carolina chelsea dakota easter macy mercedes sharon wendy".split())
_STORMS = frozenset({"hurricane", "hurricanes", "typhoon"})
# words with a capital that may stand before a given name
_TITLES = (
    (TITLES_OF_MEN - {"brother", "duke"})
    | STATE_OFFICES
    | SURNAME_TITLES
    | ROLES
    | frozenset(
        """actor actress and attorney by chairman coach commissioner congressman councilman former general gov
            governor i judge justice leader manager mayor mother mp officer pm player premier prime princess
            prof queen rep representative reverend says secretary sen sergeant soldier st striker the when while
            with""".split()
    )
)


@register
@dataclass(frozen=True, kw_only=True)
class Prejudice(GroupedSubpopulation):
    """Gender of the people and region of the places that the text mentions.

    ``man``: only words, pronouns or names of men; ``woman``: only those of women; ``both``; ``none``. A region
    (``africa``, ``asia``, ``europe``, ``middle-east``, ``north-america``, ``oceania``, ``south-america``) contains the
    rows that mention one of its places, countries or peoples.

    Args:
        role: Role of the text to read. Default: all texts that a model reads.

    Source: TextFlint (Wang et al. 2021), section 2.3, the subpopulation Prejudice. Lists of this package.

    Example:
        >>> from datasets import Dataset
        >>> import hf_robust as hr
        >>> data = Dataset.from_dict({"text": ["He met Anna.", "Her trip to Kenya.", "It rains."], "label": [1, 0, 0]})
        >>> for names in hr.slice_rows(data, "sentiment-classification", ["prejudice"]).lists():
        ...     print(names)
        ['prejudice: both']
        ['prejudice: woman', 'prejudice: africa']
        ['prejudice: none']
    """

    name: ClassVar[str] = "prejudice"
    linguistics: ClassVar[str] = "pragmatics"
    groups: ClassVar[tuple[str, ...]] = (*_PEOPLE, *REGIONS)

    role: str | None = None

    def read(self, rows: RowView) -> RowGroups:
        """Who and what is named in each row."""
        names: list[set[str]] = [set() for _ in range(len(rows))]
        for role in self.looked_at(rows.task):
            for found, words, terms in zip(names, rows.words(role), rows.terms(role)):
                found.update(_named(words, terms))
        masks = {key: np.array([key in found for found in names], np.bool_) for key in ("male", "female", *REGIONS)}
        male, female = masks.pop("male"), masks.pop("female")
        people = {"man": male & ~female, "woman": female & ~male, "both": male & female, "none": ~male & ~female}
        return RowGroups.of_masks({**people, **masks}, len(rows))

    def meaning(self, key: str) -> str:
        """What rows it holds."""
        who = {"man": "men and no women", "woman": "women and no men", "both": "men and women"}
        if key == "none":
            return "Rows that speak of no man and no woman."
        if key in who:
            return f"Rows that speak of {who[key]}."
        return f"Rows that name a place, a country or a people of this region: {key}."


def _named(words: Sequence[str], terms: Sequence[str]) -> Iterator[str]:
    """Genders and regions that a text names."""
    small = all(word.islower() or not word.isalpha() for word in words)
    genders, regions, longest = _words(), _regions(), _longest()
    given = {} if not _STORMS.isdisjoint(terms) else genders_of_names()
    covered = 0
    for place, term in enumerate(terms):
        large = words[place][:1].isupper()
        gender = genders.get(term)
        if gender and (term not in _TITLES_TOO or _is_title(words, place)) and words[place] != "Queens":
            yield gender
        elif large and given.get(term) in ("male", "female") and _is_first_name(words, place):
            yield given[term]
        if place >= covered and term in _firsts() and (large or small):
            for size in range(min(longest, len(terms) - place), 0, -1):
                region = regions.get(tuple(terms[place : place + size]))
                if region is not None:
                    covered = place + size
                    if region and _is_location(words[place : place + size], words, place, small):
                        yield region
                    break
        if small and (person := _persons().get(tuple(terms[place : place + 2]))):
            yield person


def _is_title(words: Sequence[str], index: int) -> bool:
    """ "Miss Marple", and not "a miss"."""
    after = words[index + 1] if index + 1 < len(words) else ""
    return words[index].istitle() and after.istitle() and not (index and words[index - 1][:1].isupper())


def _is_first_name(words: Sequence[str], index: int) -> bool:
    """Whether a word that may be a given name is no other word, no place, and no last part of a longer name."""
    word, before = words[index], words[index - 1] if index else ""
    low = word.lower()
    if word in _words_too() or (low,) in _regions() or low in _states() or low in _ELSEWHERE or word.isupper():
        return False
    usual = before.lower() in _TITLES or before.lower() in lexicon("stop_words")
    return not before[:1].isupper() or usual or len(before) == 1


def _is_location(name: Sequence[str], words: Sequence[str], index: int, small: bool) -> bool:
    """Whether words that may be the name of a place are no other word and no person's name."""
    low = " ".join(name).lower()
    if small:
        return not is_doubtful(low) and low not in _ONLY_LARGE and len(low) > 2
    if not all(word[:1].isupper() for word in name if len(word) > 3):
        return False
    if low in _ONLY_LARGE and not (name[0].isupper() and not all(word.isupper() for word in words if word.isalpha())):
        return False
    before = words[index - 1] if index else ""
    after = words[index + len(name)] if index + len(name) < len(words) else ""
    person = before[:1].isupper() and before.lower() in genders_of_names()
    person |= after[:1].isupper() and (after.lower() in surnames() or low in genders_of_names())
    return len(name) > 1 or not person


@cache
def _words() -> Mapping[str, str]:
    """Words for people by gender."""
    table = lexicon("genders")
    found: dict[str, str] = {}
    for forms in (*table["nouns"], *table["apart"]):
        for place, form in enumerate(forms):
            found[form] = "female" if place % 2 else "male"
    for turned, gender in (("female", "male"), ("male", "female")):
        for group in ("one_way", "titles", "pronouns"):
            found.update(dict.fromkeys(table[group][turned], gender))
    found.update({**dict.fromkeys(_MALE.split(), "male"), **dict.fromkeys(_FEMALE.split(), "female")})
    return {word: gender for word, gender in found.items() if word not in _NEUTRAL}


@cache
def _words_too() -> frozenset[str]:
    """Given names that are other words as well."""
    return frozenset(lexicon("genders")["also_words"])


@cache
def _regions() -> Mapping[Phrase, str]:
    """The region by the words of a place, a country or a people; empty where it only looks like one."""
    known = places()
    found = {low: known[meant].region if meant else "" for low, meant in place_names().items()}
    found |= {low: nations()[nation].region for low, (nation, _) in peoples().items()}
    return {tuple(word.lower() for word in words_of(low)): region for low, region in found.items()}


@cache
def _states() -> frozenset[str]:
    """The states of the United States."""
    return frozenset(name.lower() for name in lexicon("name_kinds")["states"])


@cache
def _firsts() -> frozenset[str]:
    return frozenset(words[0] for words in _regions() if words)


@cache
def _longest() -> int:
    return max(map(len, _regions()))


@cache
def _persons() -> Mapping[Phrase, str]:
    """Well-known people by name, for texts without capitals."""
    named = ((tuple(words_of(name.lower())), gender) for name, gender, *_ in lexicon("persons"))
    return {words: gender for words, gender in named if len(words) == 2 and gender in ("male", "female")}
