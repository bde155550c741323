"""The kind of a named organization, and names of organizations of that kind."""

import re
from collections.abc import Mapping
from functools import cache

from hf_robust.language.english.closed_classes import TEAM_SPORTS
from hf_robust.language.english.composed_names import organizations
from hf_robust.language.english.nations import nation_of_city
from hf_robust.language.english.places import place_names
from hf_robust.language.lexicons import lexicon

_FAR = 60  # characters beside an organization in which a word tells its kind, about ten words
_GROUP = "group"  # the label of datasets that have another label for companies
_COMPANIES = ("company", "bank", "web", "media")
_LAST_WORDS = {
    "bank": "bank banking bancorp banks",
    "university": "university college",
    "school": "school academy seminary",
    "hospital": "hospital clinic infirmary",
    "soccer": "fc afc f.c. sc cf albion rovers wanderers hotspur athletic united borussia",
    "company": "ag airlines airways bros brothers chemicals co co. communications corp corp. corporation electronics "
    "energy foods group holdings inc inc. incorporated industries insurance laboratories limited llc ltd ltd. motor "
    "motors petroleum pharmaceuticals pictures plc publishing records semiconductor steel stores studios systems "
    "technologies",
    "media": "herald tribune gazette newspaper times post journal chronicle telegraph newsroom magazine news radio tv "
    "television",
    "party": "party congress front alliance movement democrats socialists greens",
    "league": "league conference division federation association championship",
    "hall": "museum gallery library theatre theater hall observatory",
    "body": "agency authority board bureau commission committee council court department directorate force fund "
    "government house institute ministry office parliament police senate assembly service society union organization "
    "organisation administration command fleet army navy guard center centre",
}
_KIND_OF_WORD = {word: kind for kind, words in _LAST_WORDS.items() for word in words.split()}
_SPORTS = {
    "football": r"nfl|quarterbacks?|qb|touchdowns?|super ?bowl|wide receivers?|linebackers?",
    "basketball": r"nba|point guard|three-pointers?",
    "baseball": r"mlb|innings?|pitchers?|shutout|homers?|home runs?|world series",
    "hockey": r"nhl|stanley cup|goaltenders?|hat trick in the nhl",
    "soccer": r"soccer|strikers?|midfielders?|serie a|bundesliga|la liga|premier(?: league|ship)|champions ?'? ?league|"
    r"uefa|goalkeepers?|first division",
}
_TOLD_BY = {sport: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for sport, words in _SPORTS.items()}
_TELLING = {
    "company": re.compile(r"\s(?:shares|stock|subsidiary|shareholders)\b"),
    "band": re.compile(r"\s(?:(?:live )?(?:in )?concert|album|gig|lyrics|tour)\b", re.IGNORECASE),
}
_SPORT = re.compile(
    r"(?:\b(?:games?|match(?:es)?|league|season|coach|striker|midfielder|defender|goalkeeper|innings?|playoffs?|cup|"
    r"beat|defeated|scored?|goals?|teams?|club|players?|championships?|tournament|rugby|cricket|tennis|golf|wickets?|"
    r"runs|half-time|halftime|homer|victory)\b|(?:\b\d{1,3}(?:-\d{1,3})?\b.*){2})",
    re.IGNORECASE,
)
_ROW_OF_TABLE = re.compile(r"[^\d]{2,40}(?:\s[\d.,/+-]+){2,}")
_BEFORE_BRACKET = re.compile(r"[^\W\d_]\s*\(\s*\Z")
_ARTICLE_KINDS = frozenset("body_the party_the league_the hall_the university_the organization_the".split())
_WITHOUT_ARTICLE = dict.fromkeys(("", "hall", "league", "party"), "organization") | {"body": "council"}
_BODIES = frozenset("cabinet congress duma house knesset kremlin parliament pentagon senate".split())
_TEAMS = TEAM_SPORTS | {"team"}


def kind_of_organization(text: str, start: int, end: int, label: str = "", has_article: bool = False) -> str:
    """The kind of organization that can stand in the place of another one.

    A list tells it, else the last word of the name, else words beside it. An organization of no known kind becomes an
    association of people, but for the label ``group``, which datasets give to bands and teams as well.

    Args:
        text: The whole text.
        start: Where the name begins in it.
        end: Where it ends.
        label: The label of the dataset in lower case: ``corporation`` allows companies, ``group`` all but companies.
        has_article: Whether it stands behind *the* and is what that belongs to.

    Returns:
        A key of the tables of names. It is empty for an acronym beside the name that it stands for, and for a
        ``group`` of no known kind.

    Example:
        >>> kind_of_organization("Mill Bank fell", 0, 9), kind_of_organization("the Zorp said", 4, 8, has_article=True)
        ('bank', 'organization_the')
    """
    name = text[start:end].lower()
    found = _kind_of(name, text, start, end, has_article)
    if found == "apart":
        return ""
    if label in ("corporation", "company") and found not in _COMPANIES:
        found = "company"
    elif label == _GROUP and (found in _COMPANIES or not found):
        return ""  # a band, a team or a club: the label does not say which
    if has_article:
        return _with_article(found)
    return _WITHOUT_ARTICLE.get(found, found)


def _with_article(found: str) -> str:
    if found in _TEAMS:
        return found
    return f"{found}_the" if f"{found}_the" in _ARTICLE_KINDS else "organization_the"


def _kind_of(name: str, text: str, start: int, end: int, has_article: bool) -> str:
    known = known_names().get(name, "")
    if known == "media":  # also "( Reuters )"
        return known
    if _is_short_for_name(text, start, end) or name.startswith("#"):
        return "apart"
    if known in _KINDS:
        return "body" if known == "body_the" else known
    words = name.split()
    if name.startswith(("university of ", "college of ")):
        return "university"
    if name.startswith("bank of "):
        return "bank"
    if len(words) > 1 and known_names().get(words[-1], "") in TEAM_SPORTS:
        return known_names()[words[-1]]
    told = _KIND_OF_WORD.get(words[-1], "") if len(words) > 1 else "body" if name in _BODIES else ""
    head = next((word for word in words if word in _KIND_OF_WORD), "") if " of " in name or " for " in name else ""
    if told or head:
        return told or _KIND_OF_WORD[head]
    return _kind_in_context(name, text, start, end, has_article)


def _is_short_for_name(text: str, start: int, end: int) -> bool:
    """Whether one stands in brackets beside the other: both change together or not at all."""
    in_brackets = _BEFORE_BRACKET.search(text[:start]) is not None
    following = re.match(r"\s\(\s([A-Z][A-Za-z.]{1,7})\s\)", text[end:])
    return (in_brackets and text[start:end].isupper()) or (following is not None and following.group(1).isupper())


def _kind_in_context(name: str, text: str, start: int, end: int, has_article: bool) -> str:
    after = text[end : end + _FAR]
    if name in nation_of_city():  # an organization that is called like a city is its team
        return "city_team"
    if speaks_of_sport(text):
        plural = name.endswith("s") and not name.endswith("ss")
        if has_article:
            return "team" if plural else "league"
        sports = [sport for sport in _SPORTS if _TOLD_BY[sport].search(text)]
        if name in place_names() or text[start:end].isupper() or _ROW_OF_TABLE.match(text):
            return "city_team"
        if plural and sports and sports[0] in TEAM_SPORTS:
            return "team"
        return "soccer"
    acronym = text[start:end].isupper() and end - start < 6
    return next((kind for kind, told in _TELLING.items() if not acronym and told.match(after)), "")


_KINDS = TEAM_SPORTS | frozenset("company bank web media university band soccer body_the".split())


def names_of_organizations(kind: str, form: str) -> tuple[str, ...]:
    """Names of organizations of a kind: those of the list and composed ones.

    Args:
        kind: As :func:`kind_of_organization` gives it.
        form: ``longer`` or ``cross``.

    Example:
        >>> names_of_organizations("bank", "cross")[0]
        'Barclays'
    """
    return _names_of(kind, form)


@cache
def _names_of(kind: str, form: str) -> tuple[str, ...]:
    listed = lexicon("entity_swaps")[form]["organisation"].get(kind, ())
    composed = "team" if kind in TEAM_SPORTS else "company" if kind == "web" else kind
    return tuple(dict.fromkeys([*listed, *organizations(composed, form)]))


def speaks_of_sport(text: str) -> bool:
    """Whether a text is about sport, so that an organization in it may be a club.

    Example:
        >>> speaks_of_sport("They won the cup"), speaks_of_sport("They lost a cap")
        (True, False)
    """
    return _SPORT.search(text) is not None


@cache
def known_names() -> Mapping[str, str]:
    """The kind of each listed name of a place, an organization or a product, in lower case."""
    return {name: kind for kind, names in lexicon("entity_swaps")["known"].items() for name in names}
