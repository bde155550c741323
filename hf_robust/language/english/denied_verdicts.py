"""Fixed phrases of verdicts, with the opposite denied: "a waste of time", "worth it", "a failure", "avoid it"."""

from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit
from hf_robust.language.english.closed_classes import (
    ARTICLES,
    ASSURANCES,
    BE_TENSED,
    DEMONSTRATIVES,
    FULL_DEGREES,
    POSSESSIVES,
)
from hf_robust.language.english.denial_signs import (
    ends_clause,
    follows_all,
    has_host,
    is_coordinated,
    is_quantified,
    is_spoilt,
    word_at,
)
from hf_robust.language.english.verbs import plain

_COMPLETE = frozenset(
    "absolute big colossal complete enormous great huge massive pure real sheer terrible total utter".split()
)
_SPENT = frozenset({"time", "money", "effort"})
_OF_TIME = frozenset("drive effort look read time trip try view visit wait watch".split())
_OF_MONEY = frozenset({"cost", "money", "price", "rental"})
_ACTS = frozenset({"watching", "seeing", "visiting", "trying", "reading", "viewing"})
_PRICED = frozenset("$ cheap cost costs expensive money paid pay price priced prices pricey".split())
_SURELY = (FULL_DEGREES - {"just", "simply"}) | {"really", "so", "well"}
# nouns of verdicts, and what is denied in their place
VERDICTS = {
    "bust": "a success",
    "disappointment": "satisfying",
    "disaster": "a success",
    "dud": "a success",
    "failure": "a success",
    "flop": "a success",
    "letdown": "satisfying",
}
_FILMS = frozenset({"film", "movie", "flick"})
_SITES = frozenset({"place", "restaurant", "hotel"})
_URGING = frozenset({"please", "so", "then"})
_COSTS = (("at", "all", "costs"), ("at", "all", "cost"), ("like", "the", "plague"))

WORDS = frozenset({"waste", "worth", "avoid", *VERDICTS})
"""The words of such phrases."""


def verdict_denied(doc: Doc, place: int) -> Edit | None:
    """The edit that denies the opposite of a verdict; None where a word is no part of one.

    Args:
        doc: The text, with tags, lemmas and trees.
        place: Number of the word among its tokens.

    Example:
        >>> doc = Doc.tagged("It/PRON/PRP//nsubj/4 was/AUX/VBD/be/cop/4 a/DET/DT//det/4 flop/NOUN/NN//root/0")
        >>> verdict_denied(doc, 3).text
        ' not a success'
    """
    word = plain(doc.tokens[place])
    if word not in WORDS or is_spoilt(doc.tokens, place):
        return None
    if word == "avoid":
        return _avoided(doc, place)
    return _wasted(doc, place) if word == "waste" else _worth(doc, place) if word == "worth" else _failed(doc, place)


def _wasted(doc: Doc, place: int) -> Edit | None:
    """ "Is a complete waste of time" becomes "is not worth the time at all"."""
    tokens, noun = doc.tokens, place + 2
    if word_at(tokens, place + 1) != "of":
        return None
    owner = word_at(tokens, noun) in POSSESSIVES | {"the"}
    noun += owner
    last = noun + 2 if word_at(tokens, noun + 1) == "and" and word_at(tokens, noun + 2) in _SPENT else noun
    listed = word_at(tokens, last + 1) == "," and word_at(tokens, last + 2) in _SPENT
    if word_at(tokens, noun) not in _SPENT or listed or not ends_clause(tokens, last):
        return None
    first, complete = _start(tokens, place)
    said = f"not worth {doc.text[tokens[place + 2].start : tokens[last].end]}"
    said = said if owner else said.replace("worth ", "worth the ", 1)
    return _as_predicate(doc, place, first, last, f"{said} at all" if complete else said)


def _failed(doc: Doc, place: int) -> Edit | None:
    """ "Is a total failure" becomes "is not a success at all"."""
    tokens = doc.tokens
    first, complete = _start(tokens, place)
    if first == place or word_at(tokens, first) not in ("a", "an") or not ends_clause(tokens, place):
        return None
    said = f"not {VERDICTS[plain(tokens[place])]}"
    return _as_predicate(doc, place, first, place, f"{said} at all" if complete else said, alone=False)


def _start(tokens: Sequence[Token], place: int) -> tuple[int, bool]:
    """Where the noun phrase of a verdict begins, and whether it says that it is a complete one."""
    first = place
    while first and word_at(tokens, first - 1) in _COMPLETE:
        first -= 1
    complete = first < place
    return first - (word_at(tokens, first - 1) in ("a", "an")), complete


def _worth(doc: Doc, place: int) -> Edit | None:
    """ "Is well worth it" becomes "is not a waste of time at all"."""
    tokens, last = doc.tokens, place + 1
    follows = word_at(tokens, last)
    last += follows in ARTICLES | POSSESSIVES | DEMONSTRATIVES | {"every"}
    noun = word_at(tokens, last)
    if noun in _OF_MONEY:
        spent = "money"
    elif noun in _OF_TIME | _ACTS:
        spent = "time"
    elif noun == "it" and last == place + 1:
        spent = "time" if _PRICED.isdisjoint(plain(token) for token in tokens) else "money"
    else:
        return None
    if not ends_clause(tokens, last):
        return None
    first = place
    while first and word_at(tokens, first - 1) in _SURELY:
        first -= 1
    said = f"not a waste of {spent}"
    return _as_predicate(doc, place, first, last, f"{said} at all" if first < place else said)


def _as_predicate(doc: Doc, place: int, first: int, last: int, said: str, alone: bool = True) -> Edit | None:
    """The edit of a predicate behind a form of "be", or of a phrase that is a sentence alone."""
    tokens = doc.tokens
    verb = first - 1
    while word_at(tokens, verb) in ASSURANCES:
        verb -= 1
    if first and tokens[first - 1].sent == tokens[place].sent:
        is_be = word_at(tokens, verb) in BE_TENSED and has_host(tokens, verb)
        if not is_be or is_quantified(tokens, place) or follows_all(tokens, place) or is_coordinated(tokens, place):
            return None
        return Edit(tokens[first - 1].end, tokens[last].end, f" {said}")
    if not alone or word_at(tokens, last + 1) not in ("", ".", "!", ","):
        return None
    if tokens[first].text[:1].isupper():
        said = said.capitalize() if tokens[first].text[1:2].islower() or len(tokens[first].text) == 1 else said.upper()
    return Edit(tokens[first].start, tokens[last].end, said)


def _avoided(doc: Doc, place: int) -> Edit | None:
    """ "Avoid this movie at all costs" becomes "do not watch this movie at all"."""
    tokens = doc.tokens
    before = word_at(tokens, place - 1) if place and tokens[place - 1].sent == tokens[place].sent else ""
    modal = before in ("would", "should") and word_at(tokens, place - 2) in ("i", "you", "people", "everyone")
    if before and not modal and (before not in _URGING | {",", "-", "..."} or tokens[place].tag != "VB"):
        return None
    last, verb = place + 1, None
    if word_at(tokens, last) in DEMONSTRATIVES | {"the"}:
        last += 1
    noun = word_at(tokens, last)
    if noun in _FILMS:
        verb = "watch"
    elif noun in _SITES and last == place + 2:
        verb = "go to"
    elif (
        noun in ("it", "this") and last == place + 1 and not _FILMS.isdisjoint(token.lemma.lower() for token in tokens)
    ):
        verb = "watch"
    if verb is None or (last == place + 1 and noun in _FILMS):
        return None
    stop, all_costs = last, tuple(word_at(tokens, n) for n in range(last + 1, last + 4)) in _COSTS
    stop += 3 * all_costs
    if not ends_clause(tokens, stop):
        return None
    text = f"{'' if modal else 'do '}not {verb}{doc.text[tokens[place].end : tokens[last].end]}"
    text = f"{text} at all" if all_costs else text
    if tokens[place].text.isupper():
        text = text.upper()
    elif tokens[place].text[:1].isupper():
        text = text[:1].upper() + text[1:]
    return Edit(tokens[place].start, tokens[stop].end, text)
