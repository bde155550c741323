"""Adverbs before numbers in words, spans and distances: "about twenty men", "about half an hour"."""

import re

from hf_robust.language.english.closed_classes import (
    CALENDAR_UNITS_PLURAL,
    DIGIT_WORDS,
    HOURS_AND_MINUTES,
    TENS,
    TWO_TO_FIVE,
)
from hf_robust.transforms.adverb_lists import listed
from hf_robust.transforms.adverb_points import SIDES
from hf_robust.transforms.word_places import CLOSE, NEAR, Place

_ROUND = TENS | {"fifteen"}
_SMALL = TWO_TO_FIVE | DIGIT_WORDS | {"ten"}
_LARGE = frozenset({"hundred", "thousand"})
_UNITS = CALENDAR_UNITS_PLURAL | HOURS_AND_MINUTES | {"decades", "centuries"}
_AWAY = SIDES | {"away", "off", "outside", "upstream", "downstream", "offshore", "inland"}
_LATER = frozenset({"ago", "later", "back"})
_DIGITS = re.compile(r"[1-9]\d{0,3}")
_OPENERS = frozenset({"", ",", "CC", "``", "IN", "VB", "VBD", "VBN", "VBG", "VBZ", "VBP", "NN", "NNS", "WDT", "RP"})


def in_words(place: Place) -> tuple[str, ...] | None:
    """ "Twenty men" becomes "about twenty men", and "an hour later" "about an hour later"."""
    word = place.word(0)
    if place.tag(-1) not in _OPENERS or place.word(-1) in listed("before_exact"):
        return None
    if place.is_negated(CLOSE) or place.asks() or not {"exactly", "precisely"}.isdisjoint(place.sentence()):
        return None
    if not listed("exact").isdisjoint(place.near(2, -1)) or not listed("no_amounts").isdisjoint({place.word(-1)}):
        return None
    if word in ("a", "an"):
        return ("about",) if _is_one_span(place) else None
    if word == "half":
        fits = place.word(1) in ("a", "an") and place.word(2) in listed("spans") | {"million", "billion", "pound"}
        return ("about",) if fits and place.word(3) not in ("or", "-") else None
    return ("about", "roughly") if _is_amount(place) else None


def _is_one_span(place: Place) -> bool:
    unit, after = place.word(1), place.word(2)
    if unit in _LARGE | {"dozen"}:
        return place.tag(2) == "NNS" and place.tag(3) not in ("HYPH", "POS")
    priced = any(
        place.tag(step) in ("$", "CD") or place.word(step) in ("%", "percent") for step in range(-2 * NEAR, NEAR)
    )
    if unit not in listed("spans") - _LARGE - {"dozen"} or priced:
        return False
    return after in _LATER or (place.word(-1) in listed("lasted") and after not in listed("goes_on"))


def _is_amount(place: Place) -> bool:
    number = place.word(0)
    large = place.word(1) in _LARGE and (number in _SMALL | _ROUND | {"one"})
    step = 1 + large
    unit, after = place.word(step), place.word(step + 1)
    if place.tag(step) != "NNS" or after in listed("goes_on") or place.tag(step + 1) in ("POS", "HYPH"):
        return False
    small = number in _SMALL or (_DIGITS.fullmatch(number) is not None and int(number) > 2)
    if unit in _UNITS and after in _LATER and (small or large or number in _ROUND):
        return True
    if unit in listed("lengths") and after in _AWAY:
        return small or large or number in _ROUND
    return (large or number in _ROUND) and unit not in listed("scores") | _UNITS and not unit.endswith("ths")
