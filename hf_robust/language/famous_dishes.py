"""Names of dishes in two numbers, and what a text says of a dish by a part of its name."""

import re
from collections.abc import Iterator

from hf_robust.language.famous_names import Famous

_FILLINGS = frozenset({"meat", "seafood"})
_FILLED = frozenset(
    "sandwich sandwiche taco burrito quesadilla enchilada fajita curry stew soup pasta salad wrap bowl kabob kebab "
    "skewer satay dumpling dish plate entree noodle ramen pho stir-fry gyro shawarma biryani".split()
)
_TELLING = 4  # letters of a part of a name by which readers know the dish


def is_plural(dish: Famous) -> bool:
    """Whether the name of a dish is in the plural: "tacos".

    Example:
        >>> is_plural(Famous("tacos", "folded tortillas", "dish"))
        True
    """
    return dish.name.endswith("s") and not dish.name.endswith("ss")


def is_kind_of(dish: Famous, other: Famous) -> bool:
    """Whether two different dishes are one in two numbers, or are described alike: "taco" and "tacos".

    Example:
        >>> taco = Famous("taco", "a folded tortilla", "dish")
        >>> is_kind_of(taco, Famous("tacos", "folded tortillas", "dish"))
        True
    """
    if dish == other or not dish.kind == other.kind == "dish":
        return False
    alike = not set(dish.summaries).isdisjoint(other.summaries)
    return alike or other.name in numbers_of(dish.name) or dish.name in numbers_of(other.name)


def numbers_of(name: str) -> list[str]:
    """The other number of the name of a dish: "tacos" for "taco"; there may be forms that are no words.

    Example:
        >>> numbers_of("taco")
        ['tacos', 'tacies', 'tacoes']
    """
    return [f"{name}s", name[:-1]] if name.endswith("s") else [f"{name}s", f"{name[:-1]}ies", f"{name}es"]


def parts_of_dish(text: str, dish: Famous) -> Iterator[int]:
    """Where a text has a part of the name of a dish: "peaches" of a peach cobbler, "tea" of an iced tea.

    Example:
        >>> list(parts_of_dish("The tea was cold.", Famous("iced tea", "a cold drink", "dish")))
        [4]
    """
    parts = dish.name.split()
    if len(parts) < 2:
        return
    stems = [re.escape(part.rstrip("s")) for part in parts if len(part) >= _TELLING]
    last = rf"{re.escape(parts[-1])}\b"  # "tea" is no part of "team"
    for found in re.finditer(rf"\b(?:{'|'.join([*stems, last])})", text, re.IGNORECASE):
        yield found.start()


def fills_dish(text: str, stop: int, meat: Famous) -> bool:
    """Whether a meat stands before a dish that can be made of any other meat, too: "a chicken sandwich".

    Args:
        stop: Where the meat ends.

    Example:
        >>> fills_dish("A lamb curry.", 6, Famous("lamb", "the meat of young sheep", "dish", role="meat"))
        True
    """
    word = text[stop:].split(maxsplit=1)[:1]
    return meat.role in _FILLINGS and word != [] and word[0].strip(".,!?;:)").lower().rstrip("s") in _FILLED
