"""Words with a capital: which of them are parts of names, and where a title writes all words with one."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.nations import peoples
from hf_robust.language.english.places import place_names
from hf_robust.transforms.entity_spans import TITLES

_AROUND = 4  # tokens on each side that say whether all words of a title have capitals
_LONG = 4  # letters of a word that has a capital in a title only


def core(token: Token) -> str:
    """A token without its possessive, which token lists may hold in one piece."""
    return token.text[:-2] if token.text[-2:] in ("'s", "’s") and len(token.text) > 2 else token.text


def is_proper(tokens: Sequence[Token], number: int) -> bool:
    """Whether a token is a proper noun with a capital, and not all in capitals."""
    if not 0 <= number < len(tokens):
        return False
    token = tokens[number]
    word = core(token)
    shouted = len(word) > 1 and word.isupper()
    return token.pos == "PROPN" and word[:1].isupper() and word[-1:].isalpha() and not shouted


def is_initial(token: Token) -> bool:
    """Whether a token is an initial with its stop."""
    return len(token.text) == 2 and token.text[0].isupper() and token.text[1] == "."


def in_title(tokens: Sequence[Token], number: int) -> bool:
    """Whether the words around a token have capitals as in a headline.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> words = "Kerry/PROPN Challenges/VERB Bush/PROPN Record/NOUN on/ADP Issues/NOUN"
        >>> in_title(Doc.tagged(words).tokens, 2)
        True
    """
    near = tokens[max(0, number - _AROUND) : number + _AROUND + 1]
    words = [token.text for token in near if len(token.text) >= _LONG and token.text.isalpha()]
    usual = [token for token in near if token.pos in ("VERB", "NOUN", "ADJ", "ADV") and len(token.text) >= _LONG]
    large = [token for token in usual if token.text[:1].isupper()]
    told = len(large) > 2 or (len(large) > 1 and any(token.pos == "VERB" for token in large))
    return len(words) > 2 and told and len(large) * 3 >= len(usual) * 2


def stands_apart(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether no word of a longer name stands right beside some tokens; titles, places and peoples are none.

    Args:
        tokens: The tokens of a text.
        first: The first token of a name.
        end: The token after the last.
    """
    return not _goes_on(tokens, end) and not _began_before(tokens, first)


def _goes_on(tokens: Sequence[Token], number: int) -> bool:
    if not is_name_word(tokens, number):
        return False
    return tokens[number - 1].end + 1 >= tokens[number].start and not in_title(tokens, number)


def _began_before(tokens: Sequence[Token], first: int) -> bool:
    before = tokens[first - 1] if first else None
    if before is None or not is_name_word(tokens, first - 1) or before.end + 1 < tokens[first].start:
        return False
    low = before.text.lower()
    beside = low in TITLES or low in place_names() or low in peoples()
    return not beside and not in_title(tokens, first - 1)


def is_name_word(tokens: Sequence[Token], number: int) -> bool:
    """Whether a token has a capital and is tagged as a proper noun; words all in capitals too."""
    if not 0 <= number < len(tokens):
        return False
    token = tokens[number]
    return token.pos == "PROPN" and token.text[:1].isupper() and token.text[-1:].isalpha()
