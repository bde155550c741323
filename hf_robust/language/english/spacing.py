"""Texts whose tokens stand apart, written as one writes them."""

import re

_APART = re.compile(r"\s(?:[.,!?;:]|n't|'s|'re|'ve|'ll|'d|'m)(?=\s|$)", re.IGNORECASE)
_STEPS = (
    (re.compile(r"-LRB-", re.IGNORECASE), "("),
    (re.compile(r"-RRB-", re.IGNORECASE), ")"),
    (re.compile(r"``\s*"), '"'),
    (re.compile(r"\s*''"), '"'),
    (re.compile(r"\b(can) (not)\b", re.IGNORECASE), r"\1\2"),
    (re.compile(r"\b(gon|wan) (na)\b|\b(got) (ta)\b", re.IGNORECASE), r"\1\3\2\4"),
    (re.compile(r"\s+(n't|'(?:s|re|ve|ll|d|m))(?!\w)", re.IGNORECASE), r"\1"),
    (re.compile(r"(?<=s) (?='(?:\s|$))"), ""),
    (re.compile(r"\s+(?=(?:[.,!?;:%)\]]|\.\.\.)(?:\s|[\"')\].,!?;:]|$))"), ""),
    (re.compile(r"(?<=[(\[$£€#])\s+"), ""),
)


def closed(text: str) -> str:
    """A text with the spaces before its marks and endings taken out; one that has none stays as it is.

    Example:
        >>> closed("It is n't bad , they said -LRB- again -RRB- .")
        "It isn't bad, they said (again)."
        >>> closed("The actors ' lines ca n't cost $ 5 !"), closed("It's fine.")
        ("The actors' lines can't cost $5!", "It's fine.")
    """
    if not _APART.search(text):
        return text
    for pattern, new in _STEPS:
        text = pattern.sub(new, text)
    return text
