"""Words and phrases of a text that have an opposite where they stand: verbs, nouns, adverbs, prepositions."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.closed_classes import (
    GROUPS,
    NOMINATIVES_THIRD,
    PLACE_PREPOSITIONS,
    SHORT_DEGREES,
    SIDES,
)
from hf_robust.language.english.verbs import is_name, is_whole, plain, verb_forms
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import ABSTRACT, CONCRETE, EVENTS, noun_kind

_NEAR = 6  # tokens in which the noun is looked for that a verb needs
_CLOSING = frozenset({".", ",", "!", "?", ";", "''", '"', ")"})
_BEFORE_NOUN = frozenset({"DT", "PRP$", "NN", "NNS", "NNP", "JJ", "CD", "PRP"})
_IS_NOW = frozenset({"VBG", "VBZ", "VBP"})
_PARTICLES = (SIDES - {"across"}) | PLACE_PREPOSITIONS | {"by", "next", "inside", "among", "between"}
_WATCHED = frozenset("look looking looks looked stare staring stares peer peering gaze gazing watch watching".split())
_NONE = frozenset("-")  # in a cell without words
_FORMS = frozenset({"NNS", "NN"})
_MOVED = frozenset({"to", "from"})
_POSTURES = frozenset({"sit", "stand", "lie"})
_GROUPS = GROUPS | {"choir"}
_ANIMATE = NOMINATIVES_THIRD | {"who"}
_NOT_BEFORE = SHORT_DEGREES | frozenset("from the far long just until since almost nearly only even".split())
_THINGS = CONCRETE | {"person", "group", "location"}
_ALL = _THINGS | EVENTS | ABSTRACT | {""}
# before which kinds of nouns a preposition has its opposite, by its first word; the others before things
_KINDS = {"before": EVENTS, "after": EVENTS, "at": _ALL, "above": _ALL, "below": _ALL, "without": _ALL, "in": _ALL}


class Opposed(NamedTuple):
    """A word or phrase that has an opposite.

    Args:
        start: First character.
        end: Character after the last.
        new: What stands for it then, in lower case.
        key: Its dictionary form, or the phrase.
        other: The dictionary form of the opposite.
        kind: ``verb``, ``noun``, ``end``, ``before``, ``towards``, ``word`` or ``subject``.
        excludes: Whether both cannot be said of the same thing at once; else the opposite only says something else.
    """

    start: int
    end: int
    new: str
    key: str
    other: str
    kind: str
    excludes: bool


class _Row(NamedTuple):
    kind: str
    words: tuple[str, ...]
    other: str
    scope: str
    only: frozenset[str]
    unless: frozenset[str]


def opposed_words(doc: Doc) -> Iterator[Opposed]:
    """The words and phrases of a text that have an opposite, each with it.

    Args:
        doc: The text, with tags and lemmas.

    Example:
        >>> doc = Doc.tagged("A/DET/DT man/NOUN/NN sits/VERB/VBZ/sit outside/ADV/RB")
        >>> [(found.key, found.new) for found in opposed_words(doc)]
        [('sit', 'stands'), ('outside', 'inside')]
    """
    tokens = doc.tokens
    low = [plain(token) for token in tokens]
    table = _table()
    for place, token in enumerate(tokens):
        keys = {low[place], token.lemma.lower()} if token.pos in ("VERB", "NOUN") else (low[place],)
        for key in sorted(keys):
            for row in table.get(key, ()):
                found = _found(doc, low, place, row)
                if found is not None and doc.is_free(found.start, found.end):
                    yield found
                    break


def _found(doc: Doc, low: Sequence[str], place: int, row: _Row) -> Opposed | None:
    tokens, size = doc.tokens, len(row.words)
    token, last = tokens[place], tokens[min(place + size, len(tokens)) - 1]
    after = place + size
    following = low[after] if after < len(low) else ""
    if following in row.unless or is_name(tokens, place) or not (is_whole(doc, token) and is_whole(doc, last)):
        return None
    if row.kind in ("verb", "noun"):
        new = _inflected(tokens, low, place, row)
    else:
        fits = tuple(low[place:after]) == row.words and _fits(tokens, low, place, row)
        new = row.other if fits else None
    if new is None:
        return None
    excludes = row.scope == "any" or (row.scope == "now" and token.tag in _IS_NOW)
    return Opposed(token.start, last.end, new, " ".join(row.words), row.other, row.kind, excludes)


def _inflected(tokens: Sequence[Token], low: Sequence[str], place: int, row: _Row) -> str | None:
    """The opposite of a verb or noun, in the form in which that stands."""
    token = tokens[place]
    if token.lemma.lower() != row.words[0]:
        return None
    if row.kind == "verb":
        if token.pos != "VERB" or token.tag[:2] != "VB":
            return None
        if low[place] not in verb_forms(row.words[0], token.tag):
            return None  # "rose" that is tagged as a participle
        if row.scope == "other" and not _MOVED.isdisjoint(low[place + 1 : place + 2 * _NEAR]):
            return None  # "sold it to", "bought it from"
        near = {t.lemma.lower() for t in tokens[max(0, place - _NEAR) : place + _NEAR + 1] if t.pos == "NOUN"}
        if row.words[0] in _POSTURES and not _is_animate(tokens, place):
            return None
        if (row.only and row.only.isdisjoint(near)) or not row.unless.isdisjoint(low[place + 1 : place + 3]):
            return None
        return next(iter(verb_forms(row.other, token.tag)), None)
    if token.pos != "NOUN" or token.tag not in _FORMS or (row.only and not row.only.intersection(low[place + 1 :][:1])):
        return None
    if place + 1 < len(tokens) and tokens[place + 1].tag[:2] == "NN":
        return None  # part of a compound
    if row.only and not (place and low[place - 1] == "the"):
        return None  # "the top of"
    if token.tag == "NN":
        return row.other if low[place] == row.words[0] else None
    return _plural(row.other)


def _is_animate(tokens: Sequence[Token], place: int) -> bool:
    """Whether who does something is a person or an animal, as far as can be told: not "a boat sits"."""
    for at in range(place - 1, max(-1, place - 2 * _NEAR), -1):
        if tokens[at].tag in ("NN", "NNS"):
            lemma = tokens[at].lemma.lower()
            if lemma in _GROUPS or noun_kind(lemma) in ("person", "animal"):
                return True
        if plain(tokens[at]) in _ANIMATE:
            return True
    return False


def _kind_after(tokens: Sequence[Token], place: int) -> str:
    """What kind of thing the noun phrase at a place names."""
    for at in range(place, min(place + _NEAR, len(tokens))):
        follows = tokens[at + 1].tag if at + 1 < len(tokens) else "."
        if tokens[at].tag[:2] == "NN" and follows[:2] != "NN":
            return noun_kind(tokens[at].lemma.lower())
    return ""


def _plural(noun: str) -> str:
    from hf_robust.language.english.lemminflect_forms import getInflection

    return getInflection(noun, "NNS")[0]


def _fits(tokens: Sequence[Token], low: Sequence[str], place: int, row: _Row) -> bool:
    """Whether a phrase stands where it has its opposite."""
    after = place + len(row.words)
    tag = tokens[after].tag if after < len(tokens) else "."
    before = low[place - 1] if place else ""
    if row.kind == "end":
        ends = after == len(tokens) or low[after] in _CLOSING
        return (
            ends and before not in _WATCHED and before not in _PARTICLES and before not in ("the", "'s", "from", "too")
        )
    if row.kind == "before":
        kinds = _KINDS.get(row.words[0], _THINGS)
        return tag in _BEFORE_NOUN and before not in _NOT_BEFORE and _kind_after(tokens, after) in kinds
    if row.kind == "towards":
        return tag in _BEFORE_NOUN and not row.only.isdisjoint(low[after : after + 4]) and before not in ("straight",)
    if row.kind == "subject":
        return tag in ("VBD", "VBZ", "MD") and before in ("", "that")
    return before not in ("almost", "nearly", "the", "very", "more", "most", "so", "how", "as", "late", "early")


@cache
def _table() -> Mapping[str, Sequence[_Row]]:
    """The rows by their first word, longer phrases first."""
    found: dict[str, list[_Row]] = {}
    for kind, one, other, scope, only, unless in lexicon("opposed_words"):
        words = tuple(one.split())
        row = _Row(kind, words, other, scope, frozenset(only.split()) - _NONE, frozenset(unless.split()) - _NONE)
        found.setdefault(words[0], []).append(row)
    return {key: sorted(rows, key=lambda row: -len(row.words)) for key, rows in found.items()}
