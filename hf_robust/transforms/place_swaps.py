"""The edits that replace each place of a text by another one of its kind, in all of its mentions."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from functools import cache

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.closed_classes import LANDSCAPE, SPORTS_GROUNDS, SPOTS, STATE_OFFICES
from hf_robust.language.english.gazetteer import areas_of, cities_of, cities_of_state
from hf_robust.language.english.nations import Nation, all_nations, nations
from hf_robust.language.english.places import takes_article
from hf_robust.language.entity_lookup import entity_at
from hf_robust.language.lexicons import lexicon
from hf_robust.transforms.capital_words import lower_words
from hf_robust.transforms.entity_spans import is_person
from hf_robust.transforms.place_names import (
    PARTS_OF_BRITAIN,
    SIDES,
    PlaceUnit,
    place_units,
)
from hf_robust.transforms.place_relations import (
    blurs_britain,
    has_derived_word,
    has_town_before,
    is_half_of_phrase,
    owns_deed,
    parts_of_britain,
    split_addresses,
    within_reach,
)
from hf_robust.transforms.place_ties import (
    AT_HOME,
    EVENT_OF,
    EVENTS,
    OF_SIDES,
    TAXA,
    is_competitor,
    is_species,
    refuse_culture,
    refuse_ties,
)
from hf_robust.transforms.public_bodies import goes_on_as_name
from hf_robust.transforms.stated_places import has_landmark, has_site_before, is_example

# a city or an area beside them is at a certain place
_NATURE = frozenset(
    """beach beaches boat border borders capital coast coastal continent dinghies ferry harbor harbour island
    islands liner marina marinas port river sailed ship ships shipyard skyline subway vessel volcano""".split()
)
_ANYWHERE = LANDSCAPE - {"coast", "island"} - {"ocean", "sea"}  # in small letters
TROPICAL = frozenset(
    """bolivia brazil cambodia cameroon colombia congo cuba ecuador gabon ghana guatemala honduras india indonesia kenya
    laos liberia madagascar malawi malaysia mexico mozambique myanmar nicaragua nigeria panama peru rwanda senegal
    tanzania thailand uganda venezuela vietnam zambia zimbabwe""".split()
)
_LANDLOCKED = frozenset(
    """afghanistan armenia austria azerbaijan bolivia ethiopia hungary kazakhstan malawi mongolia nepal paraguay rwanda
    serbia slovakia switzerland uganda uzbekistan zambia zimbabwe""".split()
)
_AT_SEA = (_NATURE - {"border", "borders", "capital", "river", "subway", "volcano"}) | frozenset(
    """breakwater coast coastguard coastline fishermen maritime naval navy ocean offshore ports sea seaport submarine
    submarines surfers tsunami vessels warship warships""".split()
)
_LIVING = frozenset("bird butterfly endemic fish flower frog lizard moth plant shrub snake species tree".split())
_ISLANDS = frozenset({"island", "islands"})  # not every country is one
_SPORT = frozenset(
    """championship club coach games homer inning innings league pitcher playoff playoffs quarterback striker
    touchdown""".split()
)
_MAYBE_SPORT = frozenset("franchise game goal goals season team".split())  # said of other things too
_BARE_POSSESSIVE = re.compile(r"['’](?!\w)")
_RESULT = re.compile(r"\d{1,3}-\d{1,3}")  # of a match, or of a season
_LARGE = frozenset("africa asia europe america oceania atlantic pacific mediterranean earth world eu gulf".split())
_LARGE |= {"middle", "east", "middle east", "north america", "south america", "latin america", "european union"}
_LARGE |= {"north africa", "central america"}
# parts of cities that readers know
_DISTRICTS = frozenset(
    "bronx brooklyn broadway capitol harlem hollywood kremlin manhattan montmartre westminster whitehall".split()
)
_OF_CITIES = SPORTS_GROUNDS | {"county", "olympic", "olympics"}  # where they are is known
_OF_CAPITALS = frozenset("ambassador diplomat diplomatic diplomats embassies embassy palace parliament".split())
# beside them a capital stands for its government, unless it is the place of a report
_OF_POLITICS = STATE_OFFICES | frozenset("eu kremlin ministers nato pressure sanctions summit".split())
_GOVERNMENT = r"(?:administration|assembly|authorities|cabinet|government|junta|leadership|regime|rulers)s?"
_WITH_CAPITAL = re.compile(r"\b(?:Beijing|Brussels|Moscow|Washington) (?:and|or) \Z")  # "Washington and Tokyo agree"
_GOVERNED = re.compile(rf"\b{_GOVERNMENT} (?:in|of|at) \Z")  # "the government in Warsaw"
_GOVERNS = re.compile(rf"(?:(?:-| )based|['’]s)? (?:[a-z\d-]+ )?{_GOVERNMENT}\b")  # "the Warsaw government"
_OF_STATES = frozenset("assembly electoral governor legislature minister senator voted".split())
_SHORT_STATE = re.compile(r"\b(?:Ala|Ariz|Ark|Calif|Colo|Conn|Fla|Ill|Kan|Minn|Mont|Nebr?|Okla|Tenn|Tex|Wis|Wyo)\b\.?")
# states of whose cities no others are listed
_OTHER_STATE = re.compile(r" ?, (?:Alaska|Delaware|Hawaii|Idaho|Mississippi|New (?:Hampshire|York)|Rhode Island)")
# not every city has one
_EXCHANGES = frozenset("barrel bourse brent bullion crude currencies currency exchange exchanges forex yen".split())
_OF_EXCHANGES = frozenset("dow futures index nasdaq shares stock stocks street".split())
_WITH_EXCHANGES = frozenset({"chicago", "london", "new york", "tokyo"})  # that all readers know
# soldiers and wars of a time in which other countries had none
_FORCES = re.compile(
    r"\b(?:[Aa]rm(?:y|ies)|[Bb]attles?|[Cc]aptured?|[Cc]avalry|[Ff]leet|[Ff]orces|[Ii]nfantry|[Mm]ilitia|[Nn]av(?:y|al)|[Rr]egiments?"
    r"|[Rr]evolution(?:ary)?|[Ss]ieges?|[Ss]oldiers?|[Tt]roops|[Ww]ars?)\b"
)
_PAST = re.compile(r"\b1(?:[0-8]\d\d|9[0-4]\d)\b|\b(?:1[0-9]th|(?:eigh|nine|seven|six)teenth)[- ]century\b")
_NAMED_WARS = re.compile(
    r"\b(?:Civil|Cold|Crimean|Gulf|Korean|Napoleonic|Revolutionary|Vietnam|World) Wars?\b|\bWWI?I\b|\bWar of\b"
)
_BESIDE = frozenset({"nearby", "neighboring", "neighbouring"})  # what it is beside may stay
_MOST_NATIONS = 4  # of a text; longer lists of countries stay
_NEAREST = 9  # countries of a region, the most mentioned first, that stand for each other
# the others of its region are much smaller
_AS_LARGE = ("canada", "australia", "germany", "italy", "brazil", "mexico", "russia")


def place_swaps(doc: Doc, rng: RowRandom) -> Iterator[Edit]:
    """Each city becomes another one of its country, each area another one, and each country one of its region."""
    if _NAMED_WARS.search(doc.text) or (_PAST.search(doc.text) and _FORCES.search(doc.text)):
        return
    units: dict[tuple[str, str], list[PlaceUnit]] = {}
    nation_units: dict[str, list[PlaceUnit]] = {}
    for unit in map(_as_clear, place_units(doc)):
        if unit.kind in ("city", "area"):
            units.setdefault((unit.kind, unit.name), []).append(unit)
        else:
            nation_units.setdefault(unit.nation, []).append(unit)
    if not units and not nation_units:
        return
    words = lower_words(doc)
    if words.isdisjoint(_NATURE | TAXA | _DISTRICTS | AT_HOME):
        groups = [found for found in units.values() if not _is_located(doc, found, units, nation_units)]
        yield from _local_swaps(doc, groups, words, rng)
    if not nation_units or _has_unlisted_place(doc, [*units.values(), *nation_units.values()]):
        return
    tied = {found[0].nation for found in units.values()}
    named = {number for found in (*units.values(), *nation_units.values()) for number in _numbers_of(doc, found)}
    beside = {
        token.text.lower()
        for number, token in enumerate(doc.tokens)
        if number not in named and token.text not in _ANYWHERE
    }
    yield from _country_swaps(doc, nation_units, tied, beside, rng)


def _as_clear(unit: PlaceUnit) -> PlaceUnit:
    """A place whose name another one of its kind can replace although it is a part of another name."""
    if not unit.fixed:
        return unit
    nation = "united states" if unit.kind == "city" else unit.nation
    return unit._replace(nation=nation, clear=True, told=True, modifies=False)


def _numbers_of(doc: Doc, units: Sequence[PlaceUnit]) -> Iterator[int]:
    """The tokens of some places."""
    for unit in units:
        number = doc.token_at(unit.start)
        while number < len(doc.tokens) and doc.tokens[number].start < unit.end:
            yield number
            number += 1


def why_places_stay(doc: Doc) -> str:
    """Why the places of a text keep their names; empty where the text names no listed place."""
    found = [unit for unit in place_units(doc) if unit.kind in ("city", "area", "country")]
    if not found:
        return why_unlisted(doc)
    names = [doc.text[unit.start : unit.end] for unit in found]
    if unclear := next((name for name, unit in zip(names, found, strict=True) if not unit.clear), ""):
        return f"'{unclear}' may belong to a longer name where it stands"
    if not any(unit.told for unit in found):
        return f"'{names[0]}' is in the list of places, but the context does not confirm it"
    return f"another place may not fit in the text instead of '{names[0]}'"


def why_unlisted(doc: Doc) -> str:
    """What the recognizer took for a place although no list has it; empty where there is nothing."""
    entity = next((entity for entity in doc.entities if entity.label in ("GPE", "LOC")), None)
    return "" if entity is None else f"'{doc.text[entity.start : entity.end]}' is not in the lists of places"


def _is_located(
    doc: Doc,
    found: Sequence[PlaceUnit],
    local: Mapping[tuple[str, str], Sequence[PlaceUnit]],
    lands: Mapping[str, Sequence[PlaceUnit]],
) -> bool:
    """Whether the text says where in its country a city or an area is, by a larger place or a direction."""
    kind, nation = found[0].kind, found[0].nation
    others = [other for other in local.values() if other[0].nation == nation and other is not found]
    if kind == "city":
        areas = [other for other in others if other[0].kind == "area"]
        inside = any(_holds(other[0].name, found[0].name) for other in areas)
        stated = all(unit.state for unit in found)  # the new city is in the same state
        if inside and not stated:
            return True
    elif any(_holds(found[0].name, other[0].name) for other in others if other[0].kind == "city"):
        return True
    sides = [unit for unit in lands.get(nation, ()) if _side_before(doc, unit)]
    if sides or any(_side_before(doc, unit) for unit in found):
        return True
    if nation == "united kingdom" and any(
        unit.name in PARTS_OF_BRITAIN - {"england"} for unit in lands.get(nation, ())
    ):
        return True  # the lists do not tell in which part a place is
    cities = [found, *(other for other in others if other[0].kind == "city")]
    if len(cities) > 1 and any(_is_near(doc, unit) for units in cities for unit in units):
        return True
    return any(one in found or other in found for one, other in _mixed_addresses(doc, local, lands))


def _holds(area: str, city: str) -> bool:
    """Whether a city is in an area, or may be: only the cities of American states are listed by area."""
    listed = cities_of_state(area.title())
    return not listed or city.title() in listed or not any(city.title() in cities for cities in _cities_by_state())


@cache
def _cities_by_state() -> Sequence[frozenset[str]]:
    return tuple(frozenset(cities_of_state(state)) for state in lexicon("name_kinds")["states"])


def _side_before(doc: Doc, unit: PlaceUnit) -> bool:
    """Whether a direction says which part of a place is meant, or on what side of it: "north of Lyon"."""
    number = doc.token_at(unit.start)
    before = [token.text.lower() for token in doc.tokens[max(0, number - 3) : number]]
    if before[-1:] == ["of"] and len(before) > 1:
        return before[-2] in SIDES or (before[-2] in OF_SIDES and before[0] in SIDES)  # "southern city of"
    return bool(before) and before[-1] in SIDES


def _is_near(doc: Doc, unit: PlaceUnit) -> bool:
    """Whether the text says that something is near a place: "Bergamo near Milan"."""
    number = doc.token_at(unit.start)
    return number > 0 and doc.tokens[number - 1].text.lower() in ("near", "outside", "around")


def _mixed_addresses(
    doc: Doc, local: Mapping[tuple[str, str], Sequence[PlaceUnit]], lands: Mapping[str, Sequence[PlaceUnit]]
) -> Iterator[tuple[PlaceUnit, PlaceUnit]]:
    """Places side by side that the lists put in different countries: "London, Ontario"."""
    units = sorted(unit for found in (*local.values(), *lands.values()) for unit in found)
    return (pair for pair in split_addresses(doc.text, units) if pair[0].nation != pair[1].nation)


def _has_unlisted_place(doc: Doc, groups: Sequence[Sequence[PlaceUnit]]) -> bool:
    """Whether the recognizer found a place that is not listed: it may belong to a country of the text."""
    for entity in doc.entities:
        listed = any(unit.start < entity.end and entity.start < unit.end for found in groups for unit in found)
        name = doc.text[entity.start : entity.end].removeprefix("the ").lower()
        placed = entity.label in ("GPE", "LOC") and not listed and name not in _LARGE
        if placed and not is_species(doc, entity) and not is_competitor(doc, entity):
            return True
    return False


def _local_swaps(doc: Doc, groups: Sequence[Sequence[PlaceUnit]], words: Set[str], rng: RowRandom) -> Iterator[Edit]:
    low, taken = doc.text.lower(), set[str]()
    sport = is_sport(words)
    for found in groups:
        name = found[0].name
        told = [unit for unit in found if unit.told]
        if not told or not all(unit.clear for unit in found):
            continue
        if sport and not all(is_placed(doc, unit) for unit in told):
            continue  # the name of a city may mean its team
        if _is_bound(doc, found, words):
            continue
        traded = _EXCHANGES | (_OF_EXCHANGES if name in _WITH_EXCHANGES else frozenset())
        if any(_is_event(doc, unit) for unit in found) or words & traded:
            continue
        pool = [other for other in _pool(found) if other.lower() not in low and other not in taken]
        pool = [other for other in pool if name not in other.lower()]  # "Delhi", "New Delhi"
        alike = [other for other in pool if len(other.split()) == len(name.split())]
        pool = alike if alike or doc.bounds is not None else pool
        if not pool or not all(doc.is_free(unit.start, unit.end) for unit in found):
            continue
        new = rng.choice(pool)
        taken.add(new)
        for unit in found:
            old = doc.text[unit.start : unit.end]
            yield from place_edit(doc, unit, new.upper() if old.isupper() and len(old) > 1 else new)


def _is_bound(doc: Doc, found: Sequence[PlaceUnit], words: Set[str]) -> bool:
    """Whether a city or an area cannot be another one: a county or ruler is named, or it stands for a government."""
    name, nation = found[0].name, found[0].nation
    if not words.isdisjoint(_OF_CITIES):
        return True
    if any(_OTHER_STATE.match(doc.text, unit.end) for unit in found):
        return True
    if any(word.startswith(name) and len(word) > len(name) + 1 and word.isalpha() for word in words):
        return True  # "Berliner"
    if found[0].kind == "city" and has_landmark(doc):
        return True
    if any(has_site_before(doc, unit.start) for unit in found):
        return True
    if found[0].kind == "area":
        if _SHORT_STATE.search(doc.text) or any(has_town_before(doc, unit) for unit in found):
            return True
        return not words.isdisjoint(_OF_STATES | _LIVING)
    capital = next(iter(all_nations()[nation].cities), "").lower() == name
    if any(_has_government(doc, unit) or _WITH_CAPITAL.search(doc.text, 0, unit.start) for unit in found):
        return True
    if not capital:
        return False
    placed = any(not doc.text[unit.start : unit.end].isupper() for unit in found)
    if placed and not words.isdisjoint(_OF_POLITICS):
        return True
    return not words.isdisjoint(_OF_CAPITALS) or any(_acts(doc, unit) or owns_deed(doc, unit) for unit in found)


def _has_government(doc: Doc, unit: PlaceUnit) -> bool:
    """Whether a capital says which government is meant."""
    before = _GOVERNED.search(doc.text, 0, unit.start)
    return before is not None or _GOVERNS.match(doc.text, unit.end) is not None


def _acts(doc: Doc, unit: PlaceUnit) -> bool:
    """Whether a capital does something, as its government: "urged Paris to", "Jakarta said", "Jakarta, which says"."""
    number = doc.token_at(unit.end)
    after = doc.tokens[number] if number < len(doc.tokens) else None
    if after is None or is_placed(doc, unit):
        return False
    following = doc.tokens[number + 1] if number + 1 < len(doc.tokens) else after
    urged = after.text == "to" and number > 1 and doc.tokens[doc.token_at(unit.start) - 1].pos == "VERB"
    return urged or after.tag in ("VBD", "VBZ", "MD") or "which" in (after.text, following.text)


def is_sport(words: Collection[str]) -> bool:
    """Whether a text tells of sport, where the name of a city may mean its team.

    Args:
        words: The words of the text in lower case.
    """
    if not _SPORT.isdisjoint(words) or len(_MAYBE_SPORT.intersection(words)) > 1:
        return True
    return any("-" in word and _RESULT.fullmatch(word) for word in words)


def is_placed(doc: Doc, unit: PlaceUnit) -> bool:
    """Whether a preposition or the capitals of a dateline tell that a name means the place, not its team."""
    number = doc.token_at(unit.start)
    before = doc.tokens[number - 1].text.lower() if number else ""
    return before in SPOTS | {"to", "from"} or doc.text[unit.start : unit.end].isupper()


def _pool(found: Sequence[PlaceUnit]) -> Sequence[str]:
    """What can stand for a place: in the same state where the text names it."""
    state = next((unit.state for unit in found if unit.state), "")
    if state:
        return cities_of_state(state)
    if found[0].kind == "area":
        return areas_of(found[0].nation)
    pool, parts = cities_of(found[0].nation), parts_of_britain()
    pool = [city for city in pool if city.lower() not in _DISTRICTS]
    if found[0].nation == "united kingdom":
        pool = [city for city in pool if parts.get(city.lower()) == parts.get(found[0].name)]
    return within_reach(pool, found[0].name)


def _country_swaps(
    doc: Doc, groups: Mapping[str, Sequence[PlaceUnit]], tied: set[str], words: Set[str], rng: RowRandom
) -> Iterator[Edit]:
    if not groups or len(groups) > _MOST_NATIONS or not words.isdisjoint(_ISLANDS):
        return
    if not words.isdisjoint(_anchors() - {"tropical"}) or has_derived_word(words, groups):
        return
    try:
        units = [unit for found in groups.values() for unit in found]
        refuse_ties(doc, units, fitting={"tropical"})
        refuse_culture(doc, units)
    except NotApplicable:
        return
    taken: set[str] = set()
    for nation, found in groups.items():
        if nation in tied or not _may_move(doc, found):
            continue
        pool = [other for other in _neighbors(nation) if other.name not in taken and _is_new(other, words)]
        if not words.isdisjoint(_AT_SEA):
            pool = [other for other in pool if other.name.lower() not in _LANDLOCKED]
        if "tropical" in words or (nation in TROPICAL and not words.isdisjoint(_LIVING)):
            pool = [other for other in pool if other.name.lower() in TROPICAL]
        if not pool:
            continue
        new = rng.choice(pool)
        edits = [_edit(doc, unit, new) for unit in found]
        if all(edits):
            taken.add(new.name)
            yield from (edit for part in edits for edit in part)


def _may_move(doc: Doc, found: Sequence[PlaceUnit]) -> bool:
    """Whether a country and its people stand for themselves, and nobody in office is named with them."""
    if not all(unit.clear for unit in found) or blurs_britain(found):
        return False
    if not any(unit.kind == "country" and unit.told for unit in found) and not _may_be_others(doc, found):
        return False
    for unit in found:
        number = doc.token_at(unit.end)
        near = doc.tokens[number : number + 5]
        first = doc.token_at(unit.start)
        if first and doc.tokens[first - 1].text.lower() in _BESIDE:
            return False
        if near and (unit.modifies or unit.kind == "people") and goes_on_as_name(near):
            return False
        if unit.kind == "country" and is_half_of_phrase(doc, unit):
            return False
        if not doc.is_free(unit.start, unit.end) or _is_event(doc, unit) or is_example(doc, unit.start):
            return False
        if unit.modifies and any(is_person(entity_at(doc, token.start, token.end)) for token in near[1:]):
            return False
    return True


def _is_event(doc: Doc, unit: PlaceUnit) -> bool:
    """Whether a place says which event is meant: "the Oklahoma City bombing", "the battles of Lyon and Nancy"."""
    if EVENT_OF.search(doc.text, 0, unit.start):
        return True
    number = doc.token_at(unit.end)
    return number < len(doc.tokens) and doc.tokens[number].text.lower() in EVENTS


def _may_be_others(doc: Doc, found: Sequence[PlaceUnit]) -> bool:
    """Whether adjectives of a country that the text does not name only say where somebody or something is from."""
    if not all(unit.kind == "people" or (unit.kind == "adjective" and unit.modifies) for unit in found):
        return False
    try:
        refuse_ties(doc, found)
        refuse_culture(doc, found)
    except NotApplicable:
        return False
    beside = (token for unit in found for token in doc.tokens[doc.token_at(unit.end) :][:2])
    return all(token.text.lower() not in lexicon("places_apart")["ties"] for token in beside)


def _is_new(nation: Nation, words: Set[str]) -> bool:
    return words.isdisjoint((nation.name.lower(), nation.adjective.lower(), nation.people.lower()))


def _edit(doc: Doc, unit: PlaceUnit, new: Nation) -> list[Edit]:
    """The edits of one mention; none where the new country has no form of as many words."""
    old = doc.text[unit.start : unit.end]
    form = nation_form(new, unit, old)
    if not form or (doc.bounds is not None and len(old.split()) != len(form.split())):
        return []
    return place_edit(doc, unit, form)


def nation_form(new: Nation, unit: PlaceUnit, old: str) -> str:
    """The form of a country that stands for a mention of another one.

    Args:
        new: The country.
        unit: The mention.
        old: The mention as it is written.
    """
    if unit.kind == "people":
        return new.people
    return new.adjective if unit.kind == "adjective" or unit.adjectival else new.name


def place_edit(doc: Doc, unit: PlaceUnit, new: str) -> list[Edit]:
    """A new name in the place of a place; "the" goes where it belonged to the old name.

    Args:
        new: The name, which takes no article.
    """
    start, end = unit.start, unit.end
    old = doc.text[start:end]
    edits = []
    head = doc.text[max(0, start - 4) : start]
    articled = unit.kind == "country" and not unit.modifies and takes_article(old)
    if articled and head.lower() == "the " and doc.is_free(start - 4, start - 1):
        edits.append(Edit(start - 4, start, ""))
    if old.isupper() and sum(c.isalpha() for c in old) > 3:
        new = new.upper()
    elif old.islower():
        new = new.lower()
    if old.endswith(".") and doc.bounds is None and not doc.text[end:].strip():  # its stop ends the sentence too
        new += "."
    if old[-1:] == "s" != new[-1:] and _BARE_POSSESSIVE.match(doc.text, end) and doc.bounds is None:
        end, new = end + 1, f"{new}'s"
    return [*edits, Edit(start, end, new)]


@cache
def _neighbors(low: str) -> Sequence[Nation]:
    """Countries of the same region that can stand for one, about as well known; large ones for one among small ones."""
    if low in ("united states", "canada", "australia"):
        return tuple(nations()[other] for other in _AS_LARGE if other != low)
    region = all_nations()[low].region
    keys = [key for key, one in all_nations().items() if one.region == region]
    known = {key: one for key, one in nations().items() if one.is_plain and key != low}
    near = [known[key] for key in within_reach(keys, low, least=_NEAREST) if key in known]
    return tuple(near) or tuple(known[key] for key in keys if key in known)


@cache
def _anchors() -> frozenset[str]:
    return frozenset(lexicon("places_apart")["anchors"])
