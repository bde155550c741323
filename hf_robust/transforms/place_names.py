"""Cities, areas, countries and peoples that a text names: what each means, and whether it stands for itself."""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    ARTICLES,
    COMPASS,
    DIRECTIONS,
    LOCATIVES,
    MONTHS,
    MORE_PARTS_OF_NAMES,
    NEAR_DAYS,
    PARTS_OF_NAMES,
    SPOTS,
    VISITS,
    WEEKDAYS,
)
from hf_robust.language.english.gazetteer import (
    has_other_state,
    is_plain_place,
    nation_of,
    nation_of_area,
    state_after,
)
from hf_robust.language.english.name_origins import family_names, given_names
from hf_robust.language.english.nations import all_nations, all_peoples, peoples
from hf_robust.language.english.places import is_doubtful, place_names, takes_article
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.entity_lookup import entity_at
from hf_robust.transforms.capital_words import (
    capital_numbers,
    core,
    in_title,
    in_title_of_work,
    is_headline_word,
    is_name_word,
    is_proper,
    token_texts,
)
from hf_robust.transforms.entity_spans import TITLES, is_person
from hf_robust.transforms.listed_people import is_among_people
from hf_robust.transforms.no_person_words import name_kinds
from hf_robust.transforms.public_bodies import is_in_public_body

_LOCATIVE = (LOCATIVES - {"on"}) | VISITS | {"via", "into", "within", "throughout", "toward", "towards", "of"}
_DATELINE = re.compile(r",?(?: [A-Z][\w.]*)?,? ?(?:\([A-Za-z .]+\)|--?|—|–|:)| \d{4}-\d\d-\d\d")
_ADDRESS = re.compile(r"[A-Z][a-z]+(?: [A-Z][a-z]+)? ?, [A-Z][a-z]+(?: [A-Z][a-z]+)?\s*")  # the whole text
_SCORE = re.compile(r" \d")
_CLUB = re.compile(r"[A-Z][\w'-]* [A-Z](?:[\w'-]| [A-Z])*(?: \d+){4,}\s*")  # "Real Madrid 16 11 5 0 32 12 38"
_ROW = re.compile(r" \d+(?: \d+){3,}\s*")  # of a table of teams, after the name
_CURRENCY = re.compile(r" ?[$£€¥]")
_FIXED = re.compile(r"\b[Pp]laster of \Z")
_EVENT = re.compile(r" \d{3,4}\b(?!,)")  # "the Boston 500"
_NEW_SENTENCE = re.compile(r"\.[A-Z][a-z]+ ")  # "It is found in Kenya.Its habitat ..."
_ON_RIVER = re.compile(r" (?:aan den|am|an der|bei|in der|op|sur|under|upon) [A-Z]")  # "Frankfurt am Main"
_GLUE = frozenset("-/@#_")
# words that say which part of a country is meant
SIDES = (DIRECTIONS | COMPASS) | frozenset(
    """central northeast northwest southeast southwest north-east north-west south-east south-west northeastern
    northwestern southeastern southwestern""".split()
)
_SIDES = DIRECTIONS | COMPASS | frozenset("old greater little new central lower upper".split())
_FOREIGN = PARTS_OF_NAMES | MORE_PARTS_OF_NAMES  # "Tour de France"
_OF_OLD = frozenset("ancient historical colonial feudal imperial medieval occupied postwar prewar classical".split())
_OF_OLD |= {"lower", "upper"}
_LONGEST = 34  # characters of a listed name
_BEFORE_LANGUAGES = frozenset(
    "in into speak speaks speaking spoke spoken learn learning language ancient fluent".split()
)
# with the name of a people before them these are no names of their own
_INSTITUTIONS = frozenset(
    """army consulate embassy foreign government marines ministry mp mps navy parliament pm police president
    prime supreme troops soldiers officials forces interior defense defence""".split()
)
# each stands for the whole country; a text that names two of them, or one and the whole, cannot lose the difference
PARTS_OF_BRITAIN = frozenset({"england", "scotland", "wales", "northern ireland"})
_BEFORE_UNLISTED = SPOTS | {"from", "to"}
_SHORT_NAME = 4  # letters of a name that may be another word in small letters
_DIVISIONS = frozenset("africa area asia district europe gmina prefecture province region village voivodeship".split())
_KINDS_OF_PEOPLES = frozenset("african arab asian black european hispanic latin native".split())
_MOST_WORDS = 3  # of a city that is not listed
_BEFORE_ADJECTIVES = ("DET", "ADP", "ADJ", "VERB", "NUM")
_CREWS = frozenset({"I", "II", "III", "IV"})
_POLICE = frozenset({"police", "firefighters", "residents"})
_LARGER = ("area", "country")
_WITHOUT_ACCENTS = frozenset({"australia", "ireland", "united kingdom", "united states"})
_INITIALS = re.compile(r"(?:[A-Z]\.){1,3}")
_COMPANY = frozenset("Co Co. Corp Corp. Inc Inc. Ltd Ltd. PLC Plc plc".split())
_TIMES = NEAR_DAYS | {"last", "next", "tonight"}
_MADE = frozenset("based born built made owned produced run trained".split())


class PlaceUnit(NamedTuple):
    """A place or a people where a text names it.

    Args:
        start: First character.
        end: Character after the last.
        name: Its name in lower case.
        nation: Its country in lower case.
        kind: ``city``, ``area``, ``country``, ``adjective`` or ``people``.
        state: The state that follows a city, as it is written; else empty.
        clear: Whether it stands for the place itself, and is no part of a longer name.
        told: Whether a second sign says that it is a place, besides the list.
        modifies: Whether it stands before a noun.
        adjectival: Whether an adjective can stand there, as no verb can follow: "a Chile trader", not "Chile exports".
        fixed: Whether it is not clear, but another can stand there: a state in the name of a body that all states
            have, an American city that is called like a listed one.
    """

    start: int
    end: int
    name: str
    nation: str
    kind: str
    state: str
    clear: bool
    told: bool
    modifies: bool
    adjectival: bool = False
    fixed: bool = False


def place_units(doc: Doc) -> Sequence[PlaceUnit]:
    """Listed places and peoples where they stand, from left to right."""
    return _found_units(doc)


@lru_cache(maxsize=2)  # cities, countries and the reasons of a text ask for them
def _found_units(doc: Doc) -> Sequence[PlaceUnit]:
    return tuple(_find_units(doc))


def _find_units(doc: Doc) -> Iterator[PlaceUnit]:
    tokens, table, small, at = doc.tokens, _by_first_word(), _small_places(), 0
    numbers, unlisted, city = capital_numbers(doc), None, None
    if not small.isdisjoint(token_texts(doc)):
        numbers = sorted({*numbers, *(number for number, token in enumerate(tokens) if token.text in small)})
    for number in numbers:
        token = tokens[number]
        if token.start < at:
            continue
        rows = table.get(plain(core(token)))
        if token.text[:1].islower() and token.pos != "PROPN":
            continue
        if rows is None:
            if tokens[number - 1].text in _BEFORE_UNLISTED if number else _ADDRESS.fullmatch(doc.text):
                unlisted = _unlisted_city(doc, number)
                if unlisted is not None:
                    at = unlisted.end
                    yield unlisted
            continue
        low = plain(doc.text[token.start : token.start + _LONGEST])
        for phrase, nation, kind in rows:
            end = token.start + len(phrase)
            whole = low.startswith(phrase) and not doc.text[end : end + 1].isalnum()
            if whole and (phrase != "us" or doc.text[token.start : end] == "US"):
                beside, at = bool(at) and token.start - at <= 3, end
                if nation and (token.text.isascii() or nation not in _WITHOUT_ACCENTS):  # "Münster" is no Munster
                    unit = _unit(doc, number, end, phrase, nation, kind)
                    entity = entity_at(doc, token.start, end) if beside and unlisted and not unit.clear else None
                    both = entity and unlisted and kind == "country" and entity.start == unlisted.start
                    pair = beside and city is not None and city.clear and city.nation == nation and kind in _LARGER
                    if pair and (after := doc.tokens[doc.token_at(end) :][:1]):
                        pair = after[0].pos != "PROPN" or after[0].start > end + 1
                    # "in Svendborg Denmark", "in Fort Wayne Indiana"
                    unit = unit._replace(clear=True, told=True) if both or pair else unit
                    city = unit if kind == "city" else None
                    yield unit
                unlisted = None
                break


@cache
def _small_places() -> frozenset[str]:
    """Countries and cities of one word that nothing else is called, as hasty writers write them: "in india"."""
    lands = {name for name, low in place_names().items() if low in all_nations()}
    cities = {city for city in nation_of() if city not in given_names() and city not in family_names()}
    words = (word for word in lands | cities if word.isalpha() and len(word) > _SHORT_NAME)
    return frozenset(word for word in words if not is_doubtful(word) and (word in lands or not tags_of(word)))


def is_listed_place(word: str) -> bool:
    """Whether a listed place or people begins with a word."""
    return plain(word) in _by_first_word()


def _unit(doc: Doc, number: int, end: int, phrase: str, nation: str, kind: str) -> PlaceUnit:
    tokens, start = doc.tokens, doc.tokens[number].start
    last = number
    while last + 1 < len(tokens) and tokens[last + 1].start < end:
        last += 1
    state = ""
    if kind == "city":
        state = state_after(doc.text, end)
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    small = after is not None and (after.text[:1].islower() or in_title(tokens, last + 1))
    modifies = after is not None and small and after.start > end and _is_noun_phrase(tokens, last + 1)
    modifies = modifies or (after is not None and kind != "city" and _is_noun_of_headline(doc, last + 1))
    if kind in ("adjective", "people"):
        person = after is not None and kind == "adjective" and _begins_person(doc, last + 1)
        institution = person or (after is not None and _is_institution(doc, last + 1))
        modifies = modifies or institution
        kind, clear = _people(doc, number, last, kind, modifies, bool(all_nations()[nation].people))
        clear = (
            clear
            and _is_clear(doc, number, last, end, institution, broad=True)
            and not _is_kind_of_people(tokens, number)
        )
        return PlaceUnit(start, end, phrase, nation, kind, "", clear, clear, modifies)
    thing = kind == "city" and not modifies and doc.text[end : end + 1] != "-" and _is_thing(tokens, number)
    if thing or in_title_of_work(tokens, number):
        return PlaceUnit(start, end, phrase, nation, kind, state, False, False, modifies)
    institution = kind == "country" and after is not None and _is_institution(doc, last + 1)
    clear = _is_clear(doc, number, _last_of_state(doc, last, end, state), end, institution, broad=kind == "country")
    fixed = clear and bool(state) and nation != "united states"  # "Cambridge, Massachusetts"
    clear = clear and not fixed
    fixed = fixed or (not clear and kind in ("area", "country") and is_in_public_body(doc.text, start, end, kind))
    clear = clear and not (kind == "country" and _stands_for_noun(doc, number, last))
    if doc.text[start].islower():
        clear = clear and not any(peoples().get(token.text, ("",))[0] == nation for token in tokens)
    told = clear and _is_told(doc, number, end, phrase, kind)
    modifies = modifies or institution
    before = tokens[number - 1] if number else None
    # "in southern Chile close to the border"
    bare = _BEFORE_UNLISTED | SIDES
    led = before is not None and before.pos in _BEFORE_ADJECTIVES and before.text.lower() not in bare
    adjectival = modifies and (takes_article(doc.text[start:end]) or institution or led)
    adjectival = adjectival and (after is None or after.text.lower() != "based")  # "a United Kingdom based firm"
    return PlaceUnit(start, end, phrase, nation, kind, state, clear, told, modifies, adjectival, fixed)


def _is_kind_of_people(tokens: Sequence[Token], number: int) -> bool:
    """Whether an adjective with a capital is a part of the name of a people: "Native Americans"."""
    before = tokens[number - 1].text if number else ""
    return before.lower() in ("all", "black", "white") or (before[:1].isupper() and before.lower() in _KINDS_OF_PEOPLES)


def _is_thing(tokens: Sequence[Token], number: int) -> bool:
    """Whether an article makes a noun of the name of a city, or a part: "the Limerick:", "perfect as Rochester"."""
    before = [token.text.lower() for token in tokens[max(0, number - 2) : number]]
    return before != [] and (before[-1] in ARTICLES or (before[-1] == "as" and before[0] != "such"))


def _unlisted_city(doc: Doc, number: int) -> PlaceUnit | None:
    """A city that is not listed, with its state or country right after it: "in Swanton, Ohio"."""
    tokens, text = doc.tokens, doc.text
    start, table = tokens[number].start, _by_first_word()
    if number > 1 and is_proper(tokens, number - 2):
        return None  # "Stainz in Styria"
    for last in range(number, min(number + _MOST_WORDS, len(tokens) - 1)):
        low = tokens[last].text.lower()
        listed = low in place_names() or low in nation_of()
        if not is_proper(tokens, last) or low in name_kinds() or listed or low in _DIVISIONS:
            return None
        end = tokens[last].end
        beyond = last + 1 + (tokens[last + 1].text == ",")
        if beyond >= len(tokens) or tokens[beyond].start > end + 3:
            return None
        state = state_after(text, end)
        low = plain(text[tokens[beyond].start : tokens[beyond].start + _LONGEST])
        rows = table.get(plain(tokens[beyond].text), ())
        country = next((row for row in rows if row[2] == "country" and low.startswith(row[0])), None)
        if country is not None and not state:
            nation, larger = country[1], text[tokens[beyond].start :][: len(country[0])]
        elif state:
            nation, larger = "united states", state
        else:
            continue
        entity = entity_at(doc, start, end)
        placed = entity is None or entity.label in ("GPE", "LOC")
        once = text.lower().count(text[start:end].lower()) == 1
        name = text[start:end]
        through = _last_of_state(doc, last, end, larger)
        if not (placed and once and _is_clear(doc, number, through, end)):
            return None
        return PlaceUnit(start, end, name.lower(), nation, "city", state, True, True, False)
    return None


def _last_of_state(doc: Doc, last: int, end: int, state: str) -> int:
    """The last token of the state that follows a city, else the last one of the city."""
    beyond = doc.text.find(state, end) + len(state) if state else 0
    while last + 1 < len(doc.tokens) and doc.tokens[last + 1].start < beyond:
        last += 1
    return last


def _is_noun_phrase(tokens: Sequence[Token], number: int) -> bool:
    """Whether a noun phrase goes on at a token: "indie rock group", "made movies", "back-up"."""
    token = tokens[number]
    if token.text in _TIMES:
        return False  # "in Chile last week"
    if token.pos in ("NOUN", "ADJ"):
        return True
    if number + 1 >= len(tokens):
        return False
    after = tokens[number + 1]
    hyphen = after.text == "-" and after.start == token.end
    return hyphen or (token.text in _MADE and after.pos in ("NOUN", "ADJ"))


def _is_noun_of_headline(doc: Doc, number: int) -> bool:
    """Whether a word with the capital of a headline is a noun: "Dutch Lawmakers Agree"."""
    return is_headline_word(doc, number) and tags_of(doc.tokens[number].text.lower()) <= {"NN", "NNS", "JJ"} != set()


def _stands_for_noun(doc: Doc, number: int, last: int) -> bool:
    """Whether the noun after a country is left out: "for the next U.S."."""
    tokens = doc.tokens
    if number < 2 or tokens[number - 1].pos != "ADJ" or tokens[number - 1].text[:1].isupper():
        return False
    ends = last + 1 >= len(tokens) or not tokens[last + 1].text[:1].isalpha()
    return ends and tokens[number - 2].text.lower() in ("the", "a", "an")


def _is_institution(doc: Doc, number: int) -> bool:
    """Whether a word says what every country has: "British Army", "U.S. Embassy"."""
    low = doc.tokens[number].text.lower()
    if low in ("under", "deputy"):
        return doc.text.startswith(" Secretary", doc.tokens[number].end)
    if low in ("air", "national"):
        return doc.text.startswith(("Air Force", "National Guard"), doc.tokens[number].start)
    return low in _INSTITUTIONS


def _begins_person(doc: Doc, number: int) -> bool:
    """Whether the name of a person begins at a token: "Australian Warren Fellows"."""
    token = doc.tokens[number]
    entity = entity_at(doc, token.start, token.end)
    return entity is not None and is_person(entity) and entity.start == token.start


def _people(doc: Doc, number: int, last: int, kind: str, modifies: bool, counts: bool) -> tuple[str, bool]:
    """What the name of a people means where it stands, and whether that is clear.

    Args:
        doc: The text.
        number: The first token of the name.
        last: The last one.
        kind: ``adjective`` or ``people``.
        modifies: Whether it stands before a noun.
        counts: Whether the people has another name than the adjective, so that "the Kenyan" is one of them.
    """
    tokens = doc.tokens
    before = tokens[number - 1].text.lower() if number else ""
    if kind == "adjective" and before in _BEFORE_LANGUAGES and not modifies:
        return kind, False
    after = tokens[last + 1] if last + 1 < len(tokens) else None
    if kind == "people" and after is not None and after.text == "with":
        return kind, False  # "Americans with Disabilities Act"
    if kind == "people" or modifies:
        return kind, True
    if before in ("a", "an", "one"):
        return "adjective", True
    if before == "the" and after is not None and after.pos in ("VERB", "AUX"):
        return ("adjective" if counts else "people"), True
    return kind, False


def _is_clear(doc: Doc, number: int, last: int, end: int, institution: bool = False, broad: bool = False) -> bool:
    """Whether a listed name is no part of a longer one: "Chicago Bulls", "Bank of England", "old Rome", "Boston MA"."""
    tokens, text, start = doc.tokens, doc.text, doc.tokens[number].start
    if text[max(0, start - 1) : start] in _GLUE or text[end : end + 1] in ("/", "@", "_"):
        return False
    if text[end : end + 1] == "-" and not text.startswith("-based", end) and text[end + 1 : end + 2].isalnum():
        return False
    if text[end : end + 1] == "." and text[end + 1 : end + 2].isalnum() and not _NEW_SENTENCE.match(text, end):
        return False
    if (
        number
        and _INITIALS.fullmatch(tokens[number - 1].text)
        and place_names().get(tokens[number - 1].text.lower()) is None
    ):
        return False  # "H.C. Lima"
    if _CLUB.fullmatch(text) and (number or not _ROW.fullmatch(text, end)):
        return False
    if (
        _CURRENCY.match(text, end)
        or _FIXED.search(text, 0, start)
        or has_other_state(text, end)
        or any(token.pos in ("VERB", "AUX", "ADV", "DET") for token in tokens[number : last + 1])
    ):
        return False
    if (_EVENT.match(text, end) and text[:start].endswith("the ")) or _ON_RIVER.match(text, end):
        return False
    capitals = text[start:end].isupper() and sum(map(str.isalpha, text[start:end])) > _SHORT_NAME  # not "U.S.A."
    if institution:
        return not _began_before(doc, number, capitals, broad)
    entity = entity_at(doc, start, end)
    if entity is not None and not capitals:
        longer = entity.start < start - 4 or entity.end > end + 2
        if is_person(entity) and longer and not in_title(tokens, number):
            return False
        if longer and entity.label not in ("GPE", "LOC", "NORP", "PERSON", "DATE", "NUMBER"):
            return False
    return not _goes_on(doc, last, capitals, broad) and not _began_before(doc, number, capitals, broad)


def _goes_on(doc: Doc, last: int, capitals: bool, broad: bool) -> bool:
    tokens, after = doc.tokens, last + 1
    if after < len(tokens) and tokens[after].text in ("'s", "’s"):
        after += 1
        if after < len(tokens) and is_person(entity_at(doc, tokens[after].start, tokens[after].end)):
            return False  # "Canada's Anna Berg"
    if after >= len(tokens) or not tokens[after].text[:1].isupper() or not tokens[after].text[:1].isalpha():
        return False
    near = tokens[after]
    if near.text.lower() in MONTHS | WEEKDAYS or near.text in _CREWS:
        return False  # "The United States Thursday rejected ...", "Germany II"
    if (capitals and not near.text.isupper()) or (near.text.lower() in TITLES and is_proper(tokens, after + 1)):
        return False
    if near.pos not in ("PROPN", "NOUN", "ADJ", "ADV") or in_title(tokens, after):
        return False
    if broad and near.text.lower() not in name_kinds() and is_headline_word(doc, after):
        return False
    return near.pos != "PROPN" or near.text.lower() in SIDES or not is_listed_place(near.text)


def _began_before(doc: Doc, number: int, capitals: bool, broad: bool) -> bool:
    tokens, before = doc.tokens, number - 1
    if before < 0:
        return False
    low = tokens[before].text.lower()
    if tokens[before].text in _COMPANY:
        return False  # "Nova Corp. Canada's largest chemical maker"
    if low in _OF_OLD or tokens[before].text in _FOREIGN or (low in _SIDES and tokens[before].text[:1].isupper()):
        return True
    if low == "the" and before:
        before, low = before - 1, tokens[before - 1].text.lower()
    if low in ("of", "&") and before and is_name_word(tokens, before - 1):
        if is_person(entity_at(doc, tokens[before - 1].start, tokens[before - 1].end)):
            return False  # "Anna Berg of Canada"
        return tokens[before - 1].text.lower() not in TITLES and not in_title(tokens, before - 1)
    if before != number - 1 or not is_name_word(tokens, before) or capitals:
        return False
    if broad and is_headline_word(doc, before):
        return False
    return not is_listed_place(tokens[before].text) and not in_title(tokens, before)


def _is_told(doc: Doc, number: int, end: int, phrase: str, kind: str) -> bool:
    """Whether more than the list says that a name is a place: the recognizer, a preposition, a dateline or a score."""
    tokens, start = doc.tokens, doc.tokens[number].start
    entity = entity_at(doc, start, end)
    place = entity is not None and entity.label in ("GPE", "LOC")
    name = phrase in given_names() or phrase in family_names()
    before = tokens[number - 1].text.lower() if number else ""
    placed = before in _LOCATIVE or (before == "the" and number > 1 and tokens[number - 2].text.lower() in _LOCATIVE)
    if number == 0 and _ROW.fullmatch(doc.text, end):
        return True
    if kind == "city" and is_among_people(doc, number, end):
        return False
    if is_doubtful(phrase) and kind != "country":
        return place and ((placed and before != "of") or _DATELINE.match(doc.text, end) is not None)
    dateline = doc.text[start:end].isupper() and _DATELINE.match(doc.text, end) is not None
    if is_doubtful(phrase) or name:
        return place or dateline
    if place or placed or kind == "country":
        return True
    if dateline or (tokens[doc.token_at(end) :][:1] and tokens[doc.token_at(end)].text in _POLICE):
        return True
    return _SCORE.match(doc.text, end) is not None and (number == 0 or not before[:1].isalpha())


@cache
def _by_first_word() -> Mapping[str, Sequence[tuple[str, str, str]]]:
    """Names by their first word: name and country in lower case, and the kind; the longest first."""
    found: dict[str, tuple[str, str]] = {}
    for name, low in place_names().items():
        if not low or low in all_nations():
            found[name] = (low, "country")
    found |= dict.fromkeys(PARTS_OF_BRITAIN, ("united kingdom", "country"))
    for name, (nation, kind) in all_peoples().items():
        found.setdefault(name, (nation, kind))
    for name, nation in nation_of_area().items():
        found.setdefault(name, (nation, "area"))
    for name, nation in nation_of().items():
        if is_plain_place(name) or is_doubtful(name):
            found.setdefault(name, (nation, "city"))
    table: dict[str, list[tuple[str, str, str]]] = {}
    for name, (nation, kind) in found.items():
        table.setdefault(name.split()[0].rstrip(","), []).append((name, nation, kind))
    return {first: tuple(sorted(rows, key=lambda row: -len(row[0]))) for first, rows in table.items()}


def plain(text: str) -> str:
    """Lower case without accents, as long as the text."""
    return text.lower() if text.isascii() else "".join(map(_plain_letter, text))


@cache
def _plain_letter(letter: str) -> str:
    low = unicodedata.normalize("NFD", letter)[:1].lower()
    return low if len(low) == 1 else letter
