"""Words beside a name that only the name of a company on the stock market has: its shares, its profit, its price."""

import re

from hf_robust.core.doc import Doc

_OWN = (
    r"(?:acquisition|annual report|board|bonds?|chief executive|common|credit|debt|directors|earnings|fiscal|"
    r"headquarters|market share|net (?:income|loss)|operating|parent|preferred|products?|profits?|quarterly|revenues?|"
    r"sales|share(?:holders?|s)|stock(?:holders)?|subsidiar(?:y|ies)|takeover)"
)
_OWNS = re.compile(rf"(?: ?['’]s)(?: [a-z-]+)? {_OWN}\b| (?:bonds|shareholders|shares|stock)\b")
_EARNS = re.compile(r" (?:also )?(?:earned|lost|posted|reported) (?:about |net |a )?(?:\$|income|loss|profit|[\d.]+ )")
_MOVES = re.compile(
    r" ?,?(?: which)? (?:added|climbed|closed|dropped|edged|eased|fell|gained|jumped|lost|plunged|rose|slid|slipped|"
    r"soared|sank|surged|tumbled|went|up|down)(?: up| down| by| at)? \$? ?\d"
)
_WORDS = re.compile(rf"\b{_OWN}\b|\b(?:bid|cents|dealers|dividend|earned|posted|shares?|stocks?|trading)\b")
_MARKET = re.compile(r"\b(?:[Bb]id|[Cc]ents|[Dd]ealers|[Dd]ividend|[Ss]hares?|[Ss]tocks?|[Tt]akeover|[Tt]rading)\b")
_INDICES = frozenset("dow ftse hang nasdaq nikkei sensex treasury treasurys congress fed".split())


def has_market_word(doc: Doc) -> bool:
    """Whether a text has one of the words that :func:`is_traded` looks for."""
    return _WORDS.search(doc.text) is not None


def is_traded(doc: Doc, start: int, end: int) -> bool:
    """Whether what follows a name says that it is a company whose shares are traded.

    Args:
        doc: The text.
        start: First character of the name.
        end: Character after the last.

    Example:
        >>> is_traded(Doc("Quillon shares rose to $3."), 0, 7), is_traded(Doc("Quillon wept."), 0, 7)
        (True, False)
    """
    if doc.text[start:end].lower() in _INDICES or doc.text[max(0, start - 4) : start].lower() == "the ":
        return False
    if _OWNS.match(doc.text, end) or _EARNS.match(doc.text, end):
        return True
    return _MOVES.match(doc.text, end) is not None and _MARKET.search(doc.text) is not None
