"""Rivers, streets, counties, universities and small towns, and the edits that give each of them another name."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from hf_robust.core.doc import Doc, Span, Token
from hf_robust.core.edits import Edit
from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.gazetteer import cities_of, nation_of
from hf_robust.language.english.name_origins import family_names, given_names
from hf_robust.language.english.nations import all_nations
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.entity_lookup import entity_at
from hf_robust.language.famous_mentions import NAMED_WORKS
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.capital_words import (
    core,
    in_title,
    in_title_of_work,
    is_name_word,
    is_proper,
    lower_words,
    stands_apart,
    token_texts,
)
from hf_robust.transforms.entity_spans import TITLES, is_person
from hf_robust.transforms.foreign_forms import has_foreign_form
from hf_robust.transforms.kept_names import WORKS
from hf_robust.transforms.no_person_words import name_kinds
from hf_robust.transforms.person_signs import BUSINESS
from hf_robust.transforms.place_names import SIDES, is_listed_place, place_units

# what stands behind the name of a site, and what stands before it
_SITES = (
    "Arena|Ave|Avenue|Boulevard|Bridge|Brook|Canyon|Castle|Cemetery|County|Creek|Dam|District|Drive|Falls|Farm|Forest|"
    "Glacier|Heights|Hill|Hills|Island|Lake|Lane|Lodge|Mall|Mill|Mine|Mountain|Mountains|Park|Parish|Peak|Pond|Ranch|"
    "Reservoir|Ridge|River|Road|Square|Stadium|Street|Terrace|Township|Trail|Valley|Village|Wood|Woods"
)
_PART_OF_AREA = re.compile(r"(?:County|District|Parish|Township)\Z")  # a listed city is in a certain one
_SITE_BEHIND = re.compile(rf"\b([A-Z][a-z]{{3,}}) (?:{_SITES})\b")
_SITE_BEFORE = re.compile(r"\b(?:(?:Camp|Fort|Mount)|(?<=[a-z] )(?:Lake|Loch|River)) ([A-Z][a-z]{2,})\b")
# what every larger city has
_IN_CITIES = re.compile(
    r"\b([A-Z][a-z]{2,}(?: [A-Z][a-z]+)?) (?:Cathedral|College|Hospital|Library|Museum|"
    r"Observatory|Opera|Orchestra|Police|Polytechnic|Symphony|Technical University|University|Zoo)\b"
)
_OF_CITIES = re.compile(
    r"\b(?:Archbishop|Archdiocese|Bishop|City|College|Conservatory|Diocese|Mayor|Museum|Town|University|Zoo) of "
    r"([A-Z][a-z]{2,}(?: [A-Z][a-z]+)?)\b"
)
_WORD = re.compile(r"[A-Z][a-z]+")
# sites that all readers know
_FAMOUS = frozenset(
    """amazon baker bond central christmas columbia cook downing easter ellis everest fleet hollywood hudson hyde
    jurassic knox longbow lombard madison oxford sesame severn tahoe times trafalgar treasure tyne vernon
    wall worth""".split()
)
_ENGLISH = frozenset({"australia", "canada", "ireland", "new zealand", "united kingdom", "united states"})
_EVENT_OF = re.compile(r"\b(?:Affair|Battle|Massacre|Miracle|Siege|Treaty) (?:at|of|on) (?:the )?\Z")
_GLUE = frozenset("-/@#_&.'’")
# a town follows them, and in texts of no works no title does
_PLACED = re.compile(
    r"(?<!\A)\b(?:in|leaving|near|outside|via|visited|visiting) \Z"
    r"|\b(?:borough|city|commune|hamlet|municipality|neighbou?rhood|port|residents|resort|suburb|town|village) of \Z"
    r"|\b(?:back|came|come|comes|drove|flew|goes|going|gone|hails?|moved|moving|returned|road|sailed|sent|travel\w*|trip|way|"
    r"went) (?:from|to) \Z"
    r"|\b(?:kilomet(?:er|re)s?|km|miles?) (?:away )?from \Z"
)
_OF_WORKS = (
    WORKS
    | NAMED_WORKS
    | frozenset("acting actor actress band character comedy director episode horror plot scene sequel team".split())
)
_ADDRESS = re.compile(
    r"\W*([A-Z][a-z]+(?: (?:d[eu]|[A-Z][a-z]+)){0,2}) ?, [A-Z][a-z]+(?: [A-Z][a-z]+)?\W*(?:\( ?[\d,]+ ?\)\W*)?\Z"
)
_IS_TOWN = re.compile(r" (?:is|was) (?:a|the) (?:\w+ )?(?:city|commune|hamlet|municipality|suburb|town|village)\b")
_MOST_WORDS = 2  # of a town


def site_swaps(doc: Doc, rng: RowRandom) -> Iterator[Edit]:
    """Sites, institutions of cities, and towns that no list has, get other names of their kind.

    A site or a town gets a name that no place has, so nothing in the text can deny it; not in a text on a country of
    another language. The city of an institution becomes another one of its country.

    Args:
        doc: The text.
        rng: The draws of the row.
    """
    if "@" in doc.text:
        return  # addresses tell where somebody works
    found: list[Edit] = []
    for edit in _all_swaps(doc, rng):
        if all(other.end <= edit.start or edit.end <= other.start for other in found):
            found.append(edit)
    yield from found


def _all_swaps(doc: Doc, rng: RowRandom) -> Iterator[Edit]:
    taken = set(lower_words(doc))
    local = _are_english(doc)
    city = any(unit.kind == "city" for unit in place_units(doc))
    names: dict[str, list[tuple[int, int]]] = {}
    if local and not _site_words().isdisjoint(token_texts(doc)):
        for pattern in (_SITE_BEHIND, _SITE_BEFORE):
            for found in pattern.finditer(doc.text):
                names.setdefault(found[1], []).append(found.span())
    for name, spans in names.items():
        places = [doc.text.find(name, start) for start, _ in spans]
        if (
            not _is_site(name)
            or not _is_at_home(doc, name)
            or not _are_all(doc, name, places)
            or in_title_of_work(doc.tokens, doc.token_at(places[0]))
        ):
            continue
        if city and any(_PART_OF_AREA.search(doc.text[start:end]) for start, end in spans):
            continue
        if all(_stands_alone(doc, start, end) for start, end in spans):
            yield from _renamed(places, name, _coined(), taken, rng)
    yield from _institution_swaps(doc, taken, rng)
    if local:
        yield from _town_swaps(doc, taken, rng)


def _are_english(doc: Doc) -> bool:
    """Whether a text names no country of another language, and no people or city of one."""
    return all(unit.nation in _ENGLISH for unit in place_units(doc))


def _is_site(name: str) -> bool:
    """Whether a word is no place of its own and no common word, so that it only names a site."""
    low = name.lower()
    if low in _FAMOUS or low in _anchors() or is_listed_place(low) or low in name_kinds() or low in SIDES:
        return False
    if noun_kind(low) == "object":
        return False  # a river or a mountain that all readers know
    return low in family_names() or (not tags_of(low) - {"NNP"} and low not in TITLES)


def _is_at_home(doc: Doc, name: str) -> bool:
    """Whether a site is in a land whose sites have English names: by its own name, or by a place of the text."""
    return family_names().get(name.lower()) in ("", "english") or bool(place_units(doc))


def _are_all(doc: Doc, name: str, starts: Sequence[int]) -> bool:
    """Whether a text has a name at these places alone, each of them free and a proper noun."""
    if doc.text.lower().count(name.lower()) != len(set(starts)):
        return False
    return all(
        doc.is_free(start, start + len(name)) and doc.tokens[doc.token_at(start)].pos in ("PROPN", "NOUN", "ADJ")
        for start in starts
    )


def _stands_alone(doc: Doc, start: int, end: int) -> bool:
    """Whether the name of a site with its kind is no part of a longer name, of an event or of a person."""
    tokens, first, last = doc.tokens, doc.token_at(start), doc.token_at(end) - 1
    if doc.text[max(0, start - 1) : start] in _GLUE or doc.text[end : end + 1] in _GLUE - {".", "'", "’"}:
        return False
    before = tokens[first - 1] if first else None
    if before is not None and before.text[:1].isupper() and first > 1 and not in_title(tokens, first - 1):
        return False  # "George Washington Bridge"
    if before is not None and first == 1 and is_name_word(tokens, 0):
        return False
    if before is not None and before.text in ("&", "-", "–", "and", "of") and is_name_word(tokens, first - 2):
        return False  # "Quilis – Redbank Bridge"
    if is_name_word(tokens, last + 1) and not in_title(tokens, last + 1):
        return False
    if any(is_person(entity_at(doc, token.start, token.end)) for token in tokens[first : last + 1]):
        return False
    return not _EVENT_OF.search(doc.text, 0, start) and not has_foreign_form(doc.text, end)


def _renamed(starts: Sequence[int], old: str, pool: Sequence[str], taken: set[str], rng: RowRandom) -> Iterator[Edit]:
    left = [name for name in pool if name.lower() not in taken]
    if left:
        new = rng.choice(left)
        taken.update(new.lower().split())
        yield from (Edit(start, start + len(old), new) for start in sorted(set(starts)))


def _institution_swaps(doc: Doc, taken: set[str], rng: RowRandom) -> Iterator[Edit]:
    """The city in the name of a university, an airport or a museum becomes another one of its country."""
    if _city_words().isdisjoint(token_texts(doc)):
        return
    for pattern in (_IN_CITIES, _OF_CITIES):
        for found in pattern.finditer(doc.text):
            city, start = found[1], found.start(1)
            nation = nation_of().get(city.lower())
            if nation is None or not _are_all(doc, city, [start]) or not _stands_alone(doc, *found.span()):
                continue
            if is_name_word(doc.tokens, doc.token_at(found.end())):
                continue
            words = len(city.split())
            pool = [one for one in cities_of(nation) if len(one.split()) == words and one.lower() not in taken]
            yield from _renamed([start], city, pool, taken, rng)


def _town_swaps(doc: Doc, taken: set[str], rng: RowRandom) -> Iterator[Edit]:
    """Towns that no list has, and that the text treats as towns."""
    if (address := _town_of_address(doc)) is not None and doc.is_free(*address.span(1)):
        yield from _renamed([address.start(1)], address[1], _coined(), taken, rng)
        return
    unlisted = [entity for entity in doc.entities if entity.label in ("GPE", "LOC") and _is_unlisted(doc, entity)]
    names = {doc.text[one.start : one.end] for one in unlisted}
    units = place_units(doc)
    if not BUSINESS.isdisjoint(lower_words(doc)) or (len(names) > 1 and not units):
        return  # a company, or places of a land that is not known
    if units and not any(
        unit.kind in ("city", "area") or (unit.kind == "country" and not unit.modifies) for unit in units
    ):
        return  # "Lashkar, said a U.S. spokesman"
    for name in sorted(names, key=doc.text.find):
        starts = [found.start() for found in re.finditer(rf"\b{re.escape(name)}\b", doc.text)]
        words = name.split()
        if not _may_be_town(doc, words) or not _are_all(doc, name, starts):
            continue
        if not all(_is_whole(doc, start, start + len(name)) for start in starts):
            continue
        ends = [at + len(name) for at in starts]
        placed = any(_PLACED.search(doc.text, 0, at) for at in starts)
        placed = placed or any(_IS_TOWN.match(doc.text, end) or _is_in_area(doc, end) for end in ends)
        if placed and (doc.bounds is None or len(words) == 1):
            yield from _renamed(starts, name, _coined(), taken, rng)


def _town_of_address(doc: Doc) -> re.Match[str] | None:
    """The town and the area that are the whole text, whatever the recognizer takes them for: "Linthicum, Maryland"."""
    found = _ADDRESS.match(doc.text)
    if found is None or not _is_in_area(doc, found.end(1)) or (doc.bounds is not None and " " in found[1]):
        return None
    words = found[1].lower().split()
    person = len(words) > 1 and words[0] in given_names()
    listed = any(unit.start < found.end(1) for unit in place_units(doc)) or words[-1].title() in _WORD.findall(_SITES)
    return None if person or listed else found


def _is_in_area(doc: Doc, end: int) -> bool:
    """Whether an area follows a name: "Texarkana, Texas"."""
    rest = doc.text[end : end + 3]
    start = end + len(rest) - len(rest.lstrip(" ,"))
    return "," in rest and any(unit.start == start and unit.kind == "area" for unit in place_units(doc))


def _is_unlisted(doc: Doc, entity: Span) -> bool:
    return not any(unit.start < entity.end and entity.start < unit.end for unit in place_units(doc))


def _may_be_town(doc: Doc, words: Sequence[str]) -> bool:
    """Whether some words are no name of a person, no known place and no other words, and the text is of no work."""
    low = [word.lower() for word in words]
    if (
        low[-1].endswith(("ism", "ity", "hood", "ology"))  # "Protestant Christianity"
        or len(words) > _MOST_WORDS
        or not _OF_WORKS.isdisjoint(lower_words(doc))
        or not all(word.isalpha() for word in words)
    ):
        return False
    if any(word in given_names() or word in name_kinds() or word in TITLES or is_listed_place(word) for word in low):
        return False
    known = noun_kind(" ".join(low)) or noun_kind("_".join(low)) or " ".join(low) in all_nations()
    return not known and all(word[:1].isupper() and word[1:].islower() for word in words) and _is_rare(low)


def _is_rare(low: Sequence[str]) -> bool:
    return all(tags_of(word) <= {"NNP"} for word in low) or (len(low) > 1 and low[-1] in family_names())


def _is_whole(doc: Doc, start: int, end: int) -> bool:
    """Whether a town stands for itself there, without an unlisted larger place right behind it."""
    tokens, first, last = doc.tokens, doc.token_at(start), doc.token_at(end) - 1
    if not all(is_proper(tokens, number) and core(tokens[number]) == tokens[number].text for number in (first, last)):
        return False
    if doc.text[max(0, start - 1) : start] in _GLUE or doc.text[end : end + 1] in _GLUE - {".", "'", "’"}:
        return False
    if not stands_apart(tokens, first, last + 1) or _has_direction(tokens, first):
        return False
    beyond = tokens[last + 2] if last + 2 < len(tokens) else None
    if last + 1 < len(tokens) and tokens[last + 1].text in ("'s", "’s"):
        return False
    larger = doc.text[end : end + 2].lstrip()[:1] in (",", "(") and beyond is not None and beyond.text[:1].isupper()
    if larger and beyond is not None and not any(unit.start == beyond.start for unit in place_units(doc)):
        return False  # "Mukacheve, Zakarpattia Oblast"
    return not has_foreign_form(doc.text, end)


def _has_direction(tokens: Sequence[Token], first: int) -> bool:
    return first > 0 and tokens[first - 1].text.lower() in SIDES | {"the", "island"}


@cache
def _site_words() -> frozenset[str]:
    """The words with a capital of the patterns of sites, without which no text need be searched."""
    return _words_of(_SITE_BEHIND, _SITE_BEFORE)


@cache
def _city_words() -> frozenset[str]:
    return _words_of(_IN_CITIES, _OF_CITIES)


def _words_of(*patterns: re.Pattern[str]) -> frozenset[str]:
    return frozenset(word for pattern in patterns for word in _WORD.findall(pattern.pattern))


@cache
def _anchors() -> frozenset[str]:
    return frozenset(lexicon("places_apart")["anchors"])


@cache
def _coined() -> Sequence[str]:
    """Names of one word that sound like places and belong to none."""
    return tuple(lexicon("fake_answers")["coined"])
