"""Parts of a dependency tree, whatever the language: subtrees, how far they reach, names of relations."""

from collections.abc import Sequence
from typing import NamedTuple

_NOT_UNIVERSAL = frozenset("dobj pobj prep nn SBJ OBJ NMOD PMOD SUB VMOD attr rcmod partmod infmod num poss".split())


class Subtree(NamedTuple):
    """Tokens that can be deleted together.

    Args:
        start: First of them, from 0.
        end: The token after the last.
        opens: Whether they open the sentence, so that the next token gets their capital.
    """

    start: int
    end: int
    opens: bool


def is_universal(deprels: Sequence[str]) -> bool:
    """Whether the relations look like those of Universal Dependencies.

    Example:
        >>> is_universal(["nsubj", "root", "obj"]), is_universal(["nsubj", "root", "dobj"])
        (True, False)
    """
    return not _NOT_UNIVERSAL.intersection(deprels) and ("root" in deprels or "ROOT" in deprels)


def extents(heads: Sequence[int]) -> list[tuple[int, int, int]]:
    """For each token the first and the last token below it, itself included, and how many there are.

    Example:
        >>> extents([2, 0, 2])
        [(0, 0, 1), (0, 2, 3), (2, 2, 1)]
    """
    found = [[place, place, 1] for place in range(len(heads))]
    for place in range(len(heads)):
        above = heads[place]
        while above:
            one = found[above - 1]
            one[0], one[1], one[2] = min(one[0], place), max(one[1], place), one[2] + 1
            above = heads[above - 1]
    return [(first, last, size) for first, last, size in found]
