"""Reported speech and datelines: who says it, or the agency, changes its place with what is said."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.clause_pieces import REPORTS
from hf_robust.language.english.closed_classes import (
    NOMINATIVES_THIRD,
    POSSESSIVES_THIRD,
    QUESTION_WORDS,
    RELATIVE_PRONOUNS,
    WEEKDAYS,
)
from hf_robust.transforms.task_specific.relation_inversions import extent
from hf_robust.transforms.task_specific.relation_patterns import Order, Pattern, Roles, Run

_TENSED = ("VBD", "VBZ", "VBP")
_LEAST = 4  # words of what is said
_LONG = 3  # words of who says it, above which the verb comes first: "said Anna Berg of Zorp"
_OPENING_QUOTES = ("`", "``", "“")
_CLOSING_QUOTES = ("'", "''", "”")
_REFERRING = NOMINATIVES_THIRD | POSSESSIVES_THIRD | {"him", "them", "it"}
_NOMINAL = ("PROPN", "DET", "NOUN", "ADJ")


def speech_to_end(roles: Roles) -> Order | None:
    """``Anna Berg of Zorp said the key is lost .`` becomes ``The key is lost , said Anna Berg of Zorp .``"""
    tokens = roles.doc.tokens
    verb = _verb(tokens)
    if verb is None or not _is_one_sentence(tokens) or any(token.text in _MARKS for token in tokens):
        return None
    below = [place for place, token in enumerate(tokens) if token.head == verb and place != verb]
    subject = next((place for place in below if tokens[place].dep == "nsubj"), -1)
    said = next((place for place in below if tokens[place].dep == "ccomp" and place > verb), -1)
    if subject < 0 or said < 0 or extent(tokens, subject) != (0, verb) or tokens[0].pos not in _NOMINAL:
        return None
    if not any(mention.last <= verb for mention in (roles.subject, roles.other)):
        return None
    end = len(tokens) - 1
    when = verb + 2 if tokens[verb + 1].text.lower() in WEEKDAYS else verb + 1
    start = when + 1 if tokens[when].text.lower() == "that" else when
    first, last = extent(tokens, said)
    if first not in (start, when) or last != end or end - start < _LEAST or not _has_subject(tokens, said, start):
        return None
    if any(token.dep == "conj" and token.head == verb for token in tokens):
        return None
    # "his office" would stand before the name
    if not _REFERRING.isdisjoint(token.text.lower() for token in tokens[start:end]):
        return None
    small = tokens[0].pos != "PROPN"
    who, what, stop = Run(0, verb, small=small), Run(start, end, large=True), Run(end, end + 1)
    if tokens[verb - 1].text == ",":
        who = Run(0, verb - 1, small=small)
    if tokens[verb].tag == "VBD" and verb > _LONG:
        return [what, ",", Run(verb, verb + 1), who, *([Run(verb + 1, when)] if when > verb + 1 else []), stop]
    return [what, ",", who, Run(verb, when), stop]


def speech_to_front(roles: Roles) -> Order | None:
    """``The key is lost , said Anna Berg of Zorp .`` becomes ``Anna Berg of Zorp said the key is lost .``

    What is said may stand in quotation marks.
    """
    tokens = roles.doc.tokens
    end = len(tokens) - 1
    if not _is_one_sentence(tokens):
        return None
    verbs = [n for n in range(1, end) if tokens[n].lemma in REPORTS and tokens[n].tag in ("VBD", "VBZ")]
    if len(verbs) != 1:
        return None
    verb = verbs[0]
    close = verb
    while close and tokens[close - 1].text in _CLOSING_QUOTES:
        close -= 1
    comma = close - 1
    opened = 0
    while opened < comma and tokens[opened].text in _OPENING_QUOTES:
        opened += 1
    inside = tokens[opened:comma]
    plain = not any(
        token.text in (*_MARKS, *_OPENING_QUOTES, *_CLOSING_QUOTES) for token in (*inside, *tokens[verb:end])
    )
    if comma < _LEAST or tokens[comma].text != "," or (verb - close == 0) != (opened == 0) or not plain:
        return None
    who = tokens[verb + 1 : end]
    if not who or who[0].pos not in _NOMINAL or who[-1].pos in ("VERB", "ADP") or not _is_clause(inside):
        return None
    if _is_clause(who) and not any(token.text.lower() in RELATIVE_PRONOUNS for token in who):
        return None
    if not any(one.first > verb and _starts_name(tokens, verb + 1, one.first) for one in (roles.subject, roles.other)):
        return None
    if tokens[0].text.lower() in QUESTION_WORDS or (
        not opened and not _REFERRING.isdisjoint(token.text.lower() for token in inside)
    ):
        return None
    parted: Order = [","] if any(token.text == "," for token in who) else []
    said: Order = [Run(verb, verb + 1), ","] if opened else [Run(verb, verb + 1)]
    first = tokens[0]
    what = Run(0, comma, small=not opened and first.pos != "PROPN" and first.text != "I")
    finish: Order = [Run(end, end + 1), Run(close, verb)] if opened else [Run(end, end + 1)]
    return [Run(verb + 1, end, large=True), *parted, *said, what, *finish]


def dateline(roles: Roles) -> Order | None:
    """``OSLO , Norway ( AP )`` becomes ``( AP ) OSLO , Norway``"""
    tokens = roles.doc.tokens
    opens = next((place for place, token in enumerate(tokens) if token.text == "("), 0)
    if not opens or tokens[-1].text != ")" or len(tokens) - opens > _LEAST:
        return None
    names = all(
        token.pos == "PROPN" or token.text in (",", ".") for token in (*tokens[:opens], *tokens[opens + 1 : -1])
    )
    return [Run(opens, len(tokens)), Run(0, opens)] if names else None


_MARKS = ("`", "``", '"', "“", "”", "''", ":", ";", "--", "?", "!", "_")


def _verb(tokens: Sequence[Token]) -> int | None:
    root = next((place for place, token in enumerate(tokens) if token.dep == "ROOT"), 0)
    return root if root and tokens[root].lemma in REPORTS and tokens[root].tag in _TENSED else None


def _is_one_sentence(tokens: Sequence[Token]) -> bool:
    return len({token.sent for token in tokens}) == 1 and tokens[-1].text == "."


def _has_subject(tokens: Sequence[Token], said: int, start: int) -> bool:
    """Whether what is said is a clause with its subject, and no question."""
    subject = any(token.head == said and token.dep.startswith(("nsubj", "expl")) for token in tokens[start:])
    return subject and tokens[start].text.lower() not in QUESTION_WORDS | {"if", "whether"}


def _is_clause(tokens: Sequence[Token]) -> bool:
    return any(token.tag in (*_TENSED, "MD") for token in tokens)


def _starts_name(tokens: Sequence[Token], start: int, first: int) -> bool:
    """Whether only words of one noun phrase stand between the verb and a mention."""
    return all(token.tag not in _TENSED for token in tokens[start:first])


SPEECH: tuple[Pattern, ...] = (speech_to_end, speech_to_front, dateline)
