"""Productions of constituency trees: plain symbols, what one tree holds, how one right side lies in another.

Symbols carry no functional labels (``NP-SBJ`` is ``NP``), traces are left out with the phrases that hold nothing
else, unary chains stay, and the root is ``TOP`` as in the trees of benepar, whatever the treebank calls it. That a
tag covers a word is no production here.
"""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from hf_robust.core.errors import UsageError
from hf_robust.core.extras import need

if TYPE_CHECKING:
    from nltk import Tree

TOP = "TOP"
_ROOTS = frozenset({"", "ROOT", "S1", TOP})
_TRACE = "-NONE-"

Production = tuple[str, tuple[str, ...]]
"""Left side and right side, ``("NP", ("DT", "NN"))``."""


def symbol(label: str) -> str:
    """A node's label without functional labels and indices.

    Example:
        >>> [symbol(label) for label in ("NP-SBJ-1", "PRT|ADVP", "-LRB-", "PRP$", "ROOT")]
        ['NP', 'PRT', '-LRB-', 'PRP$', 'TOP']
    """
    if label in _ROOTS:
        return TOP
    return label if label.startswith("-") else label[0] + re.split("[-=|]", label[1:])[0]


def is_tag_node(node: "Tree") -> bool:
    """Whether a node is a part of speech over its word."""
    return len(node) == 1 and isinstance(node[0], str)


def normalised(tree: "Tree") -> "Tree":
    """A tree as the grammar counts it: plain symbols, no traces, ``TOP`` above it once.

    Args:
        tree: Of a treebank or a parser; it is not changed.

    Returns:
        A new tree; ``TOP`` alone when it holds nothing but traces.

    Example:
        >>> from nltk import Tree
        >>> print(normalised(Tree.fromstring("(S (NP-SBJ-1 (DT Both)) (VP (VBD left) (NP (-NONE- *-1))) (. .))")))
        (TOP (S (NP (DT Both)) (VP (VBD left)) (. .)))
    """
    need("nltk")
    from nltk import Tree

    def plain(node: "Tree") -> "Tree | None":
        if is_tag_node(node):
            return None if node.label() == _TRACE else Tree(symbol(node.label()), list(node))
        kept = [child for child in map(plain, node) if child is not None]
        return Tree(symbol(node.label()), kept) if kept else None

    found = plain(tree)
    if found is None:
        return Tree(TOP, [])
    while found.label() == TOP and len(found) == 1 and not is_tag_node(found) and found[0].label() == TOP:
        found = found[0]
    return found if found.label() == TOP else Tree(TOP, [found])


def production(node: "Tree") -> Production:
    """The production of one phrase of a tree."""
    return symbol(node.label()), tuple(symbol(child.label()) for child in node)


def productions(tree: "Tree") -> Iterator[Production]:
    """The productions of a tree from the top, first child first; words are left out.

    Example:
        >>> from nltk import Tree
        >>> list(productions(Tree.fromstring("(FRAG (CC Or) (NP (DT both)) (. .))")))
        [('FRAG', ('CC', 'NP', '.')), ('NP', ('DT',))]
    """
    return (production(node) for node in tree.subtrees(lambda node: len(node) > 0 and not is_tag_node(node)))


def insertions(shorter: Sequence[str], longer: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Every way to see a right side inside a longer one: where the symbols stand that the longer one adds.

    Args:
        shorter: The right side of a seed.
        longer: One that may contain it.

    Yields:
        Places in ``longer`` of the added symbols, ascending; nothing when it does not contain the shorter one.
        Long runs of one symbol have very many: take what you need.

    Example:
        >>> list(insertions(("DT",), ("DT", "NNS"))), list(insertions(("NN",), ("NN", "NN")))
        ([(1,)], [(1,), (0,)])
    """

    def walk(i: int, j: int) -> Iterator[tuple[int, ...]]:
        if i == len(shorter):
            yield tuple(range(j, len(longer)))
            return
        for at in range(j, len(longer) - (len(shorter) - i) + 1):
            if longer[at] == shorter[i]:
                for rest in walk(i + 1, at + 1):
                    yield (*range(j, at), *rest)

    return walk(0, 0)


def contains(longer: Sequence[str], shorter: Sequence[str]) -> bool:
    """Whether a right side holds all symbols of another in their order.

    Example:
        >>> contains(("DT", "JJ", "NN"), ("DT", "NN")), contains(("NN", "DT"), ("DT", "NN"))
        (True, False)
    """
    left = iter(longer)
    return all(item in left for item in shorter)


def productions_of_trees(trees: Sequence[str]) -> list[list[Production]]:
    """The productions of bracketed trees.

    Args:
        trees: One tree each, as treebanks and parsers write it.

    Raises:
        UsageError: A text is no tree; the message says which row.

    Example:
        >>> productions_of_trees(["(FRAG (CC Or) (NP (DT both)))"])
        [[('TOP', ('FRAG',)), ('FRAG', ('CC', 'NP')), ('NP', ('DT',))]]
    """
    need("nltk")
    from nltk import Tree

    found = []
    for row, text in enumerate(trees):
        try:
            tree = normalised(Tree.fromstring(text))
        except (ValueError, TypeError, IndexError, AttributeError) as error:
            reason = " ".join(str(error).split())
            raise UsageError(
                f"predictions row {row} is no bracketed tree like '(S (NP (DT Both)) (VP (VBP work)))': {reason:.100}; "
                "for texts leave trees=True out"
            ) from error
        found.append(list(productions(tree)) if len(tree) else [])
    return found
