"""What kind of place, organization, product or work a gold entity is, and of which gender a person."""

import re

from hf_robust.language.english.closed_classes import (
    ANY_SOME_NO,
    ARTICLES,
    DEMONSTRATIVES,
    FIRST_PERSON,
    INDEFINITE_PRONOUNS,
    MANY,
    OTHERS,
    PLURAL_POINTERS,
    POSSESSIVES,
    RELATIVE_PRONOUNS,
    SECOND_PERSON,
    SINGULAR_POINTERS,
    THIRD_PERSON,
    TITLES_OF_MEN,
    TITLES_OF_WOMEN,
    TWO_TO_FIVE,
    UNIVERSALS,
)
from hf_robust.language.english.name_origins import genders_of_names, surnames
from hf_robust.language.english.nations import peoples
from hf_robust.language.english.places import is_doubtful, place_names, places
from hf_robust.transforms.task_specific.organization_kinds import kind_of_organization, known_names

_FAR = 60  # characters beside an entity in which a word tells its kind, about ten words
_OF_PLACES = {"cities": "town", "countries": "country", "areas": "region"}
# words of the text that tell what a name in it is; the first that fits
_PATTERNS = {
    "film": r"watch(?:ed|es|ing)?|movies?|films?|episodes?|trailers?|cinema|dvd|sequel|tv series|tv show|screening",
    "book": r"novels?|books?|re-?reading|author|chapters?",
    "song": r"songs?|lyrics|listen(?:ed|ing)? to",
}
_TOLD_BY = {kind: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for kind, words in _PATTERNS.items()}
_PRONOUN = re.compile(r"\b(?:he|him|his|she|her|hers)\b", re.IGNORECASE)
_TITLES = dict.fromkeys(TITLES_OF_WOMEN | {"dame"}, "female") | dict.fromkeys(TITLES_OF_MEN, "male")
_NO_TITLE_BEFORE = (POSSESSIVES - {"its"}) | ARTICLES | ANY_SOME_NO | SINGULAR_POINTERS | {"of", "and"}
_EVENTS = frozenset("championship championships classic cup festival games league open prix tour trophy".split())
_PRONOUNS = FIRST_PERSON | SECOND_PERSON | THIRD_PERSON | INDEFINITE_PRONOUNS | RELATIVE_PRONOUNS | DEMONSTRATIVES
_BEFORE_NOUNS = ARTICLES | POSSESSIVES | DEMONSTRATIVES | UNIVERSALS | ANY_SOME_NO | MANY | OTHERS
_SEVERAL = PLURAL_POINTERS | MANY | TWO_TO_FIVE | {"few", "six"}


def is_phrase(name: str, cased: bool) -> bool:
    """Whether a mention is a pronoun or a noun phrase, as corpora with nested entities have them, and no name.

    Args:
        name: What is marked.
        cased: Whether other mentions of the text are written with capital letters.

    Example:
        >>> mentions = ["his", "the river", "all Muslims who can travel", "the Hague", "US", "The Who"]
        >>> [is_phrase(one, cased=True) for one in mentions]
        [True, True, True, False, False, False]
    """
    first, *others = words = name.split()
    if not others and first.lower() in _PRONOUNS and (first == "I" or not first.isupper()):
        return True
    if not RELATIVE_PRONOUNS.isdisjoint(words):
        return True
    rest = others if first.lower() in _BEFORE_NOUNS else words if cased else []
    return bool(rest) and not any(letter.isupper() or letter.isdigit() for word in rest for letter in word)


def kind_of_entity(kind: str, label: str, text: str, start: int, end: int, before: str, has_article: bool) -> str:
    """The kind of a place, an organization, a product, a work or something else; empty where it cannot be told.

    What stands in a list tells it, else the last word of the name, else words beside it. Behind *the* only kinds count
    whose names take it.

    Args:
        kind: ``place``, ``organisation``, ``product``, ``work`` or ``misc``.
        label: The label of the dataset, which may leave only some kinds of organizations.
        text: The whole text.
        start: Where the name begins in it.
        end: Where it ends.
        before: The word before it in lower case.
        has_article: Whether it stands behind *the* and is what that belongs to.

    Example:
        >>> kind_of_entity("organisation", "ORG", "Mill Bank fell", 0, 9, "", False)
        'bank'
        >>> kind_of_entity("place", "LOC", "on Long Hill", 3, 12, "on", False)
        ''
    """
    name = text[start:end].lower()
    if kind == "place":
        return _of_place(name, text, has_article)
    if kind == "organisation":
        return kind_of_organization(text, start, end, label.lower(), has_article)
    if kind == "misc":
        return _of_misc(name)
    if has_article or before in _SEVERAL or text[end : end + 3].strip()[:1].isdigit():
        return ""
    if kind == "product":
        known = known_names().get(name, "")
        return known if known in ("phone", "console", "car", "drink") else ""
    return _of_work(text, start, end, before)


def _of_place(name: str, text: str, has_article: bool) -> str:
    """Only what a table of places has; countries whose people the text names stay."""
    known = known_names().get(name, "")
    canonical = place_names().get(name, "")
    place = places().get(canonical.lower())
    found = "country" if known.startswith("country") else _OF_PLACES.get(place.group, "") if place is not None else ""
    if is_doubtful(name) and not (place is not None and place.group == "countries"):
        return ""
    if found == "country":
        nations_named = {peoples()[word][0].lower() for word in text.lower().split() if word in peoples()}
        if nations_named & {name, canonical.lower()}:
            return ""
        return "country_the" if has_article else "country"
    return "" if has_article else found


def _of_misc(name: str) -> str:
    """An adjective of a country, its people, or an event."""
    form = peoples().get(name, ("", ""))[1]
    if form:
        return "nationality" if form == "adjective" else "people"
    last = name.rpartition(" ")
    return "event" if last[0] and last[2] in _EVENTS else ""


def _of_work(text: str, start: int, end: int, before: str) -> str:
    """A title, told by one sort of words in the text, with no number and no article beside it."""
    quoted = text[:start].rstrip()[-1:] in tuple("\"'“‘`")
    if (before in _NO_TITLE_BEFORE and not quoted) or re.match(r"\s*(?:&|and\b|:|\()", text[end:]):
        return ""
    near = text[max(0, start - _FAR) : start] + " " + text[end : end + _FAR]
    found = [kind for kind in ("film", "book", "song") if _TOLD_BY[kind].search(near)]
    return found[0] if len(found) == 1 else ""


def gender_told(name: str, text: str) -> str:
    """``female`` or ``male`` as the given name of a full name or the pronouns of a text tell; empty if they do not.

    Example:
        >>> gender_told("Anna Smith", "Anna Smith left"), gender_told("Smith", "Smith took his hat")
        ('female', 'male')
    """
    first = name.partition(" ")[0].lower().rstrip(".")
    if first in _TITLES:
        return _TITLES[first]
    found = genders_of_names().get(first, "")
    if " " in name and found in ("female", "male"):
        return found
    said = {"male" if word.lower() in ("he", "him", "his") else "female" for word in _PRONOUN.findall(text)}
    if len(said) == 1:
        return said.pop()
    return found if found in ("female", "male") and name.lower() not in surnames() else ""
