"""Measures that a text gives in two units, as "9 km (6 mi)"."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from hf_robust.core.edits import Offsets

# how many of the second unit one of the first is; the definitions of the international yard and pound
_METRES = {"m": 1.0, "km": 1000.0, "cm": 0.01, "mm": 0.001, "ft": 0.3048, "mi": 1609.344, "in": 0.0254, "yd": 0.9144}
_AREAS = {"km2": 1e6, "ha": 1e4, "acre": 4046.8564224, "sqmi": 2589988.110336}
_MASSES = {"kg": 1.0, "lb": 0.45359237}
_SIZES = {unit: (kind, size) for kind, sizes in enumerate((_METRES, _AREAS, _MASSES)) for unit, size in sizes.items()}
UNIT_SIGNS = frozenset(_SIZES) - {"in"}
_NAMES = {
    "metre": "m",
    "meter": "m",
    "kilometre": "km",
    "kilometer": "km",
    "centimetre": "cm",
    "centimeter": "cm",
    "millimetre": "mm",
    "millimeter": "mm",
    "foot": "ft",
    "feet": "ft",
    "mile": "mi",
    "inch": "in",
    "inche": "in",
    "yard": "yd",
    "hectare": "ha",
    "kilogram": "kg",
    "pound": "lb",
    "km²": "km2",
    "sq mi": "sqmi",
    "square mile": "sqmi",
    "square kilometre": "km2",
    "square kilometer": "km2",
}
_NUMBER = r"[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?|[1-9][0-9]*(?:\.[0-9]+)?"
_UNIT = r"(?:square |sq )?[a-zA-Z²]+2?"
_LONG = "(?:[ -](?:long|wide|high|tall|deep))?"  # "a 10-mile-long (16 km) river"
_PAIR = re.compile(rf"(?<![\w.,/–-])({_NUMBER})[ -]?({_UNIT}){_LONG}\s?\(\s?({_NUMBER})\s?({_UNIT})\s?\)")
# further units, of which a text may name two
_MORE_SIZES = {
    unit: (kind, size)
    for kind, sizes in enumerate(
        (
            {"gram": 1.0, "g": 1.0, "ounce": 28.35, "oz": 28.35, "kilo": 1000.0, "kilogram": 1000.0, "pound": 453.6}
            | {"kg": 1000.0, "lb": 453.6, "ton": 1e6, "tonne": 1e6},
            {"litre": 1.0, "liter": 1.0, "l": 1.0, "ml": 0.001, "gallon": 3.785, "pint": 0.473, "cc": 0.001},
            {"mph": 1.609, "km/h": 1.0, "kmph": 1.0, "kph": 1.0, "knot": 1.852},
            {"second": 1.0, "minute": 60.0, "hour": 3600.0, "day": 86400.0, "week": 604800.0}
            | {"month": 2629800.0, "year": 31557600.0, "decade": 315576000.0},
        ),
        10,
    )
    for unit, size in sizes.items()
}


class Conversion(NamedTuple):
    """A measure in two units.

    Args:
        first: Where the number of the first unit stands.
        second: Where that of the second stands.
        factor: How many of the second unit one of the first is.
    """

    first: Offsets
    second: Offsets
    factor: float


def conversions(text: str) -> Iterator[Conversion]:
    """The measures of a text that stand in two units, where the two numbers fit each other.

    Example:
        >>> [(one.first, one.second) for one in conversions("It lies 9 km (6 mi) away.")]
        [((8, 9), (14, 15))]
    """
    for found in _PAIR.finditer(text) if "(" in text else ():
        one, other = _size(found[2]), _size(found[4])
        if one is None or other is None or one[0] != other[0]:
            continue
        factor = one[1] / other[1]
        old, new = (float(found[group].replace(",", "")) for group in (1, 3))
        if abs(old * factor - new) <= max(1.0, new / 20):
            yield Conversion(found.span(1), found.span(3), factor)


def scaled_size(name: str) -> tuple[int, float] | None:
    """What a unit measures, as a number, and how large it is among the units of this; None for another word.

    Example:
        >>> scaled_size("minutes"), scaled_size("dogs")
        ((13, 60.0), None)
    """
    low = name.lower()
    return _MORE_SIZES.get(low) or _MORE_SIZES.get(low.removesuffix("s")) or _size(name)


def _size(name: str) -> tuple[int, float] | None:
    low = name.lower()
    for form in (low, low.removesuffix("s")):
        if found := _SIZES.get(_NAMES.get(form, form)):
            return found
    return None


def converted(old: str, value: float) -> float:
    """A measure in the second unit, as exact as the old one: round where that was.

    Args:
        old: The old number as it is written.
        value: The new value.

    Example:
        >>> converted("1,230", 1678.2), converted("6.2", 4.97), converted("6", 4.97)
        (1680.0, 5.0, 5.0)
    """
    digits = old.replace(",", "")
    decimals = len(digits.partition(".")[2])
    if decimals:
        return round(value, decimals)
    zeros = len(digits) - len(digits.rstrip("0"))
    return max(1.0, float(round(value, -zeros)))
