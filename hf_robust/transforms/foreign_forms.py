"""Forms of a name in another script or language, which a text gives beside the name."""

import re
from collections.abc import Sequence
from unicodedata import name

from hf_robust.core.doc import Token
from hf_robust.transforms.capital_words import in_title

# function words of other languages that join the words of a title
_FOREIGN_JOINS = frozenset("à au aux das de del der des die du e ed el et il la las le les los und y".split())
# "(Persian: ...", also after a date or the short form of the name
_LANGUAGE = re.compile(r"[(;,] ?(?:(?:in|from) )?[A-Z][a-z]+(?: [A-Z][a-z]+)?: ?\S")
_LAST_LATIN = 0x24F  # code points after it hold other scripts, and signs of phonetics
_SPACE = 60  # characters between a name and the parenthesis that explains it


def foreign_letter(text: str) -> str:
    """The first letter of a text that is not Latin; empty where all are.

    Example:
        >>> foreign_letter("Oslo"), foreign_letter("Kyiv (Київ)")
        ('', 'К')
    """
    if text.isascii():
        return ""
    return next((c for c in text if ord(c) > _LAST_LATIN and c.isalpha() and not name(c, "").startswith("LATIN")), "")


def has_foreign_form(text: str, end: int) -> bool:
    """Whether a parenthesis after a name gives it in another script or language.

    Args:
        end: The character after the name.

    Example:
        >>> text = "Omid Saberi (Persian: Omid-e Saberi) sang"
        >>> has_foreign_form(text, 11), has_foreign_form("Omid Saberi (born 1971) sang", 11)
        (True, False)
    """
    start = text.find("(", end, end + _SPACE)
    if start < 0 or re.search(r"[.;,] [A-Z]|\b(?:is|was|are|were)\b", text[end:start]):
        return False
    close = text.find(")", start)
    inside = text[start : close if close >= 0 else len(text)]
    return bool(foreign_letter(inside)) or _LANGUAGE.search(inside) is not None


def goes_on_abroad(tokens: Sequence[Token], end: int) -> bool:
    """Whether a title in another language goes on after a name: "Garde à Vue"."""
    joins = end + 1 < len(tokens) and tokens[end].text in _FOREIGN_JOINS
    return joins and tokens[end + 1].text[:1].isupper() and not in_title(tokens, end + 1)
