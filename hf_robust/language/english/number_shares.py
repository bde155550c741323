"""Shares of a whole in words: "about half of the people", "one-third of all sales"."""

import re
from collections.abc import Iterator, Sequence

from hf_robust.core.edits import Offsets

_FRACTION = re.compile(
    r"(?<![\w-])(half|an?\s(?:third|quarter|fifth|fourth)|one[\s-](?:half|third|quarter|fourth|fifth)|two[\s-]thirds|"
    r"three[\s-](?:quarters|fourths))"
    r"(?=\s(?:of\s)?(?:the|his|her|its|my|their|all|our|your|these|those|this|that|an?\s[a-z]+'s)\s)"
    r"(?!\s(?:of\s)?(?:the|an?)\s(?:time|battle|way|truth|fun|century|mile|night|day|hour)\b)",
    re.IGNORECASE,
)
_ANY_FRACTION = re.compile(
    r"\b(?:half|halves|thirds?|quarters?|fourths?|fifths?|tenths?|percent|per\scent|double|twice|majority|minority|rest|"
    r"remaind\w+|remaining|other)\b|%",
    re.IGNORECASE,
)
_BEFORE_SHARE = re.compile(
    r"(?:\A|[.!?;]\s|\b(?:about|almost|nearly|roughly|around|over|than|some|only|just|least|for|by|to|with|of|in|lost|"
    r"make up|makes up|comprises?|contains?|constitutes?)\s)\Z",
    re.IGNORECASE,
)
_SHARES = {
    "half": ("a third", "a quarter"),
    "a third": ("a quarter",),
    "a quarter": ("a third",),
    "a fourth": ("a third",),
    "a fifth": ("a quarter",),
    "one-half": ("one-third",),
    "one half": ("one third",),
    "one-third": ("one-fourth", "one-half"),
    "one third": ("one fourth", "one half"),
    "one-quarter": ("one-third",),
    "one quarter": ("one third",),
    "one-fourth": ("one-third",),
    "one fourth": ("one third",),
    "one-fifth": ("one-fourth",),
    "one fifth": ("one fourth",),
    "two-thirds": ("three-fourths",),
    "two thirds": ("three fourths",),
    "three-quarters": ("two-thirds",),
    "three quarters": ("two thirds",),
    "three-fourths": ("two-thirds",),
    "three fourths": ("two thirds",),
}


def other_shares(text: str) -> Iterator[tuple[Offsets, Sequence[str]]]:
    """The share of a text that has no other one, with those that may stand there.

    Example:
        >>> list(other_shares("More than half of the film takes place in a car."))
        [((10, 14), ('a third', 'a quarter'))]
    """
    found = list(_FRACTION.finditer(text))
    alone = len(found) == 1 == len(_ANY_FRACTION.findall(text))
    if alone and _BEFORE_SHARE.search(text[: found[0].start()]):
        of = "" if text.startswith(" of ", found[0].end()) else " of"  # "half the men", but "a third of the men"
        yield found[0].span(), tuple(share + of for share in _SHARES.get(found[0][1].lower(), ()))
