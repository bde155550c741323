"""What a text says that is true in one region of the world alone, and words that fit any."""

import re
from collections.abc import Collection, Sequence

from hf_robust.core.doc import Doc
from hf_robust.core.errors import NotApplicable
from hf_robust.language.english.closed_classes import LANDSCAPE, MONTHS, WEEKDAYS
from hf_robust.language.english.name_origins import family_names, given_names
from hf_robust.language.english.nations import MONARCHIES, Nation
from hf_robust.language.english.places import place_names
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.entity_lookup import entity_at
from hf_robust.transforms.capital_words import capital_numbers, core, lower_words, token_texts
from hf_robust.transforms.entity_spans import TITLES, is_person
from hf_robust.transforms.place_names import SIDES, PlaceUnit, place_units
from hf_robust.transforms.place_swaps import TROPICAL
from hf_robust.transforms.place_ties import EVENT_OF, TAXA

_ALLIANCES = re.compile(
    r"\b(?:ANZUS|APEC|ASEAN|BRICS?|CARICOM|CIS|Commonwealth|ECOWAS|EEC|EFTA|EU|European Union|[Ee]uro[ -]?zone|G-?[78]"
    r"|G-?20|Mercosur|NAFTA|NATO|NORAD|OAS|OECD|OPEC|SAARC|Schengen|SEATO|Warsaw Pact|Arab League|African Union)\b"
)
_OFFICERS = re.compile(
    r"\b(?:[Ss]tate (?:[Tt]roopers?|[Pp]olice|[Pp]atrol)|[Hh]ighway [Pp]atrol|[Tt]roopers?|[Ss]heriff(?:s|'s)?"
    r"|[Gg]ubernatorial|[Ee]lectoral [Cc]ollege|[Gg]rand [Jj]ury|Thanksgiving|Super Bowl)\b"
)
# visas, weapons and roads: "H-2A", "B-52", "I-95"; not teams of an age
_LETTERED = re.compile(r"\b(?!U-)[A-Z]-\d{1,3}[A-Z]?\b")
_OF_ONE_LAND = re.compile(
    r"\b(?:[Aa]ll[- ]American|American [Dd]ream|[Ff]rench[- ]Canadian|one (?:quot;)?China|Grand Canyon"
    r"|Wall Street|White House|Silicon Valley|[A-Z][a-z]+ Fault|[Ww]estern (?:allies|powers)|[Ss]iberian?"
    r"|[Nn]eo-?[Rr]eali\w+|comics|comic book|anime|animation|the (?:won|baht|ringgit|rupiah|rouble|ruble|rand)"
    r"|[Bb]in Laden|Far East(?:ern)?|federal funds|11 Sept(?:ember|\.)?"
    r"|U\.?S\.? unit|NZ[0-9]\w*|[Tt]ouch of [A-Z]\w+|New Wave|psychedelic days|Sept(?:ember|\.)? 11(?:th)?|9/11)\b"
)
_SHOWN = re.compile(r"\b(?:[Dd]epict|[Pp]ortray)\w*\b")  # works show a certain land
# what lies or runs between certain lands, and what tells their coast
_LANDS = re.compile(
    r"\b(?:[Pp]ipelines?|[Ii]sland (?:countr(?:y|ies)|nations?|republics?|states?)|[Ll]andlocked|[Aa]rchipelago"
    r"|[Pp]eninsulas?|[A-Z][a-z]+ (?:Channel|Gulf|Ocean|Sea|Straits?)|(?:Gulf|Sea|Straits?) of)\b"
)
# a place that is not listed, told by what it is: it would stay while the land around it changes
_PLACE = re.compile(
    r"\A\W*(?P<place>[A-Z][^.]{0,60}?) (?:is|was) (?:an?|the|one of the) (?:[a-z-]+ ){0,3}"
    r"(?:creek|district|glacier|hamlet|hill|island|lake|mountain|municipality|peak|river|stream|suburb|town|valley"
    r"|village|waterfall)s?\b"
)
_HISTORY = re.compile(
    r"\b(?:Andes|[Aa]nnexation|Aboriginals?|Cajuns?|[Cc]oloni(?:al|es)|Cold War|Creoles?"
    r"|[Ff]ascists?|[Cc]ultural[ -]Revolution\w*|Great Leap|[Gg]lasnost|Green Zone"
    r"|Gyps(?:y|ies)|Inuit|Iron Curtain|nuclear (?:arms|capable|missiles?|plants?|power|tests?|war|weapons?)"
    r"|[Pp]agodas?|[Pp]artition|[Pp]eace treaty"
    r"|[Gg]eneralfeldmarschall|[Ii]ndependence|[Ss]lave(?:s|ry| owners?)"
    r"|[Pp]erestroika|[Rr]eunification|Sikhs?|[Uu]nification|Zulus?|centuries ago|no-fly zone)\b"
    r"|\b(?:U\.?N\.?|United Nations|World Bank) headquarters\b|headquarters of the (?:UN|United Nations|World Bank)\b"
)
# titles and lands of old times, which no other country had in the same form
_RULERS = re.compile(
    r"\b(?:[Aa]rchdu(?:ke|chess)|Barons?|Baroness|Counts? (?:of|Palatine)|Countess|[Dd]uch(?:y|ess(?:es)?)|[Dd]ukes?"
    r"|Earls? of|Elector(?:ate)? of|[Ee]mperors?|[Ee]mpress|Empire|Kingdom of|[Mm]argrav\w+|[Ll]andgrav\w+"
    r"|[Pp]rincipality|[Vv]iceroy|Viscount(?:ess)?|dynast(?:y|ies)|(?:ruler|sovereign)s? of|reigned|[Nn]obility"
    r"|[Nn]oble(?:man|men|woman|women)|House of (?!Representatives|Commons|Lords|Assembly|Delegates)[A-Z])\b"
)
_ROMAN = re.compile(r"\b[A-Z][a-z]{2,}(?:[a-z]ius|[ai]nus)\b")  # "Maxentius": his country has no counterpart
_GAMES = re.compile(r"\bOlympics?\b|\bOlympic Games\b")
_CRICKET = re.compile(r"\b(?:all-rounder|batsm[ae]n|batting|bowlers?|innings|one-day|pacem[ae]n|wickets?)\b")
# what a country has one of, called by its name in the language of the country
_NATIONAL = re.compile(
    r"\b(?:flag|national)(?: \w+)? (?:airline|carrier|company|railway|broadcaster)\b|['’]s (?:[a-z]+ ){0,2}airlines?\b"
)
_FOREIGN_NAME = re.compile(r"\b[A-Z]\w+ (?:[A-Z]\w+ )?(?:des|du|della|delle|degli|für|et) [A-Z]\w+")
_OWN_LAND = re.compile(
    r"\b([A-Z]\w+) ?['’]s (?:[a-z]+ ){0,2}(?:area|coast|field|hills|mines?|province|region|shore|valley)\b"
)
_RANGE = re.compile(r"\b(?!The )([A-Z]\w+) (?:mountains?|peaks?|range|massif|strait|canal|river|valley)\b")
_OPENING_TITLE = ('"The ', '"', "“The ", "“")
_KIND_NAME = re.compile(r"\b(?:[Cc]ommon names?|[Cc]ommonly known|called|[Kk]nown as)\b[^.]{0,24}\Z")
_LIKE_WORKS = re.compile(r"\b(?:and|any) other(?: ?\(?[a-z]+\)?)? \Z")
_NEAR_PLACE = 20  # characters behind a place that may say that a work shows it
_AFTER_PLACE = 40  # characters before a people that may say what is called so
_PRESIDENT = re.compile(r"(?<![Vv]ice )(?<![Vv]ice-)\b[Pp]residen(?:ts?|tial|cy)\b")
_CROWN = re.compile(r"\b(?:kings?|queens?|princes?|princess(?:es)?|thrones?|monarch\w*|royal(?:s|ty)?|kingdom)\b")
_TITLE = re.compile(
    r"((?:[A-Z][\w'’-]* ){1,5}?)(?:is|was) (?:an?|the) [^.]{0,60}?\b(?:albums?|novels?|films?|songs?|singles?|EP|label|"
    r"magazine|company|newspaper)\b"
)
_NAMED = re.compile(r"\b(?:band|group|company|firm|label|maker|trio|duo) ([A-Z]{3,6})\b")
_TIED = (
    _ALLIANCES,
    _OFFICERS,
    _LETTERED,
    _OF_ONE_LAND,
    _HISTORY,
    _CRICKET,
    _NATIONAL,
    _FOREIGN_NAME,
    _RULERS,
    _LANDS,
)
_ANYWHERE = frozenset("center gsm isp isps islam islamic muslim muslims update".split())
_RAINY = frozenset({"tropical", "subtropical"})
# public life, whose parties, bodies and clubs are those of one country
_POLITICS = re.compile(
    r"\b(?:ballots?|campaign(?:s|ed|ing)?|candida(?:cy|tes?)|caucus\w*|coalition|conservatives?|elect(?:ed|ions?|oral"
    r"|orate)|incumbents?|lawmakers?|legislat(?:ive|ors?|ures?)|liberals?|nominees?|opposition|partisan|party"
    r"|politic(?:s|al|ally|ians?)|pollsters?|primaries|referendum|voters?|votes?)\b"
)
_LEAGUES = re.compile(
    r"\b(?:ballparks?|baseball|basketball|bullpen|championships?|clubhouse|cup|divisions?|fullback|halfback|home runs?"
    r"|homers?|innings?|leagues?|linebacker|outfielder|pennant|pitch(?:ers?|ing)|playoffs?|quarterback|rookie"
    r"|shortstop|stadium|tournaments?|touchdowns?)\b"
)
# "a Tammany leader": who leads what only one country has
_LED = re.compile(
    r"\b([A-Z]\w+) (?:(?:party|ward) )?(?:activists?|bosses|boss|candidates?|congressm[ae]n|delegates?|lawmakers?"
    r"|leaders?|nominees?|politicians?|ticket|voters?)\b"
)
_SIDES_OF_WARS = re.compile(r"\b[Tt]he ([A-Z][a-z]+s) (?:are|were|have|had|will|would|in|of|who)\b")
# not of one country
_EVERYWHERE = TITLES | frozenset(
    """cabinet capitol christmas council court god government house internet ministry nations party supreme un
    united""".split()
)
# parts of countries by what they are called, and the countries of the list of areas that have such ones
_LEVELS = re.compile(r"\b(canton|county|department|governorate|prefecture|province|state)s?\b")
_WITH_LEVEL = {
    "county": "kenya",
    "province": "afghanistan, argentina, canada, iran, pakistan, zambia, zimbabwe",
    "state": "australia, brazil, germany, india, mexico, nigeria",
}
_PEOPLES = re.compile(
    r" (?:blacks?|whites?|Blacks|Whites|Indians?|Jews|Negro(?:es)?|braves|chiefs?|reservations?|tribes?)\b"
)


def refuse_facts_of_region(doc: Doc, new: Sequence[tuple[PlaceUnit, Nation]]) -> None:
    """Refuse a text with an alliance, officers or a form of government that the new countries do not have.

    Args:
        doc: The text.
        new: The places and peoples that change, each with the new country.

    Raises:
        NotApplicable: When it has one.
    """
    for pattern in _TIED:
        if found := pattern.search(doc.text):
            raise NotApplicable(f"'{found[0]}' is a matter of certain countries")
    roman = next((one[0] for one in _ROMAN.finditer(doc.text) if not _is_known(one[0].lower())), "")
    if roman and TAXA.isdisjoint(lower_words(doc)):
        raise NotApplicable(f"'{roman}' may have lived when the other countries did not exist")
    _refuse_public_life(doc, [unit for unit, _ in new])
    for unit, land in new:
        start = max(0, unit.start - _AFTER_PLACE)
        if unit.kind == "adjective" and (people := _PEOPLES.match(doc.text, unit.end)):
            raise NotApplicable(f"'{people[0].strip()}' of another country are another people")
        if shown := _SHOWN.search(doc.text, start, unit.end + _NEAR_PLACE):
            raise NotApplicable(f"'{shown[0]}' says that a work shows a certain land")
        if doc.text[: unit.start].endswith(_OPENING_TITLE) and doc.text[unit.end : unit.end + 3].count('"'):
            raise NotApplicable(f"'{doc.text[unit.start : unit.end]}' is the name of a work")
        level = _LEVELS.search(doc.text) if unit.kind == "area" else None
        if level is not None and land.name.lower() not in _WITH_LEVEL.get(level[1], ""):
            raise NotApplicable(f"'{level[1]}' is not what the new country calls its parts")
        if EVENT_OF.search(doc.text, start, unit.start):
            raise NotApplicable(f"'{doc.text[unit.start : unit.end]}' says which event of history is meant")
        if unit.kind == "adjective" and (
            _KIND_NAME.search(doc.text, start, unit.start) or _LIKE_WORKS.search(doc.text, start, unit.start)
        ):
            raise NotApplicable(f"'{doc.text[unit.start : unit.end]}' is a part of what something is called")
    if (told := _PLACE.match(doc.text)) and not any(unit.start < told.end("place") for unit, _ in new):
        raise NotApplicable(f"'{told['place']}' is a place that is not listed")
    games = _GAMES.search(doc.text)
    if games and any(unit.kind in ("city", "area") for unit, _ in new):
        raise NotApplicable(f"'{games[0]}' were at a certain place")
    owned = _OWN_LAND.search(doc.text) or _RANGE.search(doc.text)
    if owned and not any(unit.start <= owned.start() < unit.end for unit, _ in new):
        raise NotApplicable(f"'{owned[1]}' may be a place that is not listed")
    lands = {land.name.lower() for unit, land in new if unit.kind not in ("city", "area")}
    if not lands.isdisjoint(MONARCHIES) and (head := _PRESIDENT.search(doc.text)):
        raise NotApplicable(f"a new country is a monarchy, which has no '{head[0]}'")
    if not lands <= MONARCHIES and (head := _CROWN.search(doc.text)):
        raise NotApplicable(f"a new country is a republic, which has no '{head[0]}'")


def _refuse_public_life(doc: Doc, moved: Sequence[PlaceUnit]) -> None:
    """Refuse a text on politics or sport with a name that is neither a person nor a place of the text.

    Raises:
        NotApplicable: When it has one.
    """
    for pattern in (_LED, _SIDES_OF_WARS):
        for found in pattern.finditer(doc.text):
            if _is_foreign_to(doc, doc.token_at(found.start(1)), moved):
                raise NotApplicable(f"'{found[1]}' may be of one country alone")
    local = any(unit.kind in ("city", "area") for unit in moved)
    scene = _POLITICS.search(doc.text) or (_LEAGUES.search(doc.text) if local else None)
    if scene is None:
        return
    for number in capital_numbers(doc):
        if _is_foreign_to(doc, number, moved):
            raise NotApplicable(f"'{doc.tokens[number].text}' beside '{scene[0]}' may be of one country alone")


def _is_foreign_to(doc: Doc, number: int, moved: Sequence[PlaceUnit]) -> bool:
    """Whether a token is a name that is no person, no listed place, no day and nothing that every country has."""
    token = doc.tokens[number]
    low = core(token).lower()
    if token.pos != "PROPN" or low in MONTHS | WEEKDAYS or low in _EVERYWHERE or token.text.isupper():
        return False
    if any(unit.start <= token.start < unit.end for unit in place_units(doc)):
        return False
    return not (is_person(entity_at(doc, token.start, token.end)) or low in given_names() or low in family_names())


def _is_known(name: str) -> bool:
    """Whether a name in lower case is listed as one of today."""
    return name in given_names() or name in family_names() or name in place_names() or bool(tags_of(name))


# people, parties and institutions that tie a text to their own country alone
_HOMES = {
    "united states": frozenset(
        """clinton congress democrat democrats fbi fcc fda fed medicaid medicare nasa nba nfl obama republican
        republicans trump washington""".split()
    ),
    "united kingdom": frozenset({"blair", "brexit", "thatcher", "tories"}),
    "russia": frozenset({"kremlin", "putin", "yeltsin", "yukos"}),
    "germany": frozenset({"kohl", "merkel", "schroeder"}),
    "india": frozenset({"bjp", "modi", "nehru"}),
}


def fitting_words(doc: Doc, moved: Sequence[PlaceUnit], lands: Collection[Nation]) -> frozenset[str]:
    """Words in small letters that fit the new countries as well, or are of a country that no place of the text is in.

    Args:
        doc: The text.
        moved: The places and peoples that change.
        lands: The new countries.
    """
    fitting = SIDES | _ANYWHERE
    old = {unit.nation for unit in moved}
    fitting = fitting.union(*(words for home, words in _HOMES.items() if home not in old))
    fitting |= {found[1].lower() for found in _NAMED.finditer(doc.text)}
    if not _RAINY.isdisjoint(token_texts(doc)) and all(land.name.lower() in TROPICAL for land in lands):
        fitting |= _RAINY
    if title := _TITLE.match(doc.text):
        words = title[1].lower().split()
        starts = [" ".join(words[:number]) for number in range(1, len(words) + 1)]
        fitting |= {*starts, *(LANDSCAPE | {"women"}).intersection(words)}
    return fitting
