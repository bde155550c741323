"""Countries, their people and cities swapped for those of a chosen region of the world."""

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from hf_robust.core.doc import Doc
from hf_robust.core.edits import Edit
from hf_robust.core.errors import NotApplicable
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.articles import with_articles
from hf_robust.language.english.closed_classes import MONTHS, WEEKDAYS
from hf_robust.language.english.gazetteer import areas_of, cities_of
from hf_robust.language.english.name_origins import family_names, given_names
from hf_robust.language.english.nations import Nation, all_nations, peoples, stand_ins
from hf_robust.language.english.places import REGIONS, is_doubtful, place_names
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.entity_lookup import entity_at
from hf_robust.language.lexicons import lexicon
from hf_robust.tasks import ABSA, HATE_SPEECH, NLI, PARSING, POS, SENSES, SENTIMENT, SIMILARITY
from hf_robust.transforms.base import LABELED_TEXTS, NoEdits, Transformation, preserves, register
from hf_robust.transforms.capital_words import lower_words
from hf_robust.transforms.entity_spans import is_person
from hf_robust.transforms.place_names import (
    PlaceUnit,
    place_units,
)
from hf_robust.transforms.place_relations import blurs_britain, has_derived_word, split_addresses
from hf_robust.transforms.place_swaps import is_placed, is_sport, nation_form, place_edit, why_unlisted
from hf_robust.transforms.place_ties import TAXA, refuse_culture, refuse_ties
from hf_robust.transforms.region_continents import continent_swaps
from hf_robust.transforms.region_ties import fitting_words, refuse_facts_of_region

_OLD = re.compile(r"(?<![A-Z] )\b1[0-8]\d\d\b")  # a year before most countries of other regions were states
_IN_OLD_YEAR = re.compile(r"\b(?:by|from|in|of|since|to|until) 1[6-8]\d\d\b")

_FROM = frozenset({"from", "near"})
_NAMING = frozenset({"ADJ", "NOUN", "PROPN", "VERB", "X"})
_STATES = frozenset(
    """state states province provinces prefecture canton cantons senate congress island
    islands""".split()
)
_OF_NATIONS = re.compile(r"\b(?:[Tt]rans-?[Aa]tlantic|[Cc]astes?|[Ff]lags?|[Zz]eitung|[A-Z][a-z]+ayan)\b")
_HYPHENED = re.compile(r"(?<![\w-])([A-Z][\w.]*)-[a-z]+")  # "a U.S.-led force"
_WORK = re.compile(r" (?:[a-z-]+ ){0,2}(?:films?|movies?|cinema|comed(?:y|ies)|comics)\b")
_TITLE = re.compile(r"[\"“][A-Z][^\"”]{2,40}[\"”]|'[A-Z][^']{2,40}'")
_DATELINE = re.compile(r" \((?:AFP|AP|CBS\.MW|Dow Jones|Reuters|UPI)\)| ?--? |: ")
_BUSINESS = frozenset("co co. company corp corp. inc inc. ltd ltd. plc profit quarterly shareholders".split())
_LOCAL = frozenset("city here hospital local mayor nearby neighborhood police residents storm street".split())
_BRACKETS = re.compile(r"\( ?([A-Z]\w+)")


@register
@dataclass(frozen=True, kw_only=True)
class SwapRegion(Transformation):
    """Replace each place with a place of the same type (city, country) in one world region.

    People and cities follow their country: if France becomes Kenya, the French become Kenyans, and Paris becomes a city
    of Kenya. Either all places of the countries that a text names change, or none. A text does not change if such a
    place is part of a longer name, if a place is not listed, or if something else ties the text to a country, such as
    its currency (dollars for a state of the U.S.), its politicians, its history, its visas, an alliance, a team or a
    work that portrays it. A city with the short form of its state ("Syracuse, N.Y.") also stays. In news on a company,
    the city of the dateline can change alone. A continent becomes the new region if all countries of the text are in
    it. A city beside its area becomes a city of the new area. A republic becomes a republic. The result is not random:
    a place always becomes the same other place, and different places stay different. In a token list, a name keeps its
    number of tokens.

    Args:
        to: Target region: ``africa``, ``asia``, ``europe``, ``middle-east``, ``north-america``, ``oceania`` or
            ``south-america``.

    Source: TextFlint (Wang et al. 2021), section 3, Table 1, "Prejudice".

    Example:
        >>> doc = Doc.tagged("He/PRON slept/VERB in/ADP Oslo/PROPN", {"Oslo": "GPE"})
        >>> SwapRegion(to="oceania").preview(doc), SwapRegion(to="europe").preview(doc)
        ('He slept in Nukualofa', 'He slept in Oslo')
    """

    to: str = "africa"

    name = "swap-region"
    version = "16"
    level = "word"
    linguistics = "pragmatics"
    seed_name = "Prejudice (location)"
    choice = "places that can be replaced"
    needs = frozenset({"ent", "pos"})
    # not questions: they keep the places that the context loses; and entities are protected in their own task, as
    # mentions, candidates and the two ends of a relation are, which must go on fitting the other places
    effects = preserves(*LABELED_TEXTS, SENTIMENT, HATE_SPEECH, ABSA, NLI, SIMILARITY, POS, PARSING, SENSES)

    def __post_init__(self) -> None:
        self._require_choice("to", REGIONS)

    def edits(self, doc: Doc, rng: RowRandom) -> Sequence[Edit]:
        units = place_units(doc)
        if not units:
            return _why_none(doc, units)
        try:
            return self._all_edits(doc, units)
        except NotApplicable:
            if alone := _dateline_alone(doc, units, self.to):
                return place_edit(doc, alone, _new_forms(doc, [alone], self.to, {})[alone])
            raise

    def _all_edits(self, doc: Doc, units: Sequence[PlaceUnit]) -> Sequence[Edit]:
        moved = _moved(doc, units, self.to)
        if not moved:
            return _why_none(doc, units)
        inside_areas = dict(split_addresses(doc.text, moved))
        for city, area in inside_areas.items():
            if city.nation != area.nation or (area.kind == "area" and city.kind != "city"):
                both = doc.text[city.start : area.end]
                raise NotApplicable(f"'{both}' names a place and its region: no listed pair can replace both")
        if stated := next((unit for unit in moved if unit.state and unit not in inside_areas), None):
            raise NotApplicable(
                f"the state of '{doc.text[stated.start : stated.end]}' has no counterpart in the lists of places"
            )
        if moved and "World War" in doc.text:
            raise NotApplicable("'World War' is a part of the history of certain countries")
        inside = {token.text.lower() for token in doc.tokens if not any(u.start <= token.start < u.end for u in moved)}
        old = (_OLD if any(unit.kind == "adjective" for unit in moved) else _IN_OLD_YEAR).search(doc.text)
        if old and TAXA.isdisjoint(inside):
            raise NotApplicable("the text is about a time when the other country did not exist")
        if has_derived_word(inside, {unit.nation for unit in moved}):
            raise NotApplicable("a word of the text comes from the name of the country")
        continents = continent_swaps(doc, moved, self.to)
        _refuse_parts(doc, moved)
        _refuse_unlisted(doc, moved)
        lands = [stand_ins(self.to)[unit.nation] for unit in moved]
        staying = {
            doc.text[unit.start : unit.end].lower() for unit in units if all_nations()[unit.nation].region == self.to
        }
        staying |= {doc.text[edit.start : edit.end].lower() for edit in continents}
        refuse_ties(doc, moved, fitting=fitting_words(doc, moved, lands) | staying)
        refuse_culture(doc, moved)
        refuse_facts_of_region(doc, list(zip(moved, lands, strict=True)))
        new = _new_forms(
            doc, moved, self.to, {city: area for city, area in inside_areas.items() if area.kind == "area"}
        )
        places = [edit for unit in moved for edit in place_edit(doc, unit, new[unit])]
        return with_articles(doc, sorted([*places, *continents]))


def _dateline_alone(doc: Doc, units: Sequence[PlaceUnit], to: str) -> PlaceUnit | None:
    """The city of the dateline of news on a company that names no other place of that country.

    A reporter can write about a company anywhere, so that this city can change where the rest of the text has to stay.
    """
    dated = [unit for unit in units if unit.kind == "city" and _DATELINE.match(doc.text, unit.end)]
    dated = [unit for unit in dated if doc.text[unit.start : unit.end].isupper() and unit.clear and unit.told]
    if len(dated) != 1 or dated[0].state or not doc.is_free(dated[0].start, dated[0].end):
        return None
    words, only = lower_words(doc), dated[0]
    alone = all(unit is only or unit.nation != only.nation for unit in units)
    outside = all_nations()[only.nation].region != to
    business = not words.isdisjoint(_BUSINESS) and words.isdisjoint(_LOCAL) and not is_sport(words)
    return only if alone and outside and business else None


def _refuse_parts(doc: Doc, moved: Sequence[PlaceUnit]) -> None:
    """Refuse a text in which a place or a people is part of what no other country has: states, works, a club, a person.

    Raises:
        NotApplicable: When one is.
    """
    tokens, text = doc.tokens, doc.text
    if found := _OF_NATIONS.search(text):
        raise NotApplicable(f"'{found[0]}' is a matter of certain countries")
    at = {unit.start for unit in moved}
    if left := next(
        (one[0] for one in _HYPHENED.finditer(text) if _is_of_nation(one[1]) and one.start() not in at), ""
    ):
        raise NotApplicable(f"'{left}' would stay beside countries that change")
    if "Soviet Union" in text and any(unit.name != "soviet union" and unit.nation == "russia" for unit in moved):
        raise NotApplicable("the Soviet Union and Russia would become one country")
    inside = {n for n, token in enumerate(tokens) if any(u.start <= token.start < u.end for u in moved)}
    for unit in moved:
        name = text[unit.start : unit.end]
        first = doc.token_at(unit.start)
        last = first
        while last + 1 < len(tokens) and tokens[last + 1].start < unit.end:
            last += 1
        before = tokens[first - 1] if first else None
        after = {token.text.lower() for token in tokens[last + 1 : last + 2]}
        if unit.kind in ("adjective", "country") and not after.isdisjoint(_STATES):
            raise NotApplicable(f"'{name}' has parts that not every country has")
        if before is None:
            continue
        beside = before.pos in ("PROPN", "NUM") and before.text[:1].isupper() and text[before.end : unit.start] == " "
        led = first > 1 and (tokens[first - 2].pos in ("ADP", "PART") or tokens[first - 2].text.isupper())
        if (
            unit.kind in ("area", "country")
            and beside
            and first - 1 not in inside
            and (led or "." in before.text or (before.text.isupper() and not name.isupper()))
        ):
            raise NotApplicable(f"'{before.text} {name}' may be one place")
        shouted = name.isupper()  # a dateline
        # "10. Berg ( Japan ) Kawasaki 38:52"
        maker = before.text == ")" and text[unit.end : unit.end + 2].strip().isdigit()
        if unit.kind == "city" and (
            maker or (before.text[:1].isdigit() and not shouted) or text[: unit.start].endswith("plaster of ")
        ):
            raise NotApplicable(f"'{name}' may belong to a longer name where it stands")
        closed = before.text == "(" and text[unit.end :].lstrip().startswith(")")
        if closed and (unit.kind == "people" or (unit.kind == "city" and _names_others(doc, moved))):
            raise NotApplicable(f"'{name}' may be a person or a team")
        if unit.kind == "adjective" and _WORK.match(text, unit.end) and _TITLE.search(text):
            raise NotApplicable("a work that the text names is of its country")


def _is_of_nation(word: str) -> bool:
    """Whether a word is the name of a country or of a people."""
    return place_names().get(word.lower()) in all_nations() or word.lower() in peoples()


def _refuse_unlisted(doc: Doc, moved: Sequence[PlaceUnit]) -> None:
    """Refuse a text with a place that neither the lists nor the recognizer know: "had just arrived from Ulan Bator".

    Raises:
        NotApplicable: When there is one.
    """
    hasty = {unit.end for unit in moved if doc.text[unit.start].islower()}
    for number in range(1, len(doc.tokens)):
        token, before = doc.tokens[number], doc.tokens[number - 1]
        beside = before.text in _FROM or before.end in hasty  # "near mathikere", "in delhi ncr"
        small = hasty and beside and token.text.isalpha() and token.text.islower() and token.pos in _NAMING
        if small and not tags_of(token.text) and not any(unit.start == token.start for unit in moved):
            raise NotApplicable(f"'{before.text} {token.text}' may be a place that is not listed")
        if before.text not in _FROM or token.pos != "PROPN" or not token.text[:1].isupper():
            continue
        entity, low = entity_at(doc, token.start, token.end), token.text.lower()
        owner = [one.text for one in doc.tokens[number + 1 : number + 2]] == ["'s"]
        odd = not owner and is_person(entity) and low not in given_names() and low not in family_names()
        known = (entity is not None and not odd) or low in MONTHS | WEEKDAYS
        if not known and not any(unit.start <= token.start < unit.end for unit in moved):
            raise NotApplicable(f"'{before.text} {token.text}' may be a place that is not listed")


def _names_others(doc: Doc, moved: Sequence[PlaceUnit]) -> bool:
    """Whether other names stand in brackets, as the clubs of players do."""
    spans = [(unit.start, unit.end) for unit in moved]
    return any(not any(one <= found.start(1) < other for one, other in spans) for found in _BRACKETS.finditer(doc.text))


def _why_none(doc: Doc, units: Sequence[PlaceUnit]) -> Sequence[Edit]:
    """No edits, with the reason where the text has places."""
    if units:
        return NoEdits("all places of the text are already in the region")
    unlisted = why_unlisted(doc)
    return NoEdits(unlisted) if unlisted else []


def _moved(doc: Doc, units: Sequence[PlaceUnit], to: str) -> list[PlaceUnit]:
    """The places and peoples that leave their country, none in a text that names none outside the region.

    Raises:
        NotApplicable: When a place of a country that moves would stay.
    """
    told = {unit.name for unit in units if unit.told}
    # a city in a longer name, such as that of a team, may be of a country that moves
    outside = [unit for unit in units if all_nations()[unit.nation].region != to]
    away = {unit.nation for unit in outside if unit.name in told}
    # "Moscow" where the text has "Russia"
    lands = {unit.nation for unit in outside if unit.name in told and unit.kind == "country"}
    told |= {unit.name for unit in outside if unit.clear and unit.nation in lands and not is_doubtful(unit.name)}
    if outside and not away:
        name = doc.text[outside[0].start : outside[0].end]
        raise NotApplicable(f"it is not clear whether '{name}' is a place or a nationality")
    moved = [unit for unit in outside if unit.nation in away]
    wide = any(unit.kind not in ("city", "area") for unit in moved)
    kinds = {"country", "adjective", "people"} if wide else {"country"}
    if left := next((unit for unit in outside if unit.kind in kinds and unit.nation not in away), None):
        raise NotApplicable(f"'{doc.text[left.start : left.end]}' would stay beside countries that change")
    if is_sport(lower_words(doc)):
        team = next((unit for unit in moved if unit.kind in ("city", "area") and not is_placed(doc, unit)), None)
        if team is not None:
            raise NotApplicable(f"'{doc.text[team.start : team.end]}' may mean a team")
    if blurs_britain(moved):
        raise NotApplicable("the text distinguishes parts of Britain")
    for unit in moved:
        name = doc.text[unit.start : unit.end]
        if not unit.clear:
            raise NotApplicable(f"'{name}' may belong to a longer name where it stands")
        if unit.name not in told and unit.kind in ("city", "area"):
            raise NotApplicable(f"'{name}' may be something else than the place")
        if not doc.is_free(unit.start, unit.end):
            raise NotApplicable(f"'{name}' is protected")
    return moved


def _new_forms(
    doc: Doc, moved: Sequence[PlaceUnit], to: str, areas: Mapping[PlaceUnit, PlaceUnit]
) -> dict[PlaceUnit, str]:
    """What each place and people becomes; two countries and two cities never become one.

    Args:
        areas: The area of a city by the city, where the text names both side by side.

    Raises:
        NotApplicable: When there is no name for one of them.
    """
    words = lower_words(doc)
    lands: dict[str, Nation] = {}
    new_local: dict[tuple[str, str], str] = {}
    new: dict[PlaceUnit, str] = {}
    for unit in sorted(moved, key=lambda unit: (unit not in areas.values(), unit not in areas)):  # areas first
        old = doc.text[unit.start : unit.end]
        if unit.nation not in lands:
            lands[unit.nation] = _stand_in(unit.nation, to, {land.name for land in lands.values()}, words)
        land = lands[unit.nation]
        if unit.kind in ("city", "area"):
            key = (unit.nation, unit.name)
            if key not in new_local:
                taken = words.union(city.lower() for city in new_local.values())
                area = areas.get(unit)
                new_local[key] = (
                    _seat(new_local[(area.nation, area.name)], taken) if area else _local(unit, land, taken)
                )
            new[unit] = new_local[key]
        else:
            new[unit] = nation_form(land, unit, old)
        if doc.bounds is not None and len(old.split()) != len(new[unit].split()):
            raise NotApplicable(f"'{old}' has another number of tokens than '{new[unit]}'")
    return new


def _stand_in(nation: str, to: str, taken: set[str], words: Set[str]) -> Nation:
    """The country that stands for another one: the same in all texts, so that those of a pair agree.

    Raises:
        NotApplicable: When the text has that country, or another one becomes it.
    """
    land = stand_ins(to)[nation]
    there = {land.name.lower(), land.adjective.lower(), land.people.lower()} & words
    if land.name in taken or there:
        raise NotApplicable(f"two countries of the text would become '{land.name}'")
    return land


def _seat(area: str, taken: Set[str]) -> str:
    """A city of a new area.

    Raises:
        NotApplicable: When none is listed, or the text has that one.
    """
    city: str = lexicon("more_places")["seats"].get(area, "")
    if not city or city.lower() in taken:
        raise NotApplicable(f"no listed city of '{area}' can stand beside it")
    return city


def _local(unit: PlaceUnit, land: Nation, taken: Set[str]) -> str:
    """The city or area of a country that stands for one of another country, by its place in the list of them."""
    listed = cities_of if unit.kind == "city" else areas_of
    pool = [place for place in listed(land.name.lower()) if " " not in place]
    names = [place.lower() for place in listed(unit.nation)]
    number = names.index(unit.name) if unit.name in names else 0
    if not pool:
        raise NotApplicable(f"the {unit.kind} '{unit.name}' has no counterpart in '{land.name}'")
    new = pool[number % len(pool)]
    if new.lower() in taken:
        raise NotApplicable(f"two places of the text would become '{new}'")
    return new
