"""Names of people: the gender of a given name, and the language that a name comes from."""

from collections.abc import Mapping, Sequence
from functools import cache

from hf_robust.language.lexicons import lexicon

# countries in lower case whose people mostly have names of one language
_NATIONS = {
    "arabic": "algeria bahrain egypt iraq jordan kuwait lebanon libya morocco oman qatar sudan syria tunisia yemen",
    "baltic": "estonia latvia lithuania",
    "czech": "slovakia",
    "dutch": "netherlands",
    "finnish": "finland",
    "french": "france",
    "german": "austria germany",
    "hungarian": "hungary",
    "indian": "india",
    "italian": "italy",
    "japanese": "japan",
    "nordic": "denmark iceland norway sweden",
    "polish": "poland",
    "portuguese": "brazil portugal",
    "romanian": "romania",
    "russian": "russia",
    "slavic": "bulgaria croatia serbia slovenia ukraine",
    "spanish": "argentina bolivia chile colombia cuba ecuador guatemala honduras mexico nicaragua panama paraguay peru "
    "spain uruguay venezuela",
    "turkish": "turkey",
}
_FEWEST_NAMES = 20  # of a language, so that a text with several people has enough


@cache
def genders_of_names() -> Mapping[str, str]:
    """``female``, ``male`` or ``unisex`` by given name in lower case.

    Example:
        >>> genders_of_names()["anna"]
        'female'
    """
    table = lexicon("entities")["PERSON"]
    return {name.lower(): kind for kind in ("unisex", "female", "male") for name in table[f"first_{kind}"]}


@cache
def surnames() -> frozenset[str]:
    """The listed surnames in lower case."""
    return frozenset(name.lower() for name in lexicon("entities")["PERSON"]["surnames"])


@cache
def origins(kind: str) -> Mapping[str, str]:
    """The language that a name comes from, by the name in lower case; names without one are absent.

    Args:
        kind: ``female``, ``male`` or ``surnames``.

    Example:
        >>> origins("female")["olga"], "zulu" in origins("surnames")
        ('russian', False)
    """
    # of a name that several languages have, the first counts
    groups = reversed(lexicon("origins").items())
    return {name.lower(): origin for origin, group in groups for name in group[kind].split()}


@cache
def names_of(origin: str, kind: str) -> Sequence[str]:
    """The names of one language that are no words and no places beside.

    Args:
        origin: As :func:`origins` gives it.
        kind: ``female``, ``male`` or ``surnames``.

    Example:
        >>> names_of("russian", "surnames")[:2]
        ('Egorov', 'Ivanov')
    """
    words = lexicon("genders")["also_words"]
    return tuple(name for name in lexicon("origins")[origin][kind].split() if name not in words)


@cache
def given_names() -> Mapping[str, str]:
    """``female``, ``male`` or ``unisex`` by given name in lower case, those of more languages too.

    Example:
        >>> given_names()["anna"], given_names()["agnieszka"]
        ('female', 'female')
    """
    more = {
        name.lower(): gender
        for group in lexicon("more_names").values()
        for gender in ("unisex", "male", "female")
        for name in group[gender].split()
    }
    return more | dict(genders_of_names())


@cache
def family_names() -> Mapping[str, str]:
    """The language of each surname in lower case, those of more languages too; empty where it is not known.

    Example:
        >>> family_names()["petrov"], family_names()["novotný"], family_names()["smith"]
        ('russian', 'czech', 'english')
    """
    more = {
        name.lower(): language
        for language, group in reversed(lexicon("more_names").items())
        for name in group["surnames"].split()
    }
    return more | dict.fromkeys(surnames(), "") | dict(origins("surnames"))


@cache
def language_of_given(name: str) -> str:
    """The language of a given name in lower case; empty where it is not known.

    Example:
        >>> language_of_given("olga"), language_of_given("agnieszka"), language_of_given("zorp")
        ('russian', '', '')
    """
    found = origins("female").get(name) or origins("male").get(name)
    return found or _languages_of_given().get(name, "")


@cache
def language_of_family(name: str) -> str:
    """The language of a surname in lower case; empty where it is not known.

    A surname that is a given name too has the language of that one, unless it is English.

    Example:
        >>> language_of_family("petrov"), language_of_family("hussein"), language_of_family("zorp")
        ('russian', 'arabic', '')
    """
    family = family_names().get(name, "")
    given = language_of_given(name) if family not in ("", "english") else ""
    return given if given not in ("", "english") else family


@cache
def languages_of_nations() -> Mapping[str, str]:
    """The language of the names of most people of a country, by the country in lower case.

    Example:
        >>> languages_of_nations()["brazil"], "canada" in languages_of_nations()
        ('portuguese', False)
    """
    return {nation: language for language, listed in _NATIONS.items() for nation in listed.split()}


@cache
def _languages_of_given() -> Mapping[str, str]:
    return {
        name.lower(): language
        for language, group in reversed(lexicon("more_names").items())
        for gender in ("female", "male", "unisex")
        for name in group[gender].split()
    }


@cache
def name_pool(language: str, kind: str) -> Sequence[str]:
    """Names that can stand for one of a language; those of English where too few are listed.

    Args:
        language: As :func:`language_of_given` or :func:`family_names` gives it.
        kind: ``female``, ``male`` or ``surnames``.

    Example:
        >>> name_pool("russian", "surnames")[:2], name_pool("", "male")[:2]
        (('Egorov', 'Ivanov'), ('Aaron', 'Abraham'))
    """
    if language in lexicon("origins"):
        return names_of(language, kind)
    names = tuple(lexicon("more_names").get(language, {}).get(kind, "").split())
    names = tuple(name for name in names if not name.endswith("ová"))  # surnames of women alone
    return names if len(names) >= _FEWEST_NAMES else names_of("english", kind)


@cache
def rare_surnames(language: str) -> Sequence[str]:
    """Surnames of a language that are no given names, words or places beside; none where few are listed.

    There are none of English: the list has those of all peoples of English-speaking countries.

    Example:
        >>> "Krebs" in rare_surnames("german"), rare_surnames("polish")
        (True, ())
    """
    if language == "english":
        return ()
    listed = lexicon("more_names").get(language, {}).get("surnames", "").split()
    apart = {*lexicon("genders")["also_words"], *name_pool(language, "surnames")}
    names = tuple(
        name for name in listed if name not in apart and name.lower() not in given_names() and not name.endswith("ová")
    )
    return names if len(names) >= _FEWEST_NAMES else ()
