"""Parts of a gold dependency tree that can go because what they are coordinated with stays: "a cat and a dog"."""

from collections.abc import Sequence

from hf_robust.language.english.closed_classes import COMMON_PREPOSITIONS, NEITHER_NOR
from hf_robust.language.tree_parts import Subtree, extents

_JOINING = frozenset(("and", "or", "but"))
_FINAL = frozenset((".", "!", "?", ")", "...", "…", ""))
# with these words a sentence speaks of both parts, or of the choice between them
OF_BOTH = NEITHER_NOR | frozenset("between both either whether together each respectively not only among same".split())
_ROLES = frozenset("root ccomp xcomp advcl acl parataxis conj obj iobj obl nmod amod advmod".split())
_VERBAL = frozenset("root ccomp xcomp advcl acl parataxis conj".split())
_LEAST = 4  # words that must be left


def coordinated_subtrees(tokens: Sequence[str], heads: Sequence[int], deprels: Sequence[str]) -> list[Subtree]:
    """Second parts of a coordination of two, with the conjunction and the comma before it.

    Subjects are left, since the verb agrees with both. So are pairs of names or numbers, set pairs such as "try and
    see", and sentences that speak of both parts ("between", "either").

    Example:
        >>> coordinated_subtrees(
        ...     ["Ann", "has", "a", "cat", "and", "a", "dog", "."],
        ...     [2, 0, 4, 2, 7, 7, 4, 2],
        ...     ["nsubj", "root", "det", "obj", "cc", "det", "conj", "punct"],
        ... )
        [Subtree(start=4, end=7, opens=False)]
    """
    spans = extents(heads)
    return [
        Subtree(first, last + 1, False)
        for place, (first, last, size) in enumerate(spans)
        if deprels[place] == "conj" and last - first + 1 == size and _can_go(tokens, heads, deprels, place, first, last)
    ]


def _can_go(
    tokens: Sequence[str], heads: Sequence[int], deprels: Sequence[str], place: int, first: int, last: int
) -> bool:
    above = heads[place] - 1
    joint = first + (tokens[first] == ",")
    after = tokens[last + 1] if last + 1 < len(tokens) else ""
    inside = {deprels[n].split(":")[0] for n, head in enumerate(heads) if head == place + 1}
    beside = [n for n, head in enumerate(heads) if head == above + 1]
    if tokens[joint].lower() not in _JOINING or heads[joint] != place + 1 or above >= first or "orphan" in inside:
        return False
    if sum(deprels[n] == "conj" for n in beside) > 1 or deprels[above].split(":")[0] not in _ROLES:
        return False
    if ((joint > first or after == ",") and after not in _FINAL) or tokens[first - 1].lower() in COMMON_PREPOSITIONS:
        return False  # "in need of or looking for help"
    if any(not token.isalnum() and token not in (",", "'s", "n't") for token in tokens[joint:last]):
        return False  # a mark of its own: a bracket or a quotation may begin in one part and end in the other
    clause = bool(inside & {"nsubj", "csubj", "expl"})
    if not clause and not _is_plain_pair(tokens, deprels, beside, place, above, joint):
        return False
    low = {token.lower() for token in tokens}
    left = [token for token in (*tokens[:first], *tokens[last + 1 :]) if any(map(str.isalpha, token))]
    return low.isdisjoint(OF_BOTH) and len(left) >= _LEAST and len(left) * 2 >= len(tokens)


def _is_plain_pair(
    tokens: Sequence[str], deprels: Sequence[str], beside: Sequence[int], place: int, above: int, joint: int
) -> bool:
    """Whether two words or phrases without a subject of their own are no name, number or set pair."""
    one, other = tokens[above], tokens[place]
    if not (one.isalpha() and other.isalpha() and one.islower() and other.islower()) or one == other:
        return False
    copula = {tokens[n].lower() for n in beside if deprels[n] == "cop"}
    if copula & {"are", "were", "'re"}:
        return False  # "they are a cat and a dog"
    verbal = deprels[above].split(":")[0] in _VERBAL and not copula
    return not (verbal and joint == above + 1)
