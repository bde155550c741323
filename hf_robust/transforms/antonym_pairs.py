"""The table of adjectives and their opposites, and where each pair is opposed."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import (
    EXCLAMATIVES,
    HIGH_DEGREES,
    JOINERS,
    MIDDLE_DEGREES,
    PLURAL_POINTERS,
    POSSESSIVES,
)
from hf_robust.language.english.verbs import plain
from hf_robust.language.english.wordforms import lemmas_of
from hf_robust.language.lexicons import lexicon
from hf_robust.language.lexicons.wordnet import noun_kind

DEGREES = (
    (HIGH_DEGREES - {"simply", "totally"})
    | MIDDLE_DEGREES
    | frozenset(
        """too also always relatively slightly usually generally particularly especially significantly
            substantially considerably equally much""".split()
    )
)
_COUNTING = frozenset({"DET", "NUM", "ADJ", "ADV", "PART"})
_COUNTED = POSSESSIVES | JOINERS | PLURAL_POINTERS | EXCLAMATIVES | {"too", "than"}
_WHERE = frozenset("in on during here there today tonight again overall throughout this last".split())
MARKS = frozenset(".,;:?!")
_CLOSING = frozenset({".", ",", ":", "''", "-RRB-"})


class Pair(NamedTuple):
    """Opposites of an adjective, and where: before nouns, at the end after "is", or there before some words.

    Args:
        nouns: Nouns before which they are opposed.
        kinds: Kinds of such nouns, see :func:`hf_robust.language.lexicons.wordnet.noun_kind`.
        but: Nouns of these kinds before which they are not.
        predicate: Whether they are opposed at the end of a clause: after "is", or said of a thing.
        judging: Whether they judge.
        after: Words before which they are opposed after "is".
        usual: Whether they mean before their nouns what they mean elsewhere, though WordNet has an entry of both.
        clash: Words that tell the same otherwise, so that a sentence with one of them would contradict itself.
        follows: Words of which one must stand before the adjective.
        unless: Words of which none may come right after the noun.
        bare: Whether no determiner, number or adverb may stand before it, and no other adjective after it.
        classing: Whether they tell which one is meant, so that any other adjective may stand beside them.
        tags: Tags of the noun.
        asking: Whether statements keep them before nouns: what else a text says tells which of them is so.
        told: Words that tell which of them is so: "public" of a school beside "district".
    """

    opposites: tuple[str, ...]
    nouns: frozenset[str]
    kinds: frozenset[str]
    but: frozenset[str]
    predicate: bool
    judging: bool
    after: frozenset[str]
    usual: bool
    clash: frozenset[str]
    follows: frozenset[str]
    unless: frozenset[str]
    bare: bool
    classing: bool
    tags: frozenset[str]
    asking: bool
    told: frozenset[str]

    def fits(self, tokens: Sequence[Token], place: int, noun: int | None, states: bool) -> bool:
        """Whether they are opposed at a place, before a noun or after "is"."""
        if self.follows and word_at(tokens, place - 1) not in self.follows:
            return False
        if noun is None:
            ends = ends_clause(tokens, place) or (self.judging and word_at(tokens, place + 1) in _WHERE)
            return (ends and self._is_said(tokens, place)) or (not states and word_at(tokens, place + 1) in self.after)
        if states and (self.asking or self.judging):
            return False
        if self.bare and (noun != place + 1 or not _is_bare(tokens, place)):
            return False
        lemma = noun_lemma(tokens[noun]) or tokens[noun].lemma.lower()
        if (self.tags and tokens[noun].tag not in self.tags) or word_at(tokens, noun + 1) in self.unless:
            return False
        return lemma in self.nouns or (lemma not in self.but and noun_kind(lemma) in self.kinds)

    def _is_said(self, tokens: Sequence[Token], place: int) -> bool:
        """What does not judge means one thing of a person and another of a thing: "he is low"."""
        if word_at(tokens, place - 1) == "too" and self.judging:
            return False  # "too good"
        return self.predicate and (self.judging or pos_at(tokens, before_degrees(tokens, place) - 1) == "NOUN")


def noun_lemma(token: Token) -> str | None:
    """The lemma of a common noun; None for another word.

    A token list may leave a mark at a word, "a small town.", so that the tagger takes it for a name or a number.
    """
    if token.text[-1:] not in MARKS:
        return token.lemma.lower() if token.pos == "NOUN" else None
    word = token.text[:-1]
    if not (word.isalpha() and word.islower()) or token.pos in ("ADJ", "VERB", "ADV"):
        return None
    found = lemmas_of(word, "NNS")
    lemma = found[0] if found else word
    return lemma if noun_kind(lemma) else None


def word_at(tokens: Sequence[Token], place: int) -> str:
    return plain(tokens[place]) if 0 <= place < len(tokens) else ""


def pos_at(tokens: Sequence[Token], place: int) -> str:
    return tokens[place].pos if 0 <= place < len(tokens) else ""


def _is_bare(tokens: Sequence[Token], place: int) -> bool:
    """Whether nothing that counts or points stands before a token: "many", not "the many"."""
    return pos_at(tokens, place - 1) not in _COUNTING and word_at(tokens, place - 1) not in _COUNTED


def before_degrees(tokens: Sequence[Token], place: int) -> int:
    """The place of the token before an adjective and its degrees."""
    at = place - 1
    while at >= 0 and word_at(tokens, at) in DEGREES:
        at -= 1
    return at


def ends_clause(tokens: Sequence[Token], place: int) -> bool:
    """Whether a clause ends with a token."""
    return place + 1 == len(tokens) or tokens[place + 1].tag in _CLOSING


@cache
def praise() -> frozenset[str]:
    return frozenset(lexicon("antonyms")["clashes"]["PRAISE"])


@cache
def pair_table() -> Mapping[str, Sequence[Pair]]:
    table = lexicon("antonyms")
    found: dict[str, list[Pair]] = {}
    for row in table["pairs"]:
        nouns = frozenset(noun for each in row["nouns"] for noun in table["classes"].get(each, (each,)))
        but = frozenset(noun for each in row.get("but", ()) for noun in table["classes"].get(each, (each,)))
        clash, told = (
            frozenset(word for each in row.get(name, ()) for word in table["clashes"][each])
            for name in ("clash", "told")
        )
        lists = (frozenset(row.get(name, ())) for name in ("kinds", "after", "follows", "unless", "tags"))
        kinds, after, follows, unless, tags = lists
        flags = {name: row.get(name, False) for name in ("predicate", "judging", "usual", "bare", "classing", "asking")}
        pair = Pair(
            opposites=row["opposites"],
            nouns=nouns,
            kinds=kinds,
            but=but,
            after=after,
            clash=clash,
            follows=follows,
            unless=unless,
            tags=tags,
            told=told,
            **flags,
        )
        found.setdefault(row["adjective"], []).append(pair)
    return found
