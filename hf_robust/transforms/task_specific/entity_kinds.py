"""What kind of place, organization, product or work a gold entity is, and of which gender a person."""

import re
from collections.abc import Mapping
from functools import cache

from hf_robust.language.english.closed_classes import (
    ANY_SOME_NO,
    ARTICLES,
    POSSESSIVES,
    SINGULAR_POINTERS,
    TEAM_SPORTS,
    TITLES_OF_MEN,
    TITLES_OF_WOMEN,
)
from hf_robust.language.english.name_origins import genders_of_names, surnames
from hf_robust.language.english.nations import peoples
from hf_robust.language.english.places import is_doubtful, place_names, places
from hf_robust.language.lexicons import lexicon

_FAR = 60
_OF_PLACES = {"cities": "town", "countries": "country", "areas": "region"}
_OF_PEOPLE = "group"  # a label of data sets that have another one for companies
_COMPANIES = ("company", "bank", "web", "media")
_LAST_WORDS = {
    "bank": "bank banking bancorp",
    "university": "university college",
    "soccer": "fc afc f.c. albion rovers wanderers hotspur athletic",
    "company": "ag airlines airways co co. corp corp. corporation electronics foods holdings inc inc. incorporated "
    "industries limited llc ltd ltd. motors petroleum pharmaceuticals plc semiconductor stores",
    "media": "herald tribune gazette newspaper",
}
_KIND_OF_WORD = {word: kind for kind, words in _LAST_WORDS.items() for word in words.split()}
# words of the text that tell what a name in it is; the first that fits
_SPORTS = {
    "football": r"nfl|quarterbacks?|qb|touchdowns?|super ?bowl|wide receivers?|linebackers?",
    "basketball": r"nba|point guard|three-pointers?",
    "baseball": r"mlb|innings?|pitchers?|shutout|homers?|home runs?|world series",
    "hockey": r"nhl|stanley cup|goaltenders?|hat trick in the nhl",
    "soccer": r"soccer|strikers?|midfielders?|serie a|bundesliga|la liga|premier(?: league|ship)|champions ?'? ?league|"
    r"uefa|goalkeepers?|first division",
}
_OTHER_SPORTS = re.compile(r"\b(?:rugby|cricket|tennis|golf|volleyball|quidditch|handball)\b", re.IGNORECASE)
_PATTERNS = {
    "band": r"bands?|concerts?|albums?|gigs?|lyrics|encore|setlist",
    "company": r"shares|shareholders?|quarterly|earnings|revenues?|subsidiary|net profit|acquisition|per share",
    "film": r"watch(?:ed|es|ing)?|movies?|films?|episodes?|trailers?|cinema|dvd|sequel|tv series|tv show|screening",
    "book": r"novels?|books?|re-?reading|author|chapters?",
    "song": r"songs?|lyrics|listen(?:ed|ing)? to",
}
_TOLD_BY = {kind: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for kind, words in (_SPORTS | _PATTERNS).items()}
_SPORT = re.compile(
    r"(?:\b(?:games?|match(?:es)?|league|season|coach|striker|midfielder|defender|goalkeeper|innings?|playoffs?|cup|"
    r"beat|defeated|scored?|goals?|teams?|club|players?|championships?|tournament)\b|(?:\b\d{1,3}(?:-\d{1,3})?\b.*){2})",
    re.IGNORECASE,
)
_PRONOUN = re.compile(r"\b(?:he|him|his|she|her|hers)\b", re.IGNORECASE)
_TITLES = dict.fromkeys(TITLES_OF_WOMEN | {"dame"}, "female") | dict.fromkeys(TITLES_OF_MEN, "male")
_NO_TITLE_BEFORE = (POSSESSIVES - {"its"}) | ARTICLES | ANY_SOME_NO | SINGULAR_POINTERS | {"of", "and"}
_BEFORE_BRACKET = re.compile(r"\(\s*\Z")
_SEVERAL = frozenset("these those many few several two three four five six".split())


def kind_of_entity(kind: str, label: str, text: str, start: int, end: int, before: str, has_article: bool) -> str:
    """The kind of a place, an organization, a product or a work; empty where it cannot be told.

    What stands in a list tells it, else the last word of the name, else words beside it. Behind *the* only kinds count
    whose names take it.

    Args:
        kind: ``place``, ``organisation``, ``product`` or ``work``.
        label: The label of the data set, which may leave only some kinds of organizations.
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
        found = _of_organization(name, text, start, end, before)
        fits = not label or _fits_label(found, label.lower())
        if not found or not fits:
            return ""
        if found == "body":
            return "body_the" if has_article else ""
        if found == "university" and name.startswith("university of "):
            return "university_the" if has_article else found
        return "" if has_article and found not in TEAM_SPORTS else found
    if has_article or before in _SEVERAL or text[end : end + 3].strip()[:1].isdigit():
        return ""
    if kind == "product":
        known = _known().get(name, "")
        return known if known in ("phone", "console", "car", "drink") else ""
    return _of_work(text, start, end, before)


def _of_place(name: str, text: str, has_article: bool) -> str:
    """Only what a table of places has; countries whose people the text names stay."""
    known = _known().get(name, "")
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


def _of_organization(name: str, text: str, start: int, end: int, before: str) -> str:
    in_brackets = _BEFORE_BRACKET.search(text[:start]) is not None
    known = _known().get(name, "")
    if known == "media":  # also "( Reuters )"
        return known
    if in_brackets or text[end:].lstrip()[:1] == "(" or name.startswith("#"):
        return ""  # a name and what it is for short change together or not at all
    if known in _KINDS_OF_ORGANIZATIONS:
        return "body" if known == "body_the" else known
    last = name.rpartition(" ")[2]
    if name.startswith("university of "):
        return "university"
    if " " in name:
        if _known().get(last, "") in TEAM_SPORTS:
            return _known()[last]
        if last in _KIND_OF_WORD:
            return _KIND_OF_WORD[last]
    near = text[max(0, start - _FAR) : start], text[end : end + _FAR]
    sports = [sport for sport in _SPORTS if _TOLD_BY[sport].search(text)]
    if sports or _OTHER_SPORTS.search(text):
        return ""  # a league, a sponsor or a club: the text alone does not tell
    acronym = text[start:end].isupper() and end - start < 6
    if not acronym and re.match(r"\s(?:shares|stock|subsidiary|shareholders)\b", near[1]):
        return "company"
    if not acronym and re.match(r"\s(?:concert|album|gig|lyrics|tour)\b", near[1]):
        return "band"
    return ""


_KINDS_OF_ORGANIZATIONS = TEAM_SPORTS | frozenset("company bank web media university band soccer body_the".split())


def _fits_label(found: str, label: str) -> bool:
    """Whether a data set with one label for companies and one for other groups would give this one."""
    if label in ("corporation", "company"):
        return found in _COMPANIES
    return label != _OF_PEOPLE or found not in _COMPANIES


def _of_work(text: str, start: int, end: int, before: str) -> str:
    """A title, told by one sort of words in the text, with no number and no article beside it."""
    quoted = text[:start].rstrip()[-1:] in tuple("\"'“‘`")
    if (before in _NO_TITLE_BEFORE and not quoted) or re.match(r"\s*(?:&|and\b|:|\()", text[end:]):
        return ""
    near = text[max(0, start - _FAR) : start] + " " + text[end : end + _FAR]
    found = [kind for kind in ("film", "book", "song") if _TOLD_BY[kind].search(near)]
    return found[0] if len(found) == 1 else ""


def speaks_of_sport(text: str) -> bool:
    """Whether a text is about sport, so that an organization in it may be a club.

    Example:
        >>> speaks_of_sport("They won the cup"), speaks_of_sport("They lost a cap")
        (True, False)
    """
    return _SPORT.search(text) is not None


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


@cache
def _known() -> Mapping[str, str]:
    """The kind of each listed name, in lower case."""
    return {name: kind for kind, names in lexicon("entity_swaps")["known"].items() for name in names}
