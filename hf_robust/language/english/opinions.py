"""What a text says of its aspects: the words the data names, else those that the tree ties to them."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from hf_robust.core.doc import Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.language.english.clause_parts import clause_of
from hf_robust.language.english.opinion_words import said_at
from hf_robust.language.english.sentiment_words import NEGATORS, OTHER, polar_words
from hf_robust.language.english.verbs import children

_START, _END = itemgetter(0), itemgetter(1)


class Aspect(NamedTuple):
    """One aspect of a text.

    Args:
        start: Where it begins.
        end: Where it ends.
        opinions: Where words stand that judge it.
    """

    term: str
    start: int
    end: int
    polarity: str
    opinions: tuple[Offsets, ...]


class Turn(NamedTuple):
    """An aspect whose judgment is reversed, and the edits that do it.

    Args:
        doc: The text, with tags, lemmas and trees.
        aspects: All aspects.
        target: Index of the aspect.
        together: Indices of all aspects that are reversed.
        edits: The edits, sorted.
    """

    doc: Doc
    aspects: Sequence[Aspect]
    target: int
    together: Collection[int]
    edits: Sequence[Edit]

    @property
    def own(self) -> Aspect:
        """The aspect that is reversed."""
        return self.aspects[self.target]

    def changed(self) -> list[int]:
        """The tokens that an edit replaces, in part or as a whole."""
        tokens = enumerate(self.doc.tokens)
        return [n for n, t in tokens if any(t.start < e.end and e.start < t.end for e in self.edits)]

    def negates(self) -> bool:
        """Whether an edit puts in a negation."""
        return any(negates(edit) for edit in self.edits)


def negates(edit: Edit) -> bool:
    """Whether an edit puts in a negation.

    Example:
        >>> negates(Edit(4, 9, "did not like")), negates(Edit(4, 9, "hated"))
        (True, False)
    """
    text = edit.text.strip().lower()
    return text in NEGATORS or text.startswith(("does not", "do not", "did not"))


def aspects_of(doc: Doc, values: Iterable[Mapping[str, Any]]) -> list[Aspect]:
    """The aspects of a row, with the words that judge them.

    Args:
        doc: The text, with tags, lemmas and trees.
        values: ``{term, start, end, polarity, opinions}``; without ``opinions`` they are looked for.

    Example:
        >>> doc = Doc.tagged("tasty/ADJ/JJ//amod/2 soup/NOUN/NN//root/0")
        >>> aspects_of(doc, [{"term": "soup", "start": 6, "end": 10, "polarity": "positive"}])[0].opinions
        ((0, 5),)
    """
    found = []
    for one in values:
        named = tuple(dict.fromkeys((part["start"], part["end"]) for part in one.get("opinions") or ()))
        polarity = one.get("polarity") or ""
        if not named and polarity in OTHER:
            named = _found_by_tree(doc, one["start"], one["end"], polarity)
        found.append(Aspect(one["term"], one["start"], one["end"], polarity, named))
    return found


def overlapping(tokens: Sequence[Token], start: int, end: int) -> range:
    """The tokens that share characters with a piece of text."""
    return range(bisect_right(tokens, start, key=_END), bisect_left(tokens, end, key=_START))


def head_of(tokens: Sequence[Token], start: int, end: int) -> int | None:
    """The token of a piece of text on which the others hang."""
    inside = overlapping(tokens, start, end)
    return next((n for n in inside if tokens[n].head not in inside or tokens[n].head == n), None)


def _found_by_tree(doc: Doc, start: int, end: int, polarity: str) -> tuple[Offsets, ...]:
    tokens = doc.tokens
    head = head_of(tokens, start, end)
    if head is None:
        return ()
    near = [n for n in children(tokens, head) if tokens[n].dep == "amod"]
    top = head
    while tokens[top].dep == "conj" and tokens[tokens[top].head].pos in ("NOUN", "PROPN"):
        top = tokens[top].head  # "the food and the wine were good"
    above = tokens[top].head
    if above != top and above >= 0:
        near += _of_clause(tokens, top, above)
    near += [
        c
        for n in near
        for c in children(tokens, n)
        if tokens[c].dep == "conj"
        and tokens[c].pos == tokens[n].pos
        and not any(tokens[m].dep.startswith("nsubj") for m in children(tokens, c))
    ]
    said = dict(polar_words(tokens, sorted(set(near))))
    if not said:
        said = _in_clause(tokens, head)
    if not said and polarity == "positive" and tokens[top].dep == "obj" and tokens[above].text.lower() == "try":
        return ((tokens[above].start, tokens[above].end),)
    if not said or set(said.values()) != {polarity}:
        return ()
    return tuple((tokens[n].start, tokens[n].end) for n in said)


def _in_clause(tokens: Sequence[Token], head: int) -> dict[int, str]:
    """The word of the table that judges in the clause of an aspect, if it is the only one there and no adjective of
    another noun.
    """
    clause = clause_of(tokens, head)
    inside = [n for n, token in enumerate(tokens) if token.sent == tokens[head].sent and clause_of(tokens, n) == clause]
    found = [n for n in inside if said_at(tokens, n) is not None and tokens[n].dep not in ("compound", "nmod")]
    plain_ones = [n for n in found if tokens[n].dep != "amod" or tokens[n].head in (head, clause)]
    return {n: str(said_at(tokens, n)) for n in found} if len(found) == len(plain_ones) == 1 else {}


def _of_clause(tokens: Sequence[Token], head: int, above: int) -> list[int]:
    """The words of a clause that judge its subject or object."""
    dep = tokens[head].dep.split(":")[0]
    if dep == "nsubj" and tokens[above].pos in ("ADJ", "NOUN"):
        return [above, *(n for n in children(tokens, above) if tokens[n].dep == "amod")]
    if dep == "nsubj" and tokens[above].pos in ("VERB", "AUX"):
        below = [n for n in children(tokens, above) if tokens[n].dep in ("xcomp", "acomp", "advmod") and n > above]
        return [above, *below]
    if dep == "obj" and tokens[above].pos == "VERB":
        return [above]
    return []
