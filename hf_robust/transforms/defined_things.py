"""Things that have a name like that of a person: works, ships, craters, products."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import ARTICLES

_NUMERAL = re.compile(r"(?=[IVX]{2,}$|[VX]$)X{0,3}(?:IX|IV|V?I{0,3})")
_THINGS = frozenset(
    """aircraft airline album asteroid automobile award band boat book brand bridge brewery building car castle
    chain channel church city club college comedy comic company crater documentary drama engine episode family film
    firm game genus group hamlet hospital hotel island journal label lake language locomotive magazine mine
    missile mountain movie municipality museum musical newspaper novel opera organization painting parish
    peak play plant poem product publisher restaurant river rocket school series ship show single sitcom song
    species stadium station store street submarine suburb team town township train tree university vessel village
    volcano""".split()
)
# "of" with a name goes on behind them; "the album of Anna Smith" is hers
_OF_NAMES = frozenset(
    """asteroid barony borough canton castle commune constellation county department diocese district genus governorate
    hamlet island kingdom lake municipality parish peninsula port province region river settlement suburb town township
    village""".split()
)
_SPACE = 12  # tokens from a name to the noun that says what it is


def is_numeral(word: str) -> bool:
    """Whether a word is a Roman numeral of a ruler: "Louis XIV".

    Example:
        >>> is_numeral("XIV"), is_numeral("V"), is_numeral("I"), is_numeral("Vi")
        (True, True, False, False)
    """
    return _NUMERAL.fullmatch(word) is not None


def is_kind_of_thing(word: str) -> bool:
    """Whether a word names a kind of thing that has a name, or a part of a country.

    Example:
        >>> is_kind_of_thing("asteroid"), is_kind_of_thing("province"), is_kind_of_thing("wife")
        (True, True, False)
    """
    return word in _OF_NAMES


def is_thing(tokens: Sequence[Token], end: int) -> bool:
    """Whether a text says that a name is one of a thing: "Rowena is a small river".

    Args:
        tokens: The tokens of the text.
        end: The token after the name.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> line = "Rowena/PROPN is/AUX a/DET small/ADJ river/NOUN"
        >>> is_thing(Doc.tagged(line).tokens, 1)
        True
    """
    if end < len(tokens) and tokens[end].text == "(":
        close = next((n for n in range(end, min(len(tokens), end + _SPACE)) if tokens[n].text == ")"), end)
        end = close + 1
    words = [token.text.lower() for token in tokens[end : end + 2]]
    if len(words) < 2 or words[0] not in ("is", "was") or words[1] not in ARTICLES | {"one"}:
        return False
    for number in range(end + 2, min(len(tokens), end + _SPACE)):
        token = tokens[number]
        after = tokens[number + 1] if number + 1 < len(tokens) else None
        if token.pos == "NOUN" and (after is None or (after.pos not in ("NOUN", "PROPN") and after.text != "-")):
            return token.text.lower() in _THINGS
        if token.pos in ("VERB", "ADP") and (number < end + 3 or tokens[number - 1].pos == "NOUN"):
            return tokens[number - 1].text.lower() in _THINGS
    return False
