"""What ties a text to the country that it names, so that no other place could stand there."""

import re
from collections.abc import Collection, Sequence
from functools import cache
from itertools import pairwise

from hf_robust.core.doc import Doc, Span, Token
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import (
    LANDSCAPE,
    LOCATIVES,
    SHORT_OFFICES,
    STATE_OFFICES,
)
from hf_robust.language.english.nations import all_nations, peoples
from hf_robust.language.english.organization_groups import organizations_by_first_word
from hf_robust.language.english.places import place_names
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.entity_lookup import entity_at
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.entity_spans import is_person
from hf_robust.transforms.foreign_forms import foreign_letter
from hf_robust.transforms.place_names import SIDES, PlaceUnit, place_units, plain

# with a name after them somebody holds an office of a country
_OFFICES = (
    STATE_OFFICES
    | SHORT_OFFICES
    | frozenset("ambassador ayatollah dictator emperor general king marshal mullah".split())
    | frozenset("pope premier prince queen sheikh sultan".split())
)
# these words of landscapes and of states fit any country
_ANYWHERE = (LANDSCAPE - {"coast", "island", "sea"}) | frozenset(
    """border bordering borders capital county federal muslim muslims parliament province provincial state states
    statewide statue""".split()
)
# nouns of places that a name before them belongs to: "the Galilee village of ..."
_SETTLEMENTS = frozenset("city coast district village".split())
OF_SIDES = _SETTLEMENTS | {"port", "province", "state", "town"}
_LEADING = LOCATIVES | frozenset(
    "across and along around from into near of or outside over through to toward via , (".split()
)
_OF_A_PLACE = re.compile(r"[A-Z][a-z]+(?:ian|ean|ese|ish)s?")  # "Siberian"
# readers know where these were, or in which language they are parties and streets
AT_HOME = frozenset(
    """apostle apostles bible biblical brent calle chateau château crusade crusaders frau galilee herr holy ile jesus
    lega liga ligue mademoiselle messieurs moses palazzo paralympians paralympics partei parti partido partij partito
    pharaoh pharaohs piazza pilgrimage pilgrimages platz prophet rue sahib schloss senora senorita señor señora
    signora straße île""".split()
)
# what happened at a place is named after it: "the Uri attacks"
EVENTS = frozenset(
    """accord accords agreement attack attacks blast blasts bombing bombings carnival conference convention coup crisis
    crises declaration derby earthquake election elections exchange fair festival invasion marathon massacre occupation
    open plot protocol riot riots shooting shootings siege summit treaty trial trials war wars""".split()
)
EVENT_OF = re.compile(
    r"\b(?:[Aa]ccords?|[Bb]attles?|[Bb]ombings?|[Cc]onquest|[Ii]nvasions?|[Ll]iberation|[Mm]assacres?|[Ss]ack|"
    r"[Ss]ieges?|[Tt]reat(?:y|ies)) "
    r"(?:of|at) (?:[A-Z]\w+(?: ?, ?(?:and )?| and ))*\Z"
)
TAXA = frozenset("genus genera species subspecies".split())
_IN_BRACKETS = re.compile(r" ?\( ?([A-Z][\w. ]*?) ?\)")
_FIGHTING = re.compile(r"\b(?:civil war|guerrillas?|insurgen(?:ts?|cy)|militia|rebels?|[Tt]al[ei]ban|warlords?)\b")
_WITHIN_EVENT = 2  # words from the name of a place to the noun: "Uri terrorist attack"
_CURRENCY = re.compile(r"\b(?:US|HK|NZ|[ACS]) ?\$|[£€¥₹]|\b[Rr]s\.? ?\d")
_DOLLARS = re.compile(r"\$|\b[Dd]ollars?\b|\b[Cc]ents?\b")
_OF_FEW = re.compile(
    r"\bgallons?\b|\b(?:provincial|state)(?: \w+)? tax(?:es)?\b"
)  # measures, taxes of parts of a country
_COUNCIL = re.compile(r"\bSecurity Council\b|\b[Vv]eto(?:ed|es)?\b")
_BORDER = re.compile(r"\b(?:border(?:s|ed|ing)?|frontiers?)\b")
_JOINED_BEFORE = re.compile(r"([A-Z][a-z]+) ?(?:\bor\b|\band\b|/) ?\Z", re.IGNORECASE)
_JOINED_AFTER = re.compile(r" ?(?:\bor\b|\band\b|/) ?([A-Z][a-z]+)", re.IGNORECASE)
_LONGEST = 24  # characters of an adjective with what joins it
_SHORTEST_ACRONYM = 3  # letters: two are as often initials or a state
_ACRONYMS = frozenset(
    """aids asap cd cds ceo cfo coo cto diy dna dvd dvds faq fbi gmt gdp gps hiv html http icao iii imf ioc ipo isbn
    iucn lcd lgbt llc llm ltd mba mbbs mph nato ngo ngos opec pdf phd pvt rna sap sars seo smo sms sos suv tba tbd
    tnt tv tvs ufo uefa fifa unesco unhcr unicef url usb utc vcr vii viii vip wto www xii xiii""".split()
)  # no country's own
_LOCAL_GROUPS = ("universities", "british universities", "schools", "newspapers", "british newspapers")
_OF_ONE_CULTURE = frozenset(
    """ayurveda baboo babu begum bhangra bonsai carnatic cowboy cowboys dojo flamenco haiku hanbok ikebana judo k-pop
    kabuki karate kilt kilts kimchi kimono kimonos king manga maori monarch monarchy nawab ninja ninjas origami
    quarterback queen raga rajah ramen royal samba samurai sari saris sarod sepoy sepoys shinto shogun shogunate
    siesta sitar sombrero sumo sushi tabla tango tempura tofu torii tulip tulips veena yakuza yoga zen""".split()
)


def refuse_ties(doc: Doc, moved: Sequence[PlaceUnit], *, fitting: Collection[str] = ()) -> None:
    """Refuse a text whose places could not be others.

    Args:
        doc: The text.
        moved: The places and peoples that would change.
        fitting: Words in small letters that the new places fit, such as *tropical*.

    Raises:
        NotApplicable: When something ties the text to a country.
    """
    if foreign := foreign_letter(doc.text):
        raise NotApplicable(f"'{foreign}' is a letter of another script, which may belong to one country")
    if _FIGHTING.search(doc.text):
        raise NotApplicable("a war of the text was in a certain country")
    if money := _CURRENCY.search(doc.text):
        raise NotApplicable(f"'{money[0]}' is the currency of certain countries")
    _refuse_facts(doc, moved)
    nations, watched = {unit.nation for unit in moved}, _watched()
    for number, token in enumerate(doc.tokens):
        large, low = token.text[:1].isupper(), token.text.lower()
        if (large or low in watched) and not _within(token, moved):
            _refuse_word(doc, number, low, moved, fitting)
        if large and not _within(token, moved) and (known := _local_organization(doc, token, nations)):
            raise NotApplicable(f"'{known}' is at a certain place")
    for before, token in pairwise(doc.tokens):
        if token.pos != "PROPN" or not token.text[:1].isupper() or _within(token, moved):
            continue
        if before.text.lower() in _OFFICES:
            raise NotApplicable(f"'{before.text} {token.text}' refers to a specific country")
        if token.tag == "NNPS" and token.text.lower() not in fitting and not _is_plain_plural(doc, before, token):
            raise NotApplicable(f"'the {token.text}' may be related to a place")
    for entity in doc.entities:
        inside = any(unit.start < entity.end and entity.start < unit.end for unit in moved)
        named = entity.label in ("GPE", "NORP", "LOC", "FAC") and doc.text[entity.start].isupper()
        named = named and doc.text[entity.start : entity.end].lower() not in fitting
        named = named and (entity.label == "NORP" or _is_where(doc, entity))
        if named and not inside and not is_species(doc, entity) and not is_competitor(doc, entity):
            raise NotApplicable(
                f"the place '{doc.text[entity.start : entity.end]}' has no counterpart in the lists of places"
            )


def _is_where(doc: Doc, entity: Span) -> bool:
    """Whether more than the recognizer says that a name is a place: a preposition, a larger place, a noun after it."""
    first, after = doc.token_at(entity.start), doc.token_at(entity.end)
    before = [token.text.lower() for token in doc.tokens[max(0, first - 2) : first]]
    if before[-1:] == ["the"] or (before and before[-1] in SIDES):
        before.pop()
    if before and before[-1] in _LEADING:
        return True
    rest = doc.tokens[after : after + 2]
    if any(token.text.lower() in LANDSCAPE | OF_SIDES | _SETTLEMENTS for token in rest[:1]):
        return True
    beyond = rest[1:] if rest and rest[0].text in (",", "'s") else rest[:1]
    return any(unit.start == token.start for token in beyond for unit in place_units(doc))


def _refuse_facts(doc: Doc, moved: Sequence[PlaceUnit]) -> None:
    """Refuse a text with a fact that is true of few countries.

    Raises:
        NotApplicable: When it has one.
    """
    if found := _OF_FEW.search(doc.text):
        raise NotApplicable(f"'{found[0]}' is a matter of certain countries")
    inside = any(unit.kind == "area" and unit.nation == "united states" for unit in moved)
    if inside and (money := _DOLLARS.search(doc.text)):
        raise NotApplicable(f"'{money[0]}' is what people pay with in a state")
    if any(unit.kind not in ("city", "area") for unit in moved) and (council := _COUNCIL.search(doc.text)):
        raise NotApplicable(f"'{council[0]}': few countries have a veto")
    if border := _BORDER.search(doc.text):
        names = {token.text.lower() for token in doc.tokens if token.text[:1].isupper()}
        lands = {place_names().get(name) or peoples().get(name, ("",))[0] for name in names} - {""}
        if len(lands | {unit.nation for unit in place_units(doc)}) > 1:
            raise NotApplicable(f"the countries at the '{border[0]}' are neighbors")
    for unit in place_units(doc):
        if unit.kind == "country" and not unit.adjectival:
            before = _JOINED_BEFORE.search(doc.text, max(0, unit.start - _LONGEST), unit.start)
            if beside := _joined_people(before) or _joined_people(_JOINED_AFTER.match(doc.text, unit.end)):
                raise NotApplicable(f"'{doc.text[unit.start : unit.end]}' stands for an adjective beside '{beside}'")


def _joined_people(found: re.Match[str] | None) -> str:
    """The adjective of a people that a word joins to a country: "US or Canadian"; else empty."""
    named = peoples().get(found[1].lower()) if found else None
    return found[1] if found and named and named[1] == "adjective" else ""


def is_species(doc: Doc, entity: Span) -> bool:
    """Whether a recognized place is the Latin name of a group of living things.

    Args:
        doc: The text.
        entity: What the recognizer takes for a place.
    """
    number = doc.token_at(entity.start)
    before = doc.tokens[number - 1] if number else None
    if " " in doc.text[entity.start : entity.end] or (before is not None and before.pos == "ADP"):
        return False
    return any(token.text.lower() in TAXA for token in doc.tokens)


def is_competitor(doc: Doc, entity: Span) -> bool:
    """Whether a recognized place has a listed country in brackets, as people in results of sport: "Lee (China)".

    Args:
        doc: The text.
        entity: What the recognizer takes for a place.
    """
    found = _IN_BRACKETS.match(doc.text, entity.end)
    return found is not None and place_names().get(found[1].lower()) in all_nations()


def _named_event(doc: Doc, number: int, moved: Sequence[PlaceUnit]) -> str:
    """The name before the noun of an event, if it is none of the places that move; else empty."""
    tokens = doc.tokens
    for before in reversed(tokens[max(0, number - _WITHIN_EVENT) : number]):
        if before.pos == "PROPN" and before.text[:1].isupper():
            entity = entity_at(doc, before.start, before.end)
            person = is_person(entity) and entity is not None and " " in doc.text[entity.start : entity.end]
            return "" if person or _within(before, moved) else before.text
        if before.pos not in ("ADJ", "NOUN"):
            break
    return ""


def _is_acronym(doc: Doc, number: int) -> bool:
    """Whether a word may be the short name of an institution, in a text that is not all in capitals."""
    token = doc.tokens[number]
    word = token.text
    if len(word) < _SHORTEST_ACRONYM or not word.isupper() or not word.isalpha():
        return False
    shown = word.lower() in peoples() or (
        tags_of(word.lower()) and (token.pos != "PROPN" or len(word) > _SHORTEST_ACRONYM)
    )
    if shown:
        return False  # "SOCCER - Japan names squad"
    near = (*doc.tokens[max(0, number - 1) : number], *doc.tokens[number + 1 : number + 2])
    shouted = any(len(one.text) > 1 and one.text.isupper() and one.text.isalpha() for one in near)
    agency = word in organizations_by_first_word() and not any(one.home for one in organizations_by_first_word()[word])
    return not shouted and not agency and word.lower() not in _ACRONYMS


def _refuse_word(doc: Doc, number: int, low: str, moved: Sequence[PlaceUnit], fitting: Collection[str]) -> None:
    """Refuse a text for one of its words, which is none of the places that move.

    Raises:
        NotApplicable: When the word ties the text to a place.
    """
    token = doc.tokens[number]
    tied = (plain(low) in _OF_ONE_CULTURE or low in _anchors() or low in AT_HOME) and low not in fitting
    if tied and not (token.text.islower() and (low in _in_capitals() or low in _ANYWHERE)):
        raise NotApplicable(f"'{token.text}' may be typical of one place, so another place may not fit")
    if low in SIDES and low not in fitting and _stands_before(doc, number, moved):
        raise NotApplicable(f"'{token.text}' says where in a country something is")
    if low in _SETTLEMENTS and token.text.islower() and number and doc.tokens[number - 1].pos == "PROPN":
        before = doc.tokens[number - 1]
        if before.text[:1].isupper() and not _within(before, moved):
            raise NotApplicable(f"'{before.text}' may be a place that is not listed")
    if low in EVENTS and (place := _named_event(doc, number, moved)):
        raise NotApplicable(f"'{place} {token.text}' happened at a certain place")
    if token.text[:1].isupper():
        if low in _known() and low not in fitting:
            raise NotApplicable(f"'{token.text}' is a famous person of one country")
        if low not in fitting and _is_acronym(doc, number):
            raise NotApplicable(f"'{token.text}' may be an institution of one country")
        if number and _is_of_another_place(doc, token):
            raise NotApplicable(f"'{token.text}' may belong to another place")


@cache
def _watched() -> frozenset[str]:
    """Words that may tie a text to a place, whatever their capitals."""
    return _OF_ONE_CULTURE | _anchors() | AT_HOME | SIDES | _SETTLEMENTS | EVENTS


def _stands_before(doc: Doc, number: int, moved: Sequence[PlaceUnit]) -> bool:
    """Whether a place that moves is the next word, or the settlement after it: "southern city of Lyon"."""
    at = number + 1
    if [token.text for token in doc.tokens[at + 1 : at + 2]] == ["of"] and doc.tokens[at].text in OF_SIDES:
        at += 2
    return any(_within(token, moved) for token in doc.tokens[at : at + 1])


def _is_of_another_place(doc: Doc, token: Token) -> bool:
    """Whether a word may say of what place something is ("Siberian"); names of listed peoples are looked at apart."""
    if token.pos not in ("ADJ", "PROPN") or not _OF_A_PLACE.fullmatch(token.text):
        return False
    return token.text.lower() not in peoples() and not is_person(entity_at(doc, token.start, token.end))


def _local_organization(doc: Doc, token: Token, nations: Collection[str]) -> str:
    """The name of a team, a newspaper, a university or a company of some countries that begins at a token, or none."""
    if token.pos != "PROPN":
        return ""
    for known in organizations_by_first_word().get(token.text, ()):
        local = known.place or known.home in nations or known.group.startswith(_LOCAL_GROUPS)
        if local and doc.text.startswith(known.name, token.start):
            return known.name
    return ""


def refuse_culture(doc: Doc, moved: Sequence[PlaceUnit]) -> None:
    """Refuse a text whose peoples say what kind of thing a noun means: "French food".

    Args:
        doc: The text.
        moved: The places and peoples that would change.

    Raises:
        NotApplicable: When there is such a noun.
    """
    for unit in moved:
        number = doc.token_at(unit.end)
        near = doc.tokens[number : number + 3] if unit.kind == "adjective" or unit.modifies else ()
        if found := next((token.text for token in near if token.text.lower().rstrip("s") in _CULTURE), None):
            raise NotApplicable(f"'{doc.text[unit.start : unit.end]}' says what kind of '{found}' is meant")


_CULTURE = frozenset(
    """accent alphabet art auction bacon bath bean beef beer bread buffet bulldog bun calligraphy champion character
    chard checker cheese chicken choru cigar club coffee concept cook cooking cotton cuisine curry dance deli delight
    dialect dictionary dinar diner dish doll door dream dressing eatery elm elephant empire flavor flu food football
    franc frie fry geese giant god goose grammar hieroglyph horn idiom inquisition ivy kiss kitchen knotweed krona
    krone language linguistic literature maple mark markka meal measle medicine menu moss muffin mythology noodle
    numeral onion opera outfit oven paintbrush pastry philosopher phrase pizza place poem poetry pronunciation pyramid
    restaurant rice riyal roulette salad sauce sausage setter shepherd side soup speaker stew tea term thermal tiger
    toast toilet translation tutor verb version vodka watch wax wedding whiskey whisky wine word yogurt zloty
    zodiac""".split()
)


def _is_plain_plural(doc: Doc, before: Token, token: Token) -> bool:
    """Whether a plural is no name of a people or of a chain of mountains: a family of plants, a part of a name."""
    if token.text.endswith(("ceae", "idae", "inae")):
        return True
    return before.text.lower() != "the" and (before.text[:1].isupper() or before.pos in ("PUNCT", "NUM", "ADJ"))


def _within(token: Token, units: Sequence[PlaceUnit]) -> bool:
    return any(unit.start <= token.start < unit.end for unit in units)


@cache
def _anchors() -> frozenset[str]:
    return frozenset(lexicon("places_apart")["anchors"])


@cache
def _in_capitals() -> frozenset[str]:
    return frozenset(lexicon("places_apart")["in_capitals"])


@cache
def _known() -> frozenset[str]:
    return frozenset(lexicon("genders")["known"])
