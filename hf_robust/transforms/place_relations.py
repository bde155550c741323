"""How the places that a text names are related: parts of Britain, a city and its area, derived words."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from hf_robust.transforms.place_names import PARTS_OF_BRITAIN, PlaceUnit

_STEM = 5  # letters of a country that a Latin name keeps


def blurs_britain(units: Sequence[PlaceUnit]) -> bool:
    """Whether a text tells a part of Britain from another part or from the whole, which one other country cannot."""
    names = {unit.name for unit in units if unit.kind == "country" and unit.nation == "united kingdom"}
    return len(names) > 1 and not names.isdisjoint(PARTS_OF_BRITAIN)


def has_derived_word(words: Iterable[str], nations: Iterable[str]) -> bool:
    """Whether another word comes from the name of a country: "brasiliensis".

    Args:
        words: The words of a text in lower case, without those for the countries.
        nations: The countries in lower case.
    """
    stems = {nation[:_STEM] for nation in nations if len(nation) > _STEM and " " not in nation}
    if "brazi" in stems:
        stems.add("brasi")
    return bool(stems) and any(word[:_STEM] in stems for word in words)


def split_addresses(text: str, units: Sequence[PlaceUnit]) -> Iterator[tuple[PlaceUnit, PlaceUnit]]:
    """Two places that stand side by side, the smaller first: "Munich, Bavaria", "Munich Bavaria"."""
    for one, other in pairwise(units):
        beside = text[one.end : other.start] in (" ", ", ", " , ")
        if beside and one.kind in ("city", "area") and other.kind in ("area", "country"):
            yield one, other
