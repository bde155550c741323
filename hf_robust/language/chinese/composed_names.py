"""Chinese names that are put together from parts: people, people from abroad, places and organizations.

None of them is a word of the dictionary, a listed place or an offensive word.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain

from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.dictionary import is_offensive, is_word
from hf_robust.language.chinese.places import place_of
from hf_robust.language.lexicons import lexicon

__all__ = [
    "chinese_cities",
    "cities_with_provinces",
    "composed",
    "foreign_parts",
    "is_new_name",
    "long_organizations",
    "name_part",
    "people",
    "self_governed",
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


def self_governed(rank: str, rng: RowRandom) -> Iterator[str]:
    """Names of areas that peoples of China govern themselves, of one rank.

    Args:
        rank: ``自治区`` (as a province) or ``自治县`` (as a county).
        rng: The draws.

    Example:
        >>> from hf_robust.core.randomness import row_rng
        >>> next(self_governed("自治县", row_rng(0, "a", "b", "c"))).endswith("族自治县")
        True
    """
    peoples = name_part("peoples")
    stem = name_part("place_first"), name_part("place_second")
    return composed([*stem, peoples, [rank]] if rank == "自治区" else [*stem, peoples, peoples, [rank]], rng)


def long_organizations(name: str, kind: str, rng: RowRandom) -> Iterator[str]:
    """Long names of organizations of the kind of another one: a company for a company, a hospital for a hospital.

    Args:
        name: The other one, in simplified characters. The word that ends it says its kind.
        kind: Its kind where the name does not say it: ``company``, ``university`` and so on, or "".
        rng: The draws.

    Returns:
        Nothing where the kind is not known.

    Example:
        >>> from hf_robust.core.randomness import row_rng
        >>> next(long_organizations("协和医院", "", row_rng(0, "a", "b", "c"))).endswith("人民医院")
        True
    """
    forms = lexicon("entity_swaps", "zh")["organizations"]
    starts = range(1, 0 if name.startswith("第") else len(name))  # 第八次全国代表大会 is that of what was named
    endings = [name[start:] for start in starts if name[start:] in forms]
    form = forms.get(endings[0] if endings else kind, "")
    if not form:
        return iter(())
    parts = [_part(part) for part in form.split()]
    # where the name to be outdone is a long one: with its province and city in front, and a part of a larger one
    far = [cities_with_provinces(), *(parts[1:] if form.split()[0] in _SITES else parts)]
    return chain(composed(parts, rng), composed(far, rng.fork(-1)), composed([*far, *_branch(form)], rng.fork(-2)))


_SITES = ("CITY", "PREFECTURE", "body_scopes")


def _branch(form: str) -> list[Sequence[str]]:
    """What makes a company a branch of a larger one; nothing for other organizations."""
    return [chinese_cities(), ("分公司",)] if form.endswith(("有限公司", "LIMITED")) else []


@cache
def _part(part: str) -> Sequence[str]:
    """What one part of the form of a name may be: a listed place, a listed word, or the part itself."""
    if part == "CITY":
        return chinese_cities()
    if part == "PREFECTURE":
        return cities_with_provinces()
    if part == "PROVINCE":
        return tuple(f"{province}省" for province in lexicon("place_names", "zh")["provinces"])
    listed = lexicon("entity_swaps", "zh")["parts"].get(part, "").split()
    return listed or (name_part(part) if part in lexicon("name_parts", "zh") else (part,))


@cache
def cities_with_provinces() -> tuple[str, ...]:
    """The listed cities of the provinces of China, each with its province.

    Example:
        >>> "河北省唐山市" in cities_with_provinces()
        True
    """
    provinces = lexicon("place_names", "zh")["provinces"]
    return tuple(f"{province}省{city}市" for province, cities in provinces.items() for city in cities.split())


@cache
def chinese_cities() -> tuple[str, ...]:
    """The listed cities and provinces of China.

    Example:
        >>> "武汉" in chinese_cities()
        True
    """
    table = lexicon("place_names", "zh")
    return tuple(dict.fromkeys(" ".join((*table["provinces"], *table["provinces"].values())).split()))
