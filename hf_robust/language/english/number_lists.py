"""Whether the things that a number counts are told one by one: "two sons, Ned and Abel"."""

import re

from hf_robust.language.english.closed_classes import (
    COMMON_PREPOSITIONS,
    COORDINATORS,
    LOCATIVES,
    SUBORDINATORS,
    TIME_PREPOSITIONS,
)
from hf_robust.language.english.written_numbers import Number

ENUMERATED = 13  # more things than these are not told one by one
_FOLLOWS = 90  # characters that are read behind a number
_OPENS = re.compile(
    r"[:;]|\s[\"“]\s?[A-Z]|,[\"“]|\((?=[A-Z0-9])|\s-\s|--|[–—]|\bone\b|,\s+(?:[A-Z]|includ|such|namely|e\.g|i\.e)"
)
# "three daughters, musician Ella, actress Beattie and Freya"
_NO_ROLES = COMMON_PREPOSITIONS | SUBORDINATORS | COORDINATORS | TIME_PREPOSITIONS | LOCATIVES
_NAMED = re.compile(r",\s+([a-z-]+)\s+(?:[a-z-]+\s+)?[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+)*\s*(?:,|\band\b|&)")
_SENTENCE = re.compile(r"[.!?]")


def opens_list(text: str, start: int, stop: int | None = None) -> bool:
    """Whether a list begins behind a place.

    Example:
        >>> opens_list("two sons, Ned and Abel", 3), opens_list("two sons", 3)
        (True, False)
    """
    return _OPENS.search(text, start, start + _FOLLOWS if stop is None else stop) is not None


def is_listed(text: str, number: Number, noun: str) -> bool:
    """Whether what a small number counts may be told one by one.

    Args:
        noun: What it counts, in the plural.

    Example:
        >>> from hf_robust.language.english.written_numbers import numbers_in
        >>> text = "They had two sons: Ned and Abel."
        >>> is_listed(text, numbers_in(text)[0], "sons")
        True
    """
    if number.value > ENUMERATED:
        return False
    ending = next((old for old in ("ies", "men", "s") if noun.endswith(old)), "")
    one = noun.removesuffix(ending) + {"ies": "y", "men": "man"}.get(ending, "")
    rest = text[number.end :] if one != noun else text[number.end :].partition(noun)[2]
    if re.search(rf"\b{re.escape(one)}\b", rest, re.IGNORECASE):
        return True
    if re.search(rf"\b{re.escape(noun)}\b[^.]{{0,20}}(?: (?:are|were|being)|[:(,]) [A-Z]", text[number.end :]):
        return True  # "two comedians ... the comedians are Berg and Lund"
    ends = _SENTENCE.search(text, number.end, number.end + _FOLLOWS)
    stop = ends.start() if ends else number.end + _FOLLOWS
    if opens_list(text, number.end, stop):
        return True
    return any(named[1] not in _NO_ROLES for named in _NAMED.finditer(text, number.end, stop))
