"""The details that fit a mention of a relation where it stands: those of its type, in the tense of its clause."""

import re
from collections.abc import Sequence

from hf_robust.core.doc import Doc, Token
from hf_robust.language.english.clauses import finite_verb
from hf_robust.language.english.closed_classes import (
    HAVE_TENSED,
    INDEFINITE_ARTICLES,
    NEGATIONS,
    NOT,
    POINTERS,
    POSSESSIVE_CLITICS,
    POSSESSIVES,
)
from hf_robust.language.english.details import broad_kind_of_noun, details, kind_of_noun, kind_of_place
from hf_robust.language.english.nations import nation_of_city
from hf_robust.transforms.task_specific.relation_mentions import RelationMention
from hf_robust.transforms.task_specific.relation_slots import head_of

_EARLY = re.compile(r"1?\d{3}\Z")  # a year before 2000
_LIVED = 1920  # who is named with an earlier year is spoken of in the past
_DEFINITE = POSSESSIVES | POINTERS | POSSESSIVE_CLITICS | {"the"}
_NUMBER = re.compile(r"[IVX]{2,}\Z")
_MODALITY = NEGATIONS | NOT | {"if", "whether"}


def details_of(doc: Doc, mention: RelationMention, kind: str) -> Sequence[str]:
    """The details that fit a mention; none where it is not certain that the text speaks of one certain thing.

    Args:
        doc: The annotated sentence.
        mention: Subject or object of the relation.
        kind: ``person``, ``organisation``, ``place``, ``someone`` or ``thing``.
    """
    tokens = doc.tokens
    if kind == "place":
        name = mention.text(doc)
        town = (name.lower() in nation_of_city() and not is_wider(doc, mention)) or " , " in name
        return details("town" if town else kind_of_place(name))
    tag, happens = tense_of(doc, head_of(doc, mention))
    if kind == "person" and any(_is_past(token) for token in tokens):
        tag = "VBD"
    if not tag:
        return ()
    if kind in ("person", "organisation"):
        return details(kind, tag)
    head = head_of(doc, mention)
    if any(token.dep.startswith("cop") and token.head == head for token in tokens):
        return ()  # "is a tenor": the noun names nobody
    last = tokens[mention.last - 1]
    noun, several = noun_of(last), last.tag == "NNS"
    determiner = determiner_of(doc, mention)
    bare = not determiner and several
    broad = details(broad_kind_of_noun(noun), tag, several) if bare or determiner in _DEFINITE else ()
    hedged = not _MODALITY.isdisjoint(token.text.lower() for token in tokens)
    if determiner not in POSSESSIVES | POINTERS:
        if not happens:  # in the present, "the box" may be any box
            return broad
        if determiner not in _DEFINITE and (hedged or not (determiner in INDEFINITE_ARTICLES or bare)):
            return broad
    return details(kind_of_noun(noun), tag, several) or broad


def is_wider(doc: Doc, mention: RelationMention) -> bool:
    """Whether a place stands behind another one and a comma, so that it may be a state: "Campinas , Sao Paulo"."""
    before = doc.tokens[max(0, mention.first - 2) : mention.first]
    return len(before) == 2 and before[1].text == "," and before[0].pos == "PROPN"


def noun_of(token: Token) -> str:
    """A noun in lower case, in the singular."""
    return (token.lemma if token.tag == "NNS" else token.text).lower()


def determiner_of(doc: Doc, mention: RelationMention) -> str:
    """The article, or the word that stands for one, before a noun and the words that modify it; empty for none."""
    place = mention.first - 1
    while place >= 0 and (doc.tokens[place].pos in ("ADJ", "NOUN") or doc.tokens[place].tag in ("VBN", "VBG", "RB")):
        place -= 1
    before = doc.tokens[place] if place >= 0 else None
    held = before is not None and (before.pos in ("DET", "PRON", "NUM") or before.tag in ("POS", "PRP$", "CD"))
    return before.text.lower() if before is not None and held else ""


def tense_of(doc: Doc, place: int) -> tuple[str, bool]:
    """The tense of the clause that holds a token, and whether it tells what happens once.

    Args:
        doc: The annotated sentence.
        place: Number of the token.

    Returns:
        ``VBD`` or ``VBZ``, empty where a modal or no verb tells it. The past, the perfect and the progressive tell what
        happens once.
    """
    tokens = doc.tokens
    for _ in range(len(tokens)):
        verb = finite_verb(tokens, place)
        if verb is not None and tokens[verb].tag in ("VBD", "VBZ", "VBP"):
            once = verb != place and (tokens[place].tag == "VBG" or tokens[verb].text.lower() in HAVE_TENSED)
            return ("VBD", True) if tokens[verb].tag == "VBD" else ("VBZ", once)
        if tokens[place].head in (place, -1):
            break
        place = tokens[place].head
    return "", False


def _is_past(token: Token) -> bool:
    """Whether a word tells that a text is about the past: a verb, an early year, the number of a king."""
    early = _EARLY.match(token.text) is not None and int(token.text) < _LIVED
    return early or token.tag == "VBD" or token.text == "died" or _NUMBER.match(token.text) is not None
