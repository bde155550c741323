"""What a sentence takes as known: nouns with "the", names that modify them, and what it compares with."""

import itertools
from collections.abc import Sequence
from itertools import pairwise

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import INDEFINITE_ARTICLES, JOINERS, OTHERS, POINTERS, THIRD_REFLEXIVES

_OPENING = 3  # tokens in which a definite noun opens a sentence
_SORTS = frozenset({"type", "kind", "sort"})
_PARTS = frozenset({"version", "copy", "part", "portion"})
_MODIFYING = frozenset("PROPN NOUN ADJ X CCONJ NUM".split())
_TOLD_OF = frozenset(
    """period time event incident process result case area region team club band group company network party
    church school city town country state nation programme program show series film game book album""".split()
)


def nouns_of(tokens: Sequence[Token], start: int, end: int) -> set[str]:
    """The nouns and names of a sentence."""
    return {token.lemma.lower() for token in tokens[start:end] if token.pos in ("NOUN", "PROPN")}


def definites(tokens: Sequence[Token], start: int, end: int) -> set[str]:
    """The nouns that a sentence takes as known: those with "the" and nothing that tells which one is meant."""
    found = set[str]()
    for place in range(start, end):
        token = tokens[place]
        if token.text.lower() != "the" or token.dep != "det":
            continue
        head = tokens[token.head]
        told = any(other.head == token.head and n > token.head for n, other in enumerate(tokens[start:end], start))
        told = told and tokens[token.head + 1].text != ","  # ", which ..." does not tell which one is meant
        # "the merged Zorp" is known by what happened to it
        happened = head.pos == "PROPN" and tokens[place + 1].tag == "VBN"
        same = tokens[place + 1].text.lower() == "same"  # "the same bargain" is one that was told of
        first = next(n for n in range(start, end) if tokens[n].sent == token.sent)
        told = told or head.lemma.lower() in nouns_of(tokens, first, place) - found  # "a problem ..., the problem"
        told = told or any(
            token.tag in ("JJS", "RBS") for token in tokens[place + 1 : token.head]
        )  # "the oldest player"
        if (head.pos == "NOUN" or happened) and (same or not told):
            found.add(head.lemma.lower())
    return found


def known_names(tokens: Sequence[Token], start: int, end: int) -> set[str]:
    """The names that modify a noun with "the": Jones and Briffa in "the Jones and Briffa reconstructions"."""
    found = set()
    for place in range(start, end):
        if tokens[place].text.lower() != "the":
            continue
        last = place + 1
        while last < end and (tokens[last].pos in _MODIFYING or tokens[last].text == "."):  # "Jones et al."
            last += 1
        phrase = tokens[place + 1 : last]
        if phrase and phrase[-1].pos == "NOUN":
            found |= {token.lemma.lower() for token in phrase if token.pos == "PROPN"}
    return found


def known_kinds(tokens: Sequence[Token], start: int, end: int) -> list[str]:
    """The adjectives that tell which thing with "the" is meant: "the pneumonic hypothesis"."""
    found = []
    for place in range(start, end - 1):
        after = tokens[place + 1]
        if tokens[place].text.lower() == "the" and after.tag in ("JJ", "VBN") and after.dep == "amod":
            found.append(after.text.lower())
    return found


def compares_with_told(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether some words of a sentence compare a thing with what was told."""
    if any(_is_other(tokens, n) and tokens[n].text != "Other" for n in range(start, end - 1)):
        return True
    for one, other in pairwise(tokens[start:end]):
        word, after = one.text.lower(), other.text.lower()
        # "the market itself" is set against what was told
        if after in THIRD_REFLEXIVES and one.pos in ("NOUN", "PROPN"):
            return True
        if (word == "similar" and after != "to") or (word == "the" and after in ("former", "latter")):
            return True
        if word in POINTERS and other.lemma.lower() in _SORTS:
            return True
    # "A version was ..." is one of what was told of
    opens = [token.text.lower() for token in tokens[start : min(end, start + _OPENING)]]
    return opens[0] in INDEFINITE_ARTICLES and opens[1:2] != [] and opens[1] in _PARTS and opens[2:] != ["of"]


def _is_other(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word means other things than were told, and not than its sentence tells: "steel and other metals"."""
    if tokens[place].text.lower() not in OTHERS:
        return False
    before = tokens[place - 1].text.lower() if place else ""
    after = tokens[place + 1].text.lower() if place + 1 < len(tokens) else ""
    if before in JOINERS | {"each"} or after == "than":
        return False
    # "taller than other trees", "grow here but not in other places"
    sentence = itertools.takewhile(lambda token: token.sent == tokens[place].sent, reversed(tokens[:place]))
    words = [token.text.lower() for token in sentence]
    return "than" not in words and "but" not in words[:-1]


def opening_definites(tokens: Sequence[Token], start: int, end: int) -> set[str]:
    """The nouns that the beginning of a sentence takes as known: "The tunnels were ..."."""
    return definites(tokens, start, min(end, start + _OPENING))


def takes_as_known(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether a sentence cannot open a text: it begins with "the tunnels" or speaks of "other cities"."""
    others = any(_is_other(tokens, place) for place in range(start, end))
    named = start + 1 < end and tokens[start + 1].text[:1].isupper()
    # "the period" is one that was told of, "the team" is that of the text
    others = others or not definites(tokens, start, end).isdisjoint(_TOLD_OF)
    # "Rollo's fleet" is one that was told of
    # "Zorp was proposing a law"
    goes = any(
        one.tag == "VBD" and after.tag == "VBG" and after.dep == "ROOT" for one, after in pairwise(tokens[start:end])
    )
    owns = any(token.tag == "POS" for token in tokens[start : min(end, start + _OPENING)])
    return (
        others
        or owns
        or goes
        or (tokens[start].text.lower() == "the" and not named)
        or bool(opening_definites(tokens, start, end))
    )
