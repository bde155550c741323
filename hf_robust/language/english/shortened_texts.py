"""Texts without clauses that a changed part does not need: what supports it, explains it or tells something else."""

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Annotation, Doc, Token
from hf_robust.core.edits import Edit, Offsets
from hf_robust.language.english.clause_parts import heads_clause
from hf_robust.language.english.closed_classes import CONCESSIVES, CONDITIONS, EITHER_OR, REASONS, WHEN_WHERE
from hf_robust.language.english.tense_signs import FINITE
from hf_robust.language.english.verbs import children, plain

_MOST = 6  # pieces that are looked at: each is a text more to try
_SHORT = 6  # words before a comma that are no clause
_LEAST = 2  # words that are left
_LEFT_OUT = frozenset({"advcl", "conj", "parataxis", "acl:relcl", "acl", "advcl:relcl", "discourse"})
_ALONE = frozenset({"conj", "advcl", "parataxis"})
_MARKS = REASONS | CONDITIONS | CONCESSIVES | WHEN_WHERE | {"so", "while", "before", "after", "until", "cause", "cuz"}
_PHRASES = frozenset({"because", "due", "compared", "considering", "unlike", "despite", "except", "thanks"})
_STATED = REASONS | {"cause", "cuz", "so"}  # what a clause with one of these says is so
_CLOSING = frozenset({".", "!", "?", "…", "...", ".."})
_BREAKS = frozenset({",", ";", ":", "-", "--", "–", "—", "...", ".."})


class ShortText(NamedTuple):
    """A text of which a part is left out.

    Args:
        doc: The text with the tokens that stay, at their old offsets.
        cuts: The edits that take the rest out.
    """

    doc: Doc
    cuts: tuple[Edit, ...]


class _Piece(NamedTuple):
    """Tokens that go, and the one that then heads its sentence."""

    places: frozenset[int]
    root: int = -1


def shortened_texts(doc: Doc, kept: Collection[Offsets]) -> Iterator[ShortText]:
    """Shorter versions of a text, each a sentence or sentences of good English; those with more words come first.

    Clauses, sentences and texts in brackets are left out; or a clause with its own subject stands alone.

    Args:
        doc: The text, with tags and trees.
        kept: Spans that stay.

    Example:
        >>> from hf_robust.core.edits import apply
        >>> tree = "Good/ADJ/JJ//amod/2 tea/NOUN/NN//root/2 ,/PUNCT/,//punct/6 so/SCONJ/IN//mark/6 I/PRON/PRP//nsubj/6"
        >>> doc = Doc.tagged(f"{tree} stayed/VERB/VBD//advcl/2 ./PUNCT/.//punct/2")
        >>> [apply(doc.text, short.cuts) for short in shortened_texts(doc, [(5, 8)])]
        ['Good tea .']
    """
    tokens = doc.tokens
    fixed = {n for n, token in enumerate(tokens) if any(token.start < end and start < token.end for start, end in kept)}
    pieces = [piece for piece in dict.fromkeys(_pieces(tokens)) if piece.places.isdisjoint(fixed)]
    pieces = sorted(pieces, key=lambda piece: (len(piece.places), min(piece.places)))[:_MOST]
    tried = set()
    all_of_them = frozenset().union(*(piece.places for piece in pieces))
    roots = [piece.root for piece in pieces if piece.root >= 0]
    for places, some in [*((piece.places, [piece.root]) for piece in pieces), (all_of_them, roots)]:
        words = sum(token.text[:1].isalnum() for n, token in enumerate(tokens) if n not in places)
        if places and places not in tried and words >= _LEAST:
            tried.add(places)
            yield _without(doc, places, [root for root in some if root >= 0])


def _below(tokens: Sequence[Token], place: int) -> set[int]:
    found, left = {place}, [place]
    while left:
        left = [n for above in left for n in children(tokens, above) if n not in found]
        found.update(left)
    return found


def _pieces(tokens: Sequence[Token]) -> Iterator[_Piece]:
    sentences = dict.fromkeys(token.sent for token in tokens)
    for sent in sentences:
        inside = [n for n, token in enumerate(tokens) if token.sent == sent]
        if len(sentences) > 1:
            yield _Piece(frozenset(inside))
        yield from _in_brackets(tokens, inside)
        yield from _ends(tokens, inside)
        for place in inside:
            yield from _clauses(tokens, inside, place)


def _in_brackets(tokens: Sequence[Token], inside: Sequence[int]) -> Iterator[_Piece]:
    opening = [n for n in inside if tokens[n].text in ("(", "-LRB-")]
    closing = [n for n in inside if tokens[n].text in (")", "-RRB-")]
    if len(opening) == len(closing) == 1 and opening[0] < closing[0] and opening[0] > inside[0]:
        places = frozenset(range(opening[0], closing[0] + 1))
        if all(tokens[n].head in places or n in places or tokens[n].head not in places for n in inside):
            yield _Piece(places)


def _ends(tokens: Sequence[Token], inside: Sequence[int]) -> Iterator[_Piece]:
    """What stands before the first comma or behind the last break, where nothing else hangs on it."""
    root = next((n for n in inside if tokens[n].head in (n, -1)), -1)
    comma = next((n for n in inside if tokens[n].text == ","), None)
    if comma is not None and comma - inside[0] <= _SHORT and _is_closed(tokens, inside, range(inside[0], comma), root):
        yield _Piece(frozenset(range(inside[0], comma + 1)))
    breaks = [n for n in inside if tokens[n].text in _BREAKS and n > inside[0]]
    last = max((n for n in inside if tokens[n].text[:1].isalnum()), default=-1)
    if breaks and breaks[-1] < last and _is_closed(tokens, inside, range(breaks[-1], last + 1), root):
        yield _Piece(frozenset(range(breaks[-1], last + 1)))


def _is_closed(tokens: Sequence[Token], inside: Sequence[int], chunk: range, root: int) -> bool:
    """Whether no other word of the sentence hangs on a chunk; one member of a list is no chunk."""
    if root in chunk or not chunk or any(tokens[n].text in ("(", ")", "-LRB-", "-RRB-") for n in chunk):
        return False
    tops = [n for n in chunk if tokens[n].head not in chunk and tokens[n].pos != "PUNCT"]
    joined = any(tokens[n].dep == "conj" and not heads_clause(tokens, n) for n in tops)
    core = any(tokens[n].dep.split(":")[0] in ("nsubj", "obj", "ccomp", "xcomp", "csubj", "cop", "aux") for n in tops)
    open_to = [n for n in inside if n not in chunk and tokens[n].head in chunk and tokens[n].pos != "PUNCT"]
    return bool(tops) and not joined and not core and not open_to


def _clauses(tokens: Sequence[Token], inside: Sequence[int], place: int) -> Iterator[_Piece]:
    token = tokens[place]
    dep = token.dep
    below = _below(tokens, place)
    words = {plain(tokens[n]) for n in children(tokens, place) if n < place}
    phrase = dep in ("obl", "nmod", "advcl") and not _PHRASES.isdisjoint(words | {plain(token)})
    if token.head >= 0 and dep == "advcl" and not heads_clause(tokens, token.head) and not phrase:
        return
    if not phrase and not (dep in _LEFT_OUT and (dep == "discourse" or heads_clause(tokens, place))):
        return
    places = sorted(below)
    while places and not tokens[places[0]].text[:1].isalnum():
        places.pop(0)
    while places and not tokens[places[-1]].text[:1].isalnum():
        places.pop()
    if not places or places != list(range(places[0], places[-1] + 1)) or len(places) == len(inside):
        return
    first, last = places[0], places[-1]
    before = tokens[first - 1].text if first > inside[0] else ""
    rest = [tokens[n].text for n in inside if n > last]
    apart = before in _BREAKS
    if sum(tokens[n].text in ("(", "-LRB-") for n in places) != sum(tokens[n].text in (")", "-RRB-") for n in places):
        return
    if dep == "conj" and (plain(tokens[first]) in EITHER_OR or _lends_object(tokens, place)):
        return
    joined = (dep == "conj" and tokens[first].pos == "CCONJ") or phrase or plain(tokens[first]) in _MARKS
    ends = all(text in _CLOSING or not text[:1].isalnum() for text in rest) and ")" not in rest
    if first == inside[0] and rest[:1] == [","] and dep != "conj":
        after = last + 2
        while after < len(tokens) and tokens[after].pos == "CCONJ" and tokens[after].sent == token.sent:
            after += 1
        yield _Piece(frozenset(range(first, after)))
    elif ends and first > inside[0] and (apart or joined):
        start = first - 1 if apart else first
        while start > inside[0] and tokens[start - 1].text in _BREAKS:
            start -= 1
        yield _Piece(frozenset(range(start, last + 1 + _odd_marks(rest))))
    elif apart and rest[:1] == [","]:
        yield _Piece(frozenset(range(first - 1, last + 1 + (dep not in ("conj", "parataxis")))))
    yield from _alone(tokens, inside, place, first, ends)


def _lends_object(tokens: Sequence[Token], place: int) -> bool:
    """Whether the object of a joined verb is that of the verb before as well: "you can send and receive files"."""
    above = tokens[place].head
    if above < 0 or tokens[place].pos != "VERB" or tokens[above].pos != "VERB":
        return False
    own = any(tokens[n].dep.startswith("nsubj") for n in children(tokens, place))
    objects = [any(tokens[n].dep in ("obj", "dobj") for n in children(tokens, verb)) for verb in (above, place)]
    return objects == [False, True] and not own


def _odd_marks(rest: Sequence[str]) -> int:
    """How many marks behind a clause at the end belong to it: all but those that close the sentence."""
    number = 0
    while number < len(rest) and rest[number] not in _CLOSING:
        number += 1
    return number


def _alone(tokens: Sequence[Token], inside: Sequence[int], place: int, first: int, ends: bool) -> Iterator[_Piece]:
    """A clause at the end of its sentence stands alone, without the conjunction before it."""
    token = tokens[place]
    below = children(tokens, place)
    own = [n for n in below if tokens[n].dep.startswith("nsubj") and tokens[n].tag not in ("WDT", "WP")]
    finite = token.tag in FINITE or any(tokens[n].tag in FINITE for n in below)
    if not ends or not own or not finite or token.dep not in _ALONE or first == inside[0] or own[0] > place:
        return
    while first < own[0] and (
        tokens[first].pos in ("CCONJ", "SCONJ") or plain(tokens[first]) == "so" or tokens[first].text in _BREAKS
    ):
        first += 1
    if tokens[first].dep in ("mark", "cc") or tokens[first].tag in ("WRB", "IN", "TO"):
        return
    marks = {plain(tokens[n]) for n in below if tokens[n].dep == "mark"}
    if token.dep == "advcl" and (len(marks) != 1 or not marks <= _STATED or plain(tokens[first - 2]) == "ever"):
        return
    yield _Piece(frozenset(n for n in inside if n < first), place)


def _without(doc: Doc, places: Collection[int], roots: Collection[int]) -> ShortText:
    """The tokens that stay, and the edits that take the others out."""
    tokens = doc.tokens
    stay = [n for n in range(len(tokens)) if n not in places]
    numbers = {n: number for number, n in enumerate(stay)}
    opens = {n for n in stay if n == 0 or tokens[n - 1].sent != tokens[n].sent}
    capitals = set()
    for sent in dict.fromkeys(tokens[n].sent for n in stay):
        first = next(n for n in stay if tokens[n].sent == sent)
        if first not in opens and tokens[first].text[:1].islower():
            capitals.add(first)
    new = []
    for n in stay:
        token = tokens[n]
        above = n if n in roots or token.head not in numbers else token.head
        dep = "root" if above == n else token.dep
        text = token.text[:1].upper() + token.text[1:] if n in capitals else token.text
        new.append(token._replace(text=text, dep=dep, head=numbers[above]))
    cuts = [Edit(tokens[n].start, tokens[n].start + 1, tokens[n].text[:1].upper()) for n in capitals]
    cuts += [_cut(doc, first, last) for first, last in _runs(sorted(places))]
    return ShortText(Doc(doc.text, annotation=Annotation(tuple(new), doc.entities)), tuple(sorted(cuts)))


def _runs(places: Sequence[int]) -> Iterator[Offsets]:
    """First and last of the places that follow each other."""
    first = None
    for n, place in enumerate(places):
        if first is None:
            first = place
        if n + 1 == len(places) or places[n + 1] != place + 1:
            yield first, place
            first = None


def _cut(doc: Doc, first: int, last: int) -> Edit:
    """The edit that takes tokens out, with the space before them, or behind them at the beginning of a sentence."""
    tokens = doc.tokens
    opens = first == 0 or tokens[first - 1].sent != tokens[first].sent
    if opens and last + 1 < len(tokens):
        return Edit(tokens[first].start, tokens[last + 1].start, "")
    if first:
        return Edit(tokens[first - 1].end, tokens[last].end, "")
    return Edit(tokens[first].start, tokens[last].end, "")
