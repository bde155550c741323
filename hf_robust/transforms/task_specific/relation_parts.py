"""The clause of a sentence that holds both mentions of a relation, as a sentence of its own."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from hf_robust.core.doc import Annotation, Doc, Token
from hf_robust.transforms.task_specific.relation_patterns import Order, Roles, Run

_MARKS = frozenset((":", ";"))
_JOINING = frozenset({"and", "but"})
_OPENING = frozenset({"obl", "advmod", "nmod", "parataxis"})  # what may stand before a clause, with a comma


class Part(NamedTuple):
    """A clause of a longer text.

    Args:
        roles: The clause as a sentence. A full stop takes the place of the mark at its end.
        first: Number of its first token in the text.
        end: Number of the token after its last in the text, with its end mark.
        is_inner: Whether a sentence goes on with the clause, which then begins with a small letter.
        is_second: Whether a phrase stands before the clause.
    """

    roles: Roles
    first: int
    end: int
    is_inner: bool
    is_second: bool

    def whole(self, order: Order, size: int) -> Order:
        """An order of the clause as an order of the text.

        Args:
            order: The order of the clause.
            size: Number of tokens of the text.
        """
        moved: Order = []
        for number, piece in enumerate(order):
            if isinstance(piece, str):
                moved.append(piece[:1].lower() + piece[1:] if self.is_inner and not number else piece)
                continue
            run = piece._replace(first=piece.first + self.first, end=piece.end + self.first)
            moved.append(run._replace(small=False, large=False) if self.is_inner else run)
        before: Order = [Run(0, self.first)] if self.first else []
        return [*before, *moved, *([Run(self.end, size)] if self.end < size else [])]


def parts_of(roles: Roles) -> Iterator[Part]:
    """The clauses that hold both mentions, the longest first: a sentence, and what a comma or a colon parts from it."""
    tokens = roles.doc.tokens
    low, high = min(roles.subject.first, roles.other.first), max(roles.subject.last, roles.other.last)
    if tokens[low].sent != tokens[high - 1].sent:
        return
    starts, ends = _starts(tokens, low), _ends(tokens, high)
    for start in starts:
        for end in ends:
            whole = start == 0 and end == len(tokens) - 1 and tokens[end].text == "."
            if not whole and _is_clause(tokens, start, end):
                yield _part(roles, start, end)


def _starts(tokens: Sequence[Token], low: int) -> list[int]:
    found: list[int] = []
    for place in range(low, -1, -1):
        before = tokens[place - 1] if place else None
        if before is None or before.sent != tokens[place].sent or before.text in _MARKS:
            return [place, *reversed(found)]
        joined = before.text in _JOINING and place > 1 and tokens[place - 2].text == ","
        if (before.text == "," and tokens[place].text not in _JOINING) or joined:
            found.append(place)
    return found


def _ends(tokens: Sequence[Token], high: int) -> list[int]:
    found: list[int] = []
    for place in range(high, len(tokens)):
        text, last = tokens[place].text, place + 1 == len(tokens)
        if text in (".", ";") or (not last and tokens[place + 1].sent != tokens[place].sent):
            return [place, *found] if text in (".", ";") else found
        if text == "," and not last and tokens[place + 1].text in _JOINING:
            found.append(place)
    return found


def _is_clause(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Whether tokens are one clause with its subject; only a phrase or a second clause may belong to it."""
    heads = _heads(tokens, start, end)
    if len(heads) != 1:
        return False
    root = heads[0]
    deps = {token.dep.split(":")[0] for token in tokens[start:end] if token.head == root}
    if "nsubj" not in deps or "mark" in deps or tokens[root].dep.split(":")[0] not in ("ROOT", "conj", "parataxis"):
        return False
    outside = [n for n, token in enumerate(tokens) if start <= token.head < end and not start <= n <= end]
    before = [tokens[n] for n in outside if n < start and tokens[n].pos not in ("PUNCT", "CCONJ")]
    behind = [tokens[n] for n in outside if n > end and tokens[n].pos not in ("PUNCT", "CCONJ")]
    opened = all(token.head == root and token.dep.split(":")[0] in _OPENING for token in before)
    opened = opened and not any(token.text.endswith("ly") or token.tag == "VBG" for token in before[:1])
    closed = all(token.head == root and token.dep in ("conj", "parataxis") for token in behind)
    subjects = {token.head for token in tokens if token.dep.startswith("nsubj")}
    own = all(n in subjects for n in outside if tokens[n].dep == "conj")
    return opened and closed and own


def _heads(tokens: Sequence[Token], start: int, end: int) -> list[int]:
    """The tokens of a range that hang on nothing in it."""
    return [n for n in range(start, end) if tokens[n].head == n or not start <= tokens[n].head < end]


def _part(roles: Roles, start: int, end: int) -> Part:
    tokens = roles.doc.tokens
    root = _heads(tokens, start, end)[0]
    own = [token._replace(head=token.head - start, sent=0) for token in tokens[start : end + 1]]
    own[root - start] = own[root - start]._replace(dep="ROOT", head=root - start if tokens[root].head >= 0 else -1)
    own[-1] = own[-1]._replace(text=".", pos="PUNCT", tag=".", dep="punct", head=root - start)
    doc = Doc(roles.doc.text, bounds=roles.doc.bounds, annotation=Annotation(own))
    moved = [one._replace(first=one.first - start, last=one.last - start) for one in (roles.subject, roles.other)]
    before = tokens[start - 1] if start else None
    opens = before is None or before.sent != tokens[start].sent or (before.text == ":" and tokens[start].text.istitle())
    second = before is not None and before.text == ","
    return Part(Roles(doc, *moved), start, end + 1, not opens, second)
