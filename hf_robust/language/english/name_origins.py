"""Names of people: the gender of a given name, and the language that a name comes from."""

from collections.abc import Mapping, Sequence
from functools import cache

from hf_robust.language.lexicons import lexicon


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
