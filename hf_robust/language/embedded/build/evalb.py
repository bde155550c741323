"""Scores constituency trees as the program evalb does with its parameter file ``COLLINS.prm``.

What is counted, each as there:

* labelled brackets: a constituent is its label and the words it spans; words alone (tags) are no constituents,
  and a constituent that both trees have twice counts twice;
* ``TOP``, ``ROOT`` and ``S1`` are no constituents;
* words tagged ``,`` ``:`` ``.`` ``''`` or two backquotes, and traces (``-NONE-``), are left out of both trees; a
  constituent left without words is dropped. The gold tags decide for both trees: evalb takes each tree's own
  tags and gives up on a sentence where they leave different words;
* functional labels are cut (``NP-SBJ`` is ``NP``), ``ADVP`` and ``PRT`` are the same label;
* a tree is exact when all its brackets are right; tags are compared on the words that are left.

Sentences of any length count; those without any bracket count as exact.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from hf_robust.core.errors import UsageError

if TYPE_CHECKING:
    from nltk import Tree

ROOTS = frozenset(("TOP", "ROOT", "S1", ""))
LEFT_OUT = frozenset((",", ":", "``", "''", ".", "-NONE-"))
EQUAL = {"PRT": "ADVP"}


class Counts(NamedTuple):
    """Counts of one sentence, or sums over sentences."""

    matched: int = 0
    gold: int = 0
    guessed: int = 0
    tags: int = 0
    words: int = 0
    exact: int = 0
    sentences: int = 0


def plain_label(label: str) -> str:
    """A label without its functions and numbers; labels that begin with a hyphen stay.

    Example:
        >>> plain_label("NP-SBJ-1"), plain_label("NP=2"), plain_label("-LRB-")
        ('NP', 'NP', '-LRB-')
    """
    return re.split(r"[-=|]", label, maxsplit=1)[0] or label


def compare(gold: "Tree", guess: "Tree") -> Counts:
    """Counts for one sentence.

    Args:
        gold: The right tree, leaves under tags.
        guess: The tree to judge, over the same number of words.

    Returns:
        The counts; ``sentences`` is 1.

    Raises:
        UsageError: The trees have different numbers of words.

    Example:
        >>> from nltk import Tree
        >>> gold = Tree.fromstring("(ROOT (S (NP (NNS Birds)) (VP (VBP sing)) (. .)))")
        >>> guess = Tree.fromstring("(TOP (S (NP (NNS Birds)) (VBP sing) (. .)))")
        >>> compare(gold, guess)
        Counts(matched=2, gold=3, guessed=2, tags=2, words=2, exact=0, sentences=1)

    Source:
        Black et al. 1991, A Procedure for Quantitatively Comparing the Syntactic Coverage of English Grammars;
        Collins 1997, Three Generative, Lexicalised Models for Statistical Parsing, section 3.
    """
    right, found = gold.pos(), guess.pos()
    if len(right) != len(found):
        raise UsageError(f"expected trees over the same words, found {len(right)} and {len(found)}")
    kept = [tag not in LEFT_OUT for _, tag in right]
    brackets, guesses = Counter(_brackets(gold, kept)), Counter(_brackets(guess, kept))
    tags = sum(a[1] == b[1] for a, b, keep in zip(right, found, kept) if keep)
    return Counts(
        (brackets & guesses).total(), brackets.total(), guesses.total(), tags, sum(kept), int(brackets == guesses), 1
    )


def _brackets(tree: "Tree", kept: list[bool]) -> Iterator[tuple[str, int, int]]:
    """Label, start and end (in words that are kept) of each constituent."""
    before = [0]
    for keep in kept:
        before.append(before[-1] + keep)
    position = 0

    def walk(node: "Tree") -> Iterator[tuple[str, int, int]]:
        nonlocal position
        if len(node) == 1 and isinstance(node[0], str):
            position += 1
            return
        start = position
        for child in node:
            yield from walk(child)
        label = plain_label(node.label())
        if label not in ROOTS and before[start] < before[position]:
            yield EQUAL.get(label, label), before[start], before[position]

    return walk(tree)


def score(pairs: "Iterable[tuple[Tree, Tree]]") -> dict[str, float]:
    """Figures over all sentences together (not the mean over sentences), in per cent.

    Args:
        pairs: Right tree and guess, sentence by sentence.

    Returns:
        ``f1``, ``precision``, ``recall``, ``exact`` and ``tags``, rounded to two digits, and ``sentences``.

    Raises:
        UsageError: No pairs, or trees over different numbers of words.

    Example:
        >>> from nltk import Tree
        >>> tree = Tree.fromstring("(S (NP (NNS Birds)) (VP (VBP sing)))")
        >>> score([(tree, tree)])
        {'f1': 100.0, 'precision': 100.0, 'recall': 100.0, 'exact': 100.0, 'tags': 100.0, 'sentences': 1}
    """
    total = Counts(*map(sum, zip(*(compare(gold, guess) for gold, guess in pairs))))
    if not total.sentences:
        raise UsageError("no trees to score")
    shares = {
        "f1": (2 * total.matched, total.gold + total.guessed),
        "precision": (total.matched, total.guessed),
        "recall": (total.matched, total.gold),
        "exact": (total.exact, total.sentences),
        "tags": (total.tags, total.words),
    }
    figures = {name: round(100 * part / whole, 2) if whole else 0.0 for name, (part, whole) in shares.items()}
    return figures | {"sentences": total.sentences}
