"""Names of organizations as Chinese composes them: a place, a name of its own, and a word for the kind."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import cycle

from hf_robust.core.randomness import RowRandom
from hf_robust.language.chinese.places import peers, place_of
from hf_robust.language.lexicons import lexicon

__all__ = ["kind_of_organization", "like_organizations", "real_organizations"]

_BY_ENDING = {"大学": "university", "银行": "bank", "电视台": "television"}
_LONGEST_PLACE = 4  # characters of the longest place that begins a usual company name (呼和浩特)


@cache
def _real() -> Mapping[str, str]:
    return {name: kind for kind, names in lexicon("organization_names", "zh")["real"].items() for name in names.split()}


def real_organizations(kind: str) -> tuple[str, ...]:
    """Organizations of a kind that everybody knows.

    Example:
        >>> real_organizations("university")[:2]
        ('北京大学', '清华大学')
    """
    return tuple(lexicon("organization_names", "zh")["real"].get(kind, "").split())


@cache
def _endings() -> tuple[str, ...]:
    return tuple(sorted(lexicon("organization_names", "zh")["kinds"].split(), key=len, reverse=True))


def kind_of_organization(name: str) -> str:
    """The kind of a well-known organization, or the word that ends a name and says the kind; else empty.

    Example:
        >>> kind_of_organization("华为"), kind_of_organization("湘雅医院"), kind_of_organization("外贸大学")
        ('company', '医院', 'university')
    """
    if name in _real():
        return _real()[name]
    body = _without_kind(name)
    if not body or body in lexicon("organization_names", "zh")["generic"].split():
        return ""
    known = next((kind for ending, kind in _BY_ENDING.items() if name.endswith(ending) and len(name) > len(ending)), "")
    return known or name[len(body) :]


def _without_kind(name: str) -> str:
    """What stands before the word for the kind; empty where there is no such word."""
    kind = next((one for one in (*_BY_ENDING, *_endings()) if name.endswith(one)), "")
    return name[: -len(kind)] if kind else ""


def like_organizations(name: str, rng: RowRandom) -> Iterator[str]:
    """Organizations of the same kind, in a drawn order: a university another one, a company one with another name.

    A place that begins the name stays where a name of its own follows, and becomes another place where none does.

    Args:
        name: Simplified characters.
        rng: The draws.

    Example:
        >>> next(like_organizations("杭州天目制药有限公司", RowRandom(b"a")))[:2]
        '杭州'
    """
    kind = kind_of_organization(name)
    if not kind:
        return
    real = real_organizations(kind)
    if real:
        yield from (other for other in rng.permuted(real) if other != name)
        return
    body = name[: -len(kind)]
    place = next((body[:size] for size in range(min(_LONGEST_PLACE, len(body)), 1, -1) if place_of(body[:size])), "")
    if place and place == body:
        yield from (other + kind for other in rng.permuted(peers(place)))
        return
    while place and body[len(place) : len(place) + 1] in ("省", "市", "县"):
        place = body[: len(place) + 1]
    long = len(body) - len(place) > _LONGEST_PLACE and kind[-2:] in ("公司", "集团")
    sectors = rng.fork(1).permuted(lexicon("organization_names", "zh")["sectors"].split()) if long else [""]
    stems = (stem for stem in rng.permuted(_stems(kind)) if stem not in body)
    yield from (place + stem + sector + kind for stem, sector in zip(stems, cycle(sectors)))


def _stems(kind: str) -> tuple[str, ...]:
    table = lexicon("organization_names", "zh")
    for kinds, stems in (("schools", "school_stems"), ("hospitals", "hospital_stems")):
        if kind in table[kinds].split():
            return tuple(table[stems].split())
    return tuple(table["stems"].split())
