"""Invented English names of towns, organizations and people, composed from parts."""

from collections.abc import Iterator, Sequence
from functools import cache

from hf_robust.core.randomness import RowRandom
from hf_robust.language.english.name_origins import names_of
from hf_robust.language.english.places import places
from hf_robust.language.lexicons import lexicon

_ORIGINS = ("english", "spanish", "french", "german", "italian", "russian", "indian")


@cache
def towns() -> tuple[str, ...]:
    """Names of towns of one word.

    Example:
        >>> towns()[0], len(towns()) > 500
        ('Alderbourne', True)
    """
    table = lexicon("composed_names")
    return tuple(
        stem + end
        for end in table["ends"]
        for stem in table["stems"]
        if stem[-1] != end[0] and not end.startswith(stem.lower())
    )


@cache
def long_towns() -> tuple[str, ...]:
    """Names of towns of two to four words.

    Example:
        >>> long_towns()[0]
        'Alderbourne upon Arle'
    """
    return _filled(tuple(lexicon("composed_names")["towns_longer"]))


@cache
def events() -> tuple[str, ...]:
    """Names of competitions and festivals, of three words or more.

    Example:
        >>> events()[0]
        'Alderbourne Invitational Cup'
    """
    return _filled(tuple(lexicon("composed_names")["events"]))


@cache
def titles() -> tuple[str, ...]:
    """Titles that a film, a book, a song or a game may have.

    Example:
        >>> titles()[:2], len(titles()) > 500
        (('The Road to Alderbourne', 'Letters from Amberbourne'), True)
    """
    return _filled(tuple(lexicon("composed_names")["titles"]))


@cache
def organizations(kind: str, form: str) -> tuple[str, ...]:
    """Names of organizations of one kind.

    Args:
        kind: A key of the table, such as ``bank``. A kind that ends in ``_the`` needs an article before the name.
        form: ``plain``, ``longer`` (three words or more) or ``cross`` (also names of people or places).

    Returns:
        At least 500 names; none when the table lacks the kind.

    Example:
        >>> organizations("bank", "plain")[:2], organizations("no-kind", "plain")
        (('Alderbourne Bank', 'Atkinson Bank'), ())
    """
    return _filled(tuple(lexicon("composed_names")[form].get(kind, ())))


def _filled(patterns: tuple[str, ...]) -> tuple[str, ...]:
    """The patterns with each town once, and with the other parts in turn."""
    if not patterns:
        return ()
    table, listed = lexicon("composed_names"), towns()
    parts = {key: table[name] for key, name in _PARTS.items()}
    parts |= {"s": firm_names(), "k": _cities()}
    found = []
    for number, town in enumerate(listed):
        # the steps have no common divisor with most lengths, so that parts meet in many pairs
        words = {key: part[(number * 7 + number // len(part)) % len(part)] for key, part in parts.items()}
        words |= {"t": town, "T": listed[(number * 31 + 97) % len(listed)]}
        words["S"] = parts["s"][(number * 11 + 5) % len(parts["s"])]
        words["g"] = parts["f"][(number * 5 + 3) % len(parts["f"])]
        if words["s"] != words["S"] and words["f"] != words["g"] and town != words["T"]:
            found.append(patterns[number % len(patterns)].format(**words))
    return tuple(dict.fromkeys(found))


@cache
def firm_names() -> tuple[str, ...]:
    """Surnames that can be the name of a firm.

    Example:
        >>> firm_names()[0]
        'Abbott'
    """
    return tuple(dict.fromkeys(name for origin in _FIRMS for name in names_of(origin, "surnames")))


@cache
def _cities() -> tuple[str, ...]:
    return tuple(place.name for place in places().values() if place.group == "cities" and place.name.isalpha())


_FIRMS = ("english", "german", "italian", "french", "spanish")
_PARTS = {
    "w": "waters",
    "n": "animals",
    "c": "crews",
    "a": "scopes",
    "f": "fields",
    "b": "boards",
    "r": "creeds",
    "u": "causes",
    "p": "parties",
}


def long_person_names(gender: str, words: int, rng: RowRandom) -> Iterator[str]:
    """Full names of people with several given names and two surnames, each of one language.

    Args:
        gender: ``female``, ``male``, or empty for either.
        words: The fewest words of a name.
        rng: The draws.

    Example:
        >>> from hf_robust.core.randomness import RowRandom
        >>> name = next(long_person_names("female", 4, RowRandom(1)))
        >>> len(name.split())
        4
    """
    for number in range(50):
        draws = rng.fork(number)
        origin = draws.choice(_ORIGINS)
        given = draws.permuted(names_of(origin, gender or draws.choice(("female", "male"))))
        surnames: Sequence[str] = draws.sample(names_of(origin, "surnames"), 2)
        first = [next(given) for _ in range(max(2, words - 2))]
        if not set(first) & set(surnames):
            yield " ".join([*first, *surnames])
