"""What a hypothesis asserts: only a word that is asserted makes a contradiction when it is replaced."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    BELIEFS,
    CALENDAR_UNITS,
    DAY_PARTS,
    NEAR_KIN,
    NEXT_AND_LAST,
    SEASONS,
    TERMS,
    WEEKDAYS,
)

# a text with one of these says what may be, is wanted, is planned or is reported, and not what is
_HEDGES = BELIEFS | frozenset(
    "unlikely likely possible impossible potentially probable presumably supposedly allegedly reportedly apparently "
    "will shall 'll ought must going want wish plan intend expect aim try attempt consider propose suggest "
    "recommend think believe suspect doubt fear claim allege deny refuse avoid prevent forecast "
    "predict promise threaten able unable ready willing reluctant".split()
)
_RELATIVE = NEXT_AND_LAST | frozenset("following coming early late before after".split())
_TIMES = WEEKDAYS | CALENDAR_UNITS | SEASONS | DAY_PARTS | TERMS | {"fall", "time"}
_RELATIVES = NEAR_KIN | frozenset(
    """uncle aunt nephew niece dad mom mum papa mama grandfather grandmother grandpa grandma grandson
        granddaughter stepfather stepmother stepson stepdaughter godfather godmother""".split()
)


def is_hedged(words: Sequence[str]) -> bool:
    """Whether a text says something only possible, wanted or reported.

    Args:
        words: Its words and their dictionary forms, in lower case.

    Example:
        >>> is_hedged(["prices", "are", "unlikely", "to", "rise"]), is_hedged(["prices", "rise"])
        (True, False)
    """
    return not _HEDGES.isdisjoint(words)


def names_relative(words: Sequence[str]) -> bool:
    """Whether a text names somebody by kinship: who has an uncle may have an aunt who does the same.

    Example:
        >>> names_relative(["his", "uncle", "sleeps"]), names_relative(["a", "man", "sleeps"])
        (True, False)
    """
    return not _RELATIVES.isdisjoint(words)


def is_fixed(tokens: Sequence[Token], place: int, size: int = 1) -> bool:
    """Whether words are a part of a name, or say when something is as seen from now.

    Args:
        tokens: The tokens of the text.
        place: Number of the first word's token.
        size: How many tokens the words have.
    """
    first, after = tokens[place], tokens[place + size] if place + size < len(tokens) else None
    if place and first.text[:1].isupper() and not first.text.isupper():
        return True
    if after is not None and _is_capital(after) and after.tag in ("NNP", "NNPS"):
        return True
    before = tokens[place - 1] if place else None
    if before is not None and before.tag == "NNP" and place > 1 and first.text[:1].isdigit():
        return True
    return first.text.lower() in _RELATIVE and after is not None and after.lemma.lower() in _TIMES


def is_in_name(tokens: Sequence[Token], place: int, ordinal: bool) -> bool:
    """Whether a number is a part of a name: "the Third Reich", "Apollo 13", "Seven Samurai".

    Args:
        tokens: The tokens of the text.
        place: Number of the number's token.
        ordinal: Whether it is an ordinal.
    """
    after = tokens[place + 1] if place + 1 < len(tokens) else None
    before = tokens[place - 1] if place else None
    spelled = tokens[place].text[:1].isalpha()
    if spelled and place and tokens[place].text[:1].isupper():
        return True
    if after is not None and _is_capital(after) and (ordinal or (after.tag == "NNP" and not spelled)):
        return True
    if before is not None and before.tag in ("NNP", "NNPS") and _is_capital(before):
        return ordinal or not spelled
    return False


def _is_capital(token: Token) -> bool:
    return token.text[:1].isupper()
