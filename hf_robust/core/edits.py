"""The algebra of edits: apply them to a text, and move everything that points into the text.

An edit is a replacement of characters of the *original* text. Text that no edit touches stays byte
for byte as it was; spans, tags and heads are moved by the same edits, never found again by diffing.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import NamedTuple

from hf_robust.core.errors import NotApplicable, UsageError

Offsets = tuple[int, int]

_EDGES = itemgetter(0, 1)
_SPACES = re.compile(r"\s+")


class Edit(NamedTuple):
    """An edit that replaces ``text[start:end]`` with a new text.

    ``start == end`` inserts text, and an empty ``text`` deletes. In a list of tokens, an insertion at the edge of a
    token adds new tokens. To make a token longer, replace one of its characters.

    Args:
        start: First character, counted from 0.
        end: Character after the last one.
        text: The new text.
        tags: Tags of the inserted tokens, one per whitespace-separated token of ``text``, by layer (``"upos"``,
            ``"xpos"``, ``"ner"``, ``"gold"``, ``"deprel"``). The layer ``"head"`` gives the number of the head of each
            token, which is a token before the edits, counted from 1. The layer ``"words"`` gives the inserted tokens,
            if they are not separated by whitespace. If an edit replaces exactly one token with one token, the tags
            replace the tags of the old token.
    """

    start: int
    end: int
    text: str
    tags: Mapping[str, Sequence] | None = None


def check(edits: Sequence[Edit], length: int) -> None:
    """Refuse edits that are unsorted, overlap or leave the text.

    Raises:
        UsageError: With the first edit that is wrong.

    Example:
        >>> check([Edit(0, 2, "a"), Edit(2, 2, "b")], 4)
    """
    at = 0
    for edit in edits:
        if not at <= edit[0] <= edit[1] <= length:
            raise UsageError(f"{edit} is out of order, overlaps the one before or leaves a text of {length} characters")
        at = edit[1]


def apply(text: str, edits: Sequence[Edit]) -> str:
    """The text after the edits; they must be sorted and must not overlap.

    Example:
        >>> apply("a good film", [Edit(2, 6, "bad"), Edit(11, 11, "!")])
        'a bad film!'
    """
    if len(edits) == 1:
        start, end, new, _ = edits[0]
        return text[:start] + new + text[end:]
    parts = []
    at = 0
    for start, end, new, _ in edits:
        parts.append(text[at:start])
        parts.append(new)
        at = end
    parts.append(text[at:])
    return "".join(parts)


def in_order(edits: list[Edit]) -> list[Edit]:
    """Edits of different words, sorted; where two take away the same space, the later leaves it.

    Example:
        >>> in_order([Edit(4, 7, ""), Edit(0, 5, "")])
        [Edit(start=0, end=5, text='', tags=None), Edit(start=5, end=7, text='', tags=None)]
    """
    edits.sort(key=_EDGES)
    for place in range(1, len(edits)):
        start, at = edits[place][0], edits[place - 1][1]
        if start < at <= edits[place][1]:
            edits[place] = edits[place]._replace(start=at)
    return edits


def remap_spans(spans: Sequence[Offsets], edits: Sequence[Edit]) -> list[Offsets | None]:
    """Where character spans lie after the edits.

    A span grows or shrinks with edits inside it. What is inserted at its edges stays outside. A span
    is lost (None) when an edit crosses its edge, covers more than it, or leaves nothing of it.

    Example:
        >>> remap_spans([(2, 6), (7, 11)], [Edit(0, 1, "the"), Edit(6, 8, "-F")])
        [(4, 8), None]
    """
    return [_remap_span(start, end, edits) for start, end in spans]


def _remap_span(start: int, end: int, edits: Sequence[Edit]) -> Offsets | None:
    before = inside = 0
    for first, last, new, _ in edits:
        if last <= start:
            before += len(new) - (last - first)
        elif first >= end:
            break
        elif first < start or last > end:
            return None
        else:
            inside += len(new) - (last - first)
    moved = (start + before, end + before + inside)
    return moved if moved[1] > moved[0] else None


class Projection(NamedTuple):
    """A token list after edits.

    Args:
        tokens: The new tokens.
        origins: For each new token the old one it comes from, None for inserted ones.
        inserted: For each new token the (edit, place in the edit) it was inserted by, else None.
        merged: The runs of old tokens whose number changed, as (first, last, new tokens).
        relabeled: The tags of new tokens that replace a whole old one, where their edit has some.
    """

    tokens: list[str]
    origins: list[int | None]
    inserted: list[tuple[Edit, int] | None]
    merged: list[tuple[int, int, int]]
    relabeled: dict[int, Mapping[str, Sequence]]


def project_tokens(
    text: str,
    bounds: Sequence[Offsets],
    edits: Sequence[Edit],
    split: Callable[[str], list[str]] = str.split,
    always: bool = False,
) -> Projection:
    """The token list after edits, and where each new token comes from.

    Args:
        text: The tokens joined by single spaces, or by nothing.
        bounds: Character offsets of each token in ``text``.
        edits: Sorted edits on ``text``.
        split: What cuts new text into tokens.
        always: Whether what replaces a single token is cut as well, and not only where a space comes with it.

    Example:
        >>> project_tokens("I can't", [(0, 1), (2, 7)], [Edit(2, 7, "can not")]).tokens
        ['I', 'can', 'not']
    """
    out = Projection([], [], [], [], {})
    queue = [_without_edge_spaces(text, edit) for edit in edits]
    place = token = 0
    while token < len(bounds):
        until = queue[place][0] if place < len(queue) else len(text)
        free = token
        while free < len(bounds) and bounds[free][1] <= until:
            free += 1
        if free > token:  # no edit touches these
            out.tokens.extend([text[start:end] for start, end in bounds[token:free]])
            out.origins.extend(range(token, free))
            out.inserted.extend([None] * (free - token))
            token = free
            continue
        start, end = bounds[token]
        while place < len(queue) and queue[place][1] <= start and not (queue[place][0] < queue[place][1] == start):
            _insert(out, queue[place], split)
            place += 1
        last, stop = token, place
        while stop < len(queue) and queue[stop][0] < bounds[last][1]:
            while last + 1 < len(bounds) and queue[stop][1] > bounds[last + 1][0]:
                last += 1
            stop += 1
        if stop == place:
            _keep(out, [text[start:end]], token, token)
        else:
            _replace(out, text, bounds[token : last + 1], token, queue[place:stop], split, always)
        place, token = stop, last + 1
    for edit in queue[place:]:
        _insert(out, edit, split)
    return out


def _without_edge_spaces(text: str, edit: Edit) -> Edit:
    """A word that goes with its space is, in a token list, just the word."""
    start, end, new, tags = edit
    covered = text[start:end]
    if start == end or covered.isspace():
        return edit
    if covered[0] == " " and (not new or new[0] == " "):
        start, new = start + 1, new[1:]
    if covered[-1] == " " and (not new or new[-1] == " "):
        end, new = end - 1, new[:-1]
    return Edit(start, end, new, tags)


def _insert(out: Projection, edit: Edit, split: Callable[[str], list[str]]) -> None:
    for place, piece in enumerate((edit.tags or {}).get("words") or split(edit.text)):
        out.tokens.append(piece)
        out.origins.append(None)
        out.inserted.append((edit, place))


def _keep(out: Projection, pieces: Sequence[str], first: int, last: int) -> None:
    out.tokens.extend(pieces)
    out.origins.extend(min(first + place, last) for place in range(len(pieces)))
    out.inserted.extend([None] * len(pieces))


def _replace(
    out: Projection,
    text: str,
    bounds: Sequence[Offsets],
    first: int,
    edits: Sequence[Edit],
    split: Callable[[str], list[str]],
    always: bool,
) -> None:
    """Put what edits make of some tokens, the first of them with its number, among the new tokens."""
    start, end, last = bounds[0][0], bounds[-1][1], first + len(bounds) - 1
    if edits[0].start < start or edits[-1].end > end:
        raise NotApplicable("an edit crosses the space between two tokens")
    moved = [Edit(e.start - start, e.end - start, e.text) for e in edits]
    pieces = _pieces(text[start:end], moved, split, always, joined=last > first)
    whole = edits[0][:2] == (start, end) and last == first and len(pieces) == 1
    if whole and edits[0].tags:
        out.relabeled[len(out.tokens)] = edits[0].tags
    _keep(out, pieces, first, last)
    if len(pieces) != last - first + 1:
        out.merged.append((first, last, len(pieces)))


def _pieces(
    covered: str, edits: Sequence[Edit], split: Callable[[str], list[str]], always: bool, joined: bool
) -> list[str]:
    """The tokens that edits make of one token, or of several.

    A token may hold spaces of its own, as in ``10 000``: only spaces that an edit adds split it.
    """
    after = apply(covered, edits)
    after = after if covered != covered.strip() else after.strip()
    if joined:
        return split(after)
    added = [_spaces(edit.text) > _spaces(covered[edit.start : edit.end]) for edit in edits]
    if always:
        before, pieces = split(covered), split(after)
        return [after] if 1 < len(before) >= len(pieces) > 0 and not any(added) else pieces
    if not any(added):
        return [after] if after.strip() else []
    if not _spaces(covered):
        return split(after)
    pieces, at = [""], 0
    for edit, adds in zip(edits, added):
        first, *others = _SPACES.split(edit.text) if adds else [edit.text]
        pieces[-1] += covered[at : edit.start] + first
        pieces += others
        at = edit.end
    pieces[-1] += covered[at:]
    return [piece for piece in pieces if piece.strip()]


def _spaces(text: str) -> int:
    return len(_SPACES.findall(text))


def project_tags(tags: Sequence[str], projection: Projection, layer: str, outside: str | None) -> list[str]:
    """Tags of the tokens after edits, still a legal sequence.

    Args:
        tags: One tag name a token before the edits.
        projection: From :func:`project_tokens`.
        layer: Which of an edit's ``tags`` labels the tokens it inserts.
        outside: ``"O"`` for chunk tags (BIO); None for tags that stand alone (parts of speech).

    Raises:
        NotApplicable: When tokens with different tags were merged, or an inserted token has no tag.

    Example:
        >>> found = project_tokens("New-York won", [(0, 8), (9, 12)], [Edit(0, 8, "New York")])
        >>> project_tags(["B-LOC", "O"], found, "ner", "O")
        ['B-LOC', 'I-LOC', 'O']
    """
    for first, last, count in projection.merged:
        if count and not _one_label(tags[first : last + 1], chunked=outside is not None):
            raise NotApplicable("tokens with different tags would be merged or split")
    new: list[str] = []
    seen: set[int] = set()
    for place, (origin, inserted) in enumerate(zip(projection.origins, projection.inserted)):
        if inserted is not None or origin is None:
            new.append(_inserted_tag(inserted, layer, outside))
            continue
        relabeled = projection.relabeled.get(place, {}).get(layer)
        tag = relabeled[0] if relabeled else tags[origin]
        if outside is not None and origin in seen and tag[:2] in ("B-", "S-", "U-"):
            tag = "I-" + tag[2:]
        seen.add(origin)
        new.append(tag)
    return new if outside is None else _repair(tags, projection.origins, new)


def _one_label(tags: Sequence[str], chunked: bool) -> bool:
    if not chunked:
        return len(set(tags)) == 1
    if len({tag[2:] for tag in tags}) != 1:
        return False
    return not any(tag[:2] in ("B-", "S-", "U-") for tag in tags[1:]) and len({tag == "O" for tag in tags}) == 1


def _inserted_tag(inserted: tuple[Edit, int] | None, layer: str, outside: str | None) -> str:
    layers, place = (inserted[0].tags or {}, inserted[1]) if inserted is not None else ({}, 0)
    for name in ("gold", layer):
        if name in layers:
            return str(layers[name][place])
    if outside is None:
        raise NotApplicable(f"an inserted token has no {layer} tag")
    return outside


def _repair(old: Sequence[str], origins: Sequence[int | None], new: list[str]) -> list[str]:
    """An entity whose first token was deleted begins at the next one."""
    for place, (origin, tag) in enumerate(zip(origins, new)):
        if origin is None or tag[:2] != "I-" or not origin or old[origin][:2] != "I-":
            continue
        head = origin
        while head and old[head][:2] == "I-" and old[head - 1][2:] == tag[2:]:
            head -= 1
        before = origins[place - 1] if place else None
        kept_before = before is not None and before >= head
        if not kept_before and old[head][:2] == "B-":
            new[place] = "B-" + tag[2:]
    return new
