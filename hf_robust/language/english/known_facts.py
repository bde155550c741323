"""What is known of a name or a noun by lists: what kind of thing it is, and where a place lies."""

from collections.abc import Mapping
from functools import cache

from hf_robust.language.english.closed_classes import CROWDS, NEAR_KIN
from hf_robust.language.english.facts import facts_about
from hf_robust.language.english.nations import nation_of_city, nations
from hf_robust.language.english.places import REGIONS, is_doubtful, place_names, places
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet_types import types_of

_REGIONS = dict(
    zip(
        REGIONS,
        "Africa|Asia|Europe|the Middle East|North America|Oceania|South America".split("|"),
        strict=True,
    )
)
_ORGANIZATIONS = {
    "a bank": "Bank Bancorp",
    "a university": "University",
    "a college": "College",
    "an airline": "Airlines Airways",
    "a company": "Corp. Corp Inc. Inc Co. Co Ltd. Ltd AG PLC Industries Motors Pharmaceuticals Electronics",
    "a hospital": "Hospital",
    "a school": "School Academy",
    "an institute": "Institute",
    "a museum": "Museum",
    "an orchestra": "Orchestra Symphony",
    "a political party": "Party",
    "a newspaper": "Herald Tribune Gazette",
}
_BY_LAST_WORD = {word: kind for kind, words in _ORGANIZATIONS.items() for word in words.split()}


def known_facts(name: str, kind: str) -> tuple[str, ...]:
    """What is known of a person, an organization or a place; each clause begins with its verb.

    Args:
        name: The full name as it is written.
        kind: ``person``, ``organisation`` or ``place``.

    Example:
        >>> known_facts("Oslo", "place")[0], known_facts("Zorp Bank", "organisation"), known_facts("Zorp", "place")
        ('is the capital of Norway', ('is a bank',), ())
    """
    return tuple(dict.fromkeys((*facts_about(name, kind), *_derived(name, kind))))


def _derived(name: str, kind: str) -> tuple[str, ...]:
    if kind == "person":
        role = _roles().get(name, "")
        return (f"worked as {'an' if role[0] in 'aeio' else 'a'} {role}",) if role else ()
    if kind == "organisation":
        found = _BY_LAST_WORD.get(name.rpartition(" ")[2]) if " " in name else None
        return (f"is {found}",) if found else ()
    return _of_place(name)


def _of_place(name: str) -> tuple[str, ...]:
    low = name.lower()
    if name in lexicon("name_kinds")["states"]:
        return ("is a state in the United States",)
    if low in nation_of_city() and not is_doubtful(low):
        nation = nations()[nation_of_city()[low][0]].name
        article = "the " if nation.startswith("United") or nation in ("Netherlands", "Philippines") else ""
        return (f"is a city in {article}{nation}",)
    place = places().get(place_names().get(low, "").lower())
    if place is None or is_doubtful(low):
        return ()
    region = _REGIONS.get(place.region, "")
    kind = {"cities": "city", "countries": "country"}.get(place.group, "region")
    return (f"is a {kind} in {region}",) if region else ()


def facts_of_noun(noun: str, more: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """What kind of thing a noun names: ``is a kind of animal``; nothing for persons and nouns of several senses.

    Args:
        noun: The noun in lower case, in the singular.
        more: Further nouns that name kinds of things.

    Example:
        >>> facts_of_noun("horse"), facts_of_noun("plant"), facts_of_noun("wisdom")
        (('is a kind of mammal',), (), ())
    """
    if noun in lexicon("noun_sisters")["ambiguous"].split():
        return ()
    wanted = more | frozenset(lexicon("facts")["types"].split())
    found = next((kind for kind in types_of(noun) if kind in wanted and kind != noun), None)
    return (f"is a kind of {found}",) if found else ()


@cache
def _roles() -> Mapping[str, str]:
    known = frozenset("actor writer director musician singer poet comedian producer novelist composer painter".split())
    return {row[0]: row[2] for row in lexicon("persons") if row[2] in known}


def denotes_someone(noun: str) -> bool:
    """Whether a noun may denote a person, by its ending; then neither *who* nor *which* is sure.

    Args:
        noun: The noun in lower case.

    Example:
        >>> [denotes_someone(noun) for noun in ("writer", "actress", "bridge", "student")]
        [True, True, False, True]
    """
    return noun.endswith(_PERSONAL_ENDS) or noun in _PERSONAL


_PERSONAL_ENDS = tuple("er or ist ess ian man ant ent ee child boy girl person".split())
_PERSONAL = (
    NEAR_KIN
    | (CROWDS - {"crowd"})
    | frozenset(
        """adult artist athlete author baby boss bride captain cook doctor friend guard guest guide hero judge
            king lady nurse pilot poet pope president prince princess queen scholar spouse thief uncle aunt
            victim criminal individual native chef clerk coach crew band group police staff public cattle
            poultry""".split()
    )
)
