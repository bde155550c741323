"""Masked sentences: where a parsed text could hold words that a reference grammar knows for its phrases.

The first half of Algorithm 1: sentences are parsed, each once a process; every production of a tree is compared with
those of the grammar that have the same left side and hold its right side and more; each part of speech more is a mask.
:mod:`hf_robust.capability.expansion.fill` puts words there.

Source: S2LCT, final paper, section 3.2.1 and Algorithm 1; draft, Algorithm 1 for the probabilities.
"""

import math
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

from hf_robust.core.edits import Offsets
from hf_robust.language.annotation import annotate_values
from hf_robust.language.constituency.grammar import ReferenceGrammar
from hf_robust.language.constituency.parsers import ConstituencyParser
from hf_robust.language.constituency.productions import insertions, is_tag_node, normalised, production

if TYPE_CHECKING:
    from nltk import Tree

SYMBOLS = frozenset("CC CD DT JJ JJR JJS NN NNS PDT PRP$ RB RBR RBS".split())
"""Parts of speech that may become masks: of words in small letters that a phrase takes as it is. Names and punctuation
are no such words; prepositions, verbs, pronouns and the like want a phrase of their own: of some 100 masks for them,
drawn over SST, not one got a word that held, while they were a fifth of all."""
_KEPT = 10_000  # sentences whose trees are remembered
_PLACINGS = 64  # of the same symbols in one phrase; long runs of one symbol have very many
_ENDS = frozenset(".!?…")
_OPENERS = frozenset([*"([{“‘«¿¡", "``"])
_CLITICS = ("'", "’", "n't", "n’t")


class Phrase(NamedTuple):
    """A phrase of a tree.

    Args:
        lhs: Its symbol.
        rhs: The symbols of its children.
        gaps: Where a word may be added: the number of the word before which each child begins, and at last the number
            of the word after the phrase.
        above: The productions of its ancestors.
    """

    lhs: str
    rhs: tuple[str, ...]
    gaps: tuple[int, ...]
    above: tuple[tuple[str, tuple[str, ...]], ...]


class Mask(NamedTuple):
    """One way to extend one phrase.

    Args:
        places: For each word to be added the gap, which is the number of the word that follows, and its tag.
        lhs: Symbol of the phrase.
        rhs: The right side it would get.
        probability: Of that right side given the left one.
        log_probability: The same times the probabilities of the productions above, as a natural logarithm.
    """

    places: tuple[tuple[int, str], ...]
    lhs: str
    rhs: tuple[str, ...]
    probability: float
    log_probability: float


class Piece(NamedTuple):
    """A text that is expanded: tokens, tags and phrases.

    Args:
        text: As it stands in the seed.
        tokens: Offsets of its tokens.
        tags: Their Penn tags.
        pos: Universal part of speech of its first token.
        sentences: First token of each sentence and the token after its last.
        phrases: Of all its sentences.
    """

    text: str
    tokens: tuple[Offsets, ...]
    tags: tuple[str, ...]
    pos: str
    sentences: tuple[Offsets, ...]
    phrases: tuple[Phrase, ...]

    def word(self, number: int) -> str:
        """A token's text."""
        start, end = self.tokens[number]
        return self.text[start:end]

    def gap(self, number: int) -> tuple[int, str, str] | None:
        """Where and how a word is written before a token.

        Args:
            number: Of the token; one more than the last for the end.

        Returns:
            Offset, and what stands before and after the new word; None where none can stand (``is| n't``,
            ``New| York``).

        Example:
            >>> piece = Piece("Or both.", ((0, 2), (3, 7), (7, 8)), ("CC", "DT", "."), "CCONJ", (), ())
            >>> piece.gap(2), piece.gap(1), piece.gap(3)
            ((7, ' ', ''), (3, '', ' '), None)
        """
        if number == len(self.tokens):
            last = number - 1
            return (self.tokens[last][1], " ", "") if self.word(last)[-1].isalnum() else None
        start, following = self.tokens[number][0], self.word(number)
        if number and self.tags[number - 1].startswith("NNP") and self.tags[number].startswith("NNP"):
            return None
        if following.lower().startswith(_CLITICS):
            return None
        if number == 0 or self.text[start - 1].isspace() or self.word(number - 1) in _OPENERS:
            return start, "", " "
        closing = not any(map(str.isalnum, following)) and following[0] not in "-‐‑–/_@#&*$"
        return (start, " ", "") if closing and self.word(number - 1)[-1].isalnum() else None


def pieces(texts: Sequence[str], parser: ConstituencyParser, name: Hashable, nlp: str | None = None) -> list[Piece]:
    """Annotate and parse texts, sentence by sentence; all new sentences go through the parser together.

    Args:
        texts: Any number of texts.
        parser: The parser.
        name: What stands for it in the memory of parsed sentences.
        nlp: spaCy pipeline, name or folder.

    Example:
        >>> from hf_robust.language.constituency.parsers import constituency_parser
        >>> (piece,) = pieces(["Or both ."], constituency_parser("embedded"), "embedded")
        >>> [(phrase.lhs, phrase.rhs) for phrase in piece.phrases][-1]
        ('NP', ('DT',))
    """
    noted = annotate_values(texts, {"pos", "dep"}, nlp)
    sentences = [list(_sentences(row["token"], row["sent"])) for row in noted]
    parsed = _parsed([words for row in sentences for _, words in row], parser, name)
    found = []
    for text, row, cut in zip(texts, noted, sentences):
        phrases = [_moved(phrase, first) for first, words in cut for phrase in parsed[words]]
        tokens = tuple(zip(row["start"], row["end"]))
        bounds = tuple((first, first + len(words)) for first, words in cut)
        found.append(Piece(text, tokens, tuple(row["tag"]), (row["pos"] or [""])[0], bounds, tuple(phrases)))
    return found


def _sentences(words: Sequence[str], numbers: Sequence[int]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """First word and words of each sentence. One that does not end as sentences do goes on: the pipeline errs there."""
    first = 0
    for place in range(1, len(words) + 1):
        ended = place < len(words) and numbers[place] != numbers[place - 1] and words[place - 1][-1] in _ENDS
        if ended or place == len(words):
            yield first, tuple(words[first:place])
            first = place


def _moved(phrase: Phrase, by: int) -> Phrase:
    return phrase._replace(gaps=tuple(gap + by for gap in phrase.gaps)) if by else phrase


class Recent:
    """The answers that were used last.

    Args:
        kept: How many.

    Example:
        >>> recent = Recent(2)
        >>> recent.keep({"a": 1, "b": 2})
        >>> recent.keep({"c": 3})
        >>> recent.known("abc")
        {'b': 2, 'c': 3}
    """

    def __init__(self, kept: int):
        self._kept = kept
        self._found: OrderedDict[Hashable, Any] = OrderedDict()
        self._lock = Lock()

    def known(self, keys: Iterable[Hashable]) -> dict:
        """Those of the answers that are there."""
        with self._lock:
            return {key: self._found[key] for key in keys if key in self._found}

    def keep(self, found: Mapping[Hashable, Any]) -> None:
        """Remember answers; the ones that were used longest ago go."""
        with self._lock:
            for key, value in found.items():
                self._found[key] = value
                self._found.move_to_end(key)
            while len(self._found) > self._kept:
                self._found.popitem(last=False)


_PARSED = Recent(_KEPT)


def _parsed(
    sentences: Sequence[tuple[str, ...]], parser: ConstituencyParser, name: Hashable
) -> dict[tuple[str, ...], tuple[Phrase, ...]]:
    """Phrases by words; sentences that were parsed before are remembered."""
    keys = {(name, words): words for words in sentences}
    found = _PARSED.known(keys)
    new = [key for key in keys if key not in found]
    if new:
        trees = parser.parse_all([keys[key] for key in new])
        found.update(zip(new, map(phrases, trees)))
    _PARSED.keep(found)
    return {keys[key]: phrases_ for key, phrases_ in found.items()}


def phrases(tree: "Tree") -> tuple[Phrase, ...]:
    """The phrases of a tree from the top, first child first.

    Example:
        >>> from nltk import Tree
        >>> phrases(Tree.fromstring("(FRAG (CC Or) (NP (DT both)) (. .))"))[2]
        Phrase(lhs='NP', rhs=('DT',), gaps=(1, 2), above=(('TOP', ('FRAG',)), ('FRAG', ('CC', 'NP', '.'))))
    """
    found: list[Phrase] = []

    def walk(node: "Tree", first: int, above: tuple) -> int:
        if is_tag_node(node):
            return first + 1
        own = production(node)
        place = len(found)
        found.append(Phrase(*own, (), above))
        gaps = [first]
        for child in node:
            gaps.append(walk(child, gaps[-1], (*above, own)))
        found[place] = found[place]._replace(gaps=tuple(gaps))
        return gaps[-1]

    whole = normalised(tree)
    if len(whole):
        walk(whole, 0, ())
    return tuple(found)


def masks(piece: Piece, grammar: ReferenceGrammar, most: int = 2, least: int = 1) -> list[Mask]:
    """All masked sentences of a piece, the most probable first.

    Args:
        piece: From :func:`pieces`.
        grammar: The reference grammar.
        most: Most words that are added at a time.
        least: How often the treebank must have the production.

    Returns:
        One for each choice of places and tags: that of the most probable production that gives it. Productions that
        add a phrase, a tag that no word in small letters can have, or one tag twice give none; nor does a conjunction
        that is added without what it joins, unless a sentence begins with it.

    Example:
        >>> from hf_robust.language.constituency.parsers import constituency_parser
        >>> (piece,) = pieces(["Or both ."], constituency_parser("embedded"), "embedded")
        >>> grammar = ReferenceGrammar({("NP", ("DT",)): 1, ("NP", ("DT", "NNS")): 3}, {"DT": 4, "NNS": 3})
        >>> [(mask.places, mask.rhs, mask.probability) for mask in masks(piece, grammar)]
        [(((2, 'NNS'),), ('DT', 'NNS'), 0.75)]
    """
    found: dict[tuple, Mask] = {}
    starts = {first for first, _ in piece.sentences}
    for phrase in piece.phrases:
        above = None
        for rhs, probability, placings in _placings(grammar, phrase.lhs, phrase.rhs, most, least):
            above = grammar.log_probability(phrase.above) if above is None else above
            for placing in placings:
                places = tuple((phrase.gaps[child], tag) for child, tag in placing)
                mask = Mask(places, phrase.lhs, rhs, probability, math.log(probability) + above)
                alone = len(places) == 1 and places[0][1] == "CC" and places[0][0] not in starts
                if not alone and _better(mask, found.get(places)) and all(piece.gap(gap) for gap, _ in places):
                    found[places] = mask
    return sorted(found.values(), key=lambda mask: (-mask.log_probability, mask.places))


def _better(new: Mask, old: Mask | None) -> bool:
    return old is None or (new.log_probability, new.rhs) > (old.log_probability, old.rhs)


@lru_cache(maxsize=20_000)
def _placings(
    grammar: ReferenceGrammar, lhs: str, rhs: tuple[str, ...], most: int, least: int
) -> tuple[tuple[tuple[str, ...], float, tuple[tuple[tuple[int, str], ...], ...]], ...]:
    """Longer right sides, their probabilities, and before which children which tags are added."""
    found = []
    for weighted in grammar.extensions(lhs, rhs):
        if len(weighted.rhs) - len(rhs) > most or weighted.count < least:
            continue
        placings = {}
        for added in islice(insertions(rhs, weighted.rhs), _PLACINGS):
            tags = [weighted.rhs[place] for place in added]
            if SYMBOLS.issuperset(tags) and len(set(tags)) == len(tags):
                # so many of the children stand before: those before in all, less the added ones
                placings[tuple((place - n, tag) for n, (place, tag) in enumerate(zip(added, tags)))] = None
        if placings:
            found.append((weighted.rhs, weighted.probability, tuple(placings)))
    return tuple(found)
