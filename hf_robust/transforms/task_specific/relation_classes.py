"""Sentences that say what something is: the class comes first, and then its name."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.language.english.closed_classes import BE_THIRD, INDEFINITE_ARTICLES, RELATIVE_PRONOUNS
from hf_robust.transforms.task_specific.relation_inversions import extent, root_of
from hf_robust.transforms.task_specific.relation_patterns import Order, Pattern, Roles, Run
from hf_robust.transforms.task_specific.relation_voice import is_small

_MOST = 14  # words of a class
_PLAIN = frozenset("nsubj cop det amod compound nmod punct acl".split())
_FINITE = ("VBD", "VBZ", "MD")


def class_first(roles: Roles) -> Order | None:
    """``Ann is a soprano who sang Z .`` becomes ``A soprano , Ann sang Z .``; so does ``a soprano associated with Z``.

    Without more, ``Ann is a member of Z .`` becomes ``One member of Z is Ann .``.
    """
    tokens = roles.doc.tokens
    found = _predicate(tokens)
    if found is None:
        return None
    root, be = found
    end = len(tokens) - 1
    if not any(one.last <= be and be + 1 < other.first for one, other in roles.pairs()):
        return None
    below = [n for n, token in enumerate(tokens) if token.head == root and token.dep.split(":")[0] == "acl"]
    first = min((extent(tokens, n)[0] for n in below), default=end)
    verb = below[0] if below else end
    close = first - 1 if tokens[first - 1].text == "," else first
    if close - be > _MOST or not all(one.last <= close for one in (roles.subject, roles.other)):
        return None
    if any(token.pos == "PUNCT" and token.text != "-" for token in tokens[be + 1 : close]):
        return None
    small = is_small(tokens)
    if small is None:
        return None
    named = Run(0, be, small=small)
    if not below:
        return ["One", Run(be + 2, end), Run(be, be + 1), named, Run(end, end + 1)]
    if len(below) > 1 or extent(tokens, verb)[1] != end:
        return None
    moved: Order = [Run(be + 1, close, large=True), ",", named]
    if tokens[first].text.lower() in RELATIVE_PRONOUNS:
        told = tokens[first].dep.startswith("nsubj") and tokens[first + 1].tag in _FINITE
        return [*moved, Run(first + 1, end + 1)] if told else None
    adverb = first == verb - 1 and tokens[first].pos == "ADV"
    if tokens[verb].tag == "VBN" and (first == verb or adverb) and tokens[verb + 1].tag == "IN":
        return [*moved, Run(be, be + 1), Run(first, end + 1)]
    return None


def _predicate(tokens: Sequence[Token]) -> tuple[int, int] | None:
    """The noun of ``X is a N`` and its form of *be*, where a sentence is nothing else."""
    root = root_of(tokens)
    below = [n for n, token in enumerate(tokens) if token.head == root and n != root]
    deps = {tokens[n].dep.split(":")[0]: n for n in below}
    if root < 0 or not {"nsubj", "cop"} <= deps.keys() or deps.keys() - _PLAIN or tokens[-1].text != ".":
        return None
    subject, be = deps["nsubj"], deps["cop"]
    known = tokens[subject].pos == "PROPN" or tokens[0].text == "The"
    first, end = extent(tokens, subject)
    if first or end != be or not known or tokens[root].tag != "NN" or tokens[be].text not in BE_THIRD:
        return None
    marks = [token.text for token in tokens[:be] if token.pos == "PUNCT" and token.text not in ("-", "–")]
    bracketed = not marks or (tokens[be - 1].text == ")" and marks.count("(") == 1 and set(marks) <= set("(,;)"))
    singular = not any(token.dep == "conj" for token in tokens[:be]) or bool(marks)
    plain = bracketed and singular and tokens[be + 1].text in INDEFINITE_ARTICLES
    return (root, be) if plain else None


CLASSES: Sequence[Pattern] = (class_first,)
