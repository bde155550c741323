"""The words of a sentence that tie the two mentions of a relation, and why they cannot change their order."""

from collections.abc import Sequence

from hf_robust.core.doc import Token
from hf_robust.transforms.task_specific.relation_mentions import RelationMention
from hf_robust.transforms.task_specific.relation_patterns import Order, Roles, Run

_CLAUSES = frozenset({"acl", "advcl", "ccomp", "csubj", "parataxis", "xcomp"})
_OF_NOUNS = frozenset({"amod", "appos", "compound", "conj", "det", "flat", "nmod", "nummod"})
_VERBS = ("AUX", "VERB")


def moves_relation(roles: Roles, order: Order) -> bool:
    """Whether an order exchanges the mentions, or moves or replaces a word that ties them.

    "( born 1989 )" may move past a person, but that does not touch what says which position the person plays.

    Args:
        roles: The sentence.
        order: The new order of its tokens.
    """
    ties = {place for place in _ties(roles) if _is_between(roles, place)}
    places = [place for run in order if isinstance(run, Run) for place in range(run.first, run.end) if place in ties]
    return places != sorted(ties)


def why_kept(roles: Roles, idle: bool) -> str:
    """Why a sentence stays as it is.

    Args:
        roles: The sentence.
        idle: Whether a phrase can move, but the relation would stay as it is.
    """
    tokens = roles.doc.tokens
    ends = [_head(tokens, mention) for mention in (roles.subject, roles.other)]
    if tokens[ends[0]].sent != tokens[ends[1]].sent:
        return "the mentions stand in different sentences"
    if idle:
        return "the phrase that can move does not express the relation"
    top = _tops(roles)
    below = [tokens[place] for place in _ties(roles) - top]
    deps = {_dep(token) for token in below}
    if not _CLAUSES.isdisjoint(deps) or any(token.pos in _VERBS and _dep(token) == "conj" for token in below):
        return "the mentions stand in different clauses"
    if deps == {"compound"}:
        return "the mentions form one compound noun"
    if not top.isdisjoint(ends) and _OF_NOUNS.issuperset(deps):
        return "one mention is part of the phrase of the other, which is of no known form"
    return "no phrase of a known form carries the relation"


def _ties(roles: Roles) -> set[int]:
    """The tokens on the way from one mention to the other in the tree, with the heads of both."""
    subject, other = _chains(roles)
    return set(subject) ^ set(other) | _tops(roles)


def _tops(roles: Roles) -> set[int]:
    """The token on which both mentions hang, or the root over each of them where they share none."""
    subject, other = _chains(roles)
    shared = {*subject} & {*other}
    return {next((place for place in chain if place in shared), chain[-1]) for chain in (subject, other)}


def _chains(roles: Roles) -> list[list[int]]:
    tokens = roles.doc.tokens
    return [_chain(tokens, _head(tokens, mention)) for mention in (roles.subject, roles.other)]


def _is_between(roles: Roles, place: int) -> bool:
    """Whether a token stands in a mention or between both."""
    first = min(roles.subject.first, roles.other.first)
    return first <= place < max(roles.subject.last, roles.other.last)


def _head(tokens: Sequence[Token], mention: RelationMention) -> int:
    """The token of a mention that hangs on none of the others."""
    inside = range(mention.first, mention.last)
    return next((place for place in inside if tokens[place].head not in inside), mention.last - 1)


def _chain(tokens: Sequence[Token], place: int) -> list[int]:
    """A token, its head, the head of this one, up to the root."""
    found = [place]
    while 0 <= tokens[found[-1]].head < len(tokens) and tokens[found[-1]].head not in found:
        found.append(tokens[found[-1]].head)
    return found


def _dep(token: Token) -> str:
    return token.dep.split(":")[0]
