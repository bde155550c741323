"""Dependency heads after edits of their tokens."""

from collections.abc import Mapping, Sequence

from hf_robust.core.edits import Projection
from hf_robust.core.errors import NotApplicable

_FUNCTION = frozenset({"aux", "cop"})


def check_heads(heads: Sequence[int]) -> None:
    """Refuse dependency heads that are no tree with one root.

    Args:
        heads: Heads from 1, 0 for the root.

    Raises:
        NotApplicable: With what is wrong and where.

    Example:
        >>> check_heads([2, 0, 2])
    """
    roots = [place for place, head in enumerate(heads, start=1) if head == 0]
    if len(roots) != 1:
        raise NotApplicable(f"the tree does not have exactly one root: {len(roots)} of {len(heads)} tokens have head 0")
    for place, head in enumerate(heads, start=1):
        if not 0 <= head <= len(heads):
            raise NotApplicable(f"the head of token {place} is {head}, outside of the {len(heads)} tokens")
    above = {0, roots[0]}  # what is known to reach the root
    for place in range(1, len(heads) + 1):
        path: dict[int, int] = {}  # the head of each token on the way up
        while place not in above:
            if place in path:
                circle = [place]
                while not (circle[1:] and circle[-1] == place):
                    circle.append(path[circle[-1]])
                raise NotApplicable(f"the heads go round in a circle: {' -> '.join(map(str, circle))}")
            path[place] = heads[place - 1]
            place = path[place]
        above.update(path)


def remap_heads(heads: Sequence[int], deprels: Sequence[str], projection: Projection) -> tuple[list[int], list[str]]:
    """Dependency heads after edits: still one tree with one root.

    Heads count from 1, the root has 0, as in CoNLL-U. Later pieces of a split token hang on the first
    as ``goeswith``; children of a deleted token move to its head; inserted tokens hang where the edit says
    (layer ``head``; where that token is an auxiliary or copula, on the head of it, as such have no dependents
    in Universal Dependencies), else on the root, with the relation that the edit gives (``deprel``), else ``dep``.

    Raises:
        NotApplicable: When the root itself was deleted, or the heads are no tree.

    Example:
        >>> from hf_robust.core.edits import Edit, project_tokens
        >>> found = project_tokens("He sleeps", [(0, 2), (3, 9)], [Edit(9, 9, " .", {"deprel": ["punct"]})])
        >>> remap_heads([2, 0], ["nsubj", "root"], found)
        ([2, 0, 2], ['nsubj', 'root', 'punct'])
    """
    check_heads(heads)
    first: dict[int, int] = {}
    for place, origin in enumerate(projection.origins, start=1):
        if origin is not None:
            first.setdefault(origin, place)
    root = next((place for origin, place in first.items() if heads[origin] == 0), None)
    if root is None:
        raise NotApplicable("the root of the sentence would be deleted")
    new_heads: list[int] = []
    new_deprels: list[str] = []
    for place, (origin, inserted) in enumerate(zip(projection.origins, projection.inserted), start=1):
        if inserted is not None:
            edit, piece = inserted
            given = (edit.tags or {}).get("head")
            new_heads.append(_kept_head(given[piece], heads, deprels, first) if given else root)
            new_deprels.append((edit.tags or {}).get("deprel", ["dep"] * (piece + 1))[piece])
        elif origin is None:  # no edit leaves a token without an origin that it did not insert
            raise NotApplicable("a token has no origin")
        elif first[origin] != place:
            new_heads.append(first[origin])
            new_deprels.append("goeswith")
        else:
            head = heads[origin]
            while head and head - 1 not in first:
                head = heads[head - 1]
            new_heads.append(first[head - 1] if head else 0)
            new_deprels.append(deprels[origin])
    return new_heads, new_deprels


def _kept_head(head: int, heads: Sequence[int], deprels: Sequence[str], first: Mapping[int, int]) -> int:
    """The new number of the token that an inserted one hangs on: a content word that is still there."""
    while heads[head - 1] and (head - 1 not in first or deprels[head - 1].split(":")[0] in _FUNCTION):
        head = heads[head - 1]
    return first[head - 1]
