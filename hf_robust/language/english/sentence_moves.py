"""Which sentences of a text can move to its beginning or its end, and the pronouns that become names there."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.language.english.back_references import refers_back
from hf_robust.language.english.closed_classes import INDEFINITE_ARTICLES, POSSESSIVES_THIRD
from hf_robust.language.english.passages import token_sentences
from hf_robust.language.english.sentence_reordering import is_balanced
from hf_robust.language.english.verbs import children

_ENDS = '.!?"”’)]'
_PERSONS = {"he": "", "she": "", "his": "'s", "her": "'s"}
_THINGS = {"it": ("NN", "NNP"), "they": ("NNS", "NNPS"), "its": ("NN", "NNP"), "their": ("NNS", "NNPS")}
_LONGEST_NAME = 6  # tokens of what replaces a pronoun
_OPENING = 5  # tokens in which a definite noun opens a sentence
_NEW_THINGS = INDEFINITE_ARTICLES | {"no", "some", "this"}  # before a noun that stands for no name
_NO_NAME = frozenset({"PRON", "SCONJ", "VERB", "ADP", "PUNCT"})


class SentenceMove(NamedTuple):
    """Two adjacent blocks of sentences that trade places.

    Args:
        left: Where the first block stands.
        right: Where the second block stands.
        block: Which of the two is the block that moves: 0 or 1.
        names: The edits that replace pronouns with names.
    """

    left: Offsets
    right: Offsets
    block: int
    names: tuple[Edit, ...]

    @property
    def moved(self) -> Offsets:
        """Where the block that moves stands."""
        return (self.left, self.right)[self.block]


def sentence_moves(doc: Doc, to_front: bool, to_end: bool) -> Iterator[SentenceMove]:
    """The moves after which each pronoun, connective and definite noun still has what it refers to before it.

    A block is a sentence with the following sentences that lean on it. A pronoun that begins a sentence and would lose
    its antecedent becomes a name, where only one name can be meant.

    Args:
        doc: A parsed text.
        to_front: Whether blocks may move to the beginning.
        to_end: Whether blocks may move to the end.
    """
    text = _Text(doc)
    size = len(text.bounds)
    if size < 2 or doc.text.rstrip()[-1:] not in _ENDS:
        return
    # the followers of a sentence move with it, and stay with a name in place of a pronoun only if nothing else can move
    for may_name_next in (False, True):
        moves = [_move(text, first, to_front, to_end, may_name_next) for first in range(size)]
        found = [move for move in moves if move is not None]
        if found:
            yield from found
            return


def _move(text: "_Text", first: int, to_front: bool, to_end: bool, may_name_next: bool) -> SentenceMove | None:
    """The move of the smallest block that begins with a sentence."""
    size = len(text.bounds)
    for stop in range(first + 1, size + 1):
        if to_end and stop < size and (names := text.to_end(first, stop, may_name_next)) is not None:
            return SentenceMove(text.span(first, stop), text.span(stop, size), 0, names)
        if to_front and first and (names := text.to_front(first, stop)) is not None:
            return SentenceMove(text.span(0, first), text.span(first, stop), 1, names)
        if stop < size and not text.refers[stop]:
            return None
    return None


class _Text:
    """The sentences of a text with what each refers to."""

    def __init__(self, doc: Doc):
        self.doc, self.tokens = doc, doc.tokens
        self.bounds = token_sentences(doc)
        self.refers = [refers_back(self.tokens, *one) for one in self.bounds]
        self._told = [_nouns(self.tokens, *one) for one in self.bounds]
        self._known = [_definites(self.tokens, *one) for one in self.bounds]
        self._runs = [_names(self.tokens, *one) for one in self.bounds]

    def span(self, first: int, stop: int) -> Offsets:
        """The characters of some sentences."""
        return self.tokens[self.bounds[first][0]].start, self.tokens[self.bounds[stop - 1][1] - 1].end

    def to_end(self, first: int, stop: int, may_name_next: bool) -> tuple[Edit, ...] | None:
        """The names that pronouns become if a block moves to the end; None where it cannot move."""
        if not self._is_whole(first, stop) or not self._is_whole(stop, len(self.bounds)):
            return None
        told = set().union(*self._told[:first])
        if self._bridges(first, told) or self._bridges(stop, told):
            return None
        own = self._named(first)
        after = self._named(stop) if may_name_next or not self.refers[stop] else None
        if own is None or after is None or not self._survive_without(first, stop):
            return None
        return (*own, *after)

    def to_front(self, first: int, stop: int) -> tuple[Edit, ...] | None:
        """The names that pronouns become if a block moves to the beginning; None where it cannot move."""
        if not self._is_whole(first, stop) or not self._is_whole(0, first):
            return None
        if self.refers[first] or (stop < len(self.bounds) and self.refers[stop]):
            return None
        before = set().union(*self._told[:first])
        if stop < len(self.bounds) and self._bridges(stop, before):
            return None
        if any(not self._known[place].isdisjoint(before) for place in range(first, stop)):
            return None
        if _takes_as_known(self.tokens, *self.bounds[first]):
            return None
        full = [run for place in range(first) for run in self._runs[place]]
        return None if any(_shortens(run, full) for place in range(first, stop) for run in self._runs[place]) else ()

    def _is_whole(self, first: int, stop: int) -> bool:
        start, end = self.span(first, stop)
        text = self.doc.text[start:end]
        return is_balanced(text) and text[-1:] in _ENDS and not self.doc.is_kept(start, end)

    def _bridges(self, place: int, told: set[str]) -> bool:
        """Whether a sentence begins with "the" of a noun that only the sentence before it explains: "The findings"."""
        start, end = self.bounds[place]
        if self.tokens[start].text.lower() != "the":
            return False
        return not _definites(self.tokens, start, min(end, start + _OPENING)) <= told

    def _survive_without(self, first: int, stop: int) -> bool:
        """Whether the sentences behind a block name in full what they know from it."""
        block_told = set().union(*self._told[first:stop])
        block_runs = [run for place in range(first, stop) for run in self._runs[place]]
        told = set().union(*self._told[:first])
        runs = [run for place in range(first) for run in self._runs[place]]
        for place in range(stop, len(self.bounds)):
            if (self._known[place] & block_told) - told:
                return False
            if any(_shortens(run, block_runs) and not _shortens(run, runs) for run in self._runs[place]):
                return False
            told |= self._told[place]
            runs += self._runs[place]
        return True

    def _named(self, place: int) -> tuple[Edit, ...] | None:
        """The edit that gives a sentence the name of what it speaks of; none where it refers to nothing."""
        start, end = self.bounds[place]
        if not self.refers[place]:
            return ()
        pronoun = self.tokens[start]
        word = pronoun.text.lower()
        if word not in _PERSONS and word not in _THINGS:
            return None
        name = self._antecedent(place, word)
        if name is None or not self.doc.is_free(pronoun.start, pronoun.end):
            return None
        own, many = word in POSSESSIVES_THIRD, word in ("they", "their")
        named = pronoun._replace(text=name.split()[-1], pos="PROPN", tag="NNPS" if many else "NNP", dep="nsubj")
        if refers_back([*self.tokens[:start], named, *self.tokens[start + 1 : end]], start, end):
            return None
        new = name + ("'" if own and name.endswith("s") else "'s" if own else "")
        return (Edit(pronoun.start, pronoun.end, new[0].upper() + new[1:]),)

    def _antecedent(self, place: int, word: str) -> str | None:
        """The only name that a pronoun at the beginning of a sentence can mean."""
        start = self.tokens[self.bounds[place][0]].start
        if word in _PERSONS:
            people = [one for one in self.doc.entities if one.label.startswith("PER") and one.end <= start]
            names = [self.doc.text[one.start : one.end].removesuffix("'s").removesuffix("’s") for one in people]
            longest = max(names, key=lambda name: len(name.split()), default="")
            same = all(set(name.split()) <= set(longest.split()) for name in names)
            return longest if longest and same else None
        if not place:
            return None
        first, end = self.bounds[place - 1]
        heads = [
            n for n in range(first, end) if self.tokens[n].tag in _THINGS[word] and self.tokens[n].dep not in _INNER
        ]
        if len(heads) != 1 or not self.tokens[heads[0]].dep.startswith("nsubj"):
            return None
        return _phrase(self.doc, heads[0], first)


_INNER = ("compound", "flat", "nmod", "appos", "nmod:poss")


def _phrase(doc: Doc, head: int, first: int) -> str | None:
    """A short noun phrase without what follows its head."""
    tokens, start = doc.tokens, head
    while (
        start > first and tokens[start - 1].head in range(start - 1, head + 1) and tokens[start - 1].pos not in _NO_NAME
    ):
        start -= 1
    stop = head + 1
    while stop < len(tokens) and tokens[stop].dep == "flat" and tokens[stop].head == head:
        stop += 1
    if stop - start > _LONGEST_NAME or any(tokens[n].pos in _NO_NAME for n in range(start, stop)):
        return None
    if tokens[start].pos not in ("DET", "PROPN") or tokens[start].text.lower() in _NEW_THINGS:
        return None
    if any(tokens[n].dep in ("nmod", "acl", "acl:relcl", "conj") for n in children(tokens, head) if n > head):
        return None
    text = doc.text[tokens[start].start : tokens[stop - 1].end]
    return text if tokens[start].pos == "PROPN" else text[0].lower() + text[1:]


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
        if head.pos == "NOUN" and not told:
            found.add(head.lemma.lower())
    return found


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


def _takes_as_known(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether a sentence cannot open a text: it speaks of "the tunnels" or "other cities"."""
    if any(token.text.lower() in ("other", "others") for token in tokens[start:end]):
        return True
    return bool(_definites(tokens, start, end))
