"""Words with a capital: which of them are parts of names, and where a title writes all words with one."""

from collections.abc import Sequence
from functools import lru_cache

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    COURTESY_OF_MEN,
    COURTESY_OF_WOMEN,
    TITLES_OF_MEN,
    TITLES_OF_WOMEN,
)
from hf_robust.language.english.name_origins import family_names, given_names
from hf_robust.language.english.nations import peoples
from hf_robust.language.english.places import place_names
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.lexicons.wordnet import noun_kind
from hf_robust.transforms.entity_spans import TITLES

_AROUND = 4  # tokens on each side that say whether all words of a title have capitals
_LONG = 4  # letters of a word that has a capital in a title only
_FEWEST = 3  # long words of a headline
_QUOTES = frozenset(('"', "''", "``", "“", "”"))
_LONGEST_TITLE = 10  # tokens of a title in quotation marks
_HYPHENS = frozenset("-–")
_TITLE_WORDS = 4  # tokens before a name that ends the title of a work
_USUAL = frozenset({"VERB", "NOUN", "ADJ", "ADV"})  # in small letters outside titles


def core(token: Token) -> str:
    """A token without its possessive, which token lists may hold in one piece."""
    text = token.text
    return text[:-2] if text[-1:] == "s" and text[-2:] in ("'s", "’s") and len(text) > 2 else text


def is_proper(tokens: Sequence[Token], number: int) -> bool:
    """Whether a token is a proper noun with a capital, and not all in capitals."""
    if not 0 <= number < len(tokens):
        return False
    token = tokens[number]
    if token.pos != "PROPN" or not token.text[:1].isupper():
        return False
    word = core(token)
    return word[-1:].isalpha() and not (len(word) > 1 and word.isupper())


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
    words = usual = large = 0
    acts = False
    for token in tokens[max(0, number - _AROUND) : number + _AROUND + 1]:
        text = token.text
        if len(text) < _LONG:
            continue
        words += text.isalpha()
        if token.pos in _USUAL:
            usual += 1
            if text[0].isupper():
                large += 1
                acts = acts or token.pos == "VERB"
    told = large > 2 or (large > 1 and acts)
    return told and words > 2 and large * 3 >= usual * 2


def in_title_of_work(tokens: Sequence[Token], number: int) -> bool:
    """Whether a name is in a title: "released as An American in Rome", '"Killers: Escape to Rome" is dull'."""
    if _is_quoted(tokens, number):
        return True
    if number < _TITLE_WORDS or tokens[number - 1].pos != "ADP" or not tokens[number - 2].text[:1].isupper():
        return False
    opening, before = tokens[number - 3].text, tokens[number - 4].text
    return opening in ("A", "An", "The") and before[:1].isalpha()


def _is_quoted(tokens: Sequence[Token], number: int) -> bool:
    """Whether quotation marks enclose a token with two other words or more, of which all long ones have a capital."""
    first, end = number, number + 1
    while first > 0 and tokens[first - 1].text not in _QUOTES and number - first < _LONGEST_TITLE:
        first -= 1
    while end < len(tokens) and tokens[end].text not in _QUOTES and end - first < _LONGEST_TITLE:
        end += 1
    if first == 0 or end == len(tokens) or not {tokens[first - 1].text, tokens[end].text} <= _QUOTES:
        return False
    words = [token.text for token in tokens[first:end] if token.text[:1].isalpha()]
    return len(words) > 2 and all(word[0].isupper() for word in words if len(word) >= _LONG or word == words[0])


@lru_cache(maxsize=2)
def headline_end(doc: Doc) -> int:
    """The token after the last of a headline that opens a text and gives nearly all its long words a capital.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> words = "US/PROPN Stocks/PROPN Fall/PROPN Sharply/ADV Again/ADV Stocks/NOUN fell/VERB today/NOUN"
        >>> headline_end(Doc.tagged(words))
        6
    """
    small = large = end = 0
    for number, token in enumerate(doc.tokens):
        if token.text in ("(", ".", "The", "the"):  # headlines leave out articles
            break
        if len(token.text) < _LONG or not token.text.isalpha():
            continue
        if token.text[0].isupper():
            large += 1
            end = number + 1
        else:
            small += 1
        if small > 1:
            break
    return end if large >= _FEWEST and large > small * 2 else 0


def is_headline_word(doc: Doc, number: int) -> bool:
    """Whether a word has its capital from the headline that opens the text, or begins the sentence after it.

    The headline of "Dutch Lawmakers Close Banks in Spain Lawmakers closed ..." ends before the second "Lawmakers".
    """
    token = doc.tokens[number]
    if number >= headline_end(doc) or not token.text.istitle():
        return False
    return bool(tags_of(token.text.lower())) or any(one.text == token.text for one in doc.tokens[: number - 1])


@lru_cache(maxsize=2)
def lower_words(doc: Doc) -> frozenset[str]:
    """The tokens of a text in lower case."""
    return frozenset([token.text.lower() for token in doc.tokens])


@lru_cache(maxsize=2)
def token_texts(doc: Doc) -> frozenset[str]:
    """The tokens of a text as they are written."""
    return frozenset([token.text for token in doc.tokens])


@lru_cache(maxsize=2)
def proper_numbers(doc: Doc) -> Sequence[int]:
    """The numbers of the tokens of a text that :func:`is_proper` takes for proper nouns."""
    tokens = doc.tokens
    return [number for number in capital_numbers(doc) if is_proper(tokens, number)]


@lru_cache(maxsize=2)  # several rules ask for those of one text
def capital_numbers(doc: Doc) -> Sequence[int]:
    """The numbers of the tokens of a text that begin with a capital."""
    return [number for number, token in enumerate(doc.tokens) if token.text[:1].isupper()]


def stands_apart(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether no word of a longer name stands right beside some tokens; titles, places and peoples are none.

    Args:
        tokens: The tokens of a text.
        first: The first token of a name.
        end: The token after the last.
    """
    return not _goes_on(tokens, end) and not _began_before(tokens, first) and not is_hyphened(tokens, first, end)


def is_hyphened(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether a hyphen between spaces joins some tokens to another part of a name: "Jung - sook", "Stuart - Wortley".

    Args:
        tokens: The tokens of a text.
        first: The first token of a name.
        end: The token after the last.
    """
    after = tokens[end + 1] if end + 1 < len(tokens) and tokens[end].text in _HYPHENS else None
    if after is not None and tokens[end - 1].end < tokens[end].start:
        rest = after.text.islower() and after.text.isalpha() and not tags_of(after.text)
        if rest or (is_name_word(tokens, end + 1) and not after.text.isupper()):
            return True
    if first < _FEWEST or tokens[first - 1].text not in _HYPHENS or not is_proper(tokens, first - 2):
        return False  # also "Reuters - " at the start of a report
    return core(tokens[first - 2]).lower() in family_names() or core(tokens[first - 2]).lower() in given_names()


def _goes_on(tokens: Sequence[Token], number: int) -> bool:
    if not is_name_word(tokens, number):
        return False
    return tokens[number - 1].end + 1 >= tokens[number].start and not in_title(tokens, number)


def is_title_word(token: Token) -> bool:
    """Whether a word with a capital says what the person is whose name follows: "Novelist", "Executive", "Uncle".

    Titles of rulers are none: their names are known.
    """
    low = token.text.lower()
    if not token.text.istitle() or low in RULING or low in given_names() or low in family_names():
        return False
    return low in TITLES or low == "justice" or ("NN" in tags_of(low) and noun_kind(low) == "person")


RULING = (
    (TITLES_OF_MEN - COURTESY_OF_MEN - {"brother", "father"})
    | (TITLES_OF_WOMEN - COURTESY_OF_WOMEN - {"sister"})
    | frozenset("archduke baron baroness count countess earl emperor god goddess pharaoh prophet saint tsar".split())
)


def _began_before(tokens: Sequence[Token], first: int) -> bool:
    before = tokens[first - 1] if first else None
    if before is None or not is_name_word(tokens, first - 1) or before.end + 1 < tokens[first].start:
        return False
    low = before.text.lower()
    beside = low in TITLES or low in place_names() or low in peoples() or is_title_word(before)
    return not beside and not in_title(tokens, first - 1)


def is_name_word(tokens: Sequence[Token], number: int) -> bool:
    """Whether a token has a capital and is tagged as a proper noun; words all in capitals too."""
    if not 0 <= number < len(tokens):
        return False
    token = tokens[number]
    return token.pos == "PROPN" and token.text[:1].isupper() and token.text[-1:].isalpha()
