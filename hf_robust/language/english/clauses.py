"""Main clauses: their finite verb, and what the parse only takes for one."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import DO_TENSED
from hf_robust.language.english.verbs import children, plain, reinflected

SUBJECTS = ("nsubj", "csubj", "expl")
_BEFORE_COMMAND = frozenset({"punct", "advmod", "cc", "discourse"})
_RELATIVE = frozenset({"WDT", "WP", "WP$"})


def finite_verb(tokens: Sequence[Token], root: int) -> int | None:
    """The finite verb of a predicate, or the verb of a command."""
    below = auxiliaries(tokens, root)
    finite = [n for n in below if tokens[n].tag in ("VBZ", "VBP", "VBD", "MD") or plain(tokens[n]) == "do"]
    if finite:
        return finite[0]
    token, held = tokens[root], children(tokens, root)
    has_subject = any(tokens[n].dep.startswith(SUBJECTS) for n in held)
    starts = all(tokens[n].dep in _BEFORE_COMMAND for n in before(tokens, root) if n not in below)
    if below:  # "Be quiet"
        return below[0] if plain(tokens[below[0]]) == "be" and starts and not has_subject else None
    if token.pos not in ("VERB", "AUX") or any(tokens[n].tag == "TO" and n < root for n in held):
        return None
    if token.tag in ("VBZ", "VBD") or (token.tag in ("VBP", "MD") and has_subject):
        return root
    known = token.tag in ("VB", "VBP") and reinflected(plain(token), "VB", "VB") is not None
    return root if known and starts and not has_subject else None


def auxiliaries(tokens: Sequence[Token], root: int) -> list[int]:
    """The auxiliaries and the copula of a predicate."""
    return [n for n in children(tokens, root) if tokens[n].dep.split(":")[0] in ("aux", "cop")]


def is_subordinate(tokens: Sequence[Token], root: int, verb: int) -> bool:
    """Whether the parse has taken a clause with "if", "whose" or "what" for the main one."""
    asks = any(token.text == "?" for token in tokens[root:] if token.sent == tokens[root].sent)
    for place in children(tokens, root):
        token = tokens[place]
        if token.dep == "mark" and place < verb and token.tag == "IN":
            return True
        is_subject = token.dep.startswith(SUBJECTS) and place < verb and not asks
        if is_subject and any(tokens[n].tag in _RELATIVE for n in (place, *children(tokens, place)) if n <= place):
            return True
    return not asks and plain(tokens[verb]) == "do" and verb != root and _is_late_command(tokens, root, verb)


def asks_which(tokens: Sequence[Token], first: int, verb: int, subject: int | None) -> bool:
    """Whether a question asks which things of a kind do something: "which birds fly".

    Args:
        tokens: The tokens of a text, with tags and trees.
        first: Number of its first token.
        verb: Number of its finite verb.
        subject: Number of its subject, if there is one.
    """
    if subject is None or subject > verb or tokens[subject].tag not in ("NN", "NNS"):
        return False
    below = [n for n in children(tokens, subject) if n < subject]
    ranks = any(token.tag in ("JJS", "RBS") for token in tokens[verb:])
    # "what thing did you learn" and "which one are you" ask for an object or a predicate
    of_other = plain(tokens[verb]) in DO_TENSED or tokens[verb + 1].tag == "PRP"
    return plain(tokens[first]) in ("which", "what") and first in below and not (ranks or of_other)


def _is_late_command(tokens: Sequence[Token], root: int, verb: int) -> bool:
    """ "Run, do n't walk" commands twice."""
    subject = any(tokens[n].dep.startswith(SUBJECTS) for n in children(tokens, root))
    return not subject and any(tokens[n].text == "," for n in before(tokens, verb))


def before(tokens: Sequence[Token], place: int) -> range:
    """The tokens of the sentence before one."""
    start = place
    while start and tokens[start - 1].sent == tokens[place].sent:
        start -= 1
    return range(start, place)
