"""Whether a sentence needs the sentence before it: pronouns, connectives and words of relative time."""

import re
from collections.abc import Sequence
from itertools import pairwise

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    ADDITIONS,
    COORDINATORS,
    CORRELATIVES,
    HOWEVER,
    MANY,
    MONTHS,
    NAMED,
    OTHERS,
    POINTERS,
    QUANTITIES,
    SAME,
    TWO_TO_FIVE,
)
from hf_robust.language.english.passages import LINKING, LINKS, REFERRING, SEQUENCE, is_that_thing, lacks_antecedent

_OPENING = 3  # words in which a pointing word or a comparative looks back
_CLAUSE = 4  # words up to the "that" of "it is known that"
_FIRST_CLAUSE = 7  # words in which "also" looks back
_YEAR = re.compile(r"\d{4}(?!\w)")  # also in "2016[update]"
_MONTHS = MONTHS - {"may"}
_POINTING = POINTERS | OTHERS | CORRELATIVES | SAME | {"each"}
_ANYWHERE = REFERRING | frozenset(
    """this these subsequent afterward meanwhile subsequently aforementioned respectively likewise otherwise
        hence""".split()
)
_TIMES = SEQUENCE | {"following", "previous", "remaining", "then"}
_DEFINITE = frozenset({("on", "the"), ("at", "the"), ("after", "the"), ("before", "the"), ("during", "the")})
_LINKING = tuple(link for link in LINKING if link not in _DEFINITE and link != ("due", "to"))
_PAIRS = {
    ("in", "fact"),
    ("for", "instance"),
    ("for", "example"),
    ("in", "response"),
    ("in", "turn"),
    ("in", "addition"),
}
_ADDS = frozenset("add adds added adding contribute contributes contributed contributing".split())
_JOINS = COORDINATORS | {"while"}
_NAMED = NAMED | {"spelled"}
_OF_SOME = frozenset({"especially", "particularly"})  # they open what is told of some of the things before
_OF_MANY = QUANTITIES | MANY | TWO_TO_FIVE | {"few", "none", "one"}


def refers_back(tokens: Sequence[Token], first: int, end: int, pronouns: bool = True) -> bool:
    """Whether a sentence refers to the sentence before it other than by a definite noun or a name.

    It is less strict than :func:`~hf_robust.language.english.passages.leans`: what refers to something in its own
    sentence does not count.

    Args:
        tokens: The tokens of the text.
        first: The first token of the sentence.
        end: The token after its last.
        pronouns: Whether personal pronouns count.

    Example:
        >>> from hf_robust.core.doc import Doc
        >>> words = Doc.tagged("Rain/NOUN fell/VERB ./PUNCT This/DET ended/VERB ./PUNCT").tokens
        >>> refers_back(words, 0, 3), refers_back(words, 3, 6)
        (False, True)
    """
    plain = [token.text.lower() for token in tokens[first:end] if token.text[:1].isalnum()]
    if not plain or plain[0] in LINKS or any(plain[: len(link)] == list(link) for link in _LINKING):
        return True
    if plain[0] in _OF_SOME or plain[:2] == ["the", "past"]:
        return True
    if any(_adds_to_what_is_known(plain, place) for place in range(len(plain) - 3)):
        return True
    if any(pair in _PAIRS for pair in pairwise(plain)) or _points(tokens, first, end, plain):
        return True
    if _opens_a_count(tokens, first, end):
        return True
    opening = plain[:_FIRST_CLAUSE]
    if any(token.text == "also" for token in tokens[first:end]) and not any(
        adds_to_told(tokens, place) for place in range(first, end)
    ):
        opening = [word for word in opening if word != "also"]
    if not (ADDITIONS | HOWEVER | {"too"}).isdisjoint(opening):
        return True
    if not _MONTHS.isdisjoint(plain) and not any(_YEAR.match(word) for word in plain):
        return True
    return pronouns and lacks_antecedent(tokens, first + _is_empty(tokens, first, end), end)


def _adds_to_what_is_known(plain: Sequence[str], place: int) -> bool:
    """Whether something adds to what was told before: "added to the confusion", not "added to the list of ..."."""
    verb, to, the = plain[place : place + 3]
    return verb in _ADDS and (to, the) == ("to", "the") and plain[place + 4 : place + 5] != ["of"]


def adds_to_told(tokens: Sequence[Token], place: int) -> bool:
    """Whether an "also" adds to the sentence before, and not to its own: "It is old and also holds a museum"."""
    before = tokens[place - 1].text.lower() if place else ""
    after = tokens[place + 1].text.lower() if place + 1 < len(tokens) else ""
    return tokens[place].text == "also" and before not in _JOINS and after not in _NAMED


def _is_empty(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether an opening "it" means nothing: "It is conjectured that ..."."""
    words = [token.text.lower() for token in tokens[first : min(end, first + _CLAUSE)]]
    be = words[1:2] in (["is"], ["was"])
    return words[:1] == ["it"] and be and tokens[first + 2].tag in ("VBN", "JJ") and words[3:] == ["that"]


def _points(tokens: Sequence[Token], first: int, end: int, plain: Sequence[str]) -> bool:
    """Whether a word of a sentence points to something outside it."""
    if not _POINTING.isdisjoint(plain[:_OPENING]):
        return True
    if any(token.tag in ("JJR", "RBR") for token in tokens[first : first + _OPENING]) and "than" not in plain:
        return True
    for place in range(first, end):
        token = tokens[place]
        word = token.text.lower()
        joined = place + 1 < end and tokens[place + 1].start == token.end and tokens[place + 1].text == "-"
        if word in _ANYWHERE and not joined:
            return True
        if (
            word in _TIMES
            and not joined
            and (place - first < _OPENING or (word != "second" and _stands_alone(tokens, place)))
        ):
            return True
        if (
            word in HOWEVER
            and place > first
            and place + 1 < end
            and tokens[place - 1].text == tokens[place + 1].text == ","
        ):
            return True  # "Some are fresh, however, at lower doses."
        if word == "since" and (place + 1 == end or not tokens[place + 1].text[:1].isalnum()):
            return True  # "The sector has grown ever since."
        if word == "there" and token.tag == "RB":
            return True
        if word == "such" and (place + 1 >= end or tokens[place + 1].text.lower() not in ("as", "that")):
            return True
        if word == "instead" and (place + 1 >= end or tokens[place + 1].text.lower() != "of"):
            return True
        if word == "those" and not any(other.head == place for other in tokens[place + 1 : end]):
            return True
    return any(is_that_thing(tokens, place) for place in range(first, end - 1))


def _stands_alone(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word of time is not told by what follows it: "later", and not "two years later than ..."."""
    after = tokens[place + 1].text.lower() if place + 1 < len(tokens) else ""
    before = tokens[place - 1].text.lower() if place else ""
    return after not in ("than", "in", "on", "to") and before not in ("and", "or", "much")


def _opens_a_count(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Whether a sentence begins with a count whose noun is left out: "Many took up service", "Three of them"."""
    word = tokens[first].text.lower()
    if word not in _OF_MANY or first + 1 >= end:
        return False
    return tokens[first + 1].pos in ("VERB", "AUX", "ADV", "PUNCT") or tokens[first + 1].text.lower() in ("were", "of")
