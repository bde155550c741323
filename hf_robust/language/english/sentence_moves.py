"""Which sentences of a text can trade places with what stands before or behind them."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.language.english.back_references import refers_back
from hf_robust.language.english.closed_classes import (
    ADDITIONS,
    INDEFINITE_ARTICLES,
    NEXT_AND_LAST,
    OTHERS,
    POINTERS,
    RELATIVE_TIMES,
    STORY_TIMES,
    TIMES_OF_CLAUSES,
)
from hf_robust.language.english.passages import token_sentences
from hf_robust.language.english.sentence_reordering import content_stems, is_balanced, names_time
from hf_robust.language.english.written_out import WrittenOut, written_out

_YEAR = re.compile(r"(?<![\w,.])(?:1[0-9]|20)\d\d(?![\w,]\d|\w)")
_ENDS = '.!?"”’)]'
_OPENING = 3  # tokens in which a definite noun opens a sentence
_ANYWHERE = ADDITIONS | {"more", "again"} | {"too", "still", "both"}  # these add to what was said, wherever they stand


_SEQUENCE = (RELATIVE_TIMES | NEXT_AND_LAST | TIMES_OF_CLAUSES | STORY_TIMES | {"following", "then"}) - {
    "past",
    "when",
    "while",
}
_SORTS = frozenset({"type", "kind", "sort"})
_PARTS = frozenset({"version", "copy", "part", "portion"})
_MODIFYING = frozenset("PROPN NOUN ADJ X CCONJ NUM".split())
_TOLD_OF = frozenset("period time event incident process result case area region".split())


class SentenceMove(NamedTuple):
    """Two adjacent blocks of sentences that trade places.

    Args:
        left: Where the first block stands.
        right: Where the second block stands.
        block: Which of the two is the block that moves: 0 or 1.
        edits: What is written out in both and in the sentence behind them: a name for a pronoun.
    """

    left: Offsets
    right: Offsets
    block: int
    edits: tuple[Edit, ...] = ()

    @property
    def moved(self) -> Offsets:
        """Where the block that moves stands."""
        return (self.left, self.right)[self.block]


def sentence_moves(doc: Doc, to: str, writes_out: bool = False) -> Iterator[SentenceMove]:
    """The moves after which each pronoun, connective and definite noun still has what it refers to before it.

    A block is a sentence with the following sentences that refer to it. It moves past one or more other blocks. Blocks
    that say when something was stay in their order.

    Args:
        doc: A parsed text.
        to: Where blocks may move: ``front``, ``end`` or ``any``.
        writes_out: Whether a sentence that refers to the one before it gets a name for its pronoun, so that it can
            stand alone.
    """
    blocks = _blocks(doc, writes_out)
    size = len(blocks)
    if size < 2:
        return
    told = [frozenset[str]()]
    for one in blocks:
        told.append(told[-1] | one.told)
    for place in range(size):
        for other in range(place + 1, size):
            if not _may_precede(blocks, told, place, other):
                break
            if to == "any" or (to == "end" and other == size - 1):
                yield _move(blocks, place, place + 1, other, 0)
        for other in reversed(range(place)):
            if not _may_precede(blocks, told, other, place):
                break
            if (place - other > 1 and to == "any") or (to == "front" and not other):
                yield _move(blocks, other, place, place, 1)


def _move(blocks: Sequence["_Block"], left: int, right: int, last: int, block: int) -> SentenceMove:
    """The move in which the blocks from ``left`` to before ``right`` and those up to ``last`` trade places."""
    begun = [blocks[place] for place in (left, right, last + 1) if 0 < place < len(blocks)]
    edits = tuple(edit for one in begun for edit in one.edits)
    whole = (blocks[left].span[0], blocks[right - 1].span[1]), (blocks[right].span[0], blocks[last].span[1])
    return SentenceMove(*whole, block, edits)


class _Block(NamedTuple):
    """A sentence with those that refer to it.

    Args:
        span: Where it stands.
        whole: Whether it may move: it ends with a mark, and its quotations and brackets end in it. Nothing moves past
            another one.
        refers: Whether it refers to what stands before it.
        opens: Whether it can open another text, for what it takes as known.
        timed: Whether it says when something was.
        dated: Whether it names a year.
        ordered: Whether it says that by what was before or after.
        told: The nouns in it.
        known: The nouns that it takes as known.
        compares: Whether it compares a thing with what was told: "other examples", "cities of this type".
        runs: Its names.
        stems: The beginnings of its words in small letters.
        bare: The beginnings of the words that need what was told: a noun without article that opens it
            ("Consolidation" after "was consolidated"), and "pneumonic" in "the pneumonic hypothesis".
        edits: What is written out in its first sentence, so that it refers to nothing.
    """

    span: Offsets
    whole: bool
    refers: bool
    opens: bool
    timed: bool
    dated: bool
    ordered: bool
    told: frozenset[str]
    known: frozenset[str]
    compares: bool
    runs: tuple[tuple[str, ...], ...]
    stems: frozenset[str]
    bare: frozenset[str]
    edits: tuple[Edit, ...] = ()


def _blocks(doc: Doc, writes_out: bool) -> list[_Block]:
    tokens, found, told = doc.tokens, list[tuple[int, int]](), set[str]()
    clear: dict[int, WrittenOut] = {}  # by the first token of a block
    before, means = (0, 0), ""
    for first, end in token_sentences(doc):
        adds = any(token.text.lower() in _ANYWHERE - {"also"} for token in tokens[first:end])
        # "The findings were ..." after a sentence that only implies them
        bare = end - first > 2 and tokens[first + 1].pos == "NOUN" and tokens[first + 2].pos in ("VERB", "AUX")
        implied = bare and not _opening(tokens, first, end) <= told
        # a quotation of several sentences is one block
        quoted = found and not is_balanced(doc.text[tokens[found[-1][0]].start : tokens[found[-1][1] - 1].end])
        also = any(token.text == "also" for token in tokens[first:end])
        refers = also or refers_back(tokens, first, end)
        new = written_out(doc, first, end, before, means) if writes_out and found and refers else None
        if found and (quoted or adds or implied or (refers and new is None)):
            found[-1] = (found[-1][0], end)
        else:
            found.append((first, end))
            if new is not None:
                clear[first] = new
        told |= _nouns(tokens, first, end)
        before, means = (first, end), new.means if new is not None else ""
    return [_block(doc, first, end, clear.get(first)) for first, end in found]


def _block(doc: Doc, first: int, end: int, new: WrittenOut | None) -> _Block:
    start, stop = doc.tokens[first].start, doc.tokens[end - 1].end
    text = doc.text[start:stop]
    tokens, opens = (doc.tokens, first) if new is None else (new.tokens, new.first)
    words = {token.text.lower() for token in tokens[first:end]}
    named = frozenset() if new is None else frozenset(new.means.lower().split())
    return _Block(
        (start, stop),
        is_balanced(text) and text[-1:] in _ENDS,
        (refers := refers_back(tokens, opens, end)),
        not refers and not _takes_as_known(tokens, opens, end),
        names_time(text),
        _YEAR.search(text) is not None,
        not _SEQUENCE.isdisjoint(words),
        frozenset(_nouns(tokens, opens, end)) | named,
        frozenset(_definites(tokens, opens, end) | _known_names(tokens, opens, end)),
        _compares(tokens, opens, end),
        tuple(_names(tokens, opens, end)),
        content_stems(" ".join(token.text for token in tokens[opens:end] if token.text.islower())),
        (content_stems(tokens[opens].text) if tokens[opens].tag in ("NN", "NNP") else frozenset())
        | content_stems(" ".join(_known_kinds(tokens, opens, end))),
        () if new is None else new.edits,
    )


def _may_precede(blocks: Sequence[_Block], told: Sequence[frozenset[str]], before: int, place: int) -> bool:
    """Whether a block can stand before an earlier one.

    Args:
        told: The nouns that stand before each block.
        before: The earlier block.
        place: The block that would stand before it.
    """
    first, second = blocks[before], blocks[place]
    if not (first.whole and second.whole):
        return False
    # two times can be told in any order if both are years, or if they are of different things
    free = (first.dated and second.dated) or first.told.isdisjoint(second.told)
    if first.timed and second.timed and (first.ordered or second.ordered or not free):
        return False
    if (
        first.compares  # it stays behind what it compares with
        or second.compares
        or not second.bare.isdisjoint(first.stems)
        or (not before and (first.refers or not second.opens))
    ):
        return False
    if not second.known.isdisjoint(first.told - told[before]):
        return False
    return not any(_shortens(run, first.runs) for run in second.runs)


def _nouns(tokens: Sequence[Token], start: int, end: int) -> set[str]:
    return {token.lemma.lower() for token in tokens[start:end] if token.pos in ("NOUN", "PROPN")}


def _definites(tokens: Sequence[Token], start: int, end: int) -> set[str]:
    """The nouns that a sentence takes as known: those with "the" and nothing that tells which one is meant."""
    found = set()
    for place in range(start, end):
        token = tokens[place]
        if token.text.lower() != "the" or token.dep != "det":
            continue
        head = tokens[token.head]
        told = any(other.head == token.head and n > token.head for n, other in enumerate(tokens[start:end], start))
        told = told and tokens[token.head + 1].text != ","  # ", which ..." does not tell which one is meant
        # "the merged Zorp" is known by what happened to it
        happened = head.pos == "PROPN" and tokens[place + 1].tag == "VBN"
        same = tokens[place + 1].text.lower() == "same"  # "the same bargain" is one that was told of
        if (head.pos == "NOUN" or happened) and (same or not told):
            found.add(head.lemma.lower())
    return found


def _known_names(tokens: Sequence[Token], start: int, end: int) -> set[str]:
    """The names that modify a noun with "the": Jones and Briffa in "the Jones and Briffa reconstructions"."""
    found = set()
    for place in range(start, end):
        if tokens[place].text.lower() != "the":
            continue
        last = place + 1
        while last < end and (tokens[last].pos in _MODIFYING or tokens[last].text == "."):  # "Jones et al."
            last += 1
        phrase = tokens[place + 1 : last]
        if phrase and phrase[-1].pos == "NOUN":
            found |= {token.lemma.lower() for token in phrase if token.pos == "PROPN"}
    return found


def _known_kinds(tokens: Sequence[Token], start: int, end: int) -> list[str]:
    """The adjectives that tell which thing with "the" is meant: "the pneumonic hypothesis"."""
    found = []
    for place in range(start, end - 1):
        after = tokens[place + 1]
        if tokens[place].text.lower() == "the" and after.tag in ("JJ", "VBN") and after.dep == "amod":
            found.append(after.text.lower())
    return found


def _compares(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether some words of a sentence compare a thing with what was told."""
    if any(_is_other(tokens, n) and tokens[n].text != "Other" for n in range(start, end - 1)):
        return True
    for one, other in pairwise(tokens[start:end]):
        word, after = one.text.lower(), other.text.lower()
        if (word == "similar" and after != "to") or (word == "the" and after in ("former", "latter")):
            return True
        if word in POINTERS and other.lemma.lower() in _SORTS:
            return True
    # "A version was ..." is one of what was told of
    opens = [token.text.lower() for token in tokens[start : min(end, start + _OPENING)]]
    return opens[0] in INDEFINITE_ARTICLES and opens[1:2] != [] and opens[1] in _PARTS and opens[2:] != ["of"]


def _is_other(tokens: Sequence[Token], place: int) -> bool:
    """Whether a word means other things than were told, and not than its sentence tells: "steel and other metals"."""
    listed = place > 0 and tokens[place - 1].text.lower() in ("and", "or")
    after = tokens[place + 1].text.lower() if place + 1 < len(tokens) else ""
    return tokens[place].text.lower() in OTHERS and not listed and after != "than"


def _names(tokens: Sequence[Token], start: int, end: int) -> list[tuple[str, ...]]:
    """The runs of capitals of a sentence: its names."""
    runs, run = list[tuple[str, ...]](), list[str]()
    for token in (*tokens[start:end], None):
        if token is not None and token.pos == "PROPN":
            run.append(token.text)
        elif run:
            runs.append(tuple(run))
            run = []
    return runs


def _shortens(run: tuple[str, ...], others: Sequence[tuple[str, ...]]) -> bool:
    """Whether a name is the last part of a longer one, and the longer one is not shortened by it elsewhere."""
    return run not in others and any(len(other) > len(run) and set(run) <= set(other) for other in others)


def _opening(tokens: Sequence[Token], start: int, end: int) -> set[str]:
    """The nouns that the beginning of a sentence takes as known: "The tunnels were ..."."""
    return _definites(tokens, start, min(end, start + _OPENING))


def _takes_as_known(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether a sentence cannot open a text: it begins with "the tunnels" or speaks of "other cities"."""
    others = any(_is_other(tokens, place) for place in range(start, end))
    named = start + 1 < end and tokens[start + 1].text[:1].isupper()
    # "the period" is one that was told of
    others = others or not _definites(tokens, start, end).isdisjoint(_TOLD_OF)
    return others or (tokens[start].text.lower() == "the" and not named) or bool(_opening(tokens, start, end))
