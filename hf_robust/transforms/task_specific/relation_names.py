"""Names of a relation that no list holds: organizations, towns, and things that are named after a place."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import COMPASS, TEAM_SPORTS
from hf_robust.language.english.composed_names import organizations, towns
from hf_robust.language.english.name_origins import family_names, given_names, language_of_family
from hf_robust.language.english.nations import all_peoples, nation_of_city, nations, peoples
from hf_robust.language.english.places import REGIONS, place_names, places
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kinds
from hf_robust.transforms.task_specific.organization_kinds import kind_of_organization, speaks_of_sport
from hf_robust.transforms.task_specific.relation_mentions import RelationMention, name_words, occurrences
from hf_robust.transforms.task_specific.relation_places import NAMESAKES, SINGULAR

_WATERS = frozenset("Bay Gulf Lake Ocean River Sea Strait".split())
_CROSSINGS = frozenset("Bridge Crossing Tunnel".split())
_SMALL = 3  # letters of an article or preposition inside a name
_JOINS = ("-", "–", "&", "/")
_ONLY_ONES = frozenset(
    "Army Congress Corps Court Federation Fleet Force Guard Kingdom Legion Nations Navy Republic Senate".split()
)  # of a country
_OF_A_STATE = frozenset("National Federal Republic State U.S.".split())
_OF_ONE = frozenset("Anglican Catholic Christian Coptic International Lutheran Methodist Orthodox World".split())
_OPENS_TITLE = ("along", "at", "by", "down", "in", "on", "over", "under", "up")
_MEDIA = frozenset(
    "broadcasting chronicle courier daily evening examiner gazette herald journal magazine morning network news post "
    "radio sunday telegraph television times tribune tv weekly".split()
)
_UNTOLD = frozenset({"", "company", "organization", "organization_the"})
_CLUBS = frozenset({"city_team", "soccer"}) | {"league", "league_the", "team"}
# words that tell of a trade that only some organizations have
_TRADES = frozenset(
    "airliner anchor anchorman anchorwoman broadcast broadcasts channel columnist correspondent editor fleet flight "
    "flights gmt newscast newspaper pilot pilots publisher radio satellite soldiers station television troops tv "
    "warships".split()
)
# what these stand behind is no company: "the Ova invasion", "the Corona constellation"
_NO_COMPANY = frozenset("invasion invade invades invaded army troops siege uprising constellation galaxy".split())
_LEAST = 4  # letters of a word that may be part of another one


def organization_edits(doc: Doc, mention: RelationMention, rng: RowRandom) -> list[Edit]:
    """The edits that make an organization an invented one of its kind, wherever it is named.

    Args:
        mention: The organization.
        rng: The draws.

    Raises:
        NotApplicable: When it is part of a longer name, or a part of it stands elsewhere.
    """
    tokens = _plain_name(doc, mention, "an organization")
    words = [token.text for token in tokens]
    if words[-1] in _ONLY_ONES or not _OF_A_STATE.isdisjoint(words):
        raise NotApplicable(f"there is only one {mention.role} of its kind")
    if _names_no_group(words[-1]):
        raise NotApplicable(f"the {mention.role} has the name of an event or a place")
    medium = _size_of_medium(words)
    if medium:
        town = _not_in(doc, towns(), rng)
        return _everywhere(doc, mention, tokens, town, (int(words[0].lower() == "the"), len(words) - medium))
    start, end = mention.start(doc), mention.end(doc)
    has_article = bool(mention.first) and doc.tokens[mention.first - 1].text.lower() == "the"
    after = doc.tokens[mention.last] if mention.last < len(doc.tokens) else None
    if after is not None and after.text.lower() in _NO_COMPANY:
        raise NotApplicable(f"the {mention.role} is not an organization that could be another one")
    modifies = after is not None and (after.pos in ("NOUN", "PROPN") or after.text == "'s")
    kind = kind_of_organization(doc.text, start, end, "", has_article and not modifies)
    if not kind or (after is not None and after.text == "("):
        raise NotApplicable(f"the {mention.role} stands beside what it is short for")
    if kind in _CLUBS and not _is_club(doc.text):
        kind = "organization_the" if has_article and not modifies else "organization"
    of_kind = not kinds_of_names().isdisjoint(words) or any(word.lower() in all_peoples() for word in words)
    if kind in _UNTOLD and (of_kind or (has_article and modifies)):
        raise NotApplicable(f"nothing tells what kind of organization the {mention.role} is")
    told = not _TRADES.isdisjoint(token.text.lower() for token in doc.tokens)
    speaks = after is not None and after.text == "in" and doc.tokens[mention.last + 1].text.lower() in peoples()
    if kind in _UNTOLD and (told or speaks):  # "in Portuguese"
        raise NotApplicable(f"the {mention.role} may be of a trade that few organizations are of")
    pool = organizations("team" if kind in TEAM_SPORTS else kind, "plain")
    new = _not_in(doc, pool or organizations("company", "plain"), rng)
    return _everywhere(doc, mention, tokens, new)


@cache
def kinds_of_names() -> frozenset[str]:
    """The words of names that say which kind of organization it is: Academy, Club, University."""
    return frozenset(lexicon("name_kinds")["kinds"])


def _names_no_group(word: str) -> bool:
    """Whether the last word of a name is one for an event or a place: "Monmouth Rebellion"."""
    return bool({"act", "event", "object"}.intersection(noun_kinds(word.lower())))


def _size_of_medium(words: Sequence[str]) -> int:
    """How many words at the end of a name say that it is a newspaper or a station; 0 where no other word is left."""
    first, last = int(words[0].lower() == "the"), len(words)
    while last > first and words[last - 1].lower() in _MEDIA:
        last -= 1
    return len(words) - last if last > first else 0


def _is_club(text: str) -> bool:
    """Whether a word of a text speaks of sport, and not only two numbers."""
    return speaks_of_sport(re.sub(r"\d", " ", text))


# how many English names of places end
_ENGLISH_ENDS = (
    "beach borough bourne bridge brook burgh bury castle church cliff combe creek dale field ford fort gate ham haven "
    "head hill hurst island lake land ley mouth pool port rock shire side stone ton town view ville water well wich "
    "wick wood worth"
).split()
_ENGLISH_RIVERS = frozenset("Columbia Hudson Mersey Murray Potomac Severn Shannon Tees Thames Tyne".split())
_ENGLISH_COUNTRIES = frozenset({"australia", "canada", "ireland", "new zealand", "united kingdom", "united states"})


_SKY = frozenset("asteroid constellation galaxies galaxy nebula star stars".split())


def check_is_english(doc: Doc, mention: RelationMention) -> None:
    """Refuse a place whose name may be of another language: an English one would not fit there.

    Raises:
        NotApplicable: When the sentence names a foreign country, city or people, or nothing tells that the name is
            English.
    """
    if not _SKY.isdisjoint(token.text.lower() for token in doc.tokens):
        raise NotApplicable("the sentence is about the sky, where nothing has the name of a town")
    if mention.first and doc.tokens[mention.first - 1].text.lower() in NAMESAKES:
        raise NotApplicable(f"the {mention.role} is called like a place")
    # Georgia is a country, too
    names = [token.text for token in doc.tokens if token.text[:1].isupper() and token.text != "Georgia"]
    pairs = [f"{one} {other}" for one, other in pairwise(names)]
    if any(_nation(name.lower()) not in {"", *_ENGLISH_COUNTRIES} for name in (*names, *pairs)):
        raise NotApplicable("the sentence names a country, a city or a people whose places have no English names")
    words = [token.text for token in mention.tokens(doc) if token.text[:1].isupper()]
    if all(_is_english(word) for word in words if word not in _features()[0] | _features()[1]):
        return
    if any(_nation(name.lower()) or name in _states() or name in _ENGLISH_RIVERS for name in (*names, *pairs)):
        return
    raise NotApplicable(f"nothing tells that the name of the {mention.role} is English")


def _is_english(word: str) -> bool:
    low = word.lower()
    return (
        (low.isascii() and low.endswith(tuple(_ENGLISH_ENDS)))
        or bool(tags_of(low))
        or language_of_family(low) == "english"
    )


def _nation(low: str) -> str:
    """The country of a city or a people, or a country itself; empty for other words."""
    return low if low in nations() else all_peoples().get(low, ("",))[0] or nation_of_city().get(low, ("",))[0]


def feature_edits(doc: Doc, mention: RelationMention, rng: RowRandom) -> list[Edit]:
    """The edits that give a bridge, a river or a battle another name; the word for what it is stays.

    Args:
        mention: Its name.
        rng: The draws.

    Raises:
        NotApplicable: When no word of the name says what it is.
    """
    tokens = _plain_name(doc, mention, "a thing that is named after a place")
    words = [token.text for token in tokens]
    first, last = _changing(words)
    if first >= last:
        raise NotApplicable(f"no word tells what the {mention.role} is")
    if any(token.text.lower() in SINGULAR for token in doc.tokens):
        raise NotApplicable("the sentence states something that is true only for this place")
    if any(word[:1].islower() for word in words[first:last]) or words[first].lower() in _OPENS_TITLE:
        raise NotApplicable(f"the {mention.role} is a title")  # "On the Road"
    if not _OF_ONE.isdisjoint(words):
        raise NotApplicable(f"there is only one {mention.role} of its kind")
    if _features()[0].intersection(words[first:last]):
        raise NotApplicable(f"the {mention.role} has two words for what it may be")
    if {word.lower() for word in words[first:last]} <= COMPASS:
        raise NotApplicable(f"there is only one {mention.role} of its kind")  # "New Zealand 's South Island"
    if is_water(mention.text(doc)) and _names_place(doc, mention):
        raise NotApplicable(f"the {mention.role} is a water, and the sentence names a place beside it")
    check_is_english(doc, mention)
    return _everywhere(doc, mention, tokens, _not_in(doc, towns(), rng), (first, last))


def is_water(name: str) -> bool:
    """Whether a name is one of a river, a lake, a bay or a sea.

    Example:
        >>> is_water("Lake Zorp"), is_water("Zorp River"), is_water("Zorp River Bridge")
        (True, True, False)
    """
    words = name.split()
    return len(words) > 1 and not _WATERS.isdisjoint((words[0], words[-1])) and words[-1] not in _CROSSINGS


def _names_place(doc: Doc, mention: RelationMention) -> bool:
    """Whether a listed city, state or country stands beside a mention: everybody knows on which lake Chicago lies."""
    names = [
        token.text if token.text[:1].isupper() and not mention.first <= number < mention.last else ""
        for number, token in enumerate(doc.tokens)
    ]
    pairs = [f"{one} {other}" for one, other in pairwise(names) if one and other]
    return any(is_listed(name) for name in (*names, *pairs))


def is_listed(name: str) -> bool:
    """Whether a name is one of a listed city, state or country."""
    low = name.lower()
    return low in nation_of_city() or low in nations() or name in _states()


def is_feature(name: str) -> bool:
    """Whether the last of several words of a name says that it is a forest, a river or the like.

    Example:
        >>> is_feature("Zorp National Forest"), is_feature("Zorp Bank"), is_feature("Forest")
        (True, False, False)
    """
    words = name.split()
    return len(words) > 1 and words[-1] in _features()[0] and words[0] not in _OF_A_STATE


def town_edits(doc: Doc, mention: RelationMention, rng: RowRandom) -> list[Edit]:
    """The edits that make a town that no list holds an invented one.

    Args:
        mention: The town.
        rng: The draws.

    Raises:
        NotApplicable: When it is a country or another place that is no town, or part of a longer name.
    """
    tokens = _plain_name(doc, mention, "a town")
    name = mention.text(doc)
    if any(token.text.lower() in SINGULAR for token in doc.tokens):
        raise NotApplicable("the sentence states something that is true only for this place")
    if _is_of_named_nation(doc, name):
        raise NotApplicable(f"the sentence names the people of the country of the {mention.role}")
    behind_article = bool(mention.first) and doc.tokens[mention.first - 1].text.lower() == "the"
    if behind_article or not is_town(name) or any(token.text in _PARTS for token in tokens):
        raise NotApplicable(f"the {mention.role} is not a town")
    check_is_english(doc, mention)
    return _everywhere(doc, mention, tokens, _not_in(doc, towns(), rng))


def _is_of_named_nation(doc: Doc, city: str) -> bool:
    """Whether a text names the people or the adjective of the country in which a listed city lies."""
    nation = nations().get(nation_of_city().get(city.lower(), ("",))[0])
    if nation is None:
        return False
    return not {nation.adjective, nation.people, f"{nation.people}s"}.isdisjoint(token.text for token in doc.tokens)


def is_town(name: str) -> bool:
    """Whether a place is no country, no state and no continent.

    Example:
        >>> is_town("Zorpville"), is_town("Kenya"), is_town("Texas"), is_town("Asia")
        (True, False, False, False)
    """
    low = name.lower()
    return low not in nations() and name not in _states() and low not in _WIDE and not _is_area(low)


def _is_area(low: str) -> bool:
    place = places().get(place_names().get(low, "").lower())
    return place is not None and place.group != "cities"


_WIDE = frozenset(REGIONS) | frozenset(
    (
        "america",
        "north america",
        "south america",
        "latin america",
        "central america",
        "middle east",
        "west bank",
        "soviet union",
    )
)
_PARTS = frozenset("Central Eastern Northern Southern Western North South East West Upper Lower Islands".split())


@cache
def _states() -> frozenset[str]:
    table = lexicon("name_kinds")["states"]
    short = {row["short"] for row in table.values()}
    return frozenset(table) | short | {name.replace(".", " .") for name in short} | {"U.S.", "D.C.", "U.K.", "USSR"}


def _changing(words: Sequence[str]) -> tuple[int, int]:
    """Which words of a name do not say what it is."""
    table = lexicon("composed_names")
    kinds, leading = _features()
    if (
        len(words) == 2
        and words[-1] not in name_words()
        and (words[0].lower() in given_names() or words[0].lower() in family_names())
    ):
        return 0, 0  # "Clinton Woods" is a person
    if len(words) > 1 and words[-1] in kinds:
        end = len(words) - 1
        while end > 1 and words[end - 1] in kinds and words[end - 1] not in table["animals"]:
            end -= 1
        return (1 if words[0] == "The" and end > 1 else 0), end
    if len(words) > 1 and words[0] in leading:
        return 1, len(words)
    if "of" in words[1:-1] and words[0] in _OF_PLACES:
        return words.index("of") + 1, len(words)
    return 0, 0


_OF_PLACES = frozenset("Battle Siege Treaty City Town Isle Port Port Gulf Bay County Diocese Duchy Strait".split())


@cache
def _features() -> tuple[frozenset[str], frozenset[str]]:
    table = lexicon("composed_names")
    return frozenset(table["features"].split() if isinstance(table["features"], str) else table["features"]), frozenset(
        table["leading"]
    )


def _plain_name(doc: Doc, mention: RelationMention, what: str) -> Sequence[Token]:
    """The tokens of a name that is not part of a longer one."""
    tokens = mention.tokens(doc)
    outer = [token.text for token in (tokens[0], tokens[-1])]
    if not all(word[:1].isupper() for word in outer) or any(
        not (token.text[:1].isupper() or len(token.text) <= _SMALL) for token in tokens
    ):
        raise NotApplicable(f"the {mention.role} is not a plain name of {what}")
    before = doc.tokens[mention.first - 1] if mention.first else None
    after = doc.tokens[mention.last] if mention.last < len(doc.tokens) else None
    if (before is not None and before.text in _JOINS) or (after is not None and after.text in _JOINS):
        raise NotApplicable(f"the {mention.role} is part of a longer name")
    return tokens


def _not_in(doc: Doc, pool: Sequence[str], rng: RowRandom) -> str:
    """A name that shares no word with the text."""
    taken = {token.text for token in doc.tokens if token.text[:1].isupper()}
    for name in rng.permuted(pool):
        if taken.isdisjoint(name.split()[:1]):
            return name
    raise NotApplicable("there is no other name of this type")


def _everywhere(
    doc: Doc, mention: RelationMention, tokens: Sequence[Token], new: str, part: tuple[int, int] | None = None
) -> list[Edit]:
    """The edits of all places where the name stands; none where a part of it stands elsewhere.

    Args:
        part: The words of the name that become the new one; all without it.
    """
    words = [token.text for token in tokens]
    first, last = part or (0, len(words))
    if (
        len("".join(words)) > _LEAST
        and all(word.isupper() for word in words if word.isalpha())
        and not _is_acronym(words)
    ):
        new = new.upper()
    places = (mention.first, *occurrences(doc, words, mention))
    edits = [Edit(doc.tokens[at + first].start, doc.tokens[at + last - 1].end, new) for at in places]
    covered = {number for edit in edits for number in range(doc.token_at(edit.start), doc.token_at(edit.end))}
    telling = {
        word for word in words[first:last] if word[:1].isupper() and word not in _features()[0] and len(word) >= _LEAST
    }
    for number, token in enumerate(doc.tokens):
        if number not in covered and any(word in token.text for word in telling):
            raise NotApplicable(f"part of the {mention.role} stands elsewhere in the sentence")
    return edits


def _is_acronym(words: Sequence[str]) -> bool:
    return len(words) == 1 and len(words[0]) <= _LEAST + 1
