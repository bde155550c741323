"""Masked sentences: where a parsed text could hold words that a reference grammar knows for its phrases.

The first half of Algorithm 1: sentences are parsed, each once a process; every production of a tree is compared with
those of the grammar that have the same left side and hold its right side and more; each part of speech more is a mask.
:mod:`hf_robust.capability.expansion.fill` puts words there.

Source: S2LCT, final paper, section 3.2.1 and Algorithm 1; draft, Algorithm 1 for the probabilities.
"""

import math
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from hf_robust.language.constituency.grammar import ReferenceGrammar
from hf_robust.language.constituency.parsed_text import ParsedText
from hf_robust.language.constituency.productions import insertions

SYMBOLS = frozenset("CC CD DT JJ JJR JJS NN NNS PDT PRP$ RB RBR RBS".split())
"""Parts of speech that may become masks: of words in small letters that a phrase takes as it is. Names and punctuation
are no such words; prepositions, verbs, pronouns and the like want a phrase of their own: of some 100 masks for them,
drawn over SST, not one got a word that held, while they were a fifth of all."""
_CLAUSES = frozenset("S SBAR VP".split())
_PLACINGS = 64  # of the same symbols in one phrase; long runs of one symbol have very many


class Mask(NamedTuple):
    """One way to extend one phrase.

    Args:
        gaps: For each word to be added the gap, which is the number of the word that follows, and its tag.
        lhs: Symbol of the phrase.
        rhs: The right side it would get.
        probability: Of that right side given the left one.
        log_probability: The same times the probabilities of the productions above, as a natural logarithm.
    """

    gaps: tuple[tuple[int, str], ...]
    lhs: str
    rhs: tuple[str, ...]
    probability: float
    log_probability: float


def masks(
    piece: ParsedText, grammar: ReferenceGrammar, most: int = 2, least: int = 1, phrases: bool = False
) -> list[Mask]:
    """All masked sentences of a text, the most probable first.

    Args:
        piece: From :func:`hf_robust.language.constituency.parsed_text.parse_texts`.
        grammar: The reference grammar.
        most: Most words that are added at a time.
        least: How often the treebank must have the production.
        phrases: Whether an adverb phrase that is added stands for its one adverb; parsers write most adverbs so.

    Returns:
        One for each choice of places and tags: that of the most probable production that gives it. Productions that
        add a phrase, a tag that no word in small letters can have, or one tag twice give none; nor does a conjunction
        that is added without what it joins, unless a sentence begins with it.

    Example:
        >>> from hf_robust.language.constituency.parsed_text import parse_texts
        >>> from hf_robust.language.constituency.parsers import constituency_parser
        >>> (piece,) = parse_texts(["Or both ."], constituency_parser("embedded"), "embedded")
        >>> grammar = ReferenceGrammar({("NP", ("DT",)): 1, ("NP", ("DT", "NNS")): 3}, {"DT": 4, "NNS": 3})
        >>> [(mask.gaps, mask.rhs, mask.probability) for mask in masks(piece, grammar)]
        [(((2, 'NNS'),), ('DT', 'NNS'), 0.75)]
    """
    best: dict[tuple, Mask] = {}
    starts = {first for first, _ in piece.sentences}
    for phrase in piece.phrases:
        above = None
        for rhs, probability, placings in _placings(grammar, phrase.lhs, phrase.rhs, most, least, phrases):
            above = grammar.log_probability(phrase.above) if above is None else above
            for placing in placings:
                places = tuple((phrase.gaps[child], tag) for child, tag in placing)
                mask = Mask(places, phrase.lhs, rhs, probability, math.log(probability) + above)
                alone = len(places) == 1 and places[0][1] == "CC" and places[0][0] not in starts
                if not alone and _better(mask, best.get(places)) and all(piece.gap(gap) for gap, _ in places):
                    best[places] = mask
    return sorted(best.values(), key=lambda mask: (-mask.log_probability, mask.gaps))


def _better(new: Mask, old: Mask | None) -> bool:
    return old is None or (new.log_probability, new.rhs) > (old.log_probability, old.rhs)


def _adverbs_as_phrases(lhs: str, added: list[str]) -> list[str]:
    """The tags of what is added: a phrase of a clause stands for its adverb; a noun phrase takes it alone."""
    spelled = {"ADVP": "RB" if lhs in _CLAUSES else "ADVP", "RB": "RB" if lhs == "NP" else ""}
    return [spelled.get(symbol, symbol) for symbol in added]


@lru_cache(maxsize=20_000)
def _placings(
    grammar: ReferenceGrammar, lhs: str, rhs: tuple[str, ...], most: int, least: int, phrases: bool
) -> tuple[tuple[tuple[str, ...], float, tuple[tuple[tuple[int, str], ...], ...]], ...]:
    """Longer right sides, their probabilities, and before which children which tags are added."""
    extensions = []
    for weighted in grammar.extensions(lhs, rhs):
        if len(weighted.rhs) - len(rhs) > most or weighted.count < least:
            continue
        placings: dict[tuple[tuple[int, str], ...], None] = {}
        for added in islice(insertions(rhs, weighted.rhs), _PLACINGS):
            tags = [weighted.rhs[place] for place in added]
            if phrases:
                tags = _adverbs_as_phrases(lhs, tags)
            if SYMBOLS.issuperset(tags) and len(set(tags)) == len(tags):
                # so many of the children stand before: those before in all, less the added ones
                placings[tuple((place - n, tag) for n, (place, tag) in enumerate(zip(added, tags)))] = None
        if placings:
            extensions.append((weighted.rhs, weighted.probability, tuple(placings)))
    return tuple(extensions)
