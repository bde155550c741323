"""Chinese names that are put together from parts: people, people from abroad, places and organizations.

None of them is a word of the dictionary, a listed place or an offensive word.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import is_offensive, is_word
from hf_robust.language.chinese.places import place_of
from hf_robust.language.lexicons import lexicon

__all__ = [
    "chinese_cities",
    "composed",
    "foreign_parts",
    "is_new_name",
    "long_organizations",
    "long_places",
    "name_part",
    "people",
    "states",
    "transliterations",
]

_TRIES = 64  # names that are drawn for one place


@cache
def name_part(kind: str) -> tuple[str, ...]:
    """The characters or words of which one part of a name is chosen.

    Args:
        kind: Key of the table ``name_parts``.

    Example:
        >>> len(name_part("given")) > 100, "逄" in name_part("surnames")
        (True, True)
    """
    found: str = lexicon("name_parts", "zh")[kind]
    return tuple(found.split() if " " in found else found)


@cache
def is_new_name(name: str) -> bool:
    """Whether a name is no word, no listed place and not offensive; a surname of one character may be a word.

    Example:
        >>> is_new_name("逄翀珺"), is_new_name("北京")
        (True, False)
    """
    return len(name) == 1 or (not is_word(name) and place_of(name) is None and not is_offensive(name))


def composed(parts: Sequence[Sequence[str]], rng: RowRandom) -> Iterator[str]:
    """New names, each with one choice of every part, and no character twice.

    Args:
        parts: What stands in each place of the name.
        rng: The draws.

    Example:
        >>> from hf_robust.core.randomness import row_rng
        >>> next(composed(["岚砚", "汀溪"], row_rng(0, "a", "b", "c")))
        '砚溪'
    """
    for number in range(_TRIES):
        draws = rng.fork(number)
        chosen = [draws.choice(part) for part in parts]
        name = "".join(chosen)
        if len(set(chosen)) == len(chosen) and is_new_name(name):
            yield name


def people(size: int, rng: RowRandom) -> Iterator[str]:
    """Full names of rare surnames and given names of rare characters.

    Args:
        size: Number of characters of the given name.
        rng: The draws.

    Example:
        >>> from hf_robust.core.randomness import row_rng
        >>> len(next(people(2, row_rng(0, "a", "b", "c"))))
        3
    """
    return composed([name_part("surnames"), *[name_part("given")] * size], rng)


@cache
def foreign_parts(size: int) -> tuple[tuple[str, ...], ...]:
    """The characters of each place of a name from abroad that is written by its sound.

    Args:
        size: Number of characters, at least 2.
    """
    return (name_part("foreign_start"), *[name_part("foreign_middle")] * (size - 2), name_part("foreign_end"))


def transliterations(size: int, rng: RowRandom) -> Iterator[str]:
    """Names from abroad, written by their sound.

    Args:
        size: Number of characters, at least 2.
        rng: The draws.

    Example:
        >>> from hf_robust.core.randomness import row_rng
        >>> len(next(transliterations(4, row_rng(0, "a", "b", "c"))))
        4
    """
    return composed(foreign_parts(size), rng)


def states(rng: RowRandom) -> Iterator[str]:
    """Official names of states that do not exist.

    Example:
        >>> from hf_robust.core.randomness import row_rng
        >>> next(states(row_rng(0, "a", "b", "c"))).endswith("国")
        True
    """
    for number, name in enumerate(transliterations(rng.randint(3, 5), rng.fork(-1))):
        yield name + rng.fork(number).choice(name_part("state_forms"))


def long_places(rng: RowRandom) -> Iterator[str]:
    """Names of areas that peoples of China govern themselves: 岚汀苗族侗族自治县."""
    peoples = name_part("peoples")
    return composed(
        [name_part("place_first"), name_part("place_second"), peoples, peoples, name_part("self_governed")], rng
    )


def long_organizations(kind: str, rng: RowRandom) -> Iterator[str]:
    """Long names of organizations, composed of a place or a scope, a field and a word for the kind.

    Args:
        kind: ``university``, ``bank``, ``company``, or anything else for another body.
        rng: The draws.

    Example:
        >>> from hf_robust.core.randomness import row_rng
        >>> next(long_organizations("university", row_rng(0, "a", "b", "c"))).endswith("大学")
        True
    """
    if kind == "university":
        return composed([chinese_cities(), name_part("fields_of_study"), ["大学"]], rng)
    if kind == "bank":
        return composed([chinese_cities(), name_part("bank_kinds")], rng)
    if kind == "company":
        stem = name_part("organization_first"), name_part("organization_second")
        return composed([chinese_cities(), *stem, name_part("company_sectors"), name_part("company_forms")], rng)
    scopes = name_part("body_scopes") + chinese_cities()
    return composed([scopes, name_part("body_fields"), name_part("body_kinds")], rng)


@cache
def chinese_cities() -> tuple[str, ...]:
    """The listed cities and provinces of China.

    Example:
        >>> "武汉" in chinese_cities()
        True
    """
    table = lexicon("place_names", "zh")
    return tuple(dict.fromkeys(" ".join((*table["provinces"], *table["provinces"].values())).split()))
