"""Parts of a gold dependency tree that a sentence can lose without a mark: *please*, a degree, one thing of a list."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from hf_robust.language.english.articles import article
from hf_robust.language.english.closed_classes import (
    AS_IF,
    AS_THAN,
    BEFORE_AFTER,
    CALENDAR_UNITS,
    CLOCK_UNITS,
    FEW,
    INDEFINITE_ARTICLES,
    NEGATED_AMOUNTS,
    NEGATIVE_WORDS,
    NOT,
    SHORT_DEGREES,
    STRONG_DEGREES,
    TWO_TO_FIVE,
)
from hf_robust.language.english.tree_coordinations import OF_BOTH
from hf_robust.language.english.tree_spans import leaves_enough
from hf_robust.language.english.wordforms import tags_of
from hf_robust.language.tree_parts import Subtree, extents

_LONGEST = 12  # tokens that go
_LONGEST_SPAN = 6
_FINAL = frozenset((".", "!", "?"))
# adverbs before what they weaken or stress
_BARE = (SHORT_DEGREES - {"too"}) | STRONG_DEGREES | {"just", "pretty", "quite"}
_BOUND = NOT | NEGATIVE_WORDS | AS_IF | AS_THAN | SHORT_DEGREES | {"how", "that", "the", "this", "only", "when"}
# what one of these adverbs says something else before: "just about", "so much"
_LIMITED = (
    NOT | FEW | AS_IF | BEFORE_AFTER | NEGATED_AMOUNTS | {"about", "enough", "far", "like", "long", "now", "on", "to"}
)
_OF_ALL = OF_BOTH | TWO_TO_FIVE
_SPANS = CLOCK_UNITS | CALENDAR_UNITS | {"night", "while", "time"}


class _Tree(NamedTuple):
    tokens: Sequence[str]
    heads: Sequence[int]
    deprels: Sequence[str]
    spans: Sequence[tuple[int, int, int]]

    def below(self, place: int) -> dict[str, int]:
        """The tokens that hang on a token, by relation."""
        return {self.deprels[n]: n for n, head in enumerate(self.heads) if head == place + 1}

    def low(self, place: int) -> str:
        """A token in small letters, or nothing outside the sentence."""
        return self.tokens[place].lower() if 0 <= place < len(self.tokens) else ""


def bare_subtrees(tokens: Sequence[str], heads: Sequence[int], deprels: Sequence[str]) -> list[Subtree]:
    """Adjuncts without commas that need no look at what they belong to.

    Example:
        >>> bare_subtrees(
        ...     ["Please", "send", "us", "the", "new", "file", "."],
        ...     [2, 0, 2, 6, 6, 2, 2],
        ...     ["discourse", "root", "iobj", "det", "amod", "obj", "punct"],
        ... )
        [Subtree(start=0, end=1, opens=True)]
    """
    tree = _Tree(tokens, heads, deprels, extents(heads))
    for family in _FAMILIES:
        found = [
            Subtree(first, last + 1, not first)
            for place, (first, last, size) in enumerate(tree.spans)
            if last - first + 1 == size <= _LONGEST and heads[place] and family(tree, place)
        ]
        left = [cut for cut in found if leaves_enough(tokens, cut)]
        if left:
            return left
    return []


def _is_request(tree: _Tree, place: int) -> bool:
    """``Please send it`` and ``can you please send it``."""
    return tree.low(place) == "please" and tree.spans[place][2] == 1 and "VB" in tags_of(tree.low(place + 1))


def _is_of_list(tree: _Tree, place: int) -> bool:
    """``a cat , a dog and a bird`` becomes ``a cat and a bird``."""
    first, last, _ = tree.spans[place]
    above = tree.heads[place] - 1
    if tree.deprels[place] != "conj" or tree.tokens[first] != "," or above >= first:
        return False
    beside = [n for n, head in enumerate(tree.heads) if head == above + 1 and tree.deprels[n] == "conj"]
    if place == beside[-1] or not all(tree.tokens[n].isalpha() for n in (above, *beside)):
        return False
    inner = tree.tokens[first + 1 : last + 1]
    after = tree.low(last + 1)
    plain = all(token.isalnum() or token == "'s" for token in inner) and "cc" not in tree.below(place)
    joined = after in ("and", "or") or (after == "," and len(beside) > 2)
    whole = _OF_ALL.isdisjoint(map(str.lower, tree.tokens))
    return plain and joined and whole and tree.tokens[place].islower() == tree.tokens[above].islower()


def _is_adverb(tree: _Tree, place: int) -> bool:
    """``She is very kind``, ``a pretty old car``, ``I just left``."""
    word, behind, before = tree.low(place), tree.low(place + 1), tree.low(place - 1)
    if tree.deprels[place] != "advmod" or tree.spans[place][2] > 1 or word not in _BARE or not place:
        return False
    above = tree.heads[place] - 1
    if above <= place or before in _BOUND or behind in _LIMITED or not behind.isalpha():
        return False
    if word in (before, tree.low(place - 2)):  # "very , very ill"
        return False
    if word == "just":
        return above - place < 3 and bool(tags_of(behind) & {"VB", "VBD", "VBN", "VBP", "VBG"})
    if above != place + 1 or not tags_of(behind) & {"JJ", "RB"}:
        return False
    if word == "so" and "that" in map(str.lower, tree.tokens[place:]):
        return False
    return before not in INDEFINITE_ARTICLES or article(behind) == before


def _is_span(tree: _Tree, place: int) -> bool:
    """``for ten years``"""
    first, last, size = tree.spans[place]
    noun = tree.low(place).rstrip("s")
    if tree.deprels[place] != "obl" or tree.low(first) != "for" or place != last or noun not in _SPANS:
        return False
    above = tree.heads[place] - 1
    return (
        size < _LONGEST_SPAN
        and _ends(tree, last)
        and above < first
        and {"another", "single"}.isdisjoint(tree.tokens[first:last])
    )


def _ends(tree: _Tree, last: int) -> bool:
    """Whether what follows can follow what stands before as well."""
    return last + 1 >= len(tree.tokens) or tree.tokens[last + 1] in _FINAL


_FAMILIES: Sequence[Callable[[_Tree, int], bool]] = (_is_request, _is_of_list, _is_span, _is_adverb)
