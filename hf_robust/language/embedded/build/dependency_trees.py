"""Dependency trees from scores of all pairs of words."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from numpy import ndarray


def best_tree(scores: "ndarray") -> list[int]:
    """Heads of the words of one sentence: every word's best head where that is a tree, else :func:`eisner`.

    Args:
        scores: Square array; ``scores[i, j]`` is the score of ``j`` as head of ``i``, ``scores[i, i]`` of ``i``
            as root.

    Returns:
        The head of each word; the root is its own head.

    Example:
        >>> import numpy as np
        >>> best_tree(np.array([[0.0, 5.0, 0.0], [0.0, 5.0, 0.0], [0.0, 5.0, 1.0]]))
        [1, 1, 1]
    """
    greedy = [int(head) for head in scores.argmax(1)]
    return greedy if is_tree(greedy) else eisner(scores)


def is_tree(heads: Sequence[int]) -> bool:
    """Is there one root, and does every word lead to it?

    Example:
        >>> is_tree([1, 1, 1]), is_tree([1, 0, 2])
        (True, False)
    """
    if sum(head == i for i, head in enumerate(heads)) != 1:
        return False
    for word in range(len(heads)):
        for _ in heads:
            word = heads[word]
        if heads[word] != word:
            return False
    return True


def eisner(scores: "ndarray") -> list[int]:
    """The best projective tree with one root.

    Args:
        scores: As for :func:`best_tree`.

    Returns:
        The head of each word; the root is its own head.

    Source: Eisner, Three new probabilistic models for dependency parsing, COLING 1996; the root is chosen at
    the end, so that there is only one.

    Example:
        >>> import numpy as np
        >>> eisner(np.array([[0.0, 5.0], [9.0, 1.0]]))
        [0, 0]
    """
    import numpy as np

    n = len(scores)
    # [s, t, d, c]: best score from s to t; d = 1: s is the head, d = 0: t is; c = 1: complete
    best = np.full((n, n, 2, 2), -np.inf)
    cut = np.zeros((n, n, 2, 2), dtype=int)
    for s in range(n):
        best[s, s] = 0.0
    for width in range(1, n):
        for s in range(n - width):
            t = s + width
            halves = best[s, s:t, 1, 1] + best[s + 1 : t + 1, t, 0, 1]
            r = int(halves.argmax())
            for direction, score in ((0, scores[s, t]), (1, scores[t, s])):
                best[s, t, direction, 0] = halves[r] + score
                cut[s, t, direction, 0] = s + r
            left = best[s, s:t, 0, 1] + best[s:t, t, 0, 0]
            r = int(left.argmax())
            best[s, t, 0, 1], cut[s, t, 0, 1] = left[r], s + r
            right = best[s, s + 1 : t + 1, 1, 0] + best[s + 1 : t + 1, t, 1, 1]
            r = int(right.argmax())
            best[s, t, 1, 1], cut[s, t, 1, 1] = right[r], s + 1 + r
    root = int((best[0, :, 0, 1] + best[:, n - 1, 1, 1] + scores.diagonal()).argmax())
    heads = [root] * n
    _follow(cut, 0, root, 0, 1, heads)
    _follow(cut, root, n - 1, 1, 1, heads)
    return heads


def _follow(cut: "ndarray", s: int, t: int, direction: int, complete: int, heads: list[int]) -> None:
    """Read the heads of a span off the places where it was cut."""
    if s == t:
        return
    r = int(cut[s, t, direction, complete])
    if not complete:
        heads[s if direction == 0 else t] = t if direction == 0 else s
        _follow(cut, s, r, 1, 1, heads)
        _follow(cut, r + 1, t, 0, 1, heads)
    elif direction == 0:
        _follow(cut, s, r, 0, 1, heads)
        _follow(cut, r, t, 0, 0, heads)
    else:
        _follow(cut, s, r, 1, 0, heads)
        _follow(cut, r, t, 1, 1, heads)
